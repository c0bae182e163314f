#include "judge/leaks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/interval.hpp"
#include "base/words.hpp"
#include "commands/aim.hpp"
#include "commands/commands.hpp"
#include "commands/confusion_row.hpp"
#include "commands/figure_output.hpp"
#include "commands/long_counts.hpp"
#include "commands/progress.hpp"
#include "draw/dot_plot.hpp"
#include "draw/notation.hpp"

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

    std::vector<Aim> aims() const {
        std::vector<Aim> all;
        for (std::size_t k = 0; k < aim_names.size(); ++k)
            if (!aim || *aim == Aim(k)) all.push_back(Aim(k));
        return all;
    }
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
    for (const auto& column : confusion_columns())
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
    add_aim(command, [&](Aim aim) { options.aim = aim; });
    add_triangles(command, options.triangles);
    add_threads(command, options.scene);
    add_checkpoint(command, options.checkpoint);
    add_table_options(command, options.table);
    command.option("-o,--output", options.scene.output,
                   "draws the errors with their intervals: name.svg or name.png");
    add_figure_options(command, options.figure);
}

struct Rate {
    double rate, low, high;  ///< per million
};

Rate per_million(std::uint64_t events, std::uint64_t rays) {
    const auto [low, high] = wilson_interval(events, rays);
    const auto thousandths = [](double rate) { return std::round(1e9 * rate) / 1e3; };
    return {thousandths(double(events) / double(rays)), thousandths(low), thousandths(high)};
}

/// For people: tenths matter below ten only.
double shown(double rate) {
    return rate < 10 ? std::round(10 * rate) / 10 : std::round(rate);
}

/// For people: a rate with its interval in one cell.
std::string cell(const Rate& rate) {
    const auto number = [](double x) { return with_separators(number_text(shown(x))); };
    return fmt::format("{} ({}..{})", number(rate.rate), number(rate.low), number(rate.high));
}

/// What was counted of one kind of rays.
struct Counted {
    Aim aim;
    std::vector<LeakCount> by_method;
};

/// A row per kind of ray and method: for programs, or for people, a rate in one cell.
Rows all_rows(const Scene& scene, const std::vector<Counted>& counted, bool for_people) {
    Rows rows;
    for (const auto& [aim, by_method] : counted)
        for (std::size_t m = 0; m < by_method.size(); ++m) {
            const LeakCount& count = by_method[m];
            Object& row = rows.emplace_back();
            row.push_back({"aim", aim_names[std::size_t(aim)]});
            append(row, for_people ? Object{{"method", to_string(scene.methods[m])}}
                                   : method_cells(scene.methods[m]));
            row.push_back({"rays", count.rays});
            const auto add = [&](const std::string& what, std::optional<std::uint64_t> events) {
                std::optional<Rate> rate;
                if (events && count.rays > 0) rate = per_million(*events, count.rays);
                if (for_people) return append(row, {{what, rate ? Value(cell(*rate)) : Value()}});
                append(row, {{what, events},
                             {what + "_per_million", rate ? Value(rate->rate) : Value()},
                             {what + "_low", rate ? Value(rate->low) : Value()},
                             {what + "_high", rate ? Value(rate->high) : Value()}});
            };
            for (const auto& [column, events] : counts_of(scene.methods[m], count.outcomes))
                if (column != row_of(Outcome::culled).column) add(column, events);
            add("multiple",
                scene.methods[m].has_kernel() ? std::optional(count.multiple) : std::nullopt);
        }
    return rows;
}

/// A row per method: its leaks per million rays of each kind, but for interiors, where few leak.
Rows short_rows(const Scene& scene, const std::vector<Counted>& counted) {
    Rows rows;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        Object& row = rows.emplace_back();
        row.push_back({"method", to_string(scene.methods[m])});
        const auto add = [&](std::string_view column, std::uint64_t events, std::uint64_t rays) {
            append(row, {{std::string(column),
                          rays > 0 ? Value(shown(per_million(events, rays).rate)) : Value()}});
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

std::string short_label(const Method& method) {
    std::string label(method.name());
    if (const auto epsilon = method.epsilon(); epsilon && *epsilon > 0)
        label += ", ε = " + in_figure(*epsilon);
    if (method.arithmetic()) label += fmt::format(", {}", *method.arithmetic());
    return label;
}

Drawing draw_rates(const LeakOptions& options, const Scene& scene,
                   const std::vector<Counted>& counted) {
    const double one = 1e6 / double(options.rays);
    DotPlot plot;
    plot.title = options.figure.title.empty()
                     ? fmt::format("{}: errors by how rays are aimed", scene.name)
                     : options.figure.title;
    plot.subtitle =
        fmt::format("{} rays aimed at each; lines: 95 % intervals; hollow: no error seen",
                    with_separators(options.rays));
    plot.axis = {"errors per million rays", std::pow(10, std::floor(std::log10(one))), 1e6, true,
                 true};
    for (const auto& [aim, by_method] : counted)
        plot.panels.emplace_back(aim_names[std::size_t(aim)]);
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        plot.rows.push_back({short_label(scene.methods[m]), {}});
        for (const auto& [aim, by_method] : counted) {
            const auto [rate, low, high] =
                per_million(by_method[m].outcomes.errors(), by_method[m].rays);
            plot.rows.back().dots.push_back({rate, low, high});
        }
    }
    return draw_dots(plot, options.figure.page);
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

std::string question(const LeakOptions& options, const Scene& scene, const AimedRays& aimed) {
    std::vector<std::string_view> aims;
    for (const Aim aim : options.aims()) aims.push_back(aim_names[std::size_t(aim)]);
    std::string text = fmt::format("leaks; {}; rays {}, seed {}, aims {}", text_of(scene),
                                   options.rays, options.seed, fmt::join(aims, " "));
    if (aimed.start()) text += "; from " + text_of(scene.camera);
    return text;
}

void run(const LeakOptions& options, const Output& output) {
    Scene scene = open_scene(options.scene);
    Geometry geometry(scene.mesh.triangles, {});
    const AimedRays aimed = aim_at(geometry, options.scene, scene, options.seed);
    // The collision matrix fits its segment to the eye: here to the farthest start of a ray.
    geometry.eye = aimed.start() ? scene.camera.eye : AimedRays::farthest_start(geometry.box);

    const AnswerPlace place = answer_place(options.rays, geometry, options.triangles);
    std::vector<LeakCounter> counters;
    for (auto& method : scene.methods) {
        check(method, options, !aimed.start());
        counters.push_back(method.has_kernel()
                               ? make_leak_counter(method, geometry)
                               : make_leak_counter(method,
                                                   make_foreign_tracer(method, geometry, place),
                                                   geometry));
    }
    const Reference exact = make_reference(make_method("exact"), geometry);
    const auto aims = options.aims();
    const std::size_t units = ray_units(options.rays);
    const auto sums = hitmiss::run<LeakCount>(
        question(options, scene, aimed), aims.size(), units, counters.size(),
        [&](std::size_t unit) {
            const std::uint64_t first = unit % units * rays_of_unit;
            return count_leaks(counters, aimed, exact, aims[unit / units], first,
                               std::min(options.rays, first + rays_of_unit), options.seed);
        },
        options.checkpoint, watch_on(output));
    std::vector<Counted> counted;
    for (std::size_t k = 0; k < aims.size(); ++k) counted.push_back({aims[k], sums[k]});
    if (!options.scene.output.empty())
        write_figure(output, options.scene.output, draw_rates(options, scene, counted));

    const Rows rows = all_rows(scene, counted, false);
    const Object json{{"version", 2},
                      {"scene", scene.name},
                      {"triangles", scene.mesh.triangles.size()},
                      {"start", aimed.start() ? "eye" : "inside"},
                      {"border_edges", aimed.border_edges()},
                      {"seed", options.seed},
                      {"rays_per_aim", options.rays},
                      {"rates", rows}};
    const std::string text =
        paragraph(fmt::format("Leaks per million rays aimed at an edge, a vertex, a silhouette or "
                              "at random; false hits per million at silhouettes. {} rays of each "
                              "kind; --wide gives the rest, with 95 % intervals.",
                              with_separators(options.rays)),
                  output.width) +
        options.table.text(short_rows(scene, counted), all_rows(scene, counted, true), output);
    output.print(to_string({json, rows, text}, options.table.format));
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
