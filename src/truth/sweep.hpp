#pragma once
// Errors against epsilon: too small leaves holes, too large adds halos; where is the valley?

#include <span>

#include "truth/comparison.hpp"

namespace hitmiss {

/// Where people look for the best epsilon, unless they say otherwise.
inline constexpr double swept_from = 1e-7, swept_to = 3.2;
inline constexpr int swept_per_decade = 4;

/// All decimal numbers m 10^k in [from, to], ascending, m from a table of `per_decade` rounded
/// mantissas (Renard's preferred numbers for 5, 10 and 20); no rounding but that of the decimal to
/// the nearest double. Throws Error{Exit::usage} if there is no such table or no such number.
std::vector<double> decimal_steps(double from, double to, int per_decade);

/// One method at rising epsilons; a method without epsilon has a single point.
struct ErrorCurve {
    struct Point {
        Method method;
        std::optional<double> epsilon;
        Confusion confusion;
    };
    Method method;
    std::vector<Point> points;
    /// Where the method errs at the point with the fewest errors but some; nothing if it never
    /// does.
    struct Least {
        std::size_t point;
        std::vector<Outcome> outcomes;  ///< by pixel
    };
    std::optional<Least> least = {};
};

/// Counts the errors of each method at each epsilon. The reference answers every ray once. Calls
/// after_step() at most sweep_steps() times, from any thread.
std::vector<ErrorCurve> sweep(
    std::span<const Method> methods, std::span<const double> epsilons, Traversal how,
    const Reference& reference, const Geometry& geometry, const PrimaryRays& rays,
    const std::function<void()>& after_step = [] {});
/// One for each tile of exact answers, and one for each point.
std::size_t sweep_steps(std::size_t methods, std::size_t epsilons, const PrimaryRays& rays);

/// The points with the fewest errors: the first of them, and the last before the errors rise.
struct Valley {
    std::size_t first, last;
};
Valley valley(const ErrorCurve& curve);

}  // namespace hitmiss
