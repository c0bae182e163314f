#pragma once
// Where a mesh stands in its scene.

#include <glm/mat3x3.hpp>

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

/// The map p -> linear p + translation.
struct Affine {
    glm::dmat3 linear{1};
    Vec<double> translation{0};
};

/// The placement as a map.
Affine to_affine(const Placement& placement);

}  // namespace hitmiss
