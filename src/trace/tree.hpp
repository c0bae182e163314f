#pragma once
// A bounding volume hierarchy: which triangles can a ray meet at all?

#include <array>
#include <span>
#include <vector>

#include "methods/packet.hpp"

namespace hitmiss {

/// An inner node (count 0) has its two children at first and first + 1; a leaf holds the
/// triangles order[first .. first + count).
struct Node {
    Box box;
    std::uint32_t first = 0, count = 0;
};

struct Tree {
    std::vector<Node> nodes;           ///< nodes[0] is the root; children come after parents
    std::vector<std::uint32_t> order;  ///< triangle indices, leaf by leaf
};

/// Builds by the surface area heuristic over sixteen bins (Wald, On fast Construction of SAH-based
/// Bounding Volume Hierarchies, 2007), on the triangles' own boxes. Any number of threads builds
/// the same nodes, though not in the same places.
Tree build_tree(std::span<const Triangle<float>> triangles);

/// Fewer triangles, or nodes, than these are not worth waking threads for.
inline constexpr std::size_t worth_threads = 4096;

/// Depth at which building falls back to halves, which bounds the traversals' stacks: 2^32
/// triangles, more than limits.hpp allows, take fewer than 33 more.
inline constexpr std::size_t halving_depth = 40, max_depth = halving_depth + 33;

/// By how much a box is grown for rays from o: by what the hit rule grants any point near the box,
/// and by a quarter of it for the rounding of the test itself. The last term is for scenes of
/// denormal size, whose margin would round to nothing. `way`: the largest |p - o| of the box, by
/// size_of.
inline float box_margin(const Vec<float>& o, float way) {
    return 1.25f * (float(way_slack) * way + float(origin_slack) * size_of(o)) + 0x1p-120f;
}
inline float box_margin(const Vec<float>& o, const Box& box) {
    return box_margin(o, size_of(glm::max(glm::abs(box.lo - o), glm::abs(box.hi - o))));
}

}  // namespace hitmiss
