#include "commands/commands.hpp"
#include "commands/leak_rates.hpp"
#include "commands/lighting.hpp"
#include "commands/spawn_answer.hpp"
#include "judge/spawning.hpp"
#include "judge/sweep.hpp"

namespace hitmiss {
namespace {

struct SpawnOptions {
    SceneOptions scene;
    TableOptions table;
    FigureOptions figure;
    std::vector<std::string> rules;
    std::optional<PointBy> point;
    std::optional<double> epsilon, grazing;
    std::string light;
    bool anywhere = false;
    std::uint64_t rays = 20'000, seed = 1;
};

std::vector<ColumnMeaning> columns_of_spawn() {
    std::vector<ColumnMeaning> all{
        {"method, rule, epsilon", "what leaves the surface, and by how much"},
        {"rays", "second rays"},
        {"lost", "first rays that the method answers with another triangle or with none"}};
    for (const auto& column : spawned_columns)
        all.push_back({std::string(column.key), column.meaning});
    all.push_back({"beside", "self-hits of a triangle that does not contain the start"});
    all.push_back({"widest_skip", "the largest distance from X to a surface that was skipped"});
    all.push_back({"off_plane_median",
                   "half of the computed points are no farther from their planes than so many u "
                   "(|o| + |t d|), rounded up to a power of two"});
    all.push_back({"off_plane_99", "the same of 99 % of them"});
    all.push_back({"off_plane_max", "the largest such distance"});
    all.push_back({"NAME_per_million", "one of those counts as a rate"});
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
    return text + "\n" + columns_text(columns_of_spawn());
}

void declare(Command& command, SpawnOptions& options) {
    add_scene_and_methods(command, options.scene);
    add_camera(command, options.scene.camera);
    command.choices("--rule", leaving_names, options.rules, "only these rules");
    command.number("--epsilon", options.epsilon, 0, 1e30,
                   "of t-min, in lengths of the direction, and of normal, in scene units; without "
                   "it they are swept by decades and drawn");
    command.choice("--point", point_names, options.point,
                   "where the computed point lies, for rules without a bound on its error");
    command.number("--rays", options.rays, 1, 1e8, "number of second rays (default 20000)");
    command.number("--seed", options.seed, 0, 1e15, "of the random numbers (default 1)");
    command.number("--grazing", options.grazing, 1e-5, 90,
                   "angle of all second rays with the surface, in degrees (default: uniform "
                   "directions of the hemisphere)");
    command.option(
        "--light", options.light,
        "x,y,z of a lamp: all second rays go to it, from where the mesh is turned to it; "
        "then epsilon is in scene units for t-min too");
    command.flag("--anywhere", options.anywhere,
                 "first rays start at random places, not at the camera's eye");
    add_threads(command, options.scene);
    add_table_options(command, options.table, columns_of_spawn());
    command.option("-o,--output", options.scene.output,
                   "name.svg or name.png, or a folder (default out/NAME)");
    add_figure_options(command, options.figure);
    command.footer(spawn_help());
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

/// What a rule's epsilon becomes: 0 and decades up to the scene's size, or the one that was given.
std::vector<std::optional<double>> epsilons_of(Leaving rule, const SpawnOptions& options,
                                               const Geometry& geometry) {
    if (!info_of(rule).has_epsilon) return {std::nullopt};
    if (options.epsilon) return {options.epsilon};
    const double top = std::pow(10, std::ceil(std::log10(geometry.diagonal())));
    std::vector<std::optional<double>> epsilons{0.0};
    for (const double epsilon : decimal_steps(1e-9 * top, 1.0001 * top, 1))
        epsilons.push_back(epsilon);
    return epsilons;
}

void check(const SpawnOptions& options, const std::vector<Method>& methods) {
    check_leaves(methods);
    if (options.grazing && !options.light.empty())
        throw Error(Exit::usage, "--grazing and --light are two kinds of directions; choose one");
    if (!options.epsilon) return;
    for (const Leaving rule : rules_of(options))
        if (info_of(rule).has_epsilon) return;
    throw Error(Exit::usage,
                "--epsilon: none of these rules has one; t-min or normal would be right");
}

/// The first ray that hits itself, made once more.
void add_self_hit(LeavingCount& row, const RaySource& source) {
    const std::uint64_t number = row.counts.first_self_hit;
    if (number == SpawnedCounts::none) return;
    const Batch batch = source.batch(number / rays_of_block);
    const auto k = std::size_t(std::ranges::find(batch.numbers, number) - batch.numbers.begin());
    row.self_hit = batch.rays[k], row.left = batch.spawned[k].exact->start.triangle;
}

/// One method, by all rules.
std::vector<LeavingCount> count_leaving(const Method& method, const SpawnOptions& options,
                                        std::span<const SpawnedPair> pairs,
                                        const Geometry& geometry) {
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
            add_self_hit(counted.back(), round.source);
        }
    }
    if (const auto lost = counted.front().counts.lost; lost > 0)
        say("note: {}: {} of {} first rays hit another triangle than the exact one, or none; no "
            "second ray starts there",
            to_string(method), with_separators(lost), with_separators(pairs.size()));
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

void run(const SpawnOptions& options, const Output& output) {
    Scene scene = open_scene(options.scene);
    if (options.scene.methods.empty())
        scene.methods = {parse_method("moller-trumbore"), parse_method("watertight")};
    check(options, scene.methods);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    Spawning spawning{options.rays, options.seed,
                      options.anywhere ? std::nullopt : std::optional(Vec<float>(scene.camera.eye)),
                      options.grazing};
    if (!options.light.empty()) {
        spawning.lamp = Vec<float>(read_point(options.light, "--light"));
        check_lamp(*spawning.lamp, geometry);
    }
    const auto pairs = spawned_pairs(spawning, geometry, options.scene.scene);
    std::vector<LeavingCount> counted;
    for (const Method& method : scene.methods)
        std::ranges::copy(count_leaving(method, options, pairs, geometry),
                          std::back_inserter(counted));

    const auto [folder, name, frames, out] =
        figure_place(scene, options.scene, "spawn.svg", output);
    const bool swept = std::ranges::any_of(
        counted, [](const LeavingCount& row) { return row.epsilon && *row.epsilon > 0; });
    if (swept && !options.epsilon)
        write_figure(out, name,
                     draw_spawned(options.figure.title.empty()
                                      ? scene.name + ": self-hits and skipped surfaces"
                                      : options.figure.title,
                                  counted, options.rays, options.figure.page));

    Rows all, shown;
    for (const LeavingCount& counted_by : counted) {
        const auto& [method, rule, epsilon, counts] =
            std::tie(counted_by.method, counted_by.rule, counted_by.epsilon, counted_by.counts);
        Object cells{{"method", to_string(method)},
                     {"rule", leaving_names[std::size_t(rule)]},
                     {"epsilon", epsilon},
                     {"rays", counts.rays},
                     {"lost", counts.lost}};
        Object& row = all.emplace_back(cells);
        Object& narrow = shown.emplace_back(cells);
        narrow.erase("rays"), narrow.erase("lost");
        for (const auto& [key, meaning, outcome] : spawned_columns) {
            const auto events = counts.of(outcome);
            append(row, rate_cells(std::string(key), events, counts.rays));
            narrow.push_back({std::string(key), events});
        }
        const Value widest = counts.widest_skip > 0 ? rounded(counts.widest_skip, 3) : Value();
        append(row, {{"off_plane_median", counts.off_plane.median()},
                     {"off_plane_99", counts.off_plane.quantile(99)},
                     {"off_plane_max", rounded(counts.off_plane.most, 3)}});
        row.push_back({"beside", counts.beside});
        row.push_back({"widest_skip", widest}), narrow.push_back({"widest_skip", widest});
    }
    const Object json{
        {"version", 1},         {"scene", scene.name},  {"triangles", scene.mesh.triangles.size()},
        {"seed", options.seed}, {"rays", options.rays}, {"spawned", all}};
    const std::string text =
        spawn_answer(counted, output.width) + meanings(output) +
        fmt::format("\nCounts among {} rays that start on the surface:\n",
                    with_separators(options.rays)) +
        as_text(options.table.wide ? all : shown, options.table.width(output.width)) +
        counterexamples(counted);
    out.print(to_string({json, all, text, {{"", shown}}}, options.table, output.width));
}

}  // namespace

void add_spawn(CommandLine& line) {
    line.add<SpawnOptions>("spawn", "Self-hits and skips of rays that leave a surface",
                           {"hitmiss spawn scenes/cube.toml --rays 1000 -o spawn.svg",
                            "hitmiss spawn scenes/icosphere.toml --rays 1000 -m watertight --rule "
                            "normal --epsilon 1e-4"},
                           declare, run);
}

}  // namespace hitmiss
