#pragma once
// Procedural meshes: the same text gives the same bits on every machine.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "scene/mesh.hpp"

namespace hitmiss {

/// One kind of made mesh, written KIND[:faces=N,seed=N].
struct MeshKind {
    std::string_view name;
    std::string_view description;
    int faces;        ///< default number of triangles
    int least_faces;  ///< smallest number; equal to `faces` if that is the only one
    bool seeded;      ///< whether it has a seed, by default 1
    std::vector<Triangle<float>> (*make)(int faces, std::uint64_t seed);

    /// The keys it understands: "faces" and "seed", one of them or none.
    std::vector<std::string_view> parameters() const;
};

/// All kinds, in the order of the help text.
std::span<const MeshKind> mesh_kinds();

/// Makes the mesh of a text as `torus-knot:faces=100000,seed=1`. Corners that triangles share are
/// equal bit for bit. Throws Error{Exit::usage} that names what there is.
Mesh make_mesh(std::string_view text);

}  // namespace hitmiss
