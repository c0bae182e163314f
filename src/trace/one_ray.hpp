#pragma once
// One ray at a time through the BVH.

#include <bit>

#include "trace/traced_scene.hpp"

namespace hitmiss {

/// A ray prepared for conservative tests against eight boxes at once.
class BoxTest {
public:
    /// `all` holds all boxes that have bounds.
    BoxTest(const Ray<float>& ray, const Box& all) : inverse_(1.0f / ray.d) {
        const float margin = box_margin(ray.o, all);
        for (int axis = 0; axis < 3; ++axis) {
            const bool forward = inverse_[axis] >= 0;
            near_[std::size_t(axis)] = std::size_t(forward ? axis : axis + 3);
            to_near_[axis] = forward ? ray.o[axis] + margin : ray.o[axis] - margin;
            to_far_[axis] = forward ? ray.o[axis] - margin : ray.o[axis] + margin;
        }
    }

    /// The boxes (bit k: box k) that the ray enters at a t not beyond `limit`, and the t, at least
    /// 0, at which it does. A ray within a face's plane (0 times infinity is NaN) is not held up by
    /// that face.
    std::uint32_t operator()(const EightBoxes& boxes, float limit,
                             std::array<float, WideNode::width>& entry) const;

private:
    Vec<float> inverse_, to_near_, to_far_;
    std::array<std::size_t, 3> near_;  ///< of each axis, among the six of EightBoxes
};

/// Calls visit(leaf, triangles), a node number and some of its triangles (bit k: triangle k), for
/// each leaf some of whose triangles' boxes the ray enters at a t not beyond `limit`, nearer nodes
/// first. `limit` is read again before each node, so a visit may lower it.
template <typename Visit>
void traverse(const WideTree& tree, const Ray<float>& ray, const double& limit, Visit&& visit) {
    struct Pending {
        std::uint32_t node;
        float entry;
    };
    if (tree.nodes.empty()) return;
    const BoxTest test(ray, tree.box);
    std::array<Pending, WideNode::width*(max_depth + 1)> stack;
    stack[0] = {0, 0};
    for (std::size_t size = 1; size > 0;) {
        const Pending next = stack[--size];
        if (double(next.entry) > limit) continue;
        const WideNode& node = tree.nodes[next.node];
        std::array<float, WideNode::width> entry;
        // A little more than the limit, which may round down.
        auto met = test(node.bound, float(limit) * (1 + 0x1p-22f), entry) & node.present();
        if (node.is_leaf()) {
            if (met != 0) visit(next.node, met);
            continue;
        }
        // Insertion sort: the nearest child on top.
        const std::size_t bottom = size;
        for (; met != 0; met &= met - 1) {
            const auto k = std::size_t(std::countr_zero(met));
            std::size_t place = size++;
            for (; place > bottom && stack[place - 1].entry < entry[k]; --place)
                stack[place] = stack[place - 1];
            stack[place] = {node.child[k].index(), entry[k]};
        }
    }
}

/// Calls visit(triangle) for each triangle whose box the ray enters at a t not beyond `limit`.
template <typename Visit>
void for_each_box(const WideTree& tree, const Ray<float>& ray, const double& limit, Visit&& visit) {
    traverse(tree, ray, limit, [&](std::uint32_t node, std::uint32_t met) {
        for (; met != 0; met &= met - 1)
            visit(tree.triangle[node * WideNode::width + std::size_t(std::countr_zero(met))]);
    });
}

/// Calls visit(t, triangle) for each hit at a t not beyond `limit`, which it may lower.
template <typename Visit>
void for_each_hit(const TracedScene& scene, const Ray<float>& ray, const double& limit,
                  Visit&& visit) {
    const WideTree& tree = scene.tree();
    const auto test = [&](std::uint32_t node, std::uint32_t met) {
        std::array<double, leaf_size> t;
        met = scene.kernel().test_leaf(scene.leaf(node), met, ray, t);
        for (; met != 0; met &= met - 1) {
            const auto k = std::size_t(std::countr_zero(met));
            if (t[k] <= limit) visit(t[k], tree.triangle[node * WideNode::width + k]);
        }
    };
    if (!scene.holds(ray)) {
        for (std::uint32_t node = 0; node < tree.nodes.size(); ++node)
            if (tree.nodes[node].is_leaf()) test(node, tree.nodes[node].present());
        return;
    }
    const auto grazed = scene.grazed_by(ray);
    for (const std::uint32_t place : grazed)
        test(place / WideNode::width, 1u << place % WideNode::width);
    traverse(tree, ray, limit, [&](std::uint32_t node, std::uint32_t met) {
        for (const std::uint32_t place : grazed)
            if (place / WideNode::width == node) met &= ~(1u << place % WideNode::width);
        test(node, met);
    });
}

}  // namespace hitmiss
