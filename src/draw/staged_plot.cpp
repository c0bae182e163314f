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
    return series;
}

bool errs(const StagedCurve& curve) {
    return std::ranges::any_of(curve.counts,
                               [](const Tally& count) { return count.outcomes.errors() > 0; });
}

/// A curve of value(method, count) for each of `curves`: no point where it is nothing.
Plot panel_of(const PlotAxis& x, const PlotAxis& y, const std::vector<StagedCurve>& curves,
              const std::function<std::optional<double>(const Method&, const Tally&)>& value) {
    Plot panel{"", x, y, styled(curves)};
    double most = 10 * y.lo;
    for (std::size_t c = 0; c < curves.size(); ++c)
        for (std::size_t k = 0; k < curves[c].steps.size(); ++k)
            if (const auto at = value(curves[c].method, curves[c].counts[k])) {
                panel.series[c].points.emplace_back(curves[c].steps[k], *at);
                most = std::max(most, *at);
            }
    panel.y.hi = 1.5 * most;
    return panel;
}

/// Wrong answers. The curves of tests that never err are a line at 0, one for all directions.
Plot wrong_answers(const PlotAxis& x, std::uint64_t rays, const std::vector<StagedCurve>& curves) {
    const double one = std::pow(10, std::floor(common_logarithm(100 / double(rays))));
    Plot panel = panel_of(x, {"wrong answers (% of the rays)", one, 0, true}, curves,
                          [](const Method&, const Tally& count) -> std::optional<double> {
                              return 100 * double(count.outcomes.errors()) /
                                     double(std::max<std::uint64_t>(count.rays, 1));
                          });
    std::vector<PlotSeries> series;
    for (std::size_t c = 0; c < curves.size(); ++c) {
        const auto& method = curves[c].method;
        const auto same = [&](const StagedCurve& other) { return other.method == method; };
        const auto first = std::ranges::find_if(curves, same);
        if (std::none_of(curves.begin(), curves.end(),
                         [&](const StagedCurve& other) { return same(other) && errs(other); })) {
            if (&*first != &curves[c]) continue;
            panel.series[c].label = caption(method, Caption::curve)[0] + ": none wrong";
        }
        series.push_back(std::move(panel.series[c]));
    }
    panel.series = std::move(series);
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
    std::uint64_t rays = 1;
    for (const auto& curve : curves)
        for (const Tally& count : curve.counts) rays = std::max(rays, count.rays);
    const auto subtitle = fmt::format("{} rays at each step", with_separators(rays));
    if (std::ranges::any_of(curves, errs)) {
        const Plot panel = wrong_answers(x, rays, curves);
        return draw_plots(title, subtitle, {&panel, 1}, page);
    }
    // In the same units for both precisions, whose ulps differ by that factor.
    const auto error_of_t = [](const Method& method, const Tally& count) -> std::optional<double> {
        const auto median = count.t_ulps.median();
        return median && is_double(method) ? *median * 0x1p-29 : median;
    };
    double least_t = 1;
    for (const auto& curve : curves)
        for (const Tally& count : curve.counts)
            least_t = std::min(least_t, error_of_t(curve.method, count).value_or(1));
    const Plot panel =
        panel_of(x, {"median error in t (ulps of a float)", least_t, 0}, curves, error_of_t);
    return draw_plots(title, subtitle + ", none wrong; ulp: a unit in the last place", {&panel, 1},
                      page);
}

}  // namespace hitmiss
