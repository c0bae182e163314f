#pragma once
// Everything that is ever counted of judged rays. Tallies of parts add up, in any order to the
// same.

#include <optional>

#include "judge/outcome.hpp"
#include "methods/hit.hpp"

namespace hitmiss {

/// |t - exact| in units of the last place that the exact t has in that precision.
double ulps(double t, double exact, Precision precision);

/// Sizes of errors of t, counted by powers of two, so that counts of parts add up.
struct ErrorsOfT {
    static constexpr int least = -12;       ///< the first holds all up to 2^least ulps
    std::array<std::uint64_t, 80> up_to{};  ///< 2^(least + k) ulps; the last one all beyond
    double most = 0;

    void add(double ulps);
    ErrorsOfT& operator+=(const ErrorsOfT& other);
    /// The least power of two within which half of them are; nothing if there are none.
    std::optional<double> median() const;
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
    /// Beside the nearest hit another triangle is hit, at a t less than same_point of the exact one
    /// away, and the ray does not truly meet both: one point accepted twice. Counted where the
    /// answerer does (answerer.hpp).
    std::uint64_t multiple = 0;
    ErrorsOfT t_ulps{};                                 ///< of right hits, if asked for
    std::array<FirstRay, outcome_rows.size()> first{};  ///< by outcome
    FirstRay first_t_off{};

    Tally& operator+=(const Tally& other);
};

}  // namespace hitmiss
