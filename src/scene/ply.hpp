#pragma once
// PLY files into meshes, and back.
//
// A text header lists elements, each with its properties: numbers of eight types, or lists of them.
// The elements follow as text, a line each, or binary in either byte order. Two elements
// are used: `vertex` with x, y and z, and `face` with the list vertex_indices (or vertex_index).
// All others are skipped.

#include "base/memory.hpp"
#include "scene/mesh.hpp"
#include "scene/mesh_bytes.hpp"

namespace hitmiss {

/// Whether the bytes are a PLY file: their first line is "ply".
bool is_ply(std::string_view bytes);

/// Throws Error{Exit::bad_input} for a file of this size whose header, which is among its first
/// bytes, is wrong or announces more than the file holds, or than is read.
Announced check_ply(const std::string& file, std::string_view start, FileSize size);

/// Reads the bytes of a PLY file. Polygons are split as triangulate() says, numbers rounded once to
/// floats. Throws Error{Exit::bad_input} with the line, or the byte of a binary file, for a file
/// that is not whole, for vertices that do not exist, and for those that are used and not finite.
Mesh read_ply(const std::string& file, Unfilled<char> bytes);

/// The triangles as a binary little-endian PLY file, without their colours: corners equal bit for
/// bit share one vertex.
std::string to_ply(const Mesh& mesh);

}  // namespace hitmiss
