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

std::vector<RayBlock> packed(const StoredRays& stored) {
    std::vector<RayBlock> packets;
    for (std::size_t first = 0; first < stored.rays.size(); first += 16) {
        RayBlock& packet = packets.emplace_back();
        packet.first = first, packet.count = std::min<std::size_t>(16, stored.rays.size() - first);
        for (std::size_t k = 0; k < packet.count; ++k) {
            const auto& d = stored.rays[first + k].d;
            packet.dx[k] = d.x, packet.dy[k] = d.y, packet.dz[k] = d.z;
        }
    }
    return packets;
}

void trace_all(const Trace& trace, const StoredRays& stored, std::span<Hit> hits) {
    for_each_tile(stored.width, stored.height, [&](const Tile& tile) {
        const std::size_t first = first_ray(tile, stored.width), count = std::size_t(tile.size());
        trace(std::span(stored.rays).subspan(first, count), hits.subspan(first, count));
    });
}

std::uint64_t count_hits(std::span<const Hit> hits) {
    return std::uint64_t(std::ranges::count_if(hits, [](const Hit& hit) { return bool(hit); }));
}

}  // namespace hitmiss
