#pragma once
// A bounding volume hierarchy: which triangles can a ray meet at all?

#include <array>
#include <span>
#include <vector>

#include "trace/hit.hpp"

namespace hitmiss {

/// An inner node (count 0) has its two children at first and first + 1; a leaf holds the
/// triangles order[first .. first + count).
struct Node {
    Box box;
    std::uint32_t first = 0, count = 0;
};

/// Most triangles of a leaf: those that one ray is tested against at once.
inline constexpr std::size_t leaf_size = 8;

struct Tree {
    std::vector<Node> nodes;           ///< nodes[0] is the root; children come after parents
    std::vector<std::uint32_t> order;  ///< triangle indices, leaf by leaf

    Box box() const { return nodes.empty() ? Box{} : nodes[0].box; }
};

/// Builds by the surface area heuristic over sixteen bins (Wald, On fast Construction of SAH-based
/// Bounding Volume Hierarchies, 2007), on the triangles' own boxes. Any number of threads builds
/// the same nodes, though not in the same places.
Tree build_tree(std::span<const Triangle<float>> triangles);

/// The same tree with boxes that hold each triangle's reach: what a method accepts beyond its
/// triangles must not be culled.
Tree refit(Tree tree, std::span<const Box> reach);

/// Depth at which building falls back to halves, which bounds the walks' stacks: 2^32 triangles,
/// more than limits.hpp allows, take fewer than 33 more.
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

/// A ray prepared for conservative box tests.
class BoxTest {
public:
    BoxTest(const Ray<float>& ray, const Box& root) : inverse_(1.0f / ray.d) {
        const float margin = box_margin(ray.o, root);
        to_lo_ = ray.o + margin, to_hi_ = ray.o - margin;
    }

    /// The t at which the ray enters the box, at least 0; infinity if it passes by. A ray within
    /// a face's plane (0 times infinity is NaN) is not held up by that face.
    float entry(const Box& box) const {
        float enter = 0, leave = std::numeric_limits<float>::infinity();
        for (int k = 0; k < 3; ++k) {
            const float lo = (box.lo[k] - to_lo_[k]) * inverse_[k];
            const float hi = (box.hi[k] - to_hi_[k]) * inverse_[k];
            const bool forward = inverse_[k] >= 0;
            const float near = forward ? lo : hi, far = forward ? hi : lo;
            if (near > enter) enter = near;
            if (far < leave) leave = far;
        }
        return enter <= leave ? enter : std::numeric_limits<float>::infinity();
    }

private:
    Vec<float> inverse_, to_lo_, to_hi_;
};

/// Calls visit(triangle) for each triangle whose box the ray enters at a t not beyond `limit`,
/// nearer nodes first. `limit` is read again before each node, so visit may lower it.
template <typename Visit>
void walk(const Tree& tree, const Ray<float>& ray, const double& limit, Visit&& visit) {
    struct Pending {
        std::uint32_t node;
        float entry;
    };
    if (tree.nodes.empty()) return;
    const BoxTest test(ray, tree.nodes[0].box);
    std::array<Pending, max_depth + 2> stack;
    std::size_t size = 0;
    const auto push = [&](std::uint32_t node, float entry) {
        if (entry < std::numeric_limits<float>::infinity()) stack[size++] = {node, entry};
    };
    push(0, test.entry(tree.nodes[0].box));
    while (size > 0) {
        const Pending next = stack[--size];
        if (double(next.entry) > limit) continue;
        const Node& node = tree.nodes[next.node];
        for (std::uint32_t k = 0; k < node.count; ++k) visit(tree.order[node.first + k]);
        if (node.count > 0) continue;
        const float left = test.entry(tree.nodes[node.first].box);
        const float right = test.entry(tree.nodes[node.first + 1].box);
        if (left <= right) {
            push(node.first + 1, right), push(node.first, left);
        } else {
            push(node.first, left), push(node.first + 1, right);
        }
    }
}

}  // namespace hitmiss
