#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "scene/camera.hpp"

namespace hitmiss {

inline constexpr int tile_side = 64;

/// A rectangle of an image, at most tile_side wide and high: columns [x, x + width), rows
/// [y, y + height).
struct Tile {
    int x, y, width, height;
    int size() const { return width * height; }
};

/// Number of tiles along a side of an image, and in all of it.
constexpr int tiles_along(int side) {
    return (side + tile_side - 1) / tile_side;
}
constexpr std::size_t tile_count(int width, int height) {
    return std::size_t(tiles_along(width)) * std::size_t(tiles_along(height));
}

/// Tile `index` of the image, row by row.
constexpr Tile tile_at(std::size_t index, int width, int height) {
    const int across = tiles_along(width), x = int(index) % across * tile_side,
              y = int(index) / across * tile_side;
    return {x, y, std::min(tile_side, width - x), std::min(tile_side, height - y)};
}

/// A pixel of a square of 16 x 16.
struct PixelOfSquare {
    std::uint8_t x, y;
};
/// The pixels of a square in Z-order (Morton, 1966): every other bit of the number, from the lowest
/// on, is x; the others are y.
constexpr std::array<PixelOfSquare, 256> pixels_in_z_order() {
    std::array<PixelOfSquare, 256> all{};
    for (unsigned number = 0; number < all.size(); ++number)
        for (unsigned bit = 0; bit < 4; ++bit) {
            all[number].x |= std::uint8_t((number >> 2 * bit & 1) << bit);
            all[number].y |= std::uint8_t((number >> (2 * bit + 1) & 1) << bit);
        }
    return all;
}
inline constexpr std::array z_order = pixels_in_z_order();

/// Calls visit(x, y) for each pixel of the tile in Z-order. In a full tile each aligned run of 4,
/// 16, 64, ... pixels is a square, which makes the tile traversal fast.
void for_each_pixel(const Tile& tile, auto&& visit) {
    constexpr int side = 16, squares = (tile_side / side) * (tile_side / side);
    for (int k = 0; k < squares; ++k) {
        const int left = z_order[std::size_t(k)].x * side, top = z_order[std::size_t(k)].y * side;
        for (const auto& [x, y] : z_order)
            if (left + x < tile.width && top + y < tile.height)
                visit(tile.x + left + x, tile.y + top + y);
    }
}

/// The rays through a tile's pixels in for_each_pixel's order, `samples` x `samples` to each; `all`
/// has room for them.
void rays_through(const Tile& tile, const PrimaryRays& rays, int samples,
                  std::span<Ray<float>> all);

}  // namespace hitmiss
