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

struct GuardedObj {
    /// Only `v x y z`, `f 1 2 3 ...` and `usemtl NAME` lines, each well-formed; in pieces, so that
    /// they can be freed as the mesh grows.
    std::vector<std::string> text{1};
    std::vector<Vec<float>> vertices{};  ///< the nearest floats to the numbers in the file
    std::size_t triangles = 0;           ///< in all faces together
    std::vector<MaterialLibrary> libraries{};
    std::vector<std::string> warnings{};
};

/// Reads an OBJ file and rejects whatever would give a wrong mesh, with file and line: malformed,
/// missing or infinite coordinates, indices of vertices that do not exist, no faces at all.
GuardedObj guard_obj(const std::filesystem::path& path);

}  // namespace hitmiss
