#pragma once
// Triangles that rays from one origin may graze. Rounding may then throw the hit far from the
// triangle's box (methods/growth.md), so such rays are tested separately from the BVH.

#include <utility>

#include "fast/margin.hpp"
#include "fast/view.hpp"
#include "methods/kernel.hpp"

namespace hitmiss {

/// A box may be skipped if it begins deeper than a ray's best hit by this fraction.
inline constexpr float depth_slack = 0x1p-11f;

/// A triangle that is tested against every ray that meets its plane with |normal . d| < steepness
/// |d|, and against other rays if they meet its box.
struct Grazed {
    Vec<float> normal;  ///< of length 1, or null: then every ray grazes it
    float steepness;    ///< infinity: it is in no box
    std::uint32_t place;
};

/// Half the area of the boxes that contain what the method accepts for rays from that origin,
/// summed over a sample of the triangles: proportional to how often rays meet these boxes.
double grown_area(const Kernel& kernel, std::span<const Triangle<float>> triangles,
                  const Vec<float>& origin);

/// What methods accept of triangles for rays from one origin.
struct GrownTree {
    /// Its boxes contain what each of the methods accepts, with room for the rounding of
    /// Outlines::look. It has no boxes of triangles.
    WideTree tree;
    Unfilled<OffOfLeaf> off;  ///< by leaf
    /// By method: the triangles that a box cannot contain, in the order of places.
    std::vector<std::vector<Grazed>> grazed;
};
GrownTree grow_tree_from(const WideTree& tree, std::span<const Kernel> kernels,
                         std::span<const Triangle<float>> triangles, const Vec<float>& origin);

/// Whether rays in a window may graze the triangle; NaN counts as yes. Divided by ahead . d, the
/// length of d is at most `longest`.
inline auto in_view(const View& view, const Grazed& grazed, float longest) {
    return [normal = form_in_view(view, grazed.normal),
            most = grazed.steepness * longest + view.rounding](float s_lo, float s_hi, float r_lo,
                                                               float r_hi) {
        return !(bool(normal.lo(s_lo, s_hi, r_lo, r_hi, 1, 1) > most) |
                 bool(normal.hi(s_lo, s_hi, r_lo, r_hi, 1, 1) < -most));
    };
}

}  // namespace hitmiss
