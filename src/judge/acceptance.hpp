#pragma once
// Where a point-in-triangle predicate says inside, point by point. The triangle lies in the plane
// z = 0, where every pair of floats x, y is a point of the plane and nothing has to be rounded to
// get there: what a map shows is the predicate's own doing.

#include <functional>
#include <glm/vec2.hpp>
#include <string>
#include <vector>

#include "judge/outcome.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {

/// Points in rows and columns, as a picture shows them.
struct PointGrid {
    /// level: the points (column, row, at). upright: the points (at, column, row).
    enum class Plane { level, upright };
    std::vector<float> columns, rows;  ///< coordinates from the left, and from the top
    float at = 0;
    Plane plane = Plane::level;

    Vec<float> point(std::size_t column, std::size_t row) const;
};

/// first, first + step, ...: `count` coordinates, each rounded once to float.
std::vector<float> even_coordinates(double first, double step, int count);

/// Where a value lies among such samples: 0.5 at the first, 1.5 at the second, as the centres of
/// their pixels do; between two of them in proportion, beyond them by their mean distance.
double position_among(const std::vector<float>& samples, double value);

/// `count` neighbouring floats, ascending, with `middle` at index count / 2.
std::vector<float> consecutive_floats(float middle, int count);

/// Neighbouring floats around the point, `count` by `count`.
PointGrid float_grid(const Vec<float>& middle, int count);

/// The part of an edge that the grid shows, from corner to corner, as positions among its columns
/// and rows. It bends where the distance of the samples changes, as that of floats does at a power
/// of two. Empty where the grid shows none of it.
std::vector<glm::dvec2> edge_among(const PointGrid& grid, const Vec<float>& from,
                                   const Vec<float>& to);

/// Whether the point belongs to the closed triangle: exact for a triangle in the plane z = 0.
bool exactly_inside(const Vec<float>& P, const Triangle<float>& tri);

/// A predicate and the exact answer on a grid, row by row.
struct AcceptanceMap {
    int width, height;
    std::vector<bool> accepted, inside;
    std::uint64_t leaks = 0, false_hits = 0;  ///< inside but not accepted, and the reverse

    Outcome outcome(std::size_t k) const {
        return inside[k] == accepted[k] ? Outcome::right
               : inside[k]              ? Outcome::leak
                                        : Outcome::false_hit;
    }
    /// Errors, and what is correctly inside, in the colours of their outcomes.
    Rgb colour(std::size_t k) const {
        return inside[k] || accepted[k] ? row_of(outcome(k)).colour : palette::background;
    }
};
/// What the colours without errors mean.
inline constexpr std::string_view rightly_inside = "correctly inside",
                                  rightly_outside = "correctly outside";

/// The names of the methods that test points, with commas.
std::string point_tests();

/// `accepts` is asked about every point. Throws Error{Exit::bug} for a triangle that does not lie
/// in the plane z = 0.
AcceptanceMap map_acceptance(const std::function<bool(const Vec<float>&)>& accepts,
                             const Triangle<float>& tri, const PointGrid& grid);
/// Throws Error{Exit::usage} for a method without a predicate for points.
AcceptanceMap map_acceptance(const Method& method, const Triangle<float>& tri,
                             const PointGrid& grid);

}  // namespace hitmiss
