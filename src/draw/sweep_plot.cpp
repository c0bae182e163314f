#include "draw/sweep_plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "draw/notation.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

std::string_view unit_of_epsilon(const Method& method) {
    for (const Parameter& row : method.entry->parameters)
        if (row.key == "epsilon") return row.allowed.unit;
    return {};
}

/// "epsilon 1e-6 to 0.0001: 0 errors", with that word for epsilon and its numbers as `text` writes
/// them; the count alone for a method without epsilon.
std::string fewest(const ErrorCurve& curve, std::string_view epsilon, std::string (*text)(double)) {
    const auto [first, last] = valley(curve);
    const auto& point = curve.points[first];
    std::string count = number_of(point.confusion.errors(), "error");
    if (!point.epsilon) return count;
    std::string range = text(*point.epsilon);
    if (first < last) range += " to " + text(*curve.points[last].epsilon);
    return fmt::format("{} {}: {}", epsilon, range, count);
}

}  // namespace

std::string fewest_errors(const ErrorCurve& curve) {
    return fewest(curve, "epsilon", number_text);
}

Drawing draw_sweep(const Scene& scene, const std::vector<ErrorCurve>& curves, const Page& page,
                   const std::string& title) {
    std::uint64_t most = 0;
    double from = 0, to = 0;
    for (const auto& curve : curves)
        for (const auto& [method, epsilon, count] : curve.points) {
            most = std::max(most, count.errors());
            if (!epsilon) continue;
            from = from == 0 ? *epsilon : std::min(from, *epsilon), to = std::max(to, *epsilon);
        }
    const auto pixels = std::uint64_t(scene.width) * std::uint64_t(scene.height);
    std::vector<Plot> panels;
    for (const auto& curve : curves) {
        if (!curve.points[0].epsilon) continue;
        Plot panel;
        panel.title = caption_line(curve.method, Caption::curve);
        panel.x = {fmt::format("tolerance ε ({})", unit_of_epsilon(curve.method)), from / 1.3,
                   to * 1.3, true};
        panel.y = {fmt::format("pixels in error, of {}", with_separators(pixels)), 1,
                   1.5 * double(std::max<std::uint64_t>(most, 10)), true, true};
        for (const OutcomeRow& row : outcome_rows) {
            if (!row.error) continue;
            PlotSeries series{std::string(row.label),
                              {},
                              row.colour,
                              row.marker,
                              {row.dashes.begin(), row.dashes.end()}};
            for (const auto& point : curve.points)
                series.points.push_back({*point.epsilon, double(point.confusion.*row.count)});
            panel.series.push_back(std::move(series));
        }
        for (const auto& other : curves)
            if (!other.points[0].epsilon) {
                const auto errors = double(other.points[0].confusion.errors());
                panel.series.push_back(
                    {caption_line(other.method, Caption::curve) + ": " + fewest_errors(other),
                     {{from / 1.3, errors}, {to * 1.3, errors}},
                     palette::reference_curve,
                     PlotMarker::none,
                     {8, 3, 2, 3}});
            }
        const auto [first, last] = valley(curve);
        panel.spans.push_back({*curve.points[first].epsilon, *curve.points[last].epsilon,
                               "fewest, at " + fewest(curve, "ε =", in_figure)});
        panels.push_back(std::move(panel));
    }
    return draw_plots(
        !title.empty()
            ? title
            : fmt::format("{}: errors against ε, {} × {} pixels, reference {}", scene.name,
                          scene.width, scene.height, to_string(scene.reference)),
        number_of(scene.mesh.triangles.size(), "triangle") +
            "; curves that coincide are shown in turn",
        panels, page);
}

}  // namespace hitmiss
