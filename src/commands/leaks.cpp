#include "commands/answering.hpp"
#include "commands/commands.hpp"
#include "commands/count.hpp"
#include "commands/diagnoses.hpp"
#include "commands/leak_rates.hpp"
#include "commands/long_counts.hpp"
#include "commands/paste.hpp"
#include "commands/ray_choice.hpp"
#include "commands/whole_rays.hpp"

namespace hitmiss {
namespace {

struct LeakOptions {
    SceneOptions scene;
    TableOptions table;
    Page page;
    std::optional<Aim> aim;
    std::string triangles;
    Checkpoint checkpoint;
    bool whole_rays = false;
    std::uint64_t rays = 100'000, seed = 1;
};

constexpr auto protocol =
    "The same number of rays is aimed at each kind of target:\n"
    "  edge        at a random point of an edge whose two triangles face the ray alike\n"
    "  vertex      at a vertex whose triangles all face the ray alike\n"
    "  silhouette  at an edge of which one triangle faces the ray, the other faces away\n"
    "  interior    at a random point of a random triangle\n"
    "  random      in a random direction\n"
    "Silhouette rays start outside, three halves of the box's diagonal from its centre, "
    "and may pass by. All others start at random points that exact crossing counts prove "
    "to be inside, so that they hit. Where the mesh has borders, encloses nothing, or "
    "--eye is given, all start at the camera's eye, border edges are left out, and random "
    "rays go to random points of the mesh's box. Directions are computed in double, "
    "normalised and rounded once to float.\n\n"
    "The table gives leaks per million rays of each kind, but with several kinds not of interior "
    "ones, whose leaks are named below it, and false hits per million rays at silhouettes: there "
    "the two together are a fair measure, because a test that leaks less may only draw a wider "
    "outline. Where none was seen, \"< N\" gives the upper end N of the 95 % interval; --wide "
    "gives every outcome with its interval. Rates of aimed rays hardly depend on the number of "
    "triangles, but leaks of random rays grow with about its square root, as the edges' total "
    "length does.";

std::vector<ColumnMeaning> columns_of_leaks() {
    std::vector<ColumnMeaning> all{{"aim", "the kind of target"},
                                   {"rays", "number of rays of that kind"}};
    for (const auto& column : count_columns())
        if (column.key != "hits") all.push_back(column);
    all.push_back({"multiple",
                   "rays reported to hit two triangles within a tie's distance, though they do not "
                   "meet both"});
    for (const auto& column : whole_ray_meanings()) all.push_back(column);
    all.push_back({"NAME_per_million", "any of these counts, per million rays"});
    all.push_back({"NAME_low, NAME_high", "its 95 % interval, after Wilson"});
    return all;
}

void declare(Command& command, LeakOptions& options) {
    command.footer(protocol);
    add_scene_and_methods(command, options.scene);
    add_eye(command, options.scene.camera);
    command.number("--rays", options.rays, 1, 1e12, "number of rays of each kind (default 100000)");
    command.number("--seed", options.seed, 0, 1e15, "seed of the random numbers (default 1)");
    add_aim(command, options.aim, "below");
    command.flag("--whole-rays", options.whole_rays,
                 "counts all hits of a ray too: is each crossing of the surface counted once?");
    add_triangles(command, options.triangles);
    add_threads(command, options.scene);
    add_checkpoint(command, options.checkpoint);
    add_table_options(command, options.table, columns_of_leaks());
    command.destination("-o,--output", options.scene.output,
                        "draws the errors with their intervals: name.svg or name.png");
    add_figure_options(command, options.page);
    command.only_for("a figure; -o names it", figure_options,
                     [&options] { return !options.scene.output.empty(); });
}

/// For each method a ray on which it errs: of the first aim at which it does. For one that errs
/// nowhere a ray of which it miscounts the hits.
std::vector<ToExplain> to_explain(const LeakOptions& options, const Scene& scene,
                                  const std::vector<AimedTallies>& counted,
                                  const Diagnoses& diagnoses) {
    std::vector<ToExplain> rays;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const Method& method = scene.methods[m];
        const auto add = [&](const AimedTallies& aimed, std::uint64_t row, std::string_view whole) {
            const RayChoice choice{"", {}, aimed.aim, options.rays, options.seed};
            rays.push_back({method,
                            fmt::format("{} --row {}{}{}", choice.text(), row,
                                        order_text(method, options.triangles), whole),
                            diagnoses.alike(m)});
        };
        const auto erring = std::ranges::find_if(counted, [&](const AimedTallies& aimed) {
            return first_error(aimed.by_method[m]).has_value();
        });
        const auto miscounting = std::ranges::find_if(counted, [&](const AimedTallies& aimed) {
            return aimed.by_method[m].whole.miscounted > 0;
        });
        if (erring != counted.end())
            add(*erring, *first_error(erring->by_method[m]), "");
        else if (miscounting != counted.end())
            add(*miscounting, miscounting->by_method[m].whole.first_miscounted,
                method.has_kernel() ? " --whole-rays" : "");
    }
    return rays;
}

/// What was counted along whole rays, by aim and method.
std::vector<std::pair<Object, FollowedRays>> along_whole_rays(
    const Scene& scene, const std::vector<AimedTallies>& counted) {
    std::vector<std::pair<Object, FollowedRays>> rows;
    for (const auto& [aim, by_method] : counted)
        for (std::size_t m = 0; m < by_method.size(); ++m)
            rows.push_back(
                {{{"aim", aim_names[std::size_t(aim)]}, {"method", shown_name(scene.methods[m])}},
                 {by_method[m].whole}});
    return rows;
}

void check(const Method& method, const LeakOptions& options, bool inside) {
    if (method.culls() && inside)
        throw Error(Exit::usage,
                    "{}: from inside, every triangle is seen from behind and culled; cull=none, or "
                    "--eye X,Y,Z outside the mesh, would be right",
                    to_string(method));
    if (!method.file.empty() && !options.aim)
        throw Error(Exit::usage, "{}: answers to which rays? --aim says it, as for  hitmiss rays",
                    to_string(method));
}

void run(const LeakOptions& options, const Output& output) {
    if (!options.scene.output.empty()) check_figure(options.scene.output);
    if (!options.whole_rays) check_without_whole_rays(options.table);
    Scene scene = open_scene(options.scene);
    note_exact(scene);
    Geometry geometry(scene.mesh.triangles, {});
    const AimedRays aimed = aim_at(geometry, options.scene, scene, options.seed);
    if (options.aim) check_aim(aimed, *options.aim, options.scene.scene);
    // The collision matrix fits its segment to the eye: here to the farthest start of a ray.
    geometry.eye = aimed.start() ? scene.camera.eye : AimedRays::farthest_start(geometry.box);

    for (const auto& method : scene.methods) {
        check(method, options, !aimed.start());
        if (options.whole_rays) check_all_faces(method);
    }
    auto answerers =
        make_answerers(scene.methods, geometry,
                       answer_place(options.rays, geometry, options.triangles, scene.methods),
                       [&](const Method& method) { return make_aimed_answerer(method, geometry); });
    const auto copies = options.whole_rays ? std::make_shared<const Duplicates>(geometry.triangles)
                                           : std::shared_ptr<const Duplicates>();
    if (copies) add_all_hits(answerers, scene.methods, geometry, copies);
    if (copies) note_nearest_alone(scene.methods, answerers);
    const Reference exact = make_reference(make_method("exact"), geometry);
    std::vector<AimedTallies> counted;
    std::vector<std::string_view> aims;
    for (std::size_t k = 0; k < aim_names.size(); ++k) {
        if (options.aim && *options.aim != Aim(k)) continue;
        if (aimed.has(Aim(k)))
            counted.push_back({Aim(k), {}}), aims.push_back(aim_names[k]);
        else
            say("note: no {} to aim at from the eye", aim_names[k]);
    }
    Tally to_come;
    to_come.whole.rays = std::uint64_t(std::ranges::any_of(
        answerers, [](const Answerer& one) { return one.all_hits || one.count; }));
    check_columns(options.table,
                  rate_rows(scene, {{Aim::random, {to_come}}}, options.table).all[0]);
    const auto round = [&](std::size_t k) {
        return std::make_shared<const Round>(
            Round{aimed_rays(aimed, counted[k].aim, options.rays, options.seed), answerers, exact,
                  geometry, false, false, copies});
    };
    const std::string question =
        fmt::format("leaks{}; {}; rays {}, seed {}, aims {}{}",
                    options.whole_rays ? " along whole rays" : "", text_of(scene), options.rays,
                    options.seed, fmt::join(aims, " "),
                    aimed.start() ? "; from " + text_of(scene.camera) : "") +
        (options.triangles.empty() ? "" : "; triangles of " + text_of_file(options.triangles));
    auto tallies = judge_long(question, aims.size(), blocks_of(options.rays), answerers.size(),
                              round, options.checkpoint, output);
    for (std::size_t k = 0; k < aims.size(); ++k) counted[k].by_method = std::move(tallies[k]);
    Diagnoses diagnoses;
    // A file of answers has one aim only.
    for (std::size_t m = 0; m < scene.methods.size(); ++m)
        diagnoses.add(scene.methods[m], counted[0].by_method[m].outcomes, *round(0), answerers[m]);
    if (!options.scene.output.empty())
        write_figure(output, options.scene.output, options.page,
                     options.whole_rays
                         ? draw_whole_rays(scene, counted, options.rays, options.page)
                         : draw_rates(scene, counted, options.rays, options.page));

    const RateRows rows = rate_rows(scene, counted, options.table);
    Object json{{"version", 2},
                {"scene", scene.name},
                {"triangles", scene.mesh.triangles.size()},
                {"start", aimed.start() ? "eye" : "inside"},
                {"border_edges", aimed.border_edges()},
                {"seed", options.seed},
                {"rays_per_aim", options.rays},
                {"rates", rows.all}};
    diagnoses.append_to(json);
    const Rows shown = options.table.wide ? rows.for_people : leaks_by_aim(scene, counted);
    const std::string text =
        paragraph(
            fmt::format(
                "Leaks per million rays{}. {}, {} of each kind ({}).{} --wide gives all "
                "outcomes with their intervals.",
                std::ranges::count(aims, "silhouette") > 0 ? "; at silhouettes false hits too" : "",
                number_of(scene.mesh.triangles.size(), "triangle"), number_of(options.rays, "ray"),
                fmt::join(aims, ", "), options.table.wide ? "" : interval_text(counted)),
            output.width) +
        as_text(shown, options.table.width(output.width)) +
        (options.table.wide ? "" : other_errors_text(scene, counted, output.width)) +
        whole_rays_text(along_whole_rays(scene, counted), options.table.width(output.width)) +
        diagnoses.text(output.width) +
        explain_text(options.scene, options.table, scene,
                     to_explain(options, scene, counted, diagnoses),
                     figure_place(scene, options.scene, "", output).folder, output);
    output.print(to_string({json, rows.all, text, {{"", shown}}}, options.table, output.width));
}

}  // namespace

void add_leaks(CommandLine& line) {
    line.add<LeakOptions>(
        "leaks", "Aims rays where tests fail, and counts those that slip through",
        {"hitmiss leaks scenes/icosphere.toml --rays 1000",
         "hitmiss leaks scenes/cube.toml --rays 1000 -m watertight --format json"},
        declare, run);
}

}  // namespace hitmiss
