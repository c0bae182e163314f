#pragma once
// The generators in the catalogue of make.cpp, which describes them. Front faces are
// counter-clockwise. A generator without a free size or a seed ignores that argument.

#include <cstdint>
#include <functional>
#include <vector>

#include "base/geometry.hpp"

namespace hitmiss {

using Triangles = std::vector<Triangle<float>>;

/// Two triangles for each cell of a lattice with corners corner(column, row), row after row. Their
/// front faces are on the side from which columns run right and rows run up.
Triangles lattice(int columns, int rows, const std::function<Vec<float>(int, int)>& corner);

Triangles make_atrium(int faces, std::uint64_t seed);
Triangles make_cube(int, std::uint64_t);
Triangles make_grid(int faces, std::uint64_t);
Triangles make_icosphere(int faces, std::uint64_t);
Triangles make_scan(int faces, std::uint64_t seed);
Triangles make_sliver_fan(int faces, std::uint64_t);
Triangles make_soup(int faces, std::uint64_t seed);
Triangles make_terrain(int faces, std::uint64_t seed);
Triangles make_torus_knot(int faces, std::uint64_t seed);

}  // namespace hitmiss
