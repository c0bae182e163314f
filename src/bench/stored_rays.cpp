#include "bench/stored_rays.hpp"

#include <algorithm>

namespace hitmiss {

std::size_t first_ray(const Tile& tile, int width) {
    // The rows of tiles above it and the tiles to its left come before.
    return std::size_t(tile.y) * std::size_t(width) +
           std::size_t(tile.x) * std::size_t(tile.height);
}

StoredRays store_rays(const PrimaryRays& primary) {
    const auto count = std::size_t(primary.width()) * std::size_t(primary.height());
    StoredRays stored{primary.width(), primary.height(), std::vector<Ray<float>>(count),
                      std::vector<std::uint32_t>(count)};
    for_each_tile(stored.width, stored.height, [&](const Tile& tile) {
        std::size_t next = first_ray(tile, stored.width);
        for_each_pixel(tile, [&](int x, int y) {
            stored.rays[next] = primary(x, y);
            stored.pixel[next++] = std::uint32_t(x + y * stored.width);
        });
    });
    return stored;
}

void trace_all(const Tracer& tracer, const StoredRays& stored, std::span<Hit> hits) {
    for_each_tile(stored, [&](std::span<const Ray<float>> rays, std::size_t first) {
        tracer(rays, hits.subspan(first, rays.size()));
    });
}

std::uint64_t count_hits(std::span<const Hit> hits) {
    return std::uint64_t(std::ranges::count_if(hits, [](const Hit& hit) { return bool(hit); }));
}

}  // namespace hitmiss
