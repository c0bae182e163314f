#include "figure/staged_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "base/words.hpp"
#include "figure/sweep_plot.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

struct Style {
    Rgb colour;
    PlotMarker marker;
    std::vector<double> dashes;
};

/// One method told from another, without colour too: the same in every figure. `earlier` curves are
/// of the same method.
Style style_of(const Method& method, std::size_t earlier) {
    constexpr std::pair<Rgb, PlotMarker> kinds[]{{palette::leak, PlotMarker::circle},
                                                 {palette::false_hit, PlotMarker::square},
                                                 {ink, PlotMarker::triangle},
                                                 {{0, 110, 80}, PlotMarker::square},
                                                 {{150, 60, 130}, PlotMarker::circle}};
    const std::vector<double> dashes[]{{}, {6, 4}, {1, 3.5}, {8, 3, 2, 3}};
    const Catalogue all = catalogue();
    const auto place = std::size_t(std::ranges::find(all, method.entry) - all.begin());
    const auto& [colour, marker] = kinds[place % std::size(kinds)];
    return {colour, marker, dashes[(2 * (place / std::size(kinds)) + earlier) % std::size(dashes)]};
}

double per_million(std::uint64_t events, std::uint64_t rays) {
    return rays > 0 ? 1e6 * double(events) / double(rays) : 0;
}

/// A panel of what `value` says of each count; nothing where it says nothing.
Plot panel_of(const std::string& title, const PlotAxis& x, const std::string& y,
              const std::vector<StagedCurve>& curves, double least, bool zero,
              const std::function<std::optional<double>(const StageCount&)>& value) {
    double most = 10 * least;
    for (const auto& curve : curves)
        for (const StageCount& count : curve.counts)
            most = std::max(most, value(count).value_or(0));
    Plot panel{title, x, {y, least, 1.5 * most, true, zero}, {}};
    for (std::size_t m = 0; m < curves.size(); ++m) {
        const auto same = [&](const StagedCurve& other) {
            return other.method.entry == curves[m].method.entry;
        };
        const auto earlier =
            std::count_if(curves.begin(), curves.begin() + std::ptrdiff_t(m), same);
        auto [colour, marker, dashes] = style_of(curves[m].method, std::size_t(earlier));
        PlotSeries series{short_name(curves[m].method), {}, colour, marker, dashes};
        for (std::size_t k = 0; k < curves[m].steps.size(); ++k)
            if (const auto at = value(curves[m].counts[k]))
                series.points.push_back({curves[m].steps[k], *at});
        if (!series.points.empty()) panel.series.push_back(std::move(series));
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
        for (const StageCount& count : curve.counts) rays = std::max(rays, count.rays);
    const double one = std::pow(10, std::floor(common_logarithm(1e6 / double(rays))));
    std::vector<Plot> panels;
    for (const OutcomeRow& row : outcome_rows) {
        const auto counted = [&](const StagedCurve& curve) {
            return std::ranges::any_of(curve.counts, [&](const StageCount& count) {
                return count.outcomes.*row.count > 0;
            });
        };
        // Of a mesh without any error the first panel says so.
        if (!row.error || (!panels.empty() && std::ranges::none_of(curves, counted))) continue;
        panels.push_back(panel_of(std::string(row.label), x, "rays per million", curves, one, true,
                                  [&](const StageCount& count) {
                                      return per_million(count.outcomes.*row.count, count.rays);
                                  }));
    }
    double least_t = 1;
    for (const auto& curve : curves)
        for (const StageCount& count : curve.counts)
            least_t = std::min(least_t, count.t_ulps.median().value_or(1));
    panels.push_back(panel_of("median error of t of right hits", x, "units in the last place",
                              curves, least_t, false,
                              [](const StageCount& count) { return count.t_ulps.median(); }));
    return draw_plots_by_two(
        title,
        fmt::format("{} rays at each step; the error of t is in units in the last place of the "
                    "method's own float or double, rounded up to a power of two; it has no point "
                    "where no hit is right",
                    with_separators(rays)),
        panels, page);
}

}  // namespace hitmiss
