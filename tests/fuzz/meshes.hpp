#pragma once
// What must hold for every mesh that is accepted.

#include <cmath>
#include <cstdlib>

#include "scene/mesh.hpp"

namespace hitmiss {

inline void check(const Mesh& mesh) {
    if (mesh.triangles.empty()) std::abort();
    if (mesh.material.size() > mesh.triangles.size()) std::abort();
    for (const auto& tri : mesh.triangles)
        if (!is_finite(tri)) std::abort();
    for (const auto index : mesh.material)
        if (index >= mesh.materials.size()) std::abort();
    for (const auto& warning : mesh.warnings)
        if (warning.find('\n') != warning.npos) std::abort();
}

}  // namespace hitmiss
