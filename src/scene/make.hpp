#pragma once
// Generated meshes. The same text gives the same bits on every machine.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "scene/mesh.hpp"

namespace hitmiss {

/// One kind of generated mesh, written KIND[:faces=N,seed=N].
struct MeshKind {
    std::string_view name;
    std::string_view description;
    int faces;        ///< default number of triangles
    int least_faces;  ///< smallest number; equal to `faces` if that is the only one
    bool seeded;      ///< whether it has a seed, by default 1
    std::vector<Triangle<float>> (*make)(int faces, std::uint64_t seed);
};

/// All kinds, in the order of the help text.
std::span<const MeshKind> mesh_kinds();

/// Makes a mesh from a text such as `torus-knot:faces=100000,seed=1`. Vertices that triangles share
/// are equal bit for bit. Throws Error{Exit::usage} that names the kinds or keys that exist.
Mesh make_mesh(std::string_view text);

}  // namespace hitmiss
