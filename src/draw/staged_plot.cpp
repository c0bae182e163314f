// Errors against the steps of a stage.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/math.hpp"
#include "base/words.hpp"
#include "draw/notation.hpp"
#include "draw/sweep_plot.hpp"

namespace hitmiss {
namespace {

bool is_double(const Method& method) {
    return method.precision() == Precision::twice;
}

/// One style per curve of the figure, told apart without colour: a mark for each test, in the order
/// in which they appear; its further curves are dashed differently. Marks of double are hollow.
std::vector<PlotSeries> styled(const std::vector<StagedCurve>& curves) {
    constexpr PlotMarker markers[]{PlotMarker::circle, PlotMarker::square, PlotMarker::triangle,
                                   PlotMarker::diamond, PlotMarker::wedge};
    std::vector<const Entry*> tests;
    std::map<const Entry*, std::size_t> earlier;  // curves of that test
    std::vector<PlotSeries> series;
    for (const StagedCurve& curve : curves) {
        const auto found = std::ranges::find(tests, curve.method.entry);
        const auto test = std::size_t(found - tests.begin());
        if (found == tests.end()) tests.push_back(curve.method.entry);
        const std::size_t before = earlier[curve.method.entry]++;
        const std::size_t shade = test / std::size(markers) + before / std::size(curve_dashes);
        series.push_back({curve.label(),
                          {},
                          palette::curves[shade % std::size(palette::curves)],
                          markers[test % std::size(markers)],
                          curve_dashes[before % std::size(curve_dashes)],
                          is_double(curve.method)});
    }
    // Two curves of one label differ in their tolerance.
    std::map<std::string, int> of_that_label;
    for (const PlotSeries& one : series) ++of_that_label[one.label];
    for (std::size_t k = 0; k < series.size(); ++k)
        if (const auto epsilon = curves[k].method.epsilon();
            epsilon && of_that_label[series[k].label] > 1)
            series[k].label += ", ε = " + in_figure(*epsilon);
    // They have no curve in the panel of errors, where it would hide behind others at 0.
    for (std::size_t k = 0; k < series.size(); ++k)
        if (std::ranges::all_of(curves[k].counts,
                                [](const Tally& count) { return count.outcomes.errors() == 0; }))
            series[k].label += ": none wrong";
    return series;
}

/// A panel of value(method, count): no point where it is nothing, and no curve of a method where it
/// is 0 everywhere.
Plot panel_of(const std::string& title, const PlotAxis& x, const PlotAxis& y,
              const std::vector<StagedCurve>& curves,
              const std::function<std::optional<double>(const Method&, const Tally&)>& value) {
    Plot panel{title, x, y, {}};
    double most = 10 * y.lo;
    const auto styles = styled(curves);
    for (std::size_t c = 0; c < curves.size(); ++c) {
        const StagedCurve& curve = curves[c];
        const Method& method = curve.method;
        PlotSeries series = styles[c];
        double highest = 0;
        for (std::size_t k = 0; k < curve.steps.size(); ++k)
            if (const auto at = value(method, curve.counts[k])) {
                series.points.emplace_back(curve.steps[k], *at);
                highest = std::max(highest, *at);
            }
        most = std::max(most, highest);
        if (highest > 0) panel.series.push_back(std::move(series));
    }
    panel.y.hi = 1.5 * most;
    return panel;
}

}  // namespace

std::string StagedCurve::label() const {
    return caption(method, Caption::curve)[0] + (along.empty() ? "" : ", along " + along);
}

Drawing draw_staged(Over over, const std::vector<StagedCurve>& curves, const std::string& title,
                    const Page& page) {
    const auto& steps = curves.front().steps;
    const PlotAxis x{std::string(row_of(over).axis), steps.front() / 1.6, steps.back() * 1.6};
    // In the same units for both precisions, whose ulps differ by that factor.
    const auto error_of_t = [](const Method& method, const Tally& count) -> std::optional<double> {
        const auto median = count.t_ulps.median();
        return median && is_double(method) ? *median * 0x1p-29 : median;
    };
    std::uint64_t rays = 1;
    double least_t = 1;
    for (const auto& curve : curves)
        for (const Tally& count : curve.counts) {
            rays = std::max(rays, count.rays);
            least_t = std::min(least_t, error_of_t(curve.method, count).value_or(1));
        }
    const double one = std::pow(10, std::floor(common_logarithm(1e6 / double(rays))));
    const auto wrong = [](const Method&, const Tally& count) -> std::optional<double> {
        return 1e6 * double(count.outcomes.errors()) /
               double(std::max<std::uint64_t>(count.rays, 1));
    };
    const std::vector<Plot> panels{
        panel_of("wrong answers", x, {"rays per million", one, 0, true}, curves, wrong),
        panel_of("median error in t of right hits", x, {"ulps of a float", least_t, 0}, curves,
                 error_of_t)};
    return draw_plots(
        title,
        fmt::format("{} rays at each step; ulp: a unit in the last place", with_separators(rays)),
        panels, page, 2);
}

}  // namespace hitmiss
