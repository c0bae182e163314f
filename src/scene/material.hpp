#pragma once
// Materials: names and diffuse colours, from the MTL files of an OBJ file.

#include <filesystem>
#include <vector>

#include "scene/mesh.hpp"
#include "scene/obj_check.hpp"

namespace hitmiss {

/// Appends the materials of the libraries (MTL files) that an OBJ file names. Only regular files
/// inside the folder of the OBJ file are opened; one warning tells of all others. Returns whether
/// all were opened. Throws if a file is not text or a Kd is not three finite numbers. Channels
/// outside [0, 1] are clamped with a warning.
bool load_materials(const std::filesystem::path& obj, const std::vector<MaterialLibrary>& libraries,
                    Mesh& mesh);

}  // namespace hitmiss
