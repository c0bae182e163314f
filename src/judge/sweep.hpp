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

/// A round of judging for each point of all curves, one curve after another, all on the same rays.
class EpsilonSweep {
public:
    /// `round` has no answerers yet.
    EpsilonSweep(std::span<const Method> methods, std::span<const double> epsilons, Traversal how,
                 Round round);

    std::size_t points() const { return points_.size(); }
    Round round(std::size_t point) const;
    /// The curves, given what the rounds come to. Judges the least point of each once more.
    std::vector<ErrorCurve> curves(std::span<const Tally> tallies) const;

private:
    std::vector<ErrorCurve> curves_;
    std::vector<Method> points_;
    Traversal how_;
    Round round_;
};

/// The points with the fewest errors: the first of them, and the last before the errors rise.
struct Valley {
    std::size_t first, last;
};
Valley valley(const ErrorCurve& curve);

}  // namespace hitmiss
