#pragma once
// Confidence interval of a rate.

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace hitmiss {

struct Interval {
    double low, high;
};

/// The 95 % score interval of a rate, from `events` seen in `trials` (E. B. Wilson, Probable
/// Inference, the Law of Succession, and Statistical Inference, 1927). With no events it still
/// bounds how large the rate may be; without trials it is [0, 1].
inline Interval wilson_interval(std::uint64_t events, std::uint64_t trials) {
    if (trials == 0) return {0, 1};
    constexpr double z = 1.959963984540054;  // 95 % of a normal distribution lie within +-z
    const double n = double(trials), p = double(events) / n, scale = 1 + z * z / n;
    const double centre = (p + z * z / (2 * n)) / scale;
    const double half = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale;
    // With no events, or nothing but events, the end is exactly 0 or 1; rounding would miss it.
    return {events == 0 ? 0 : std::max(0.0, centre - half),
            events == trials ? 1 : std::min(1.0, centre + half)};
}

}  // namespace hitmiss
