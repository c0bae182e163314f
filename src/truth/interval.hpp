#pragma once
// Confidence intervals of rates.

#include <cmath>
#include <cstdint>

namespace hitmiss {

struct Interval {
    double low, high;
};

/// The 95 % interval of a rate after so many events in so many independent trials (Wilson,
/// "Probable Inference, the Law of Succession, and Statistical Inference", 1927): it says
/// something even about no event at all. Without trials it is [0, 1].
inline Interval wilson_interval(std::uint64_t events, std::uint64_t trials) {
    if (trials == 0) return {0, 1};
    constexpr double z = 1.959963984540054;  // 97.5 % of the normal distribution lie below
    const double k = double(events), n = double(trials);
    const double middle = k + z * z / 2, reach = z * std::sqrt(k * (n - k) / n + z * z / 4);
    return {events == 0 ? 0 : (middle - reach) / (n + z * z),
            events == trials ? 1 : (middle + reach) / (n + z * z)};
}

}  // namespace hitmiss
