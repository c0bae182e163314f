#pragma once
// Wavefront OBJ files into meshes, and back.

#include <filesystem>
#include <string_view>

#include "base/memory.hpp"
#include "scene/mesh.hpp"

namespace hitmiss {

/// What must be text, as messages name it.
inline constexpr std::string_view obj_text = "an OBJ or MTL file";

/// Reads the faces of an OBJ file, whose bytes are these, as triangles, in file order, with the
/// diffuse colours of its materials. Polygons are split as triangulate() says. Normals, texture
/// coordinates, lines, points and groups are ignored. Throws Error{Exit::bad_input} with file and
/// line for anything that would give a wrong mesh; what can be left out without harm becomes a
/// warning. Threads share the faces in pieces of the text of at least piece_size bytes.
Mesh read_obj(const std::filesystem::path& path, Unfilled<char> bytes,
              std::size_t piece_size = 1 << 17);

/// The triangles as Wavefront OBJ text, without materials: corners equal bit for bit share one
/// `v` line, numbers are the shortest that read back bit for bit, triangles keep their order.
std::string to_obj(const Mesh& mesh);

}  // namespace hitmiss
