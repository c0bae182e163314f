#include "commands/sweep.hpp"
#include "draw/notation.hpp"
#include "draw/sweep_plot.hpp"
#include "trace/tiles.hpp"

namespace hitmiss {
namespace {

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
                 double from, double to) {
    for (const Method& method : methods)
        for (const Parameter& row : method.entry->parameters)
            if (row.key == "epsilon")
                for (const bool last : {false, true})
                    if (!holds(row.allowed, last ? epsilons.back() : epsilons.front()))
                        throw Error(Exit::usage, "--{} {}: the epsilon of {} is in {}",
                                    last ? "to" : "from", number_text(last ? to : from),
                                    method.name(), describe(row.allowed));
}

/// Which epsilon is best, and is any without error? In one line.
std::string answer(const std::vector<ErrorCurve>& curves, const Scene& scene) {
    std::vector<std::string> best, perfect;
    for (const auto& curve : curves) {
        if (!curve.points[0].epsilon) continue;
        best.push_back(caption_line(curve.method, Caption::curve) + ", " + fewest_errors(curve));
        if (curve.points[valley(curve).first].confusion.errors() == 0)
            perfect.push_back(caption_line(curve.method, Caption::curve));
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

std::string question(Scene scene, const std::vector<Method>& methods,
                     const std::vector<double>& epsilons) {
    scene.methods = methods;
    return fmt::format("sweep at {}; {}; {}; {}x{} pixels", fmt::join(epsilons, " "),
                       text_of(scene), text_of(scene.camera), scene.width, scene.height);
}

}  // namespace

void sweep_epsilon(const SweepOptions& options, Scene& scene, const Output& output) {
    if (options.scene.methods.empty() && !options.scene_methods)
        scene.methods = {parse_method("angle-sum"), parse_method("angle-sum:precision=double")};
    const auto methods = swept(scene.methods);
    const auto [folder, name] = figure_place(scene, options.scene, "sweep.svg");
    const Output out = below(folder, output);
    const double from = options.from.value_or(swept_from);
    const double to = options.to.value_or(swept_to);
    if (from > to)
        throw Error(Exit::usage, "--from {}: is above --to, which is {}", number_text(from),
                    number_text(to));
    const auto epsilons =
        decimal_steps(from, to, options.per_decade > 0 ? options.per_decade : swept_per_decade);
    check_range(methods, epsilons, from, to);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const EpsilonSweep sweep(methods, epsilons, options.scene.traversal(),
                             picture_rays(scene.camera, scene.width, scene.height),
                             make_reference(scene.reference, geometry), geometry);
    const auto round = [&](std::size_t point) {
        return std::make_shared<const Round>(sweep.round(point));
    };
    std::vector<Tally> tallies;
    for (const auto& sum : judge_long({question(scene, methods, epsilons), sweep.points(),
                                       tile_count(scene.width, scene.height), 1, round},
                                      options.checkpoint, output))
        tallies.push_back(sum[0]);
    const auto curves = sweep.curves(tallies);
    write_figure(out, name, draw_sweep(scene, curves, options.figure.page, options.figure.title));

    CountTable table;
    Rows best;
    for (const auto& curve : curves) {
        for (const auto& point : curve.points) table.add(point.method, point.confusion);
        best.push_back(best_of(curve));
    }
    const Object json{{"version", 2},
                      {"scene", scene.name},
                      {"width", scene.width},
                      {"height", scene.height},
                      {"reference", to_string(scene.reference)},
                      {"points", table.rows},
                      {"best", best},
                      {"answer", answer(curves, scene)}};
    out.print(table.report(json, options.table, output,
                           paragraph(answer(curves, scene), output.width, 0, 2) + '\n',
                           explain_text(options.scene, worst_of(curves, scene.width))));
}

}  // namespace hitmiss
