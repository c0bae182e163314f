#pragma once
// What the loop counts of judged rays. Tallies of parts add up, in any order to the same. Who needs
// more, such as an exact median, counts it by `each` (judge.hpp).

#include <algorithm>
#include <cmath>

#include "judge/crossings.hpp"
#include "judge/spawned.hpp"
#include "judge/traits.hpp"

namespace hitmiss {

/// |t - exact| in units of the last place that the exact t has in that precision.
inline double ulps(double t, const TwoDoubles& exact, Precision precision) {
    const int digits = precision == Precision::single ? 24 : 53;
    const int least = precision == Precision::single ? -149 : -1074;
    return std::ldexp(std::abs((t - exact.hi) - exact.lo),
                      -std::max(std::ilogb(exact.hi) + 1 - digits, least));
}

/// The ray of lowest number of some kind, and what it hit.
struct FirstRay {
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    std::uint64_t number = none;
    double t = 0;
    std::uint64_t triangle = no_triangle;

    Hit hit() const { return {t, std::uint32_t(triangle)}; }
    explicit operator bool() const { return number != none; }
    FirstRay& operator+=(const FirstRay& other) {
        if (other.number < number) *this = other;
        return *this;
    }
};

/// What is counted of one answerer's hits. All members are of 8 bytes, so that a long count can
/// keep it in a file (base/long_count.hpp).
struct Tally {
    std::uint64_t rays = 0;
    OutcomeCounts outcomes{};
    /// Beside the nearest hit another triangle is hit, at a t less than tau away, and the ray does
    /// not truly meet both: one point accepted twice. Counted where the answerer does
    /// (answerer.hpp).
    std::uint64_t multiple = 0;
    Magnitudes t_ulps{};     ///< of right hits, if asked for
    Magnitudes off_plane{};  ///< of right hits and ties: distance from their plane, in u |t d|
    std::array<FirstRay, outcome_rows.size()> first{};  ///< by outcome
    WholeRays whole{};        ///< if asked for, of answerers that find all hits
    Traits traits{};          ///< if asked for
    SpawnedCounts spawned{};  ///< of rays that start on the surface

    double error_rate() const {
        return double(outcomes.errors()) / double(std::max<std::uint64_t>(rays, 1));
    }
    Tally& operator+=(const Tally& other) {
        rays += other.rays, outcomes += other.outcomes, multiple += other.multiple;
        t_ulps += other.t_ulps, off_plane += other.off_plane;
        for (std::size_t k = 0; k < first.size(); ++k) first[k] += other.first[k];
        whole += other.whole, traits += other.traits, spawned += other.spawned;
        return *this;
    }
};

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
