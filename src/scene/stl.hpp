#pragma once
// STL files into meshes, and back.
//
// Binary: 80 bytes of any text, the number of triangles n as a little-endian 32-bit integer, then
// 50 bytes each: a normal, a, b and c as little-endian floats, and two bytes that nobody uses.
// ASCII: `solid`, facets with `vertex` lines, `endsolid`. Normals are ignored: corners are
// counter-clockwise.

#include "base/memory.hpp"
#include "scene/mesh.hpp"
#include "scene/mesh_bytes.hpp"
#include "scene/triangulate.hpp"

namespace hitmiss {

/// The corners of a facet.
using CornerPoints = std::array<Vec<float>, 3>;

/// Whether a text is this lower-case word, in letters of any case.
bool is_word(std::string_view text, std::string_view word);

/// Whether a file of this size that begins with these bytes is an STL file. A binary one is 84 + 50
/// n bytes long, whatever it begins with.
bool is_stl(std::string_view start, FileSize size);

/// Whether these first bytes, which no other format begins with, are binary: an STL file, or not a
/// mesh.
bool may_be_binary_stl(std::string_view start);

/// Throws Error{Exit::bad_input} for a binary file that is not whole or too large, by its first
/// bytes and its size. A text is read first.
Announced check_stl(const std::string& file, std::string_view start, FileSize size);

/// Reads the bytes of an STL file. Throws Error{Exit::bad_input} with the line, or the byte of a
/// binary file, for a file that is not whole and for corners that are not three finite numbers.
Mesh read_stl(const std::string& file, Unfilled<char> bytes);

/// The same for an ASCII file, a text of to_text() (stl_ascii.cpp).
SplitFaces read_ascii_stl(const std::string& file, std::span<char> text);

/// The triangles as a binary STL file, without their colours.
std::string to_stl(const Mesh& mesh);

}  // namespace hitmiss
