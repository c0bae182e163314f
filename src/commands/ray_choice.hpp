#pragma once
// Which rays a command was asked for: those of the picture, of a file or a grid, or aimed ones.

#include "commands/options.hpp"

namespace hitmiss {

/// Where rays of each kind go, in the order of Aim.
inline constexpr std::array<std::string_view, aim_names.size()> aim_places{
    "at edges", "at vertices", "at silhouettes", "inside triangles", "of random rays"};
/// "rays aimed at edges", "random rays".
std::string aimed_text(Aim aim);
/// --aim: one kind of aimed rays.
void add_aim(Command& command, std::optional<Aim>& aim,
             std::string_view where = " hitmiss leaks --help");
/// One ray per pixel, numbered row by row from the top left, in consecutive blocks.
RaySource rows_of_pixels(const Scene& scene);
/// --grid: where parallel rays go, as a place in axis_names.
void add_grid(Command& command, std::optional<std::size_t>& grid);

/// Why the mesh is not closed: it has borders, edges with more than two triangles, or both.
std::string open_text(const AimedRays& rays);
/// Aims rays at the scene's mesh: from inside and outside if it encloses space, else, or if --eye
/// is given, from the camera's eye, past its borders; says so on stderr.
AimedRays aim_at(const Geometry& geometry, const SceneOptions& options, const Scene& scene,
                 std::uint64_t seed);
/// Throws Error{Exit::bad_input} where the mesh has nothing of that kind to aim at.
void check_aim(const AimedRays& aimed, Aim aim, const std::string& scene);

/// Which rays, where they are not the picture's.
struct RayChoice {
    std::string file;                 ///< --rays FILE
    std::optional<std::size_t> grid;  ///< of axis_names
    std::optional<Aim> aim;
    std::uint64_t count = 100'000, seed = 1;  ///< of aimed rays

    /// The options that say the same again.
    std::string text() const;
};

/// Those rays; without any, the picture's, row by row. The geometry's eye becomes theirs: the
/// collision matrix fits its segment to it. Throws Error{Exit::usage} for two kinds at once.
RaySource choose_rays(const RayChoice& rays, const SceneOptions& options, const Scene& scene,
                      Geometry& geometry);

/// Notes that rays of at most that length are tested against all triangles, if they are and there
/// are many. `rays`: "rays to the lamp are up to"; `cure`: a sentence without its full stop.
void note_ray_length(std::string_view rays, double length, const Geometry& geometry,
                     std::string_view cure);

}  // namespace hitmiss
