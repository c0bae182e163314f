#pragma once
// One ray at a time through the tree.

#include <bit>

#include "trace/prepared.hpp"

namespace hitmiss {

/// A ray prepared for conservative tests of eight boxes at once.
class BoxTest {
public:
    /// `all` holds all boxes that have bounds.
    BoxTest(const Ray<float>& ray, const Box& all) : inverse_(1.0f / ray.d) {
        const float margin = box_margin(ray.o, all);
        to_lo_ = ray.o + margin, to_hi_ = ray.o - margin;
    }

    /// The t at which the ray enters each box, at least 0; infinity if it passes by. A ray within
    /// a face's plane (0 times infinity is NaN) is not held up by that face.
    std::array<float, WideNode::width> entries(const EightBoxes& boxes) const {
        std::array<float, WideNode::width> enter{}, leave;
        leave.fill(Box::inf);
        for (int axis = 0; axis < 3; ++axis) {
            const bool forward = inverse_[axis] >= 0;
            const auto& lo = boxes[std::size_t(axis)];
            const auto& hi = boxes[std::size_t(axis) + 3];
            const float *near = forward ? lo.data() : hi.data(),
                        *far = forward ? hi.data() : lo.data();
            const float to_near = forward ? to_lo_[axis] : to_hi_[axis],
                        to_far = forward ? to_hi_[axis] : to_lo_[axis], inverse = inverse_[axis];
#pragma omp simd
            for (std::size_t k = 0; k < WideNode::width; ++k) {
                const float in = (near[k] - to_near) * inverse, out = (far[k] - to_far) * inverse;
                enter[k] = in > enter[k] ? in : enter[k];
                leave[k] = out < leave[k] ? out : leave[k];
            }
        }
        for (std::size_t k = 0; k < WideNode::width; ++k)
            if (!(enter[k] <= leave[k])) enter[k] = Box::inf;
        return enter;
    }

private:
    Vec<float> inverse_, to_lo_, to_hi_;
};

/// The children (bit k: child k) of a node that are visited though the ray may miss their boxes.
inline constexpr auto no_others = [](std::uint32_t) { return std::uint32_t(0); };

/// Calls visit(leaf, triangles) for each leaf, a node number, some of whose triangles' boxes (bit
/// k: triangle k) the ray enters at a t not beyond `limit`, nearer nodes first, and for those that
/// others(node) adds. `limit` is read again before each node, so visit may lower it.
template <typename Visit, typename Others = decltype(no_others)>
void traverse(const WideTree& tree, const Ray<float>& ray, const double& limit, Visit&& visit,
              Others&& others = {}) {
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
        auto entries = test.entries(node.bound);
        std::uint32_t met = 0;
        for (std::size_t k = 0; k < node.count; ++k)
            if (entries[k] < Box::inf && double(entries[k]) <= limit) met |= 1u << k;
        for (auto more = others(next.node) & node.present(); more != 0; more &= more - 1) {
            entries[std::size_t(std::countr_zero(more))] = 0;
            met |= more & -more;
        }
        if (node.is_leaf()) {
            if (met != 0) visit(next.node, met);
            continue;
        }
        const std::size_t bottom = size;
        for (; met != 0; met &= met - 1) {
            const auto k = std::size_t(std::countr_zero(met));
            std::size_t place = size++;
            for (; place > bottom && stack[place - 1].entry < entries[k]; --place)
                stack[place] = stack[place - 1];
            stack[place] = {node.child[k].index(), entries[k]};
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

/// Calls visit(t, triangle) for each hit at a t not beyond `limit`, which it may lower. For a scene
/// prepared for single rays.
template <typename Visit>
void for_each_hit(const Prepared& prepared, const Ray<float>& ray, const double& limit,
                  Visit&& visit) {
    const WideTree& tree = prepared.tree();
    const auto leaf = [&](std::uint32_t node, std::uint32_t met) {
        std::array<double, leaf_size> t;
        met &= prepared.kernel().test_ray(prepared.leaf(node), ray, t);
        for (; met != 0; met &= met - 1) {
            const auto k = std::size_t(std::countr_zero(met));
            if (t[k] <= limit) visit(t[k], tree.triangle[node * WideNode::width + k]);
        }
    };
    if (!prepared.holds(ray.o) || !margin_holds(ray.d)) {
        for (std::uint32_t node = 0; node < tree.nodes.size(); ++node)
            if (tree.nodes[node].is_leaf()) leaf(node, tree.nodes[node].present());
        return;
    }
    const Cones::Test grazed(prepared.cones(), ray);
    traverse(tree, ray, limit, leaf,
             [&](std::uint32_t node) { return grazed(node, tree.nodes[node].bound); });
}

}  // namespace hitmiss
