#pragma once
// The limits on what the program reads and makes; exceeding one is an error that names it, or for
// material files a warning. They keep arithmetic far from overflow, and stop a mistake in a file
// from using up the machine's memory.

#include <cstddef>
#include <cstdint>

namespace hitmiss {

// Files, in bytes.
inline constexpr std::uintmax_t max_mesh_bytes = 1 << 30, max_mtl_bytes = 1 << 24,
                                max_scene_bytes = 1'000'000;
/// The header of a PLY file; so much of any mesh file is looked at before the rest is read.
inline constexpr std::size_t max_ply_header = 1 << 20;

// Limits on a scene, from files or from the command line. Scene files do not include each other.
// The TOML parser nests values up to 256 deep, but it also recurses once per dot of a key:
// max_dots.
inline constexpr int max_side = 16'384;         ///< of an image, in pixels
inline constexpr int max_samples = 16;          ///< samples x samples rays per pixel
inline constexpr int max_rays_across = 65'536;  ///< max(width, height) times samples
inline constexpr std::size_t max_meshes = 1000, max_methods = 64, max_dots = 10'000;
inline constexpr std::size_t max_compared = 100'000'000;  ///< pixels times methods
inline constexpr int max_threads = 1024;

// Tables of rays and answers.
inline constexpr double max_table_rows = 1e12;
inline constexpr std::size_t max_table_columns = 16, max_csv_line = 10'000;  ///< characters

// Meshes.
inline constexpr std::size_t max_triangles = 20'000'000;  ///< of a scene, a mesh or a file
inline constexpr int max_made_triangles = 10'000'000;     ///< of a generated mesh
inline constexpr std::size_t max_corners = 100'000;       ///< of a face
inline constexpr std::size_t max_materials = 65'536, max_libraries = 100;  ///< of an OBJ file
/// Of meshes and rays: differences stay in the range of floats, and so does the camera framing
/// them.
inline constexpr double max_coordinate = 1e30;

}  // namespace hitmiss
