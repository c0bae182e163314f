#pragma once
// Polygons in space as polygons in a plane.

#include "scene/triangulate.hpp"

namespace hitmiss {

using Corners = std::span<const Vec<float>>;

/// The polygon projected along the largest component of its Newell normal, mirrored if necessary so
/// that it winds counter-clockwise. Dropping a coordinate rounds nothing.
std::vector<PlanePoint> along_axis(Corners corners);

/// The polygon projected along its Newell normal onto its own plane, where it winds
/// counter-clockwise; rounded, and as large as a unit. Empty if it has no normal.
std::vector<PlanePoint> along_normal(Corners corners);

}  // namespace hitmiss
