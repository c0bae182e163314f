#pragma once
// What commands share that aim rays at a mesh, or send a grid of them through it.

#include "commands/options.hpp"
#include "judge/ray_source.hpp"

namespace hitmiss {

/// --aim: one kind of aimed rays.
void add_aim(Command& command, const std::function<void(Aim)>& choose);
/// --grid: where parallel rays go.
void add_grid(Command& command, std::optional<Axis>& grid);

/// Aims rays at the scene's mesh: from inside and outside if it encloses space, else, or if --eye
/// is given, from the camera's eye, past its borders; says so on stderr.
AimedRays aim_at(const Geometry& geometry, const SceneOptions& options, const Scene& scene,
                 std::uint64_t seed);

}  // namespace hitmiss
