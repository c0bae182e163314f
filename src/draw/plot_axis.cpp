#include "draw/plot_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "base/words.hpp"
#include "draw/notation.hpp"

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

void draw_break(Drawing& target, Point middle, const AxisBreak& axis_break) {
    const auto& [half_gap, half_slash, slashes, gap_width, slash_width] = axis_break;
    target.line({middle - half_gap, middle + half_gap}, {palette::background, gap_width});
    for (const double side : {-slashes, slashes}) {
        const Point centre = middle + side * half_gap;
        target.line({centre - half_slash, centre + half_slash}, {ink, slash_width});
    }
}

}  // namespace hitmiss
