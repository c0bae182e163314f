#pragma once
// The tree with eight children per node, laid out so that one loop tests all eight.

#include <bit>
#include <compare>
#include <functional>
#include <memory>

#include "trace/tree.hpp"

namespace hitmiss {

/// A child of a wide node: another node, a leaf, or one triangle. The triangle k of leaf n has the
/// place 8 n + k. A reference to a leaf includes its number of triangles, which saves fetching the
/// leaf for it.
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
    /// The number of a node among nodes, of a leaf among leaves.
    std::uint32_t index() const { return bits & ((1u << count_shift) - 1); }
    /// How many triangles a leaf has, and which, as WideNode::present.
    std::uint32_t triangles() const { return bits >> count_shift; }
    std::uint32_t present() const { return (1u << triangles()) - 1; }
    /// The place of a triangle.
    std::uint32_t place() const { return bits & ~triangle_bit; }
};

/// The boxes of up to eight triangles or nodes: [0..2] the lower x, y, z, [3..5] the upper.
struct EightBoxes : std::array<std::array<float, leaf_size>, 6> {
    /// Boxes that hold nothing.
    static EightBoxes none() {
        EightBoxes none;
        for (std::size_t row = 0; row < 6; ++row) none[row].fill(row < 3 ? Box::inf : -Box::inf);
        return none;
    }
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

    /// Bit k: there is a child k.
    std::uint32_t present() const { return (1u << count) - 1; }
    Box box(std::size_t k) const { return bound.box(k); }
    void set(std::size_t k, const Bound& of_child) {
        bound.set(k, of_child.box);
        nearer[k] = of_child.nearer;
    }
};

/// The boxes of up to eight triangles in one cache line: each face is a number of steps from the
/// least corner of all, rounded outwards (after Ylitie, Karras & Laine, see widen()).
class alignas(64) WideLeaf {
public:
    WideLeaf() = default;
    /// `nearer`: the least of the triangles'.
    WideLeaf(const EightBoxes& boxes, std::size_t count, Part nearer = {});

    std::size_t count() const { return count_; }
    /// Boxes that contain those of the triangles. NaN along an axis where one of them is infinite;
    /// what is compared with NaN is not skipped.
    EightBoxes boxes() const {
        const Z z(*this);
        EightBoxes boxes;
        for (std::size_t row = 0; row < boxes.size(); ++row) {
            const float from = least_[row % 3], by = step_of(row % 3);
            const Steps steps = this->steps(z, row % 3, row >= 3);
            auto& faces = boxes[row];
#pragma omp simd
            for (std::size_t k = 0; k < leaf_size; ++k) faces[k] = from + steps[k] * by;
        }
        return boxes;
    }

    /// A face is at least() plus a number of steps.
    Vec<float> least() const {
        return {least_[0], least_[1], least_[2]};
    }
    Vec<float> step() const {
        return {step_of(0), step_of(1), step_of(2)};
    }
    /// The faces across the z axis, in as many bits as those across x and y.
    struct Z : std::array<std::uint32_t, leaf_size> {
        // As vectors, because a loop stores halves, and loading them together would stall.
        using From [[gnu::vector_size(16)]] = std::uint16_t;
        using To [[gnu::vector_size(32)]] = std::uint32_t;
        explicit Z(const WideLeaf& leaf)
            : array(
                  std::bit_cast<array>(__builtin_convertvector(std::bit_cast<From>(leaf.z_), To))) {
        }
    };
    /// The numbers of steps of the lower or upper faces across an axis.
    class Steps {
    public:
        Steps(const std::uint32_t* faces, std::size_t shift) : faces_(faces), shift_(shift) {}
        float operator[](std::size_t k) const { return float(int(faces_[k] >> shift_ & 255)); }

    private:
        const std::uint32_t* faces_;
        std::size_t shift_;
    };
    Steps steps(const Z& z, std::size_t axis, bool upper) const {
        return {axis == 2 ? z.data() : x_y_.data(), 16 * (axis % 2) + 8 * std::size_t(upper)};
    }
    /// The leaf as a node whose children are the triangles at places from 8 `index` on.
    WideNode opened(std::size_t index) const {
        WideNode node{boxes(), {}, count_};
        node.nearer.fill(Part::of(nearest()));
        for (std::size_t k = 0; k < leaf_size; ++k)
            node.child[k] = Child::triangle(index * leaf_size + k);
        return node;
    }

private:
    static constexpr int most_steps = 255, parts = 15;
    static constexpr std::uint8_t infinite = 255;  ///< the exponent of infinity

    /// A power of two, 0 or infinity.
    float step_of(std::size_t axis) const {
        return std::bit_cast<float>(std::uint32_t(exponent_[axis]) << 23);
    }
    /// No triangle's `nearer` is less.
    float nearest() const {
        return float(nearest_) / parts;
    }

    // A byte for each lower and each upper face. Not arrays of bytes, because g++ 12 makes no
    // vector code of these.
    std::array<std::uint32_t, leaf_size> x_y_{};
    std::array<std::uint16_t, leaf_size> z_{};
    std::array<float, 3> least_;
    std::array<std::uint8_t, 3> exponent_;  ///< of a step, as in the bits of a float
    std::uint8_t count_ : 4, nearest_ : 4;
};

/// Calls visit(child) for each child that is a leaf.
void for_each_leaf(const WideNode& node, auto&& visit) {
    for (std::size_t k = 0; k < node.count; ++k)
        if (node.child[k].is_leaf()) visit(node.child[k]);
}

/// Prefetches the cache lines of an object that is aligned to one. Whatever does nothing else must
/// always be inlined: g++ 12 takes it for a function without effects and leaves out its calls.
[[gnu::always_inline]] inline void prefetch(const void* object, std::size_t bytes) {
    for (std::size_t k = 0; k < bytes; k += 64)
        __builtin_prefetch(static_cast<const std::byte*>(object) + k);
}

/// Inner nodes, and leaves apart from them, because there are many. The triangles of leaf n have
/// the places 8 n to 8 n + 7.
struct WideTree {
    Traversed<WideNode> nodes;   ///< nodes[0] is the root; children come after parents
    Traversed<WideLeaf> leaves;  ///< none until fit_leaves()
    /// A triangle's index, by place; 0 where there is none. Refitted trees share it.
    std::shared_ptr<Unfilled<std::uint32_t>> triangles;
    Box box;  ///< holds all boxes but those without bounds

    std::uint32_t triangle(std::size_t place) const { return (*triangles)[place]; }
    /// The number of places.
    std::size_t places() const { return triangles->size(); }
    std::size_t leaf_count() const { return places() / leaf_size; }
    static Child root() { return Child::node(0, 0); }
    /// A child that is a node. A leaf is opened in `room`.
    const WideNode& at(const Child& child, WideNode& room) const {
        if (!child.is_leaf()) return nodes[child.index()];
        return room = leaves[child.index()].opened(child.index());
    }
    /// Calls visit(place) for each triangle, leaf by leaf.
    void for_each_place(auto&& visit) const {
        for (const WideNode& node : nodes)
            for_each_leaf(node, [&](const Child& leaf) {
                for (std::uint32_t k = 0; k < leaf.triangles(); ++k)
                    visit(leaf.index() * std::uint32_t(leaf_size) + k);
            });
    }
    /// Calls visit(leaf) for each leaf, from several threads; it must not throw.
    void for_each_leaf_at_once(auto&& visit) const {
#pragma omp parallel for schedule(dynamic, 16) if (leaf_count() > worth_threads)
        for (std::size_t n = 0; n < nodes.size(); ++n) for_each_leaf(nodes[n], visit);
    }
    /// Prefetches a child that is a node.
    [[gnu::always_inline]] void prefetch(const Child& child) const {
        if (child.is_leaf()) return hitmiss::prefetch(&leaves[child.index()], sizeof(WideLeaf));
        hitmiss::prefetch(&nodes[child.index()], sizeof(WideNode));
    }
};

/// The triangle at a place. Prefetches the one of four leaves later, because triangles lie in
/// another order in memory.
inline const Triangle<float>& triangle_at(const WideTree& tree,
                                          std::span<const Triangle<float>> triangles,
                                          std::size_t place) {
    const std::size_t later = std::min(place + 4 * leaf_size, tree.places() - 1);
    __builtin_prefetch(&triangles[tree.triangle(later)]);
    return triangles[tree.triangle(place)];
}

/// Collapses a binary tree so that the total area of the wide nodes is least (Ylitie, Karras &
/// Laine, Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs, 2017). Leaves
/// stay leaves; they have no boxes yet.
WideTree widen(const Tree& tree);

/// The bound of the triangle at a place; called once for each triangle, from several threads.
using BoundOf = std::function<Bound(std::uint32_t place)>;
/// Makes the tree's leaves and its box; returns the leaves' bounds.
Unfilled<Bound> fit_leaves(WideTree& tree, const BoundOf& bound_of);
/// The tree refitted to other boxes of its triangles.
WideTree refitted(const WideTree& tree, const BoundOf& bound_of);
/// The same by the bounds of whole leaves, for a tree without boxes of triangles.
WideTree refitted_nodes(const WideTree& tree,
                        const std::function<Bound(const Child& leaf)>& bound_of);

}  // namespace hitmiss
