#pragma once
// Methods held against a tracer whose code is unknown: which it may be running, on how many rays
// they answer alike, and whether it asks a comparison strictly where a method does not.

#include <optional>
#include <tuple>

#include "judge/judge.hpp"

namespace hitmiss {

/// A method held against the tracer.
struct Alike {
    Method method;
    std::uint64_t same = 0;         ///< rays with the same triangle, or none, and nearly the same t
    std::uint64_t same_errors = 0;  ///< of the tracer's errors
    std::uint64_t errors = 0;       ///< of the method
    std::uint64_t same_hits = 0;    ///< of the tracer's
};

/// Whether both answer alike, as far as the tracer answers at all: it may say only whether it hits,
/// or t alone.
bool is_same(const Hit& one, const Hit& other, const Answerer& tracer);

/// The round with the tracer first, and methods after it.
Round beside(const Round& round, const Answerer& answerer, std::span<const Method> methods);

/// Holds methods against the tracer.
std::vector<Alike> held_against(const Round& round, const Answerer& answerer,
                                std::span<const Method> methods);

/// In stages, the likely and cheap ones first: tests of rays, thresholds of the determinant, the
/// other tests, fused ones, angle sums at their tolerances, shipped ones. Those of a tracer that
/// culls back faces cull.
std::vector<std::vector<Method>> candidates(bool culls);

/// The same method at epsilons near its own.
std::vector<Method> refined(const Method& method);

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
