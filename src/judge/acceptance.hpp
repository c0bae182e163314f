#pragma once
// Points in rows and columns, where an edge lies among them, and which of them a triangle contains.

#include <glm/vec2.hpp>
#include <string>
#include <vector>

#include "judge/outcome.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {

/// Points of a plane on which one coordinate is constant, in rows and columns, as a picture shows
/// them: the next coordinate to the right, the one after it upwards.
struct PointGrid {
    std::vector<float> columns, rows;  ///< coordinates from the left, and from the top
    float at = 0;                      ///< the constant one
    int axis = 2;                      ///< which that is: 0, 1, 2: x, y, z

    int right() const { return (axis + 1) % 3; }
    int up() const { return (axis + 2) % 3; }
    std::size_t points() const { return columns.size() * rows.size(); }
    /// The point of that number, row by row.
    Vec<float> point(std::size_t number) const;
    /// The point of the plane with these two coordinates.
    Vec<double> at_place(const glm::dvec2& place) const;
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

/// Where the triangle meets the plane on which that coordinate is `at`; nothing if it does not, or
/// lies in it.
std::optional<std::pair<Vec<double>, Vec<double>>> cut_by_plane(const Triangle<float>& tri,
                                                                int axis, float at);

/// Whether the point belongs to the closed triangle: exact for a triangle in the plane z = 0.
bool exactly_inside(const Vec<float>& P, const Triangle<float>& tri);

/// What the colours without errors mean.
inline constexpr std::string_view rightly_inside = "correctly inside",
                                  rightly_outside = "correctly outside";

/// The names of the methods that test points, with commas.
std::string point_tests();

}  // namespace hitmiss
