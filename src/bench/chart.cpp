#include "bench/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "figure/plot.hpp"

namespace hitmiss {
namespace {

/// Of Okabe and Ito (2008); four colours of three shapes tell more series apart than there are
/// methods.
constexpr std::array<Rgb, 4> colours{{{0, 114, 178}, {213, 94, 0}, {0, 158, 115}, {204, 121, 167}}};
constexpr std::array markers{PlotMarker::circle, PlotMarker::square, PlotMarker::triangle};
constexpr Rgb ink{0, 0, 0};

PlotPoint point_of(const Measurement& row) {
    return {row.value.median, 1e6 * *row.error_rate};
}

/// A logarithmic axis over all values, from a power of ten on and beyond the next.
PlotAxis axis_over(const std::string& label, std::span<const PlotPoint> points,
                   double PlotPoint::*which) {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    bool zero = false;
    for (const auto& point : points) {
        const double value = point.*which;
        if (value > 0) least = std::min(least, value), most = std::max(most, value);
        zero |= value == 0;
    }
    const double lo = most > 0 ? std::pow(10, std::floor(std::log10(least))) : 1;
    return {label, lo, std::max(1.2 * most, 11 * lo), true, zero};
}

}  // namespace

std::string draw_chart(const Measurements& measurements, const std::string& title,
                       const Machine& machine) {
    std::vector<PlotPoint> all;
    std::vector<PlotSeries> series, front;
    PlotSeries joined{"Pareto front", {}, ink};
    for (const auto& row : measurements) {
        if (row.part != "chart") continue;
        const PlotPoint point = point_of(row);
        all.push_back(point);
        if (row.front) {
            front.push_back({row.subject, {point}, ink, PlotMarker::circle});
            joined.points.push_back(point);
            continue;
        }
        const std::string name =
            point.y > 0 ? row.subject.substr(0, row.subject.find(':')) : "no errors";
        auto found = std::ranges::find(series, name, &PlotSeries::label);
        if (found == series.end()) {
            const std::size_t k = series.size();
            series.push_back({name, {}, colours[k % colours.size()], markers[k % markers.size()]});
            series.back().width = 0;
            found = series.end() - 1;
        }
        found->points.push_back(point);
    }
    if (front.size() > 1) series.push_back(joined);
    std::ranges::move(front, std::back_inserter(series));
    const Plot plot{to_string(machine), axis_over("ns per ray", all, &PlotPoint::x),
                    axis_over("errors per million rays at edges", all, &PlotPoint::y),
                    std::move(series)};
    return draw_plots(title, std::span(&plot, 1));
}

}  // namespace hitmiss
