#pragma once
// Errors against epsilon: too small leaves holes, too large adds halos; where is the valley?

#include <memory>
#include <mutex>
#include <span>

#include "judge/comparison.hpp"

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

/// Counts the errors of each method at each epsilon in units, each of them by itself. The reference
/// answers every ray once. Geometry and rays must outlive it.
class SweepCount {
public:
    SweepCount(std::span<const Method> methods, std::span<const double> epsilons, Traversal how,
               Reference reference, const Geometry& geometry, const PrimaryRays& rays);

    /// Of all curves, one after another.
    std::size_t points() const { return points_.size(); }
    /// Unit k is of point k / units_of_point().
    std::size_t units_of_point() const { return answered_.size(); }
    /// From any thread.
    Confusion operator()(std::size_t unit) const;
    /// The curves, given what the units of each point add up to. Traces each method once more.
    std::vector<ErrorCurve> curves(std::span<const Confusion> counts) const;

private:
    /// Tiles with what is right there, found when they are first asked for.
    std::span<const AnsweredTile> band(std::size_t number) const;
    std::shared_ptr<const Tracer> tracer(std::size_t point) const;

    std::vector<ErrorCurve> curves_;
    std::vector<ErrorCurve::Point> points_;
    Traversal how_;
    Reference reference_;
    const Geometry& geometry_;
    const PrimaryRays& rays_;
    mutable std::vector<AnsweredTile> tiles_;
    mutable std::vector<std::once_flag> answered_;  ///< by band
    mutable std::mutex mutex_;
    mutable std::vector<std::pair<std::size_t, std::shared_ptr<const Tracer>>> recent_;
};

/// The points with the fewest errors: the first of them, and the last before the errors rise.
struct Valley {
    std::size_t first, last;
};
Valley valley(const ErrorCurve& curve);

}  // namespace hitmiss
