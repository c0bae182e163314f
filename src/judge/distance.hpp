#pragma once
// Distances in double. Vertices less the same point lose next to nothing in them.

#include "base/geometry.hpp"

namespace hitmiss {

/// Of a point from the triangle, its inside included.
double distance_to_triangle(const Vec<double>& p, const Triangle<double>& tri);

/// Of the points p + s d, s >= 0, from the triangle's border.
double half_line_to_border(const Vec<double>& p, const Vec<double>& d, const Triangle<double>& tri);

}  // namespace hitmiss
