#pragma once
// Errors against epsilon: too small leaves holes, too large adds halos; where is the valley?

#include "judge/judge.hpp"

namespace hitmiss {

/// Where people look for the best epsilon, unless they say otherwise.
inline constexpr double swept_from = 1e-7, swept_to = 3.2;
inline constexpr int swept_per_decade = 4;

/// All decimal numbers m 10^k in [from, to], ascending, m from a table of `per_decade` rounded
/// mantissas (Renard's preferred numbers for 5, 10 and 20); no rounding but that of the decimal to
/// the nearest double. Throws Error{Exit::usage} if there is no such table or no such number; it
/// says that no `what` is there.
std::vector<double> decimal_steps(double from, double to, int per_decade,
                                  std::string_view what = "epsilon");

/// One method at rising epsilons; a method without epsilon has a single point.
struct ErrorCurve {
    struct Point {
        Method method;
        std::optional<double> epsilon;
        OutcomeCounts counts;
    };
    Method method;
    std::vector<Point> points;

    bool has_epsilon() const { return points[0].epsilon.has_value(); }
};
/// The curve before its errors are counted.
ErrorCurve make_curve(const Method& method, std::span<const double> epsilons);

/// Whether no ray meets the mesh, and no test says that one does.
inline bool saw_nothing(const OutcomeCounts& counts) {
    return counts.nothing_to_hit() && counts.errors() == 0;
}
/// Whether the mesh is nowhere to be hit.
bool meets_nothing(std::span<const ErrorCurve> curves);

/// The points with the fewest errors: the first of them, and the last before the errors rise.
struct Valley {
    std::size_t first, last;
};
Valley valley(const ErrorCurve& curve);

/// The point with the fewest errors but some; nothing if the method never errs.
std::optional<std::size_t> fewest_but_some(const ErrorCurve& curve);

}  // namespace hitmiss
