#pragma once
// What commands share that aim rays at a closed mesh, or send a grid of them through it.

#include "commands/command_line.hpp"
#include "referee/ray_source.hpp"

namespace hitmiss {

/// --aim: one kind of aimed rays.
void add_aim(Command& command, const std::function<void(Aim)>& choose);
/// --grid: where parallel rays go.
void add_grid(Command& command, std::optional<Axis>& grid);

/// Aims rays at the mesh of that file, which must enclose space, each edge in two triangles: else
/// throws Error{Exit::bad_input}.
AimedRays closed_mesh_rays(const std::string& file, const Geometry& geometry, std::uint64_t seed);

}  // namespace hitmiss
