#pragma once
// A mesh: triangles in file order, each with a material. And its placement in the scene.

#include <array>
#include <cmath>
#include <cstdint>
#include <glm/mat3x3.hpp>
#include <string>
#include <vector>

#include "base/geometry.hpp"

namespace hitmiss {

/// Diffuse colour, display-referred, each channel in [0, 1].
struct Material {
    std::string name;
    Vec<float> kd{0.8f};
};

struct Mesh {
    std::vector<Triangle<float>> triangles;
    /// Per triangle: index into materials; triangles beyond its end have the default material.
    std::vector<std::uint32_t> material;
    std::vector<Material> materials{Material{}};  ///< 0 is the default material
    std::vector<std::string> warnings;            ///< one line each, for stderr

    const Material& material_of(std::size_t triangle) const {
        return materials[triangle < material.size() ? material[triangle] : 0];
    }
};

/// Whether all coordinates are finite numbers.
inline bool is_finite(const Vec<float>& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}
inline bool is_finite(const Triangle<float>& tri) {
    return is_finite(tri.a) && is_finite(tri.b) && is_finite(tri.c);
}

/// The triangles as files give them that share vertices: corners equal bit for bit are one vertex.
struct SharedVertices {
    std::vector<Vec<float>> vertices{};
    std::vector<std::array<std::uint32_t, 3>> corners{};  ///< of each triangle
};
SharedVertices shared_vertices(const std::vector<Triangle<float>>& triangles);

/// Applied in this order: scale; rotations about the x, then the y, then the z axis, in degrees,
/// counter-clockwise as seen from the axis's tip; translation.
struct Placement {
    Vec<double> scale{1}, rotate{0}, translate{0};
};

/// Moves every vertex by a map of double vectors and rounds it once. Corners that were equal bit
/// for bit stay equal.
void move_vertices(std::vector<Triangle<float>>& triangles, const auto& map) {
#pragma omp parallel for if (triangles.size() > 10'000)
    for (std::size_t k = 0; k < triangles.size(); ++k) {
        auto& [a, b, c] = triangles[k];
        for (auto* vertex : {&a, &b, &c}) *vertex = Vec<float>(map(Vec<double>(*vertex)));
    }
}

/// Moves the vertices by a placement. Quarter turns are exact. Far-off vertices become infinite.
void place(Mesh& mesh, const Placement& placement);

/// The map p -> linear p + translation.
struct Affine {
    glm::dmat3 linear{1};
    Vec<double> translation{0};

    Vec<double> operator()(const Vec<double>& p) const { return linear * p + translation; }
};

/// The placement as a map.
Affine to_affine(const Placement& placement);

}  // namespace hitmiss
