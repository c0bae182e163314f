#pragma once
// Materials: names and diffuse colours from the MTL files beside an OBJ file.

#include <filesystem>
#include <vector>

#include "scene/mesh.hpp"
#include "scene/obj_check.hpp"

namespace hitmiss {

/// Appends the materials of the libraries that an OBJ file names. Only regular files inside the
/// folder of the OBJ file are opened; for others one warning is added. Returns whether all were
/// opened. Throws when a file is not text or a Kd is not three finite numbers; channels outside
/// [0, 1] are clamped with a warning.
bool load_materials(const std::filesystem::path& obj, const std::vector<MaterialLibrary>& libraries,
                    Mesh& mesh);

}  // namespace hitmiss
