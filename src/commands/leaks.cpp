#include "commands/commands.hpp"
#include "commands/count.hpp"
#include "commands/long_counts.hpp"
#include "draw/notation.hpp"
#include "draw/plot.hpp"

namespace hitmiss {
namespace {

struct LeakOptions {
    SceneOptions scene;
    TableOptions table;
    FigureOptions figure;
    std::optional<Aim> aim;
    std::string triangles;
    Checkpoint checkpoint;
    std::uint64_t rays = 100'000, seed = 1;
};

constexpr auto protocol =
    "Rays are aimed, as many of each kind:\n"
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
    "The table gives leaks per million rays of each kind, and false hits per million "
    "rays at silhouettes; --wide gives every outcome with its 95 % interval.\n\n";

std::string counts_help() {
    std::vector<ColumnMeaning> columns{{"aim", "the kind of ray"}, {"rays", "of that kind"}};
    for (const auto& column : count_columns())
        if (column.key != "hits" && column.key != row_of(Outcome::culled).column)
            columns.push_back(column);
    columns.push_back({"multiple",
                       "beside the nearest another triangle is hit at the same t, and the ray "
                       "truly meets not both"});
    columns.push_back({"NAME_per_million", "one of those counts as a rate"});
    columns.push_back({"NAME_low, NAME_high", "its 95 % interval, after Wilson"});
    return columns_text(columns);
}

void declare(Command& command, LeakOptions& options) {
    command.footer(protocol + counts_help());
    add_scene_and_methods(command, options.scene);
    add_camera(command, options.scene.camera);
    command.number("--rays", options.rays, 1, 1e12, "number of rays of each kind (default 100000)");
    command.number("--seed", options.seed, 0, 1e15, "of the random numbers (default 1)");
    add_aim(command, options.aim);
    add_triangles(command, options.triangles);
    add_threads(command, options.scene);
    add_checkpoint(command, options.checkpoint);
    add_table_options(command, options.table);
    command.option("-o,--output", options.scene.output,
                   "draws the errors with their intervals: name.svg or name.png");
    add_figure_options(command, options.figure);
}

void check(const Method& method, const LeakOptions& options, bool inside) {
    if (method.culls() && inside)
        throw Error(Exit::usage,
                    "{}: from inside, every triangle is seen from behind; leaks needs cull=none",
                    to_string(method));
    if (!method.file.empty() && !options.aim)
        throw Error(Exit::usage, "{}: answers to which rays? --aim says it, as for  hitmiss rays",
                    to_string(method));
}

/// What was counted of one kind of rays.
struct AimedTallies {
    Aim aim;
    std::vector<Tally> by_method;
};

/// Events per million rays, with the interval of that rate.
PlotDot per_million(std::uint64_t events, std::uint64_t rays) {
    const auto [low, high] = wilson_interval(events, rays);
    const auto thousandths = [](double rate) { return std::round(1e9 * rate) / 1e3; };
    return {thousandths(double(events) / double(rays)), thousandths(low), thousandths(high)};
}

/// For people: tenths matter below ten only.
double shown(double rate) {
    return rate < 10 ? std::round(10 * rate) / 10 : std::round(rate);
}

/// For people: a rate with its interval in one cell.
std::string cell(const PlotDot& rate) {
    const auto number = [](double x) { return with_separators(number_text(shown(x))); };
    return fmt::format("{} ({}..{})", number(rate.value), number(rate.low), number(rate.high));
}

/// A row per kind of ray and method: for programs, and for people, a rate in one cell.
struct RateRows {
    Rows all, for_people;
};
RateRows rate_rows(const Scene& scene, const std::vector<AimedTallies>& counted) {
    RateRows rows;
    for (const auto& [aim, by_method] : counted)
        for (std::size_t m = 0; m < by_method.size(); ++m) {
            const Method& method = scene.methods[m];
            const Tally& count = by_method[m];
            const auto kind = aim_names[std::size_t(aim)];
            Object& row = rows.all.emplace_back(Object{{"aim", kind}});
            append(row, method_cells(method));
            row.push_back({"rays", count.rays});
            Object& cells = rows.for_people.emplace_back(
                Object{{"aim", kind}, {"method", to_string(method)}, {"rays", count.rays}});
            const auto add = [&](const std::string& what, std::optional<std::uint64_t> events) {
                std::optional<PlotDot> rate;
                if (events && count.rays > 0) rate = per_million(*events, count.rays);
                append(row, {{what, events},
                             {what + "_per_million", rate ? Value(rate->value) : Value()},
                             {what + "_low", rate ? Value(rate->low) : Value()},
                             {what + "_high", rate ? Value(rate->high) : Value()}});
                cells.push_back({what, rate ? Value(cell(*rate)) : Value()});
            };
            for (const auto& [column, events] : counts_of(method, count.outcomes))
                if (column != row_of(Outcome::culled).column) add(column, events);
            add("multiple", method.has_kernel() ? std::optional(count.multiple) : std::nullopt);
        }
    return rows;
}

/// A row per method: its leaks per million rays of each kind, but for interiors, where few leak.
Rows leaks_by_aim(const Scene& scene, const std::vector<AimedTallies>& counted) {
    Rows rows;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        Object& row = rows.emplace_back(Object{{"method", to_string(scene.methods[m])}});
        const auto add = [&](std::string_view column, std::uint64_t events, std::uint64_t rays) {
            row.push_back({std::string(column),
                           rays > 0 ? Value(shown(per_million(events, rays).value)) : Value()});
        };
        for (const auto& [aim, by_method] : counted)
            if (aim != Aim::interior || counted.size() == 1)
                add(aim_names[std::size_t(aim)], by_method[m].outcomes.leaks, by_method[m].rays);
        for (const auto& [aim, by_method] : counted)
            if (aim == Aim::silhouette)
                add(row_of(Outcome::false_hit).column, by_method[m].outcomes.false_hits,
                    by_method[m].rays);
    }
    return rows;
}

/// The errors by how rays are aimed.
Drawing draw_rates(const Scene& scene, const std::vector<AimedTallies>& counted,
                   const LeakOptions& options) {
    const double one = 1e6 / double(options.rays);
    const std::string& title = options.figure.title;
    DotPlot plot;
    plot.title = title.empty() ? scene.name + ": errors by how rays are aimed" : title;
    plot.subtitle =
        fmt::format("{} rays aimed at each; lines: 95 % intervals; hollow: no error seen",
                    with_separators(options.rays));
    plot.axis = {"errors per million rays", std::pow(10, std::floor(std::log10(one))), 1e6, true};
    for (const auto& [aim, by_method] : counted)
        plot.panels.emplace_back(aim_names[std::size_t(aim)]);
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        plot.rows.push_back({caption(scene.methods[m], Caption::row)[0], {}});
        for (const auto& [aim, by_method] : counted)
            plot.rows.back().dots.push_back(
                per_million(by_method[m].outcomes.errors(), by_method[m].rays));
    }
    return draw_dots(plot, options.figure.page);
}

void run(const LeakOptions& options, const Output& output) {
    Scene scene = open_scene(options.scene);
    Geometry geometry(scene.mesh.triangles, {});
    const AimedRays aimed = aim_at(geometry, options.scene, scene, options.seed);
    // The collision matrix fits its segment to the eye: here to the farthest start of a ray.
    geometry.eye = aimed.start() ? scene.camera.eye : AimedRays::farthest_start(geometry.box);

    const AnswerPlace place = answer_place(options.rays, geometry, options.triangles);
    std::vector<Answerer> answerers;
    for (auto& method : scene.methods) {
        check(method, options, !aimed.start());
        answerers.push_back(method.has_kernel() ? make_aimed_answerer(method, geometry)
                                                : make_foreign_answerer(method, geometry, place));
    }
    const Reference exact = make_reference(make_method("exact"), geometry);
    std::vector<AimedTallies> counted;
    std::vector<std::string_view> aims;
    for (std::size_t k = 0; k < aim_names.size(); ++k)
        if (!options.aim || *options.aim == Aim(k))
            counted.push_back({Aim(k), {}}), aims.push_back(aim_names[k]);
    const auto round = [&](std::size_t k) {
        return std::make_shared<const Round>(
            Round{aimed_rays(aimed, geometry.box, counted[k].aim, options.rays, options.seed),
                  answerers, exact, geometry});
    };
    const std::string question = fmt::format(
        "leaks; {}; rays {}, seed {}, aims {}{}", text_of(scene), options.rays, options.seed,
        fmt::join(aims, " "), aimed.start() ? "; from " + text_of(scene.camera) : "");
    auto tallies =
        judge_long({question, aims.size(), blocks_of(options.rays), answerers.size(), round},
                   options.checkpoint, output);
    for (std::size_t k = 0; k < aims.size(); ++k) counted[k].by_method = std::move(tallies[k]);
    if (!options.scene.output.empty())
        write_figure(output, options.scene.output, draw_rates(scene, counted, options));

    const RateRows rows = rate_rows(scene, counted);
    const Object json{{"version", 2},
                      {"scene", scene.name},
                      {"triangles", scene.mesh.triangles.size()},
                      {"start", aimed.start() ? "eye" : "inside"},
                      {"border_edges", aimed.border_edges()},
                      {"seed", options.seed},
                      {"rays_per_aim", options.rays},
                      {"rates", rows.all}};
    const std::string text =
        paragraph(fmt::format("Leaks per million rays aimed at an edge, a vertex, a silhouette or "
                              "at random; false hits per million at silhouettes. {} rays of each "
                              "kind; --wide gives the rest, with 95 % intervals.",
                              with_separators(options.rays)),
                  output.width) +
        options.table.text(leaks_by_aim(scene, counted), rows.for_people, output);
    output.print(to_string({json, rows.all, text}, options.table.format));
}

}  // namespace

void add_leaks(CommandLine& line) {
    line.add<LeakOptions>(
        "leaks", "Aimed rays per million that slip through a mesh",
        {"hitmiss leaks scenes/icosphere.toml --rays 1000",
         "hitmiss leaks scenes/cube.toml --rays 1000 -m watertight --format json"},
        declare, run);
}

}  // namespace hitmiss
