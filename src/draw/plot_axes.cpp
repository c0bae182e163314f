// Where values stand on a plot's axes, and what marks them.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "base/words.hpp"
#include "draw/notation.hpp"
#include "draw/plot.hpp"

namespace hitmiss {
namespace {

constexpr double zero_at = 0.05, zero_space = 0.17;  // of the axis, below the first decade

/// 1 and 10 are always written in full.
std::string decade(int exponent, bool in_full) {
    in_full |= exponent == 0 || exponent == 1;
    return in_full ? number_text(std::pow(10, exponent), 1) : power_of_ten(exponent);
}

/// Round values, at most five steps of 1, 2 or 5 times a power of ten.
std::vector<Tick> linear_ticks(const PlotAxis& axis) {
    double step = decade_below((axis.hi - axis.lo) / 10);
    for (int k = 0; axis.hi - axis.lo > 5 * step; ++k) step *= k % 3 == 1 ? 2.5 : 2;
    std::vector<Tick> result;
    for (auto k = int(std::ceil(axis.lo / step - 1e-9)); k * step <= axis.hi + 1e-9 * step; ++k)
        result.push_back({k * step, (k < 0 ? "−" : "") + number_text(std::abs(k) * step, 6)});
    return result;
}

}  // namespace

double PlotAxis::position(double value) const {
    if (linear) return (value - lo) / (hi - lo);
    const double first = zero ? zero_space : 0;
    if (zero && value == 0) return zero_at;
    const double start = common_logarithm(lo);
    return first + (1 - first) * (common_logarithm(value) - start) / (common_logarithm(hi) - start);
}

bool PlotAxis::is_in_full() const {
    return linear || (lo > 5e-4 && hi < 1000);
}

std::vector<Tick> ticks(const PlotAxis& axis) {
    if (axis.linear) return linear_ticks(axis);
    std::vector<Tick> result;
    if (axis.zero) result.push_back({0, "0"});
    const int first = int(std::floor(common_logarithm(axis.lo))) - 1;
    const int last = int(std::floor(common_logarithm(axis.hi))) + 1;
    const int step = 1 + (last - first) / 14;
    const bool in_full = axis.is_in_full() && !axis.powers;
    bool any_decade = !axis.zero;  // below the first decade stand 0 and the break
    for (int exponent = first; exponent <= last; ++exponent)
        for (int mantissa = 1; mantissa < 10; ++mantissa) {
            const auto value = *parse_number<double>(fmt::format("{}e{}", mantissa, exponent));
            if (value < axis.lo || value > axis.hi) continue;
            const bool named = value == axis.last;
            const bool labelled = (mantissa == 1 && exponent % step == 0) || named;
            any_decade |= labelled;
            if (labelled || (step == 1 && any_decade))
                result.push_back({value, named      ? number_text(value)
                                         : labelled ? decade(exponent, in_full)
                                                    : ""});
        }
    return result;
}

std::size_t every_with_room(const std::vector<Tick>& labels, double font) {
    constexpr double space = 3;
    const auto touch = [&](const Tick& left, const Tick& right) {
        return right.value - left.value < 0.5 * text_width(left.label + right.label, font) + space;
    };
    for (std::size_t every = 1;; ++every) {
        bool have_room = true;
        for (std::size_t k = every; k < labels.size(); k += every)
            have_room &= !touch(labels[k - every], labels[k]);
        if (have_room) return every;
    }
}

void draw_break(Drawing& target, Point middle) {
    const Point half_slash(4, -2), upper = middle - Point(0, 2), lower = middle + Point(0, 2);
    target.line({upper, lower}, {palette::background, 3});
    for (const Point& end : {upper, lower})
        target.line({end - half_slash, end + half_slash}, {ink, 1});
}

}  // namespace hitmiss
