#include "truth/leaks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/interval.hpp"
#include "commands/commands.hpp"
#include "commands/confusion_row.hpp"
#include "commands/figure_output.hpp"
#include "figure/dot_plot.hpp"
#include "figure/text.hpp"

namespace hitmiss {
namespace {

struct LeakOptions {
    SceneOptions scene;
    Format format = Format::text;
    FigureOptions figure;
    std::uint64_t rays = 100'000, seed = 1;
};

constexpr auto protocol =
    "Per million rays, with 95 % intervals: leaks (nothing is hit, or a triangle behind the right\n"
    "ones), false hits, wrong triangles, neighbours (a triangle within 2^-18 t of the right "
    "point:\n"
    "no error), multiple hits (beside the nearest another triangle at the same t, and the ray "
    "truly\n"
    "meets not both), NaNs (met on a triangle that is a right answer).\n"
    "  edge        at a random point of an edge whose two triangles face the ray alike\n"
    "  vertex      at a vertex whose triangles all face the ray alike\n"
    "  silhouette  at an edge of which one triangle faces the ray, the other faces away\n"
    "  interior    at a random point of a random triangle\n"
    "  random      in a random direction\n"
    "Silhouette rays start outside, three halves of the box's diagonal from its centre, and may\n"
    "pass by. All others start at random points that exact crossing counts prove to be inside, so\n"
    "that they hit. Directions are computed in double, normalised and rounded once to float.";

void declare(Command& command, LeakOptions& options) {
    command.footer(protocol);
    add_scene_and_methods(command, options.scene);
    command.number("--rays", options.rays, 1, 1e12, "number of rays of each kind (default 100000)");
    command.number("--seed", options.seed, 0, 1e15, "of the random numbers (default 1)");
    add_threads(command, options.scene);
    add_format_option(command, options.format);
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
    return {rays == 0 ? 0 : thousandths(double(events) / double(rays)), thousandths(low),
            thousandths(high)};
}

/// For people: a rate with its interval in one cell.
std::string cell(const Rate& rate) {
    const auto number = [](double x) { return fmt::format("{:.{}f}", x, x < 10 ? 1 : 0); };
    return fmt::format("{} ({}..{})", number(rate.rate), number(rate.low), number(rate.high));
}

struct Tables {
    Rows full, text;
};

void add_row(Tables& tables, Aim aim, const Method& method, const LeakCount& count) {
    const auto aim_cell = Member{"aim", aim_names[std::size_t(aim)]};
    Object full{aim_cell}, text{aim_cell, {"method", to_string(method)}, {"rays", count.rays}};
    append(full, method_cells(method));
    append(full, {{"rays", count.rays}});
    const auto add = [&](const std::string& what, std::uint64_t events) {
        const Rate rate = per_million(events, count.rays);
        append(full, {{what, events},
                      {what + "_per_million", rate.rate},
                      {what + "_low", rate.low},
                      {what + "_high", rate.high}});
        append(text, {{what + " per million", cell(rate)}});
    };
    for (const auto& [column, events] : counts_of(count.outcomes))
        if (column != row_of(Outcome::culled).column) add(column, events);
    add("multiple", count.multiple);
    tables.full.push_back(std::move(full)), tables.text.push_back(std::move(text));
}

std::string short_label(const Method& method) {
    std::string label(method.name());
    if (const auto epsilon = method.epsilon(); epsilon && *epsilon > 0)
        label += fmt::format(" {}", *epsilon);
    return label;
}

Drawing draw_rates(const LeakOptions& options, const Scene& scene,
                   const std::vector<std::vector<LeakCount>>& counts) {
    const double one = 1e6 / double(options.rays);
    DotPlot plot;
    plot.title = options.figure.title.empty()
                     ? fmt::format("{}: errors by how rays are aimed", scene.name)
                     : options.figure.title;
    plot.subtitle = fmt::format(
        "leaks, false hits and wrong triangles per million of {} rays each, with 95 % intervals; "
        "hollow: none",
        with_separators(options.rays));
    plot.axis = {"", std::pow(10, std::floor(std::log10(one))), 1e6, true, true};
    plot.panels.assign(aim_names.begin(), aim_names.end());
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        plot.rows.push_back({short_label(scene.methods[m]), {}});
        for (const auto& by_method : counts) {
            const auto [rate, low, high] =
                per_million(by_method[m].outcomes.errors(), by_method[m].rays);
            plot.rows.back().dots.push_back({rate, low, high});
        }
    }
    return draw_dots(plot, options.figure.page);
}

void check_closed(const std::string& file, const Mesh& mesh) {
    const auto open = find_open_edge(mesh.triangles);
    if (!open) return;
    const auto point = [](const Vec<float>& p) {
        return fmt::format("({}, {}, {})", p.x, p.y, p.z);
    };
    throw bad_input(file, 0,
                    fmt::format("the mesh is not closed: the edge from {} to {} belongs to {} "
                                "triangle{}; leaks needs a mesh whose edges belong to two each, so "
                                "that every ray from inside must hit",
                                point(open->a), point(open->b), open->triangles,
                                open->triangles == 1 ? "" : "s"));
}

void run(const LeakOptions& options, const Output& output) {
    const Scene scene = open_scene(options.scene);
    check_closed(options.scene.scene, scene.mesh);
    Geometry geometry(scene.mesh.triangles, {});
    // The collision matrix fits its segment to the eye: here to the farthest start of a ray.
    geometry.eye = AimedRays::farthest_start(geometry.box);
    const AimedRays aimed(geometry);
    if (Random random(options.seed); !aimed.encloses_space(random))
        throw bad_input(options.scene.scene, 0,
                        "no point inside the mesh was found; leaks needs one that encloses space");

    std::vector<LeakCounter> counters;
    for (const auto& method : scene.methods) {
        if (method.culls())
            throw Error(Exit::usage, fmt::format("{}: from inside, every triangle is seen from "
                                                 "behind; leaks needs cull=none",
                                                 to_string(method)));
        counters.push_back(make_leak_counter(method, geometry));
    }
    const Reference exact = make_reference(make_method("exact"), geometry);
    Tables tables;
    std::vector<std::vector<LeakCount>> all;
    for (std::size_t aim = 0; aim < aim_names.size(); ++aim) {
        const auto counted =
            count_leaks(counters, aimed, exact, Aim(aim), options.rays, options.seed);
        for (std::size_t m = 0; m < counters.size(); ++m)
            add_row(tables, Aim(aim), scene.methods[m], counted[m]);
        all.push_back(counted);
    }
    if (!options.scene.output.empty())
        write_figure(output, options.scene.output, draw_rates(options, scene, all));
    const Object json{{"version", 2},
                      {"scene", scene.name},
                      {"triangles", scene.mesh.triangles.size()},
                      {"seed", options.seed},
                      {"rays_per_aim", options.rays},
                      {"rates", tables.full}};
    output.print(to_string({json, tables.full, as_text(tables.text)}, options.format));
}

}  // namespace

void add_leaks(CommandLine& line) {
    line.add("leaks",
             "Rays per million that slip through a closed mesh at edges, vertices, elsewhere",
             {"hitmiss leaks scenes/icosphere.toml --rays 1000",
              "hitmiss leaks scenes/icosphere.toml --rays 1000 -m watertight -m angle-sum:0.1 "
              "--format json"},
             declare, run);
}

}  // namespace hitmiss
