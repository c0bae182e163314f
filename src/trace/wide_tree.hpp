#pragma once
// The tree with eight children per node, laid out so that one loop tests all eight.

#include "trace/tree.hpp"

namespace hitmiss {

/// What a wide node points to: another node or one triangle. The triangle that is child k of node n
/// has the place 8 n + k.
struct Child {
    static constexpr std::uint32_t triangle_bit = 1u << 31, leaf_bit = 1u << 30;
    std::uint32_t bits;

    static Child node(std::size_t index, bool leaf) {
        return {std::uint32_t(index) | (leaf ? leaf_bit : 0)};
    }
    static Child triangle(std::size_t place) { return {std::uint32_t(place) | triangle_bit}; }
    bool is_triangle() const { return (bits & triangle_bit) != 0; }
    bool is_leaf() const { return (bits & leaf_bit) != 0; }
    std::uint32_t index() const { return bits & ~(triangle_bit | leaf_bit); }
};

/// Up to eight boxes and what is in them. bound[0..2] are the lower x, y, z, bound[3..5] the upper.
struct alignas(64) WideNode {
    static constexpr std::size_t width = leaf_size;
    std::array<std::array<float, width>, 6> bound;
    std::array<Child, width> child;
    std::uint32_t count = 0;

    /// A leaf has triangles only, all other nodes have nodes only.
    bool is_leaf() const { return child[0].is_triangle(); }

    Box box(std::size_t k) const {
        return {{bound[0][k], bound[1][k], bound[2][k]}, {bound[3][k], bound[4][k], bound[5][k]}};
    }
    void set_box(std::size_t k, const Box& box) {
        for (int axis = 0; axis < 3; ++axis)
            bound[std::size_t(axis)][k] = box.lo[axis],
            bound[std::size_t(axis) + 3][k] = box.hi[axis];
    }
};

struct WideTree {
    std::vector<WideNode> nodes;          ///< nodes[0] is the root; children come after parents
    std::vector<std::uint32_t> triangle;  ///< its index, by place
};

/// Collapses a binary tree so that the wide nodes have the least area in all (Ylitie, Karras &
/// Laine, Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs, 2017). Leaves
/// stay leaves.
WideTree widen(const Tree& tree, std::span<const Triangle<float>> triangles);

/// Sets all boxes to hold each triangle's reach; returns the box of the whole.
Box refit(WideTree& tree, std::span<const Box> reach);

}  // namespace hitmiss
