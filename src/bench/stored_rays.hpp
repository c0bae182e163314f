#pragma once
// The primary rays of an image, computed before any clock starts.

#include <vector>

#include "scene/camera.hpp"
#include "trace/tiles.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

/// Rays in the order in which they are traced: tile after tile as for_each_tile cuts them, and
/// within a tile along the Z-order curve (Morton 1966), so that sixteen in a row are a block of
/// 4 x 4 pixels and four such blocks one of 8 x 8. All tracers get the rays in this order.
struct StoredRays {
    int width, height;
    std::vector<Ray<float>> rays;
    std::vector<std::uint32_t> pixel;  ///< of each ray: x + y width
};
StoredRays store_rays(const PrimaryRays& primary);

/// Index of a tile's first ray, in an image of that width.
std::size_t first_ray(const Tile& tile, int width);

/// Calls visit(rays, first) for the rays of each tile, the first of which has that index, on as
/// many threads as OpenMP is set to.
template <typename Visit>
void for_each_tile(const StoredRays& stored, Visit&& visit) {
    for_each_tile(stored.width, stored.height, [&](const Tile& tile) {
        const std::size_t first = first_ray(tile, stored.width);
        visit(std::span(stored.rays).subspan(first, std::size_t(tile.size())), first);
    });
}

/// Traces all rays tile by tile, on as many threads as OpenMP is set to.
void trace_all(const Tracer& tracer, const StoredRays& stored, std::span<Hit> hits);

std::uint64_t count_hits(std::span<const Hit> hits);

}  // namespace hitmiss
