#pragma once
// Where rays come from: a picture, rays aimed at a mesh, a grid, a file.

#include <functional>
#include <string>

#include "judge/aimed_rays.hpp"
#include "judge/spawned.hpp"
#include "scene/camera.hpp"

namespace hitmiss {

/// Rays that are traced together.
struct Batch {
    std::vector<std::size_t> numbers;  ///< of its rays in their source
    std::vector<Ray<float>> rays;
    std::vector<Spawned> spawned = {};  ///< by ray, if they start on the surface
    std::uint64_t lost = 0;             ///< rays that would, had the method found their start

    HitFilter filter(std::size_t k) const {
        return spawned.empty() ? HitFilter{} : spawned[k].filter;
    }
};

/// So many rays, each made from its number, in batches that any thread may ask for.
struct RaySource {
    std::size_t count = 0, batches = 0;
    std::function<Batch(std::size_t index)> batch;
    Vec<double> eye{0};              ///< the start of a ray, the farthest from the mesh's box
    std::optional<Box> starts = {};  ///< where all rays start, if that is known
};

/// Rays in a batch of any source but a picture; the last batch may have fewer.
inline constexpr std::size_t rays_of_block = 2048;
constexpr std::size_t blocks_of(std::uint64_t rays) {
    return std::size_t((rays + rays_of_block - 1) / rays_of_block);
}

/// One ray per pixel, numbered row by row from the top left; a batch is a tile in Z-order, which is
/// the order in which the traversal of tiles is fast.
RaySource picture_rays(const Camera& camera, int width, int height);

/// Rays numbered as they are read, in blocks of rays_of_block.
RaySource consecutive_rays(std::size_t count,
                           std::function<void(std::size_t first, std::span<Ray<float>> rays)> read,
                           const Vec<double>& eye);

/// The rays of a list.
RaySource listed_rays(std::vector<Ray<float>> rays, const Vec<double>& eye);

/// Rays aimed at a mesh; none where it has nothing of the kind. Each block is drawn from a random
/// stream of its own, so that no ray depends on the threads. Keeps a reference to `aimed`.
RaySource aimed_rays(const AimedRays& aimed, Aim aim, std::size_t count, std::uint64_t seed);

/// Where parallel rays go: along an axis or against it.
enum class Axis { x, y, z, minus_x, minus_y, minus_z };
inline constexpr std::array<std::string_view, 6> axis_names{"x", "y", "z", "-x", "-y", "-z"};

/// width x height parallel rays through the box, row by row. They start half a diagonal outside it
/// and stand at k / (width + 1) of its side, k from 1, so that corners on an integer grid are met
/// exactly where width + 1 is a multiple of the side; `across` the next axis, `down` the one after.
RaySource grid_rays(const Box& box, Axis axis, int width, int height);

/// Throws Error{Exit::bad_input} for a ray that no file may hold, read or written: a number that is
/// not finite or beyond the largest coordinate, or the direction 0. `number`: its row in that file.
void check_ray(const Ray<float>& ray, const std::string& path, std::size_t number);

/// From a file of six numbers a row, origin and direction, which are rounded to floats; says if
/// that changes one. Reads all of it once. Throws Error{Exit::bad_input} for a row that is not a
/// ray.
RaySource file_rays(const std::string& path, const Box& box);

/// The ray of that number, from any source but a picture.
Ray<float> ray_at(const RaySource& source, std::size_t number);

// Parts of a source, spread evenly over it, so that work on them is bounded.

using RayNumbers = std::vector<std::size_t>;

/// Every so many-th batch, where there are many.
RaySource some_batches(const RaySource& source);

/// Every so many-th ray: at most so many.
RaySource spread(const RaySource& source, std::size_t most);

/// The rays of those numbers, which ascend, and others spread evenly: at most so many. There are
/// fewer numbers than that.
RaySource with_others(const RaySource& source, RayNumbers numbers, std::size_t most);

/// At most so many of the numbers, evenly, ascending.
RayNumbers thinned(RayNumbers numbers, std::size_t most);

}  // namespace hitmiss
