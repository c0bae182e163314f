#pragma once
// A triangle covers at most half of its projected box, a sliver very little. Its edges bound it
// better: each spans a plane with the origin of the rays, and hits lie between these three.

#include <bit>

#include "fast/grazed.hpp"

namespace hitmiss {

/// A ray that meets a triangle's box can hit the triangle only if normal . d >= -slack |d| for each
/// edge.
struct Edges {
    std::array<Vec<float>, 3> normal;  ///< of the plane through the origin, inwards; of length 1
    float slack;
};

/// Edges of a triangle seen from the origin. Unbounded if its own box is not valid for all rays,
/// unless `separate`: the rays that graze it are tested separately.
Edges edges_of(const Kernel& kernel, const Triangle<float>& tri, const Vec<float>& origin,
               bool separate);

/// Whether rays in a window may pass between the edges; NaN counts as yes. Divided by |d.ahead|,
/// normal . d is linear in the slopes, and |d| is at most `longest`.
inline auto in_view(const View& view, const Edges& edges, float longest) {
    const auto seen = [&](int k) { return LinearInSlopes(view, edges.normal[std::size_t(k)]); };
    return [a = seen(0), b = seen(1), c = seen(2), least = -edges.slack * longest](
               float s_lo, float s_hi, float r_lo, float r_hi) {
        return !(bool(a.over(s_lo, s_hi, r_lo, r_hi).hi < least) |
                 bool(b.over(s_lo, s_hi, r_lo, r_hi).hi < least) |
                 bool(c.over(s_lo, s_hi, r_lo, r_hi).hi < least));
    };
}

/// The edges of those triangles of a tree that are large, as seen from one origin.
class SeenEdges {
public:
    SeenEdges() = default;
    /// `grazed`: triangles with separate tests, in the order of places.
    SeenEdges(const WideTree& tree, const Kernel& kernel,
              std::span<const Triangle<float>> triangles, const Vec<float>& origin,
              std::span<const Grazed> grazed);

    /// The edges of the triangle at a place; null if it is small.
    const Edges* of(std::size_t place) const {
        // Few triangles are large: one byte for eight of them stays in the cache.
        if (large_.empty()) return nullptr;
        const std::size_t leaf = place / WideNode::width;
        const std::uint32_t bit = 1u << place % WideNode::width, large = large_[leaf];
        if ((large & bit) == 0) return nullptr;
        return &edges_[first_[leaf] + std::size_t(std::popcount(large & (bit - 1)))];
    }

private:
    std::vector<std::uint8_t> large_;   ///< by leaf: which of its triangles (bit k: triangle k)
    std::vector<std::uint32_t> first_;  ///< by leaf: the edges of the first of these
    std::vector<Edges> edges_;          ///< in the order of places
};

}  // namespace hitmiss
