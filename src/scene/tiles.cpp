#include "scene/tiles.hpp"

#include "base/memory.hpp"

namespace hitmiss {

void rays_through(const Tile& tile, const PrimaryRays& rays, int samples,
                  std::span<Ray<float>> all) {
    const auto n = std::size_t(samples), across = std::size_t(tile.width) * n,
               down = std::size_t(tile.height) * n;
    // Row by row, which takes vector lanes, and then in order.
    std::array<Unfilled<float>, 3> d;
    for (auto& along : d) along.resize(across * down);
    for (std::size_t row = 0; row < down; ++row) {
        std::array<std::span<float>, 3> of_row;
        for (std::size_t axis = 0; axis < 3; ++axis)
            of_row[axis] = std::span(d[axis]).subspan(row * across, across);
        rays.directions(tile.x * samples, tile.y * samples + int(row), of_row);
    }
    std::size_t next = 0;
    for_each_pixel(tile, [&](int x, int y) {
        const std::size_t first =
            std::size_t(y - tile.y) * n * across + std::size_t(x - tile.x) * n;
        for (std::size_t row = 0; row < n; ++row)
            for (std::size_t k = first + row * across; k < first + row * across + n; ++k) {
                // In place: a ray made elsewhere and then copied would stall on store forwarding.
                Ray<float>& ray = all[next++];
                ray.o = rays.origin();
                ray.d.x = d[0][k], ray.d.y = d[1][k], ray.d.z = d[2][k];
            }
    });
}

}  // namespace hitmiss
