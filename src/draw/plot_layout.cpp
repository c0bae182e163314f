// Where things stand in a plot: values on its axes, labels beside its curves.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "base/math.hpp"
#include "base/words.hpp"
#include "draw/notation.hpp"
#include "draw/plot.hpp"
#include "draw/text.hpp"

namespace hitmiss {
namespace {

constexpr double zero_at = 0.05, zero_space = 0.17;  // of the axis, below the first decade

double decimal(int mantissa, int exponent) {
    return *parse_number<double>(fmt::format("{}e{}", mantissa, exponent));
}

std::vector<Tick> log_ticks(const PlotAxis& axis) {
    std::vector<Tick> result;
    if (axis.zero) result.push_back({0, "0"});
    const int first = int(std::floor(common_logarithm(axis.lo))) - 1;
    const int last = int(std::floor(common_logarithm(axis.hi))) + 1;
    const int step = 1 + (last - first) / 14;
    for (int exponent = first; exponent <= last; ++exponent)
        for (int mantissa = 1; mantissa < 10; ++mantissa) {
            const double value = decimal(mantissa, exponent);
            if (value < axis.lo || value > axis.hi) continue;
            const bool labelled = mantissa == 1 && exponent % step == 0;
            if (labelled || step == 1)
                result.push_back({value, labelled ? power_of_ten(exponent) : ""});
        }
    return result;
}

std::vector<Tick> linear_ticks(const PlotAxis& axis) {
    const double span = axis.hi - axis.lo;
    int exponent = int(std::floor(common_logarithm(span))) - 1, mantissa = 1;
    while (decimal(mantissa, exponent) * 6 < span)
        mantissa = mantissa == 5 ? (++exponent, 1) : mantissa == 2 ? 5 : 2;
    const double step = decimal(mantissa, exponent), slack = 1e-9 * step;
    std::vector<Tick> result;
    for (double k = std::ceil((axis.lo - slack) / step) + 0.0; k * step <= axis.hi + slack; ++k)
        result.push_back({k * step, fmt::format("{:.{}f}", k * step, std::max(0, -exponent))});
    return result;
}

/// Points along the curve, at most about two units apart.
std::vector<Point> sampled(const PlotSeries& curve) {
    std::vector<Point> result;
    for (std::size_t k = 0; k + 1 < curve.points.size(); ++k) {
        const Point from = curve.points[k], along = curve.points[k + 1] - from;
        const int steps = 1 + int(glm::length(along) / 2);
        for (int s = 0; s < steps; ++s) result.push_back(from + along * double(s) / double(steps));
    }
    if (!curve.points.empty()) result.push_back(curve.points.back());
    return result;
}

double distance(const PlotFrame& box, const Point& p) {
    const double dx = std::max({box.left - p.x, p.x - box.left - box.width, 0.0});
    const double dy = std::max({box.top - p.y, p.y - box.top - box.height, 0.0});
    return std::sqrt(dx * dx + dy * dy);
}

bool overlap(const PlotFrame& a, const PlotFrame& b) {
    return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height &&
           b.top < a.top + a.height;
}

}  // namespace

double PlotAxis::position(double value) const {
    if (!log) return (value - lo) / (hi - lo);
    const double first = zero ? zero_space : 0;
    if (zero && value == 0) return zero_at;
    const double start = common_logarithm(lo);
    return first + (1 - first) * (common_logarithm(value) - start) / (common_logarithm(hi) - start);
}

std::vector<Tick> ticks(const PlotAxis& axis) {
    return axis.log ? log_ticks(axis) : linear_ticks(axis);
}

void draw_break(Drawing& target, Point middle, Point half_gap, double gap_width, double slashes,
                Point half_slash, double slash_width) {
    target.line({middle - half_gap, middle + half_gap}, {palette::background, gap_width});
    for (const double side : {-slashes, slashes}) {
        const Point centre = middle + side * half_gap;
        target.line({centre - half_slash, centre + half_slash}, {ink, slash_width});
    }
}

std::vector<PlotFrame> place_labels(const std::vector<PlotSeries>& curves, const PlotFrame& frame,
                                    double font) {
    // A label is misread when another curve is as near as its own, and hides what it covers.
    constexpr double own_space = 4, other_space = 24;
    std::vector<std::vector<Point>> lines;
    for (const PlotSeries& curve : curves) lines.push_back(sampled(curve));
    std::vector<PlotFrame> boxes;
    for (std::size_t c = 0; c < curves.size(); ++c) {
        const double width = text_width(curves[c].label, font) + 6, height = font + 3;
        PlotFrame best{frame.left, frame.top, width, height};
        double least = std::numeric_limits<double>::infinity();
        const auto consider = [&](double left, double top) {
            const PlotFrame box{left, top, width, height};
            if (left < frame.left + 2 || left + width > frame.left + frame.width - 2 ||
                top < frame.top + 2 || top + height > frame.top + frame.height - 2)
                return;
            double cost = 0, own = std::numeric_limits<double>::infinity();
            for (const auto& placed : boxes) cost += overlap(placed, box) ? 1e6 : 0;
            for (std::size_t other = 0; other < lines.size(); ++other) {
                const double space = other == c ? own_space : other_space;
                for (const Point& p : lines[other]) {
                    const double gap = distance(box, p);
                    if (other == c) own = std::min(own, gap);
                    cost += std::max(space - gap, 0.0) + 50 * std::max(own_space - gap, 0.0);
                }
            }
            cost += 3 * std::max(own - own_space, 0.0);
            if (cost < least) least = cost, best = box;
        };
        for (const Point& p : lines[c])
            for (const double rise : {-height - own_space, own_space})
                for (const double back : {0.0, width / 2, width}) consider(p.x - back, p.y + rise);
        boxes.push_back(best);
    }
    return boxes;
}

}  // namespace hitmiss
