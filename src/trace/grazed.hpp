#pragma once
// Rays that graze a triangle's plane may hit it far from its box, by rounding: see growth.hpp.

#include <utility>

#include "methods/kernel.hpp"
#include "trace/wide_tree.hpp"

namespace hitmiss {

/// A triangle that is to be tested with every ray that meets its plane with |normal . d| <
/// steepness |d|, and in its box with the others.
struct Grazed {
    Vec<float> normal;  ///< of length 1; NaN: every ray is one
    float steepness;    ///< infinity: it is in no box
    Vec<float> toward;  ///< the middle of its box, from the origin; of length 1
    /// A ray beside that, by that sine more than `radius`, hits it with a steepness of less than
    /// fall / (sine - radius), or of less than 2.5 fall.
    float radius, fall;
    std::uint32_t place;

    /// Of normal . d, in parts of |d|.
    static constexpr float rounding = 0x1p-20f;
};

/// Half the area of the boxes that hold what the method accepts for rays from there, summed over a
/// sample of the triangles: how often these boxes are met.
double grown_area(const Kernel& kernel, std::span<const Triangle<float>> triangles,
                  const Vec<float>& origin);

/// The tree with boxes that hold what each of the methods accepts for rays from there, and for the
/// rounding of View::look; and, by method, the triangles for which they do not, in the order of
/// places.
std::pair<WideTree, std::vector<std::vector<Grazed>>> grown(
    const WideTree& tree, std::span<const Kernel> kernels,
    std::span<const Triangle<float>> triangles, const Vec<float>& origin);

/// Of rays from many origins, one that meets a triangle's plane with |normal . d| <
/// grazing_steepness |d|, from near it, is tested with the triangle whatever its box.
inline constexpr float grazing_steepness = 0x1p-8f;

/// The tree with boxes that hold what the method accepts for rays from anywhere in `origins` that
/// graze no triangle; and from how near to the plane they may graze one, 0: none does.
std::pair<WideTree, float> grown(const WideTree& tree, const Kernel& kernel,
                                 std::span<const Triangle<float>> triangles, const Box& origins);

}  // namespace hitmiss
