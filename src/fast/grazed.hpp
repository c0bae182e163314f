#pragma once
// Triangles that rays from one origin may graze. Rounding may then throw the hit far from the
// triangle's box (methods/growth.md), so that it is tested with such rays apart from the BVH.

#include <utility>

#include "fast/margin.hpp"
#include "methods/kernel.hpp"
#include "trace/wide_tree.hpp"

namespace hitmiss {

/// A triangle that is to be tested with every ray that meets its plane with |normal . d| <
/// steepness |d|, and in its box with the others.
struct Grazed {
    Vec<float> normal;  ///< of length 1; NaN: every ray is one
    float steepness;    ///< infinity: it is in no box
    Vec<float> toward;  ///< the middle of its box, from the origin; of length 1
    /// Let `sine` be the sine of the angle between a ray and `toward`. If sine > radius, the ray
    /// can hit only if its steepness is below max(fall / (sine - radius), 2.5 fall).
    float radius, fall;
    std::uint32_t place;

    /// Of normal . d, in parts of |d|.
    static constexpr float rounding = 0x1p-20f;
};

/// Half the area of the boxes that hold what the method accepts for rays from there, summed over a
/// sample of the triangles: how often these boxes are met.
double grown_area(const Kernel& kernel, std::span<const Triangle<float>> triangles,
                  const Vec<float>& origin);

/// A tree with boxes that hold what each of the methods accepts for rays from one origin, and for
/// the rounding of Outlines::look; and, by method, the triangles for which they do not, in the
/// order of places.
std::pair<WideTree, std::vector<std::vector<Grazed>>> grow_tree_from(
    const WideTree& tree, std::span<const Kernel> kernels,
    std::span<const Triangle<float>> triangles, const Vec<float>& origin);

}  // namespace hitmiss
