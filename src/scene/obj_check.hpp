#pragma once
// The first pass over an OBJ file: reads the vertices, and rejects whatever would mislead the mesh
// library, which reads the faces and materials in the second pass (obj.cpp). The library
// reports success for nearly anything: nan, 1e999, `1,5` and missing coordinates become 0 or
// infinity, vertex 4294967299 becomes 3, and vertices that do not exist are handed out.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/geometry.hpp"

namespace hitmiss {

/// A `mtllib` line: what follows the keyword.
struct MaterialLibrary {
    std::size_t line;
    std::string names;
};

/// Some whole lines of the text, which a thread can read by itself.
struct ObjPiece {
    std::span<char> text;
    std::int64_t vertices;  ///< before the piece
    std::string material;   ///< the name in use before the piece; empty: none
};

struct CheckedObj {
    std::vector<Vec<float>> vertices;  ///< the floats nearest to the numbers in the file
    std::size_t triangles = 0;         ///< at least one
    std::vector<MaterialLibrary> libraries;
    std::vector<ObjPiece> pieces;
    std::vector<std::string> warnings;
};

/// Checks a text of read_text(), in which it joins lines (see LineReader). Throws
/// Error{Exit::bad_input} with the line for malformed, missing or infinite coordinates, for
/// vertices that do not exist, and when there are no faces or too many. The pieces are for several
/// threads; each but the last has at least piece_size bytes.
CheckedObj check_obj(const std::string& file, std::span<char> text, std::size_t piece_size);

}  // namespace hitmiss
