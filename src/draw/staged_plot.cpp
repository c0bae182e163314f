// Errors against the steps of a stage.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "base/words.hpp"
#include "draw/notation.hpp"
#include "draw/sweep_plot.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

bool is_double(const Method& method) {
    return method.precision() == Precision::twice;
}

/// One method told from another, without colour too, the same in every figure: by colour and mark;
/// double is dashed, with hollow marks. `earlier` curves are of the same method and precision.
PlotSeries series_of(const Method& method, std::size_t earlier) {
    constexpr PlotMarker markers[]{PlotMarker::circle, PlotMarker::square, PlotMarker::triangle,
                                   PlotMarker::diamond, PlotMarker::wedge};
    const std::vector<double> dashes[]{{}, {6, 4}, {1, 3.5}, {8, 3, 2, 3}};
    const Catalogue all = catalogue();
    const auto place = std::size_t(std::ranges::find(all, method.entry) - all.begin());
    PlotSeries series{caption_line(method, Caption::curve),
                      {},
                      palette::curves[place % std::size(palette::curves)]};
    series.marker = markers[(place + place / std::size(palette::curves)) % std::size(markers)];
    series.hollow = is_double(method);
    series.dashes = dashes[(2 * earlier + series.hollow) % std::size(dashes)];
    return series;
}

double per_million(std::uint64_t events, std::uint64_t rays) {
    return rays > 0 ? 1e6 * double(events) / double(rays) : 0;
}

/// A panel of what `value` says of each count; nothing where it says nothing, and no curve of a
/// method of which it says 0 everywhere.
Plot panel_of(const std::string& title, const PlotAxis& x, const std::string& y,
              const std::vector<StagedCurve>& curves, double least, bool zero,
              const std::function<std::optional<double>(const Method&, const Tally&)>& value) {
    double most = 10 * least;
    for (const auto& curve : curves)
        for (const Tally& count : curve.counts)
            most = std::max(most, value(curve.method, count).value_or(0));
    Plot panel{title, x, {y, least, 1.5 * most, true, zero}, {}};
    for (std::size_t m = 0; m < curves.size(); ++m) {
        const auto same = [&](const StagedCurve& other) {
            return other.method.entry == curves[m].method.entry &&
                   is_double(other.method) == is_double(curves[m].method);
        };
        const auto earlier =
            std::count_if(curves.begin(), curves.begin() + std::ptrdiff_t(m), same);
        PlotSeries series = series_of(curves[m].method, std::size_t(earlier));
        for (std::size_t k = 0; k < curves[m].steps.size(); ++k)
            if (const auto at = value(curves[m].method, curves[m].counts[k]))
                series.points.push_back({curves[m].steps[k], *at});
        if (std::ranges::any_of(series.points, [](const Point& point) { return point.y > 0; }))
            panel.series.push_back(std::move(series));
    }
    return panel;
}

}  // namespace

Drawing draw_staged(Over over, const std::vector<StagedCurve>& curves, const std::string& title,
                    const Page& page) {
    const auto& steps = curves.front().steps;
    const PlotAxis x{std::string(row_of(over).axis), steps.front() / 1.6, steps.back() * 1.6, true};
    std::uint64_t rays = 1;
    for (const auto& curve : curves)
        for (const Tally& count : curve.counts) rays = std::max(rays, count.rays);
    const double one = std::pow(10, std::floor(common_logarithm(1e6 / double(rays))));
    const auto counted = [&](const OutcomeRow& row) {
        return std::ranges::any_of(curves, [&](const StagedCurve& curve) {
            return std::ranges::any_of(curve.counts, [&](const Tally& count) {
                return row.error && count.outcomes.*row.count > 0;
            });
        });
    };
    const bool free_of_error = std::ranges::none_of(outcome_rows, counted);
    std::vector<Plot> panels;
    for (const OutcomeRow& row : outcome_rows) {
        // Of a mesh without any error the first panel says so.
        if (!counted(row) && !(free_of_error && row.error && panels.empty())) continue;
        panels.push_back(panel_of(std::string(row.label), x, "rays per million", curves, one, true,
                                  [&](const Method&, const Tally& count) {
                                      return per_million(count.outcomes.*row.count, count.rays);
                                  }));
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
    panels.push_back(panel_of("median error of t of right hits", x, "ulps of a float", curves,
                              least_t, false, error_of_t));
    return draw_plots(
        title,
        fmt::format("{} rays at each step; of the methods below, one without a curve has no such "
                    "error; curves that coincide are shown in turn; ulps: units in the last place, "
                    "rounded up to a power of two; no point where no hit is right",
                    with_separators(rays)),
        panels, page, 2);
}

}  // namespace hitmiss
