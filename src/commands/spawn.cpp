#include "commands/spawn.hpp"

#include "base/math.hpp"
#include "commands/commands.hpp"
#include "commands/count.hpp"
#include "commands/lighting.hpp"
#include "draw/notation.hpp"
#include "draw/titles.hpp"
#include "judge/spawning.hpp"
#include "judge/sweep.hpp"

namespace hitmiss {
namespace {

std::vector<ColumnMeaning> columns_of_spawn() {
    std::vector<ColumnMeaning> all{
        {"distance, size, grazing", "with --over: the step"},
        {"method, rule, epsilon", "what leaves the surface, and by how much"},
        {"rays", "second rays"},
        {"lost",
         "first rays that the method answers with another triangle or with none, or where the "
         "rule's own point is not a number"}};
    for (const auto& column : spawned_columns)
        all.push_back({std::string(column.key), column.meaning});
    all.push_back({"beside", "self-hits of a triangle that does not contain the start"});
    all.push_back({"widest_skip", "the largest distance from X to a surface that was skipped"});
    all.push_back({"off_plane_median",
                   "median distance of the computed points from their planes, in u (|o| + |t d|), "
                   "rounded up to a power of two"});
    all.push_back(
        {"off_plane_99", "the distance that 99 % of them do not exceed, rounded up alike"});
    all.push_back({"off_plane_max", "the largest of these distances, not rounded up"});
    all.push_back({"NAME_per_million", "any of these counts, per million rays"});
    all.push_back({"NAME_low, NAME_high", "its 95 % interval, after Wilson"});
    return all;
}

std::string spawn_help() {
    std::string text =
        "A first ray goes to a random point of the mesh, uniform by area. Where it meets the mesh, "
        "a second ray starts. Its exact answer is that from the exact point X; a method computes a "
        "point, rounded, and a rule moves it off the surface. An epsilon serves a scene if no "
        "ray hits itself, none skips a surface, and at most one in " +
        with_separators(few_shifted) + " is shifted. Rules:\n";
    for (std::size_t k = 0; k < leaving_names.size(); ++k) {
        const auto& info = info_of(Leaving(k));
        text += fmt::format("  {}  {} ({})\n", leaving_names[k], info.idea, info.source);
    }
    text +=
        "\n--over asks at several steps which epsilon serves, all methods together. The mesh and "
        "the eye are moved or scaled as by  sweep --over:\n"
        "  distance  the distance of the mesh's middle from the origin, in the direction --along\n"
        "  size      a factor by which everything is scaled, with the origin fixed\n"
        "  grazing   the angle of the second rays with the surface, as by --grazing";
    return text;
}

/// The rules that were asked for.
std::vector<Leaving> rules_of(const SpawnOptions& options) {
    std::vector<Leaving> rules;
    for (std::size_t k = 0; k < leaving_names.size(); ++k)
        if (options.rules.empty() ||
            std::ranges::find(options.rules, leaving_names[k]) != options.rules.end())
            rules.push_back(Leaving(k));
    return rules;
}

/// Whether this is so of any of them.
bool has_rule(const SpawnOptions& options, bool LeavingInfo::*what, bool so) {
    return std::ranges::any_of(rules_of(options),
                               [&](Leaving rule) { return info_of(rule).*what == so; });
}

void declare(Command& command, SpawnOptions& options) {
    command.footer(spawn_help());
    add_scene_and_methods(command, options.scene);
    add_eye(command, options.scene.camera);
    command.choices("--rule", {leaving_names.begin(), leaving_names.end()}, options.rules,
                    "only these rules");
    command.number(
        "--epsilon", options.epsilon, 0, 1e30,
        "epsilon of t-min, in lengths of the direction, and of normal, in scene units; without "
        "it they are swept by decades and drawn");
    command.choice("--point", point_names, options.point,
                   "ray, barycentric or exact: where the computed point lies, for rules without a "
                   "bound on its error");
    command.number("--rays", options.rays, 1, 1e7,
                   "number of second rays (default 20000; with --over 5000 at each step)");
    command.number("--seed", options.seed, 0, 1e15, "seed of the random numbers (default 1)");
    command.number("--grazing", options.grazing, 1e-5, 90,
                   "angle of all second rays with the surface, in degrees (default: uniform "
                   "directions of the hemisphere)");
    command.option(
        "--light", options.light,
        "x,y,z of a lamp: all second rays go to it, from where the mesh is turned to it; "
        "then epsilon is in scene units for t-min too");
    command.flag("--anywhere", options.anywhere,
                 "first rays start at random places, not at the camera's eye");
    constexpr static std::array overs{Over::distance, Over::size, Over::grazing};
    constexpr static std::array names{row_of(overs[0]).name, row_of(overs[1]).name,
                                      row_of(overs[2]).name};
    command.choice("--over", names, "repeats the count at steps of distance, size or grazing",
                   [&options](std::size_t place) { options.over = overs[place]; });
    command.option("--along", options.along, "x,y,z: direction of --over distance (default 2,3,6)");
    command.number("--from", options.from, 0, 1e300, "first step of --over");
    command.number("--to", options.to, 0, 1e300, "last step of --over");
    command.number("--per-decade", options.per_decade, 1, 20,
                   "steps of --over per power of ten: 1 (default), 2, 3, 4, 5, 10 or 20");
    add_threads(command, options.scene);
    add_table_options(command, options.table, columns_of_spawn());
    command.destination("-o,--output", options.scene.output,
                        "name.svg or name.png, or a folder (default out/NAME)", true);
    add_figure_options(command, options.page);
    const auto over = [&options] { return options.over.has_value(); };
    command.only_for("first rays from the camera's eye, not --anywhere", "--eye",
                     [&options] { return !options.anywhere; });
    command.only_for("--over", "--from --to --per-decade", over);
    command.only_for("--over distance", "--along",
                     [&options] { return options.over == Over::distance; });
    command.only_for("rays that go in random directions, not to a lamp", "--over --grazing",
                     [&options] { return options.light.empty(); });
    command.only_for("one angle; --over grazing sweeps it", "--grazing",
                     [&options] { return options.over != Over::grazing; });
    command.only_for("a figure against epsilon, not for --epsilon", "--output " + figure_options,
                     [&options] { return !options.epsilon; });
    command.only_for("rules with an epsilon, t-min and normal",
                     "--output --epsilon " + figure_options,
                     [&options] { return has_rule(options, &LeavingInfo::has_epsilon, true); });
    command.only_for("rules without a point of their own, as t-min and normal", "--point",
                     [&options] { return has_rule(options, &LeavingInfo::has_own_point, false); });
}

/// What a rule's epsilon becomes: 0 and decades up to the scene's size, or the one that was given.
std::vector<std::optional<double>> epsilons_of(Leaving rule, const SpawnOptions& options,
                                               const Geometry& geometry) {
    if (!info_of(rule).has_epsilon) return {std::nullopt};
    if (options.epsilon) return {options.epsilon};
    const double top = decade_above(geometry.box.diagonal());
    std::vector<std::optional<double>> epsilons{0.0};
    for (const double epsilon : decimal_steps(1e-9 * top, 1.0001 * top, 1))
        epsilons.push_back(epsilon);
    return epsilons;
}

/// The first ray that hits itself, made once more; `hits` are those of the first rays.
void add_self_hit(LeavingCount& row, const Round& round, std::span<const Hit> hits) {
    const std::uint64_t number = row.counts.first_self_hit, index = number / rays_of_block;
    if (number == SpawnedCounts::none) return;
    judge(round, index, index + 1, [&](const JudgedBatch& judged) {
        const auto& numbers = judged.batch.numbers;
        const auto k = std::size_t(std::ranges::find(numbers, number) - numbers.begin());
        const auto numbered = [&](const Hit& hit) {
            return LeavingCount::Numbered{hit.triangle, round.geometry.triangles[hit.triangle]};
        };
        row.self_hit = {judged.batch.rays[k], numbered(hits[number]),
                        numbered(judged.columns[0].hits[k])};
    });
}

/// One method, by all rules.
std::vector<LeavingCount> count_one(const Method& method, const SpawnOptions& options,
                                    std::span<const SpawnedPair> pairs, const Geometry& geometry) {
    const Answerer answerer = make_aimed_answerer(method, geometry);
    const auto hits = first_hits(pairs, answerer);
    std::vector<LeavingCount> counted;
    for (const Leaving rule : rules_of(options)) {
        const auto& info = info_of(rule);
        const PointBy by = info.has_own_point ? info.point : options.point.value_or(info.point);
        for (const auto& epsilon : epsilons_of(rule, options, geometry)) {
            const Round round =
                leaving_round(pairs, hits, answerer, rule, epsilon.value_or(0), by, geometry);
            counted.push_back({method, rule, epsilon, judge_all(round)[0].spawned});
            if (!epsilon) add_self_hit(counted.back(), round, hits);  // others are not printed
        }
    }
    return counted;
}

/// What the columns of the table count, and where the rules are described.
std::string meanings(const Output& output) {
    std::string text = "\n";
    for (const auto& column : spawned_columns)
        text += paragraph(fmt::format("{}: {}", column.key, column.meaning), output.width, 0, 2);
    return text + (output.program.empty()
                       ? ""
                       : fmt::format("{} spawn --help describes the rules.\n", output.program));
}

/// Says which methods do not find the point where a second ray should start.
void note_lost(const std::vector<LeavingCount>& counted) {
    const Method* last = nullptr;
    for (const auto& row : counted) {
        const auto& [lost, rays] = std::pair(row.counts.lost, row.counts.rays);
        if (lost > 0 && (last == nullptr || *last != row.method))
            say("note: {}: {} of {} first rays hit another triangle than the exact one, or none, "
                "or the rule's own point is not a number; no second ray starts there",
                to_string(row.method), with_separators(lost), with_separators(lost + rays));
        last = &row.method;
    }
}

void run(const SpawnOptions& given, const Output& output) {
    SpawnOptions options = given;
    if (options.rays == 0) options.rays = options.over ? 5000 : 20'000;
    Scene scene = open_scene(options.scene);
    note_exact(scene);
    if (options.scene.methods.empty())
        scene.methods = {parse_method("moller-trumbore"), parse_method("watertight")};
    check_leaves(scene.methods);
    if (options.over) return spawn_over(options, scene, output);
    check_columns(options.table, row_of(LeavingCount{scene.methods[0], {}, {}, {}}).all);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const auto counted = count_leaving(scene.methods, options, geometry);
    note_lost(counted);
    const auto place = figure_place(scene, options.scene, "spawn.svg", output);
    write_spawned(options, scene, panels_of(counted), place);
    Rows all, shown;
    for (const LeavingCount& row : counted) {
        auto [full, narrow] = row_of(row);
        all.push_back(std::move(full)), shown.push_back(std::move(narrow));
    }
    const Object json{
        {"version", 1},         {"scene", scene.name},  {"triangles", scene.mesh.triangles.size()},
        {"seed", options.seed}, {"rays", options.rays}, {"spawned", all}};
    const std::string text =
        spawn_answer(counted, output.width) + meanings(output) +
        counts_head(counted, options.rays) +
        as_text(options.table.wide ? all : shown, options.table.width(output.width)) +
        counterexamples(counted);
    place.out.print(to_string({json, all, text, {{"", shown}}}, options.table, output.width));
}

}  // namespace

std::vector<LeavingCount> count_leaving(const std::vector<Method>& methods,
                                        const SpawnOptions& options, const Geometry& geometry) {
    Spawning spawning{options.rays, options.seed,
                      options.anywhere ? std::nullopt : std::optional(Vec<float>(geometry.eye)),
                      options.grazing};
    if (!options.light.empty()) {
        spawning.lamp = Vec<float>(read_point(options.light, "--light"));
        check_lamp(*spawning.lamp, geometry);
    }
    const auto pairs = spawned_pairs(spawning, geometry, options.scene.scene);
    std::vector<LeavingCount> counted;
    for (const Method& method : methods)
        std::ranges::copy(count_one(method, options, pairs, geometry), std::back_inserter(counted));
    return counted;
}

void write_spawned(const SpawnOptions& options, const Scene& scene,
                   const std::vector<SpawnedPanel>& panels, const FigurePlace& place) {
    if (panels.empty() || options.epsilon) return;
    const Page& page = options.page;
    std::string mesh = mesh_text(scene);
    std::uint64_t rays = options.rays;
    if (options.over) {  // a panel holds all methods
        std::vector<std::string> names;
        for (const Method& method : scene.methods)
            names.push_back(caption(method, Caption::row)[0]);
        mesh += fmt::format("; together: {}", fmt::join(names, "; "));
        rays *= names.size();
    }
    write_figure(place.out, place.name, page,
                 draw_spawned(options.page.title_or(
                                  finding(panels, options.over ? row_of(*options.over).step : "")),
                              mesh, panels, rays, page));
}

void add_spawn(CommandLine& line) {
    line.add<SpawnOptions>("spawn", "Self-hits and skips of rays that leave a surface",
                           {"hitmiss spawn scenes/cube.toml --rays 1000 -o spawn.svg",
                            "hitmiss spawn scenes/cube.toml --over distance --rays 500 -m "
                            "watertight",
                            "hitmiss spawn scenes/icosphere.toml --rays 1000 -m watertight --rule "
                            "normal --epsilon 1e-4"},
                           declare, run);
}

}  // namespace hitmiss
