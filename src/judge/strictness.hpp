#pragma once
// A comparison that a tracer asks strictly where a method does not.

#include <optional>
#include <tuple>

#include "judge/judge.hpp"

namespace hitmiss {

/// Comparisons whose two sides are equal on the rays that a tracer loses and a method does not.
struct Strictness {
    struct Comparison {
        std::string left, op, right;  ///< as the method asks it: u + v <= 1
        bool operator<(const Comparison& other) const {
            return std::tie(left, op, right) < std::tie(other.left, other.op, other.right);
        }
    };
    std::vector<Comparison> comparisons;
    std::uint64_t equal = 0;  ///< rays on which one of them is
    FirstRay example = {};    ///< the first of these that leaks, and on which the method is right
    std::uint64_t differences = 0;  ///< other answers, unless both are right
    std::uint64_t errors = 0;       ///< of the tracer
};

/// The comparisons of a method that come out equal where it hits and the tracer does not, except
/// those with which the tracer hits on more than a tenth of such rays.
std::optional<Strictness> strictness(const Round& round, const Answerer& answerer,
                                     const Method& method);

/// Whether equal sides of a comparison explain nearly all that the method answers otherwise, and
/// most errors of the tracer.
bool explains(const std::optional<Strictness>& strict);

}  // namespace hitmiss
