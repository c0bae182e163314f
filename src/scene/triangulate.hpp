#pragma once
// Splits polygons into triangles, by exact orientation tests.

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <span>
#include <vector>

#include "base/geometry.hpp"

namespace hitmiss {

/// The triangles of a polygon, as corner numbers.
using FaceTriangles = std::vector<std::array<std::uint32_t, 3>>;

/// A point of a coordinate plane.
using PlanePoint = glm::vec2;

/// 1 when a, b, c turn counter-clockwise, -1 when clockwise, 0 when collinear: exact for all
/// finite floats (Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997).
int orientation(PlanePoint a, PlanePoint b, PlanePoint c);

/// Whether the corners lie exactly on one line.
bool is_degenerate(const Triangle<float>& tri);

/// Appends the corners.size() - 2 triangles of a polygon of at least three corners, as corner
/// numbers in the polygon's own winding.
///
/// A quad is split at its shorter diagonal (the first on a tie) unless that one lies outside.
/// Larger polygons are cut ear by ear (Meisters 1975) in the coordinate plane where they have the
/// largest area, or in their own plane if the outline crosses itself as seen along that axis: a
/// bent one may. Returns false when it crosses itself there too; then the triangles cover no
/// well-defined area.
bool triangulate(std::span<const Vec<float>> corners, FaceTriangles& triangles);

/// The same for a polygon of the plane, ear by ear (ear_clipping.cpp).
bool clip_ears(std::vector<PlanePoint> points, FaceTriangles& triangles);

/// The faces of a file as triangles, and what a warning tells of them.
struct SplitFaces {
    std::vector<Triangle<float>> triangles{};
    std::size_t degenerate = 0, crossing = 0;  ///< triangles without area; crossed outlines

    /// Adds a face of at least three corners, split as triangulate() says.
    void add(std::span<const Vec<float>> corners);
    void append(const SplitFaces& next);

private:
    void add(const Triangle<float>& tri);
};

}  // namespace hitmiss
