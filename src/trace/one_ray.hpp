#pragma once
// One ray at a time through the tree.

#include <bit>
#include <functional>

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

/// Receives a leaf, a node number, and some of its triangles (bit k: triangle k).
using VisitLeaf = std::function<void(std::uint32_t leaf, std::uint32_t triangles)>;

/// Visits the leaves some of whose triangles' boxes the ray enters at a t not beyond `limit`,
/// nearer nodes first, and those triangles that by the cones it may graze. `limit` is read again
/// before each node, so a visit may lower it.
void traverse(const WideTree& tree, const Cones& cones, const Ray<float>& ray, const double& limit,
              const VisitLeaf& visit);

/// Calls visit(triangle) for each triangle whose box the ray enters at a t not beyond `limit`.
template <typename Visit>
void for_each_box(const WideTree& tree, const Ray<float>& ray, const double& limit, Visit&& visit) {
    const auto leaf = [&](std::uint32_t node, std::uint32_t met) {
        for (; met != 0; met &= met - 1)
            visit(tree.triangle[node * WideNode::width + std::size_t(std::countr_zero(met))]);
    };
    traverse(tree, {}, ray, limit, std::ref(leaf));
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
    traverse(tree, prepared.cones(), ray, limit, std::ref(leaf));
}

}  // namespace hitmiss
