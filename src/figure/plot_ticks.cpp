#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "base/words.hpp"
#include "figure/plot.hpp"
#include "figure/text.hpp"

namespace hitmiss {
namespace {

double decimal(int mantissa, int exponent) {
    return *parse_number<double>(fmt::format("{}e{}", mantissa, exponent));
}

/// A power of ten for the eye: 0.001 and 1,000 in full, beyond a thousandth and a million as 10^k.
std::string decade_label(int exponent) {
    if (exponent > 6 || exponent < -3)
        return fmt::format("10<tspan dy=\"-4\" font-size=\"9\">{}{}</tspan>",
                           exponent < 0 ? "−" : "", std::abs(exponent));
    return exponent < 0 ? fmt::format("{:.{}f}", decimal(1, exponent), -exponent)
                        : with_separators(std::uint64_t(decimal(1, exponent)));
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
                result.push_back({value, labelled ? decade_label(exponent) : ""});
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

std::vector<Tick> ticks(const PlotAxis& axis) {
    return axis.log ? log_ticks(axis) : linear_ticks(axis);
}

}  // namespace hitmiss
