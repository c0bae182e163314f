#pragma once
#include <algorithm>
#include <cstddef>

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

/// Calls visit(x, y) for each pixel of the tile in Z-order (Morton, 1966). In a full tile each
/// aligned run of 4, 16, 64, ... pixels is a square, which makes the tile traversal fast.
void for_each_pixel(const Tile& tile, auto&& visit) {
    // Compacts bits 0, 2, 4, ..., in steps of 1, 2 and 4 places.
    const auto every_other_bit = [](unsigned bits) {
        static_assert(tile_side * tile_side <= 1 << 16);
        bits &= 0x5555;
        bits = (bits | bits >> 1) & 0x3333;
        bits = (bits | bits >> 2) & 0x0f0f;
        return int((bits | bits >> 4) & 0x00ff);
    };
    for (unsigned code = 0; code < unsigned(tile_side * tile_side); ++code) {
        const int x = every_other_bit(code), y = every_other_bit(code >> 1);
        if (x < tile.width && y < tile.height) visit(tile.x + x, tile.y + y);
    }
}

}  // namespace hitmiss
