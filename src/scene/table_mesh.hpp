#pragma once
// Meshes as tables of numbers, NPY or CSV: a triangle a row, its nine coordinates.

#include "scene/mesh.hpp"
#include "scene/number_table.hpp"

namespace hitmiss {

/// Throws Error{Exit::bad_input} for an NPY file of this size whose header, which is among its
/// first bytes, announces no triangles, or more than are read.
Announced check_table_mesh(const std::string& file, std::string_view start, FileSize size);

/// Rounds the numbers once to floats. Throws Error{Exit::bad_input} for other columns, and for
/// coordinates that are not finite.
Mesh read_table_mesh(const NumberTable& table);

}  // namespace hitmiss
