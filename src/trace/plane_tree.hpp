#pragma once
// Finds the triangles in whose plane a ray nearly lies. Rounding may throw a hit far out of such a
// triangle, so its box does not help: see growth.hpp.

#include "trace/wide_tree.hpp"

namespace hitmiss {

/// The least and the largest k below each child of a node.
struct PlaneOffsets {
    std::array<float, WideNode::width> least{}, largest{};
};
/// The planes of a leaf.
struct PlaneLeaf {
    std::array<float, leaf_size> x{}, y{}, z{};  ///< n
    std::array<float, leaf_size> k{};
};

/// A triangle's place, and the number of a ray that nearly lies in its plane.
struct NearPlane {
    std::uint32_t ray, place;
};

/// A tree over the planes n . (x - middle) = k of triangles, n of length 1, as points (n, k) in
/// four dimensions. The planes that contain a ray form a curve there, and a smooth surface has few
/// planes near it. A ray meets many more boxes in space, or cones of normals alone.
class PlaneTree {
public:
    /// Bounds the memory for many rays along a flat mesh.
    static constexpr std::uint32_t most_near = 256;

    PlaneTree() = default;
    /// Over the triangles of `tree`, which lie in the box; leaves out those without a normal.
    PlaneTree(const WideTree& tree, std::span<const Triangle<float>> triangles, const Box& box);

    /// The places in the tree of all triangles that the ray meets with |n . d| < steepness |d| and
    /// whose plane is less than `height` from its origin. May include some beyond these limits.
    std::vector<std::uint32_t> near(const Ray<float>& ray, float steepness, float height) const;
    /// The same for those of many rays that are wanted, in any order; of a ray that is near to more
    /// planes than most_near only most_near + 1. One traversal for all of them takes a third of the
    /// time or less.
    std::vector<NearPlane> near(std::span<const Ray<float>> rays, const std::vector<bool>& wanted,
                                float steepness, float height) const;

private:
    WideTree tree_;  ///< its boxes hold n; its triangles are places in the other tree
    std::vector<PlaneOffsets> offsets_;  ///< of its nodes
    Unfilled<PlaneLeaf> leaves_;         ///< in place of its own
    Vec<double> middle_;
    float radius_ = 0;  ///< no |k| is larger
};

}  // namespace hitmiss
