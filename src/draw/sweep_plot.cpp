#include "draw/sweep_plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "draw/notation.hpp"

namespace hitmiss {

std::string fewest_errors(const ErrorCurve& curve, bool figure) {
    const auto text = [&](double number) {
        return figure ? in_figure(number) : number_text(number);
    };
    const auto [first, last] = valley(curve);
    const auto& point = curve.points[first];
    std::string count = number_of(point.confusion.errors(), "error");
    if (!point.epsilon) return count;
    std::string range = text(*point.epsilon);
    if (first < last) range += " to " + text(*curve.points[last].epsilon);
    return fmt::format("{} {}: {}", figure ? "ε =" : "epsilon", range, count);
}

Drawing draw_sweep(const Scene& scene, const std::vector<ErrorCurve>& curves, const Page& page,
                   const std::string& title) {
    std::uint64_t most = 10;
    for (const auto& curve : curves)
        for (const auto& point : curve.points) most = std::max(most, point.confusion.errors());
    const auto pixels = std::uint64_t(scene.width) * std::uint64_t(scene.height);
    std::vector<Plot> panels;
    for (const auto& curve : curves) {
        if (!curve.points[0].epsilon) continue;
        const auto& parameters = curve.method.entry->parameters;
        const auto unit = std::ranges::find(parameters, "epsilon", &Parameter::key)->allowed.unit;
        Plot& panel = panels.emplace_back();
        panel.title = caption(curve.method, Caption::curve)[0];
        panel.x = {fmt::format("tolerance ε ({})", unit), *curve.points.front().epsilon / 1.3,
                   *curve.points.back().epsilon * 1.3};
        panel.y = {fmt::format("pixels in error, of {}", with_separators(pixels)), 1,
                   1.5 * double(most), true};
        for (const OutcomeRow& row : outcome_rows) {
            if (!row.error) continue;
            auto& series = panel.series.emplace_back();
            series = {std::string(row.label), {}, row.colour, row.marker};
            series.dashes.assign(row.dashes.begin(), row.dashes.end());
            for (const auto& point : curve.points)
                series.points.push_back({*point.epsilon, double(point.confusion.*row.count)});
        }
        for (const auto& other : curves) {
            if (other.points[0].epsilon) continue;
            const auto errors = double(other.points[0].confusion.errors());
            auto& line = panel.series.emplace_back();
            line.label = caption(other.method, Caption::curve)[0] + ": " + fewest_errors(other);
            line.points = {{panel.x.lo, errors}, {panel.x.hi, errors}};
            line.colour = palette::reference_curve, line.dashes = {8, 3, 2, 3};
        }
        const auto [first, last] = valley(curve);
        panel.spans.push_back({*curve.points[first].epsilon, *curve.points[last].epsilon,
                               "fewest, at " + fewest_errors(curve, true)});
    }
    return draw_plots(
        !title.empty()
            ? title
            : fmt::format("{}: errors against ε, {} × {} pixels, reference {}", scene.name,
                          scene.width, scene.height, to_string(scene.reference)),
        number_of(scene.mesh.triangles.size(), "triangle") + "; coinciding curves alternate",
        panels, page);
}

}  // namespace hitmiss
