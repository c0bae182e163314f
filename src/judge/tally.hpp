#pragma once
// Everything that is ever counted of judged rays. Tallies of parts add up, in any order to the
// same.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "judge/crossings.hpp"
#include "judge/outcome.hpp"
#include "methods/hit.hpp"
#include "methods/method.hpp"

namespace hitmiss {

/// |t - exact| in units of the last place that the exact t has in that precision.
inline double ulps(double t, double exact, Precision precision) {
    const int digits = precision == Precision::single ? 24 : 53;
    const int least = precision == Precision::single ? -149 : -1074;
    return std::ldexp(std::abs(t - exact), -std::max(std::ilogb(exact) + 1 - digits, least));
}

/// Sizes of errors of t, counted by powers of two, so that counts of parts add up.
struct ErrorsOfT {
    static constexpr int least = -12;       ///< the first holds all up to 2^least ulps
    std::array<std::uint64_t, 80> up_to{};  ///< 2^(least + k) ulps; the last one all beyond
    double most = 0;

    void add(double ulps) {
        const int exponent = ulps > 0 ? std::ilogb(ulps) : least;
        const int place = exponent + (ulps > std::ldexp(1, exponent)) - least;
        ++up_to[std::size_t(std::clamp(place, 0, int(up_to.size()) - 1))];
        most = std::max(most, ulps);
    }
    ErrorsOfT& operator+=(const ErrorsOfT& other) {
        for (std::size_t k = 0; k < up_to.size(); ++k) up_to[k] += other.up_to[k];
        most = std::max(most, other.most);
        return *this;
    }
    /// The least power of two within which `percent` of them are; nothing if there are none.
    std::optional<double> quantile(std::uint64_t percent) const {
        const auto all = std::reduce(up_to.begin(), up_to.end());
        if (all == 0) return {};
        std::size_t k = 0;
        for (std::uint64_t sum = up_to[0]; 100 * sum < percent * all; sum += up_to[k]) ++k;
        return std::ldexp(1, least + int(k));
    }
    std::optional<double> median() const { return quantile(50); }
};

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

/// One contestant's answers. All members are of 8 bytes, so that a long count can keep it in a file
/// (cluster/long_count.hpp).
struct Tally {
    std::uint64_t rays = 0;
    Confusion outcomes{};
    /// Beside the nearest hit another triangle is hit, at a t less than tau away, and the ray does
    /// not truly meet both: one point accepted twice. Counted where the answerer does
    /// (answerer.hpp).
    std::uint64_t multiple = 0;
    ErrorsOfT t_ulps{};     ///< of right hits, if asked for
    ErrorsOfT off_plane{};  ///< of right hits and ties: distance from their plane, in u |t d|
    std::array<FirstRay, outcome_rows.size()> first{};  ///< by outcome
    FirstRay first_t_off{};
    WholeRays whole{};  ///< if asked for, of answerers that find all hits

    Tally& operator+=(const Tally& other) {
        rays += other.rays, outcomes += other.outcomes, multiple += other.multiple;
        t_ulps += other.t_ulps, off_plane += other.off_plane;
        for (std::size_t k = 0; k < first.size(); ++k) first[k] += other.first[k];
        first_t_off += other.first_t_off, whole += other.whole;
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
