#pragma once
// Where a mesh stands in its scene.

#include "scene/mesh.hpp"

namespace hitmiss {

/// Applied in this order: scale; rotations about the x, then the y, then the z axis, in degrees,
/// counter-clockwise as seen from the axis's tip; translation.
struct Placement {
    Vec<double> scale{1}, rotate{0}, translate{0};
};

/// Moves every vertex, in double, rounded once: corners that were equal bit for bit still are.
/// Quarter turns are exact. Far-off vertices become infinite.
void place(Mesh& mesh, const Placement& placement);

}  // namespace hitmiss
