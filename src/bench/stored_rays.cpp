#include "bench/stored_rays.hpp"

#include <algorithm>
#include <bit>

namespace hitmiss {
namespace {

/// The bits of even rank of a Z-order index, which are its column; shifted by one, its row.
unsigned even_bits(unsigned index) {
    unsigned bits = 0;
    for (unsigned k = 0; k < 16; ++k) bits |= (index >> 2 * k & 1) << k;
    return bits;
}

}  // namespace

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
        const auto side = std::bit_ceil(unsigned(std::max(tile.width, tile.height)));
        std::size_t next = first_ray(tile, stored.width);
        for (unsigned index = 0; index < side * side; ++index) {
            const int x = int(even_bits(index)), y = int(even_bits(index >> 1));
            if (x >= tile.width || y >= tile.height) continue;
            stored.rays[next] = primary(tile.x + x, tile.y + y);
            stored.pixel[next++] = std::uint32_t(tile.x + x + (tile.y + y) * stored.width);
        }
    });
    return stored;
}

std::vector<Packet> packed(const StoredRays& stored) {
    std::vector<Packet> packets;
    for (std::size_t first = 0; first < stored.rays.size(); first += 16) {
        Packet& packet = packets.emplace_back();
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
