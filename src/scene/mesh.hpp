#pragma once
// A mesh as everything downstream sees it: triangles in file order, each with a material.

#include <cstdint>
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
    std::vector<std::uint32_t> material;          ///< per triangle: index into materials
    std::vector<Material> materials{Material{}};  ///< 0 is the default material
    std::vector<std::string> warnings;            ///< one line each, for stderr
};

}  // namespace hitmiss
