#pragma once
// Rays by their numbers: of a picture, aimed at a mesh, on a grid, from a file.

#include <functional>
#include <string>

#include "judge/leaks.hpp"
#include "scene/camera.hpp"

namespace hitmiss {

/// So many rays. Any of them may be asked for, from several threads at once.
struct RaySource {
    std::size_t count;
    std::function<void(std::size_t first, std::span<Ray<float>>)> read;
    Vec<double> eye;  ///< the start of a ray, the farthest from the mesh's box
};

/// One ray per pixel, row by row from the top left.
RaySource picture_rays(const Camera& camera, int width, int height);

/// Those of count_leaks(). Keeps a reference to `aimed`.
RaySource aimed_rays(const AimedRays& aimed, const Box& box, Aim aim, std::size_t count,
                     std::uint64_t seed);

/// Where parallel rays go.
struct Axis {
    int number;     ///< 0, 1, 2: x, y, z
    bool negative;  ///< against it
};
inline constexpr std::array<std::string_view, 6> axis_names{"x", "y", "z", "-x", "-y", "-z"};
constexpr Axis axis_of(std::size_t name) {
    return {int(name % 3), name >= 3};
}

/// width x height parallel rays through the box, row by row. They start half a diagonal outside it
/// and stand at k / (width + 1) of its side, k from 1, so that corners on an integer grid are met
/// exactly where width + 1 is a multiple of the side; `across` the next axis, `down` the one after.
RaySource grid_rays(const Box& box, Axis axis, int width, int height);

/// From a file of six float32 a row, origin and direction. Reads all of it once. Throws
/// Error{Exit::bad_input} for a row that is no ray.
RaySource file_rays(const std::string& path, const Box& box);

}  // namespace hitmiss
