#pragma once
// Tells which triangles of a leaf a ray's line surely misses, of all in vector lanes.

#include "trace/wide_tree.hpp"

namespace hitmiss {

/// The corners of the triangles in a tree's leaves, leaf by leaf as structures of arrays.
class CornerLeaves {
public:
    CornerLeaves() = default;
    CornerLeaves(const WideTree& tree, std::span<const Triangle<float>> triangles);

    /// The triangles of a leaf (bit k: triangle k) that the ray's line may meet, border
    /// included. exact_hit() says that the others are outside.
    std::uint32_t may_meet(const Ray<float>& ray, std::size_t leaf) const;

    /// Nine rows of eight floats, see below.
    const float* rows(std::size_t leaf) const { return leaves_[leaf][0].data(); }

private:
    /// x, y and z of a, then of b and c; 0 where there is no triangle.
    struct alignas(64) Corners : std::array<std::array<float, leaf_size>, 9> {};

    static std::uint32_t may_meet_in_lanes(const Ray<float>& ray, const Corners& corners);

    Unfilled<Corners> leaves_;
};

}  // namespace hitmiss
