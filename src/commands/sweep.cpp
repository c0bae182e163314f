#include "truth/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/words.hpp"
#include "commands/commands.hpp"
#include "commands/confusion_row.hpp"
#include "commands/figure_output.hpp"
#include "commands/progress.hpp"
#include "commands/worst.hpp"
#include "figure/sweep_plot.hpp"

namespace hitmiss {
namespace {

struct SweepOptions {
    SceneOptions scene;
    TableOptions table;
    FigureOptions figure;
    bool scene_methods = false;
    double from = swept_from, to = swept_to;
    int per_decade = swept_per_decade;
};

void declare(Command& command, SweepOptions& options) {
    add_picture_options(command, options.scene);
    add_camera(command, options.scene.camera);
    add_traversal(command, options.scene);
    add_table_options(command, options.table);
    add_figure_options(command, options.figure);
    command.flag("--scene-methods", options.scene_methods,
                 "the scene's methods instead of the angle sum in float and double");
    command.number("--from", options.from, 0, 1e300, "smallest epsilon (default 1e-7)");
    command.number("--to", options.to, 0, 1e300, "largest epsilon (default 3.2)");
    command.number("--per-decade", options.per_decade, 1, 20,
                   "epsilons per power of ten: 1, 2, 3, 4 (default), 5, 10 or 20");
    command.footer(columns_text(confusion_columns()));
}

/// The methods without their epsilon, each once.
std::vector<Method> swept(const std::vector<Method>& methods) {
    std::vector<Method> result;
    for (const Method& method : methods) {
        const Method unsaid = method.without("epsilon");
        if (std::ranges::find(result, unsaid) == result.end()) result.push_back(unsaid);
    }
    if (std::ranges::none_of(result, [](const auto& method) { return bool(method.epsilon()); }))
        throw Error(Exit::usage, "no method with an epsilon to sweep; add one, as in -m angle-sum");
    return result;
}

/// No epsilon may be one that a method does not take.
void check_range(const std::vector<Method>& methods, const std::vector<double>& epsilons,
                 const SweepOptions& options) {
    for (const Method& method : methods)
        for (const Parameter& row : method.entry->parameters)
            if (row.key == "epsilon")
                for (const bool to : {false, true})
                    if (!holds(row.allowed, to ? epsilons.back() : epsilons.front()))
                        throw Error(Exit::usage, "--{} {}: the epsilon of {} is in {}",
                                    to ? "to" : "from", number_text(to ? options.to : options.from),
                                    method.name(), describe(row.allowed));
}

/// Which epsilon is best, and is any without error? In one line.
std::string answer(const std::vector<ErrorCurve>& curves, const Scene& scene) {
    std::vector<std::string> best, perfect;
    for (const auto& curve : curves) {
        if (!curve.points[0].epsilon) continue;
        best.push_back(short_name(curve.method) + ", " + fewest_errors(curve));
        if (curve.points[valley(curve).first].confusion.errors() == 0)
            perfect.push_back(short_name(curve.method));
    }
    return fmt::format("best: {}; without error on these {} x {} pixels: {}", fmt::join(best, "; "),
                       scene.width, scene.height,
                       perfect.empty() ? "none" : fmt::format("{}", fmt::join(perfect, " and ")));
}

Object best_of(const ErrorCurve& curve) {
    const auto [first, last] = valley(curve);
    return {{"method", to_string(curve.method)},
            {"epsilon_from", curve.points[first].epsilon},
            {"epsilon_to", curve.points[last].epsilon},
            {"errors", curve.points[first].confusion.errors()}};
}

/// For each method at the epsilon with the fewest errors, but some, its worst pixel.
std::vector<WorstPixel> worst_of(const std::vector<ErrorCurve>& curves, int width) {
    std::vector<WorstPixel> worst;
    for (const ErrorCurve& curve : curves)
        if (curve.least)
            worst.push_back(
                *worst_of(curve.points[curve.least->point].method, curve.least->outcomes, width));
    return worst;
}

void run(const SweepOptions& options, const Output& output) {
    Scene scene = open_scene(options.scene);
    if (options.scene.methods.empty() && !options.scene_methods)
        scene.methods = {parse_method("angle-sum"), parse_method("angle-sum:precision=double")};
    const auto methods = swept(scene.methods);
    const auto [folder, name] = figure_place(scene, options.scene, "sweep.svg");
    const Output out = below(folder, output);
    if (options.from > options.to)
        throw Error(Exit::usage, "--from {}: is above --to, which is {}", number_text(options.from),
                    number_text(options.to));
    const auto epsilons = decimal_steps(options.from, options.to, options.per_decade);
    check_range(methods, epsilons, options);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    Progress progress(sweep_steps(methods.size(), epsilons.size(), rays), output.watched);
    const auto curves =
        sweep(methods, epsilons, options.scene.traversal(),
              make_reference(scene.reference, geometry), geometry, rays, [&] { progress.step(); });
    progress.finish();
    write_figure(out, name, draw_sweep(scene, curves, options.figure.page, options.figure.title));

    Rows points, narrow, best;
    for (const auto& curve : curves) {
        for (const auto& point : curve.points)
            points.push_back(confusion_row(point.method, point.confusion)),
                narrow.push_back(short_row(point.method, point.confusion));
        best.push_back(best_of(curve));
    }
    const Object json{{"version", 2},
                      {"scene", scene.name},
                      {"width", scene.width},
                      {"height", scene.height},
                      {"reference", to_string(scene.reference)},
                      {"points", points},
                      {"best", best},
                      {"answer", answer(curves, scene)}};
    std::string text;
    if (options.table.format == Format::text)
        text = paragraph(answer(curves, scene), output.width, 0, 2) + '\n' +
               options.table.text(narrow, points, output) +
               explain_text(options.scene, worst_of(curves, scene.width));
    out.print(to_string({json, points, text}, options.table.format));
}

}  // namespace

void add_sweep(CommandLine& line) {
    line.add<SweepOptions>(
        "sweep", "Errors against epsilon: table and plot",
        {"hitmiss sweep scenes/icosphere.toml --size 64x64",
         "hitmiss sweep scenes/cube.toml --size 64x64 -m angle-sum:atan2 --format csv"},
        declare, run);
}

}  // namespace hitmiss
