#pragma once
// Generated meshes. The same text gives the same bits on every machine.

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "scene/mesh.hpp"

namespace hitmiss {

using Triangles = std::vector<Triangle<float>>;

/// One kind of generated mesh, written KIND[:faces=N,seed=N].
struct MeshKind {
    std::string_view name;
    std::string_view description;
    int faces;        ///< default number of triangles
    int least_faces;  ///< smallest number; equal to `faces` if that is the only one
    bool seeded;      ///< whether it has a seed, by default 1
    Triangles (*make)(int faces, std::uint64_t seed);
};

/// All kinds, in the order of the help text.
std::span<const MeshKind> mesh_kinds();
/// Whether a text names one of them, whatever follows its colon.
bool names_mesh_kind(std::string_view text);

/// Makes a mesh from a text such as `torus-knot:faces=100000,seed=1`. Vertices that triangles share
/// are equal bit for bit. Throws Error{Exit::usage} that names the kinds or keys that exist.
Mesh make_mesh(std::string_view text);

/// Cells along each side of a square lattice of about `faces` triangles.
int cells_per_side(double faces);

/// Two triangles for each cell of a lattice with corners corner(column, row), row after row. Their
/// front faces are on the side from which columns run right and rows run up.
Triangles lattice(int columns, int rows, const std::function<Vec<float>(int, int)>& corner);

// The generators, which make.cpp describes. Front faces are counter-clockwise. A generator without
// a free size or a seed ignores that argument.
Triangles make_atrium(int faces, std::uint64_t seed);
Triangles make_divided_cube(int faces, std::uint64_t);
Triangles make_grid(int faces, std::uint64_t);
Triangles make_icosphere(int faces, std::uint64_t);
Triangles make_scan(int faces, std::uint64_t seed);
Triangles make_sliver_fan(int faces, std::uint64_t);
Triangles make_soup(int faces, std::uint64_t seed);
Triangles make_terrain(int faces, std::uint64_t seed);
Triangles make_torus_knot(int faces, std::uint64_t seed);

}  // namespace hitmiss
