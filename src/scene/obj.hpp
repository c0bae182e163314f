#pragma once
// Wavefront OBJ files into meshes.

#include <filesystem>

#include "scene/mesh.hpp"

namespace hitmiss {

/// Reads the faces of an OBJ file as triangles, in file order, with the diffuse colours of its
/// materials. Polygons are split as triangulate() says. Normals, texture coordinates, lines,
/// points and groups are ignored. Throws Error{Exit::bad_input} with file and line for whatever
/// would give a wrong mesh; what can be left out without harm becomes a warning.
Mesh load_obj(const std::filesystem::path& path);

}  // namespace hitmiss
