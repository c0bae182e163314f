#pragma once
// Many rays from one origin, in lanes.

#include "trace/traced_scene.hpp"

namespace hitmiss {

/// The fast traversal: a square of rays finds the boxes of the tree that it sees and hands them to
/// its quarters, which find theirs among them, down to squares of 16 x 16; these go on as packets.
/// Fast where each 16, 256, 4,096 rays in a row are near each other, as in for_each_pixel's order.
/// For rays from an origin that the scene holds.
void trace_tiles(const TracedScene& scene, std::span<const Ray<float>> rays, std::span<Hit> hits,
                 VectorWidth width);

}  // namespace hitmiss
