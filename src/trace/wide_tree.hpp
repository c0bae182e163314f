#pragma once
// The tree with eight children per node, laid out so that one loop tests all eight.

#include <bit>
#include <compare>
#include <functional>

#include "trace/tree.hpp"

namespace hitmiss {

/// A child of a wide node: another node or one triangle. The triangle that is child k of node n has
/// the place 8 n + k. A reference to a leaf includes its number of triangles, which saves fetching
/// the node for it.
struct Child {
    static constexpr std::uint32_t triangle_bit = 1u << 31, count_shift = 27;
    std::uint32_t bits;

    /// `triangles`: 0 unless it is a leaf.
    static Child node(std::size_t index, std::size_t triangles) {
        return {std::uint32_t(index) | std::uint32_t(triangles) << count_shift};
    }
    static Child triangle(std::size_t place) { return {std::uint32_t(place) | triangle_bit}; }
    bool is_triangle() const { return (bits & triangle_bit) != 0; }
    bool is_leaf() const { return !is_triangle() && bits >> count_shift != 0; }
    /// The number of a node.
    std::uint32_t index() const { return bits & ((1u << count_shift) - 1); }
    /// Which children a leaf has, as WideNode::present.
    std::uint32_t present() const { return (1u << (bits >> count_shift)) - 1; }
    /// The place of a triangle.
    std::uint32_t place() const { return bits & ~triangle_bit; }
};

/// The boxes of up to eight triangles or nodes: [0..2] the lower x, y, z, [3..5] the upper.
struct EightBoxes : std::array<std::array<float, leaf_size>, 6> {
    Box box(std::size_t k) const {
        const auto& b = *this;
        return {{b[0][k], b[1][k], b[2][k]}, {b[3][k], b[4][k], b[5][k]}};
    }
    void set(std::size_t k, const Box& box) {
        for (int axis = 0; axis < 3; ++axis) {
            (*this)[std::size_t(axis)][k] = box.lo[axis];
            (*this)[std::size_t(axis) + 3][k] = box.hi[axis];
        }
    }
};

/// A positive number in 16 bits, rounded down: the upper half of a float.
struct Part {
    std::uint16_t bits = 0x3f80;  ///< of 1

    static Part of(float part) { return {std::uint16_t(std::bit_cast<std::uint32_t>(part) >> 16)}; }
    float value() const { return std::bit_cast<float>(std::uint32_t(bits) << 16); }
    friend auto operator<=>(const Part&, const Part&) = default;
};

/// A box, and the least fraction of the distance to it at which its contents may be hit (see
/// growth.hpp). Fractions within depth_slack/2 of 1, most of them, are stored as 1.
struct Bound {
    Box box;
    Part nearer{};

    void include(const Bound& other) {
        box.include(other.box);
        nearer = std::min(nearer, other.nearer);
    }
};

/// Up to eight boxes and their contents.
struct alignas(64) WideNode {
    static constexpr std::size_t width = leaf_size;
    EightBoxes bound;
    std::array<Child, width> child;
    std::uint32_t count = 0;
    std::array<Part, width> nearer{};

    /// A leaf has triangles only, all other nodes have nodes only.
    bool is_leaf() const { return child[0].is_triangle(); }

    /// Bit k: there is a child k.
    std::uint32_t present() const { return (1u << count) - 1; }
    Box box(std::size_t k) const { return bound.box(k); }
    void set(std::size_t k, const Bound& of_child) {
        bound.set(k, of_child.box);
        nearer[k] = of_child.nearer;
    }
};

struct WideTree {
    Unfilled<WideNode> nodes;          ///< nodes[0] is the root; children come after parents
    Unfilled<std::uint32_t> triangle;  ///< its index, by place
    Box box;                           ///< holds all boxes but those without bounds
};

/// Prefetches the cache lines of an object that is aligned to one.
inline void prefetch(const void* object, std::size_t bytes) {
    for (std::size_t k = 0; k < bytes; k += 64)
        __builtin_prefetch(static_cast<const std::byte*>(object) + k);
}

/// The triangle at a place. Prefetches the one of four nodes later, because triangles lie in
/// another order in memory.
inline const Triangle<float>& triangle_at(const WideTree& tree,
                                          std::span<const Triangle<float>> triangles,
                                          std::size_t place) {
    const std::size_t later = std::min(place + 4 * WideNode::width, tree.triangle.size() - 1);
    __builtin_prefetch(&triangles[tree.triangle[later]]);
    return triangles[tree.triangle[place]];
}

/// Collapses a binary tree so that the total area of the wide nodes is least (Ylitie, Karras &
/// Laine, Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs, 2017). Leaves
/// stay leaves.
WideTree widen(const Tree& tree, std::span<const Triangle<float>> triangles);

/// The tree refitted to other boxes of its triangles. bound_of(place) is called once for each
/// triangle, from several threads.
WideTree refitted(const WideTree& tree, const std::function<Bound(std::uint32_t place)>& bound_of);

}  // namespace hitmiss
