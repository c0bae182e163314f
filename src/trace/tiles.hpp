#pragma once
#include <algorithm>

namespace hitmiss {

/// A rectangle of an image: columns x .. x + width, rows y .. y + height.
struct Tile {
    int x, y, width, height;
    int size() const { return width * height; }
};

/// Calls visit(tile) for each tile of the image, in parallel and in any order.
template <typename Visit>
void for_each_tile(int width, int height, Visit&& visit) {
    constexpr int side = 32;
    const int across = (width + side - 1) / side, down = (height + side - 1) / side;
#pragma omp parallel for schedule(dynamic)
    for (int k = 0; k < across * down; ++k) {
        const int x = k % across * side, y = k / across * side;
        visit(Tile{x, y, std::min(side, width - x), std::min(side, height - y)});
    }
}

}  // namespace hitmiss
