#pragma once
// Which triangles a ray passes through, so that each passage counts once: exactly, at edges and
// vertices too.
//
// The ray is moved by infinitesimals, the same for all triangles: its direction by e, with
// e_x >> e_y >> e_z > 0, and its origin by f, with f_x >> f_y >> f_z > 0 far smaller than these
// (after Edelsbrunner and Mücke, Simulation of Simplicity, 1990). Moved so, the ray meets no edge,
// and one that passes through an edge passes through exactly one of two triangles that share it and
// carry on the surface, through both or neither of two that fold it back. So a closed mesh is
// crossed an odd number of times exactly from inside. A triangle without area is never crossed.

#include "base/geometry.hpp"

namespace hitmiss {

/// How the ray, moved so, passes through the triangle at t > 0: 1 along its normal, which is out of
/// a closed surface, -1 against it, 0 not at all; decided exactly. Means nothing for a ray whose
/// origin is a point of the triangle.
int crossing(const Ray<float>& ray, const Triangle<float>& tri);

}  // namespace hitmiss
