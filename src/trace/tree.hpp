#pragma once
// A bounding volume hierarchy (BVH).

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "base/memory.hpp"
#include "methods/kernel.hpp"

namespace hitmiss {

/// An inner node (count 0) has its two children at first and first + 1; a leaf holds the triangles
/// order[first .. first + count). Unless copies are asked for, only the first of triangles that are
/// equal bit for bit is in a leaf, because no other one is ever the nearest.
struct Node {
    Box box;
    std::uint32_t first = 0, count = 0;
};

struct Tree {
    Unfilled<Node> nodes;           ///< nodes[0] is the root; children come after parents
    Unfilled<std::uint32_t> order;  ///< triangle indices, leaf by leaf; gaps where copies were
};

/// Whether a tree keeps all triangles that are equal bit for bit, or only the first.
enum class Copies { dropped, kept };

/// Builds by the surface area heuristic over bins (Wald, On fast Construction of SAH-based Bounding
/// Volume Hierarchies, 2007): 16 bins of the triangles' own boxes; for the upper nodes of many
/// triangles 32 bins of clusters (clusters.hpp). Any number of threads builds the same
/// nodes, though not at the same indices.
Tree build_tree(std::span<const Triangle<float>> triangles, Copies copies = Copies::dropped);

/// It is not worth waking threads for fewer triangles, or nodes, than these.
inline constexpr std::size_t worth_threads = 4096;

/// Fewer triangles than these fit into the caches; then building over clusters is hardly faster.
inline constexpr std::size_t worth_clusters = 1 << 19;

/// Depth at which building falls back to halves, which bounds the traversals' stacks: 2^32
/// triangles, more than limits.hpp allows, take fewer than 33 more.
inline constexpr std::size_t halving_depth = 40, max_depth = halving_depth + 33;

/// The L1 norm.
inline float size_of(const Vec<float>& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

/// The box, larger by that much along each axis on both sides.
inline Box padded(const Box& box, const Vec<double>& margin) {
    return {Vec<float>(Vec<double>(box.lo) - margin), Vec<float>(Vec<double>(box.hi) + margin)};
}

/// Padding of a box, so that no rounding in the test of a ray from o loses a point of it. The last
/// term is for boxes of denormal size.
inline float box_margin(const Vec<float>& o, const Box& box) {
    const Vec<float> way = glm::max(glm::abs(box.lo - o), glm::abs(box.hi - o));
    return 0x1p-18f * (way.x + way.y + way.z) + 0x1p-22f * size_of(o) + 0x1p-120f;
}

}  // namespace hitmiss
