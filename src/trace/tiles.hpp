#pragma once
#include <algorithm>
#include <cstddef>

namespace hitmiss {

/// A rectangle of an image: columns x .. x + width, rows y .. y + height.
struct Tile {
    int x, y, width, height;
    int size() const { return width * height; }
};

inline constexpr int tile_side = 32;

constexpr int tiles_along(int side) {
    return (side + tile_side - 1) / tile_side;
}
constexpr std::size_t tile_count(int width, int height) {
    return std::size_t(tiles_along(width)) * std::size_t(tiles_along(height));
}

/// Calls visit(tile) for each tile of the image, in parallel and in any order.
template <typename Visit>
void for_each_tile(int width, int height, Visit&& visit) {
    constexpr int side = tile_side;
    const int across = tiles_along(width), down = tiles_along(height);
#pragma omp parallel for schedule(dynamic)
    for (int k = 0; k < across * down; ++k) {
        const int x = k % across * side, y = k / across * side;
        visit(Tile{x, y, std::min(side, width - x), std::min(side, height - y)});
    }
}

}  // namespace hitmiss
