#pragma once
// What an OBJ file says once everything that could mislead the mesh library has been judged.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/geometry.hpp"

namespace hitmiss {

/// A `mtllib` line: what follows the keyword.
struct MaterialLibrary {
    std::size_t line;
    std::string names;
};

/// Part of what is left of a file: only `f 1 2 3 ...`, with indices from 1, and `usemtl NAME`
/// lines, each well-formed. It begins with the material that holds there, if there is one.
struct GuardedText {
    std::string text;
    std::size_t triangles = 0;  ///< in its faces together
};

struct GuardedObj {
    std::vector<GuardedText> texts{};    ///< in the order of the file
    std::vector<Vec<float>> vertices{};  ///< the nearest floats to the numbers in the file
    std::size_t triangles = 0;           ///< in all faces together
    std::vector<MaterialLibrary> libraries{};
    std::vector<std::string> warnings{};
};

/// Bytes of a file that a thread takes at once.
inline constexpr std::size_t obj_piece = 1 << 17;

/// Reads an OBJ file and rejects whatever would give a wrong mesh, with file and line: malformed,
/// missing or infinite coordinates, indices of vertices that do not exist, no faces at all. The
/// pieces, of at least that many bytes, change nothing but the texts' number.
GuardedObj guard_obj(const std::filesystem::path& path, std::size_t piece = obj_piece);

}  // namespace hitmiss
