#pragma once
// Whose plane does a ray nearly lie in? Rounding may throw its hit far out of such a triangle, so
// that boxes do not tell: see growth.hpp.

#include "trace/wide_tree.hpp"

namespace hitmiss {

/// By child of a node of such a tree: the least and the largest k.
struct PlaneOffsets {
    std::array<float, WideNode::width> least{}, largest{};
};

/// A tree over the planes n . (x - middle) = k of triangles, n of length 1, as points of the four
/// dimensions of n and k. A ray lies in planes that are a curve there, and a smooth surface has few
/// near it; boxes of space or cones of normals alone are met by many more.
class PlaneTree {
public:
    PlaneTree() = default;
    /// Of the triangles in the tree, which all lie in the box. Those without a normal are left out.
    PlaneTree(const WideTree& tree, std::span<const Triangle<float>> triangles, const Box& box);

    /// The places in the tree of the triangles that the ray meets with |n . d| < steepness |d|, and
    /// whose plane is less than `height` from its origin; and of some for which that nearly holds.
    std::vector<std::uint32_t> near(const Ray<float>& ray, float steepness, float height) const;

private:
    WideTree tree_;  ///< its boxes hold n; its triangles are places in the other tree
    std::vector<PlaneOffsets> offsets_;
    Vec<double> middle_;
    float radius_ = 0;  ///< no |k| is larger
};

}  // namespace hitmiss
