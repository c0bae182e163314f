#pragma once
// One ray at a time through the BVH.

#include <bit>
#include <cmath>

#include "trace/traced_scene.hpp"

namespace hitmiss {

/// A ray prepared for conservative tests against eight boxes at once.
class BoxTest {
public:
    /// `margin`: padding of the boxes; infinity: the ray meets all of them.
    BoxTest(const Ray<float>& ray, float margin);

    /// The boxes (bit k: box k) that the ray enters at t <= `limit`, and that t, at least 0. A ray
    /// in the plane of a face (0 times infinity is NaN) is not stopped by that face.
    std::uint32_t operator()(const EightBoxes& boxes, float limit,
                             std::array<float, WideNode::width>& entry) const;
    /// The same for a leaf's boxes.
    std::uint32_t operator()(const WideLeaf& leaf, float limit) const;

private:
    Vec<float> inverse_, to_near_, to_far_;
    /// For leaves, where t is a sum that must not overflow halfway. Hits are at t <= w `least`, w
    /// being the way to the farthest corner; margins, at least 2^-18 w, end at 2^22 times that or
    /// later. Where that may overflow, every box is met.
    Vec<float> leaf_inverse_;
    bool tells_leaves_;
    std::array<std::size_t, 3> near_;  ///< by axis: which row of EightBoxes has the near planes
};

/// A leaf's number, and some of its triangles (bit k: triangle k).
struct PartOfLeaf {
    std::uint32_t leaf = 0, triangles = 0;
    float entry = 0;  ///< no hit of them is at a smaller t
};
/// The one triangle at a place of WideTree::triangles.
inline PartOfLeaf part_at(std::uint32_t place) {
    constexpr auto size = std::uint32_t(leaf_size);
    return {place / size, 1u << place % size};
}

/// What else is found by the traversals for the hits of some rays.
class FoundAlong {
public:
    /// Begins with ray k.
    virtual void start(std::size_t k) = 0;
    /// Sees some triangles of a leaf, whose boxes the ray enters. Returns whether limit() may be
    /// lower now.
    virtual bool see(const PartOfLeaf& part) = 0;
    /// Boxes that the ray enters at a greater t need not be seen.
    virtual double limit() const = 0;
    /// All that had to be seen was.
    virtual void finish() = 0;

protected:
    ~FoundAlong() = default;
};

/// The leaves of a tree along a ray, nearer ones first. `margin` as in BoxTest.
class LeavesAlong {
public:
    LeavesAlong(const WideTree& tree, const Ray<float>& ray, float margin);
    /// The next leaf, and those of its triangles whose boxes the ray enters at t <= `limit`, which
    /// may decrease from call to call. No triangles: there are no more leaves.
    PartOfLeaf next(double limit);

private:
    static PartOfLeaf next_in_lanes(LeavesAlong& leaves, double limit);

    struct Pending {
        Child child;
        float entry;
    };
    const WideTree& tree_;
    const BoxTest test_;
    std::size_t size_ = 0;
    std::array<Pending, WideNode::width*(max_depth + 1)> stack_;
};

/// The power of two by which to divide a direction so that its size is between 1/2 and 2: boxes
/// lose a ray whose t or 1 / d is not a normal float.
inline double scale_for_boxes(const Vec<float>& d) {
    const float largest = largest_size(d);
    return largest >= 0.5f && largest < 2 ? 1 : std::ldexp(1.0, std::ilogb(largest));
}
/// The ray with its direction divided by that.
inline Ray<float> scaled_for_boxes(const Ray<float>& ray) {
    return {ray.o, Vec<float>(Vec<double>(ray.d) / scale_for_boxes(ray.d))};
}

void for_each_triangle(const WideTree& tree, const PartOfLeaf& part, auto&& visit) {
    for (auto met = part.triangles; met != 0; met &= met - 1)
        visit(tree.triangle(part.leaf * leaf_size + std::size_t(std::countr_zero(met))));
}

/// Calls visit(triangle) for each triangle whose box the ray enters at t <= `limit`. visit() may
/// lower the limit. `margin` as in BoxTest.
void for_each_box(const WideTree& tree, const Ray<float>& ray, float margin, const double& limit,
                  auto&& visit) {
    LeavesAlong leaves(tree, ray, margin);
    for (auto part = leaves.next(limit); part.triangles != 0; part = leaves.next(limit))
        for_each_triangle(tree, part, visit);
}

void for_each_box(const WideTree& tree, const Ray<float>& ray, const double& limit, auto&& visit) {
    for_each_box(tree, ray, box_margin(ray.o, tree.box), limit, visit);
}

/// Whether is_one(triangle) holds for any triangle whose box the ray enters at t <= `limit`.
bool any_along(const WideTree& tree, const Ray<float>& ray, double limit, auto&& is_one) {
    bool any = false;
    for_each_box(tree, ray, limit, [&](std::uint32_t triangle) {
        any = any || is_one(triangle);
        if (any) limit = -1;  // no box is entered there
    });
    return any;
}

/// Calls visit(t, triangle) for each hit among some triangles of a leaf.
void for_each_hit_in(const TracedScene& scene, const PartOfLeaf& part, const Ray<float>& ray,
                     auto&& visit) {
    const Kernel& kernel = scene.kernel();
    std::array<double, leaf_size> t;
    auto hit = kernel.test_leaf(kernel.method.get(), scene.leaf(part.leaf), part.triangles, ray, t);
    for (; hit != 0; hit &= hit - 1) {
        const auto i = std::size_t(std::countr_zero(hit));
        visit(t[i], scene.tree().triangle(part.leaf * leaf_size + i));
    }
}

/// Calls visit(t, triangle) for each hit at t <= `limit`, and see(part) for each part of a leaf
/// whose boxes the ray enters there. Both may lower the limit.
void for_each_hit(const TracedScene& scene, const Ray<float>& ray, const TracedScene::Needs& needs,
                  const double& limit, auto&& visit, auto&& see) {
    const WideTree& tree = scene.tree();
    const auto& grazed = needs.grazed;
    LeavesAlong leaves(tree, ray, needs.boxes_hold ? box_margin(ray.o, tree.box) : Box::inf);
    // First the triangles that the ray may graze, then the others.
    for (std::size_t k = 0;; ++k) {
        PartOfLeaf part;
        if (k < grazed.size()) {
            part = part_at(grazed[k]);
        } else {
            part = leaves.next(limit);
            if (part.triangles == 0) break;
            see(part);
            // Most leaves have none of a fine mesh's hundreds, which is told in vectors.
            std::uint32_t any = 0;
            for (const auto place : grazed) any |= part_at(place).leaf == part.leaf;
            for (std::size_t n = 0; any != 0 && n < grazed.size(); ++n)
                if (const auto tested = part_at(grazed[n]); tested.leaf == part.leaf)
                    part.triangles &= ~tested.triangles;
        }
        for_each_hit_in(scene, part, ray, [&](double t, std::uint32_t triangle) {
            if (t <= limit) visit(t, triangle);
        });
    }
}

/// Calls visit(t, triangle) for each hit at t <= `limit`. visit() may lower the limit.
void for_each_hit(const TracedScene& scene, const Ray<float>& ray, const double& limit,
                  auto&& visit) {
    for_each_hit(scene, ray, scene.needs(ray), limit, visit, [](const PartOfLeaf&) {});
}

}  // namespace hitmiss
