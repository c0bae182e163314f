#pragma once
// One ray at a time through the tree.

#include <bit>
#include <functional>

#include "trace/traced_scene.hpp"

namespace hitmiss {

/// A ray prepared for conservative tests of eight boxes at once.
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
                             std::array<float, WideNode::width>& entry) const {
        const auto near = [&](std::size_t axis) { return boxes[near_[axis]].data(); };
        const auto far = [&](std::size_t axis) { return boxes[2 * axis + 3 - near_[axis]].data(); };
        const float *xn = near(0), *yn = near(1), *zn = near(2);
        const float *xf = far(0), *yf = far(1), *zf = far(2);
        const float xi = inverse_.x, yi = inverse_.y, zi = inverse_.z;
        const float xo = to_near_.x, yo = to_near_.y, zo = to_near_.z;
        const float xp = to_far_.x, yp = to_far_.y, zp = to_far_.z;
        float* const all_enter = entry.data();
        std::uint32_t met = 0;
#pragma omp simd reduction(| : met)
        for (std::size_t k = 0; k < WideNode::width; ++k) {
            float enter = 0, leave = limit;
            const auto cut = [&](float near_k, float far_k, float to_near, float to_far,
                                 float inverse) {
                const float in = (near_k - to_near) * inverse, out = (far_k - to_far) * inverse;
                enter = in > enter ? in : enter;
                leave = out < leave ? out : leave;
            };
            cut(xn[k], xf[k], xo, xp, xi);
            cut(yn[k], yf[k], yo, yp, yi);
            cut(zn[k], zf[k], zo, zp, zi);
            all_enter[k] = enter;
            met |= enter <= leave ? 1u << k : 0u;
        }
        return met;
    }

private:
    Vec<float> inverse_, to_near_, to_far_;
    std::array<std::size_t, 3> near_;  ///< of each axis, among the six of EightBoxes
};

/// Receives a leaf, a node number, and some of its triangles (bit k: triangle k).
using VisitLeaf = std::function<void(std::uint32_t leaf, std::uint32_t triangles)>;

/// Visits the leaves some of whose triangles' boxes the ray enters at a t not beyond `limit`,
/// nearer nodes first. `limit` is read again before each node, so a visit may lower it.
void traverse(const WideTree& tree, const Ray<float>& ray, const double& limit,
              const VisitLeaf& visit);

/// Calls visit(triangle) for each triangle whose box the ray enters at a t not beyond `limit`.
template <typename Visit>
void for_each_box(const WideTree& tree, const Ray<float>& ray, const double& limit, Visit&& visit) {
    const auto leaf = [&](std::uint32_t node, std::uint32_t met) {
        for (; met != 0; met &= met - 1)
            visit(tree.triangle[node * WideNode::width + std::size_t(std::countr_zero(met))]);
    };
    traverse(tree, ray, limit, std::ref(leaf));
}

/// Calls visit(t, triangle) for each hit at a t not beyond `limit`, which it may lower. For a scene
/// prepared for single rays.
template <typename Visit>
void for_each_hit(const TracedScene& prepared, const Ray<float>& ray, const double& limit,
                  Visit&& visit) {
    const WideTree& tree = prepared.tree();
    const auto leaf = [&](std::uint32_t node, std::uint32_t met) {
        std::array<double, leaf_size> t;
        met = prepared.kernel().test_ray(prepared.leaf(node), met, ray, t);
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
    const auto grazed = prepared.grazed_by(ray);
    for (const std::uint32_t place : grazed)
        leaf(place / WideNode::width, 1u << place % WideNode::width);
    const auto others = [&](std::uint32_t node, std::uint32_t met) {
        for (const std::uint32_t place : grazed)
            if (place / WideNode::width == node) met &= ~(1u << place % WideNode::width);
        leaf(node, met);
    };
    traverse(tree, ray, limit, std::ref(others));
}

}  // namespace hitmiss
