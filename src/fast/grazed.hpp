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
    Vec<float> normal;  ///< of length 1; NaN: every ray grazes it
    float steepness;    ///< infinity: it is in no box
    Vec<float> toward;  ///< direction to the middle of its box; of length 1
    /// Let `sine` be the sine of the angle between a ray and `toward`. If sine > radius, the ray
    /// can hit only if its steepness is below max(fall / (sine - radius), 2.5 fall).
    float radius, fall;
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
    std::vector<OffOfLeaf> off;  ///< by leaf
    /// By method: the triangles that a box cannot contain, in the order of places.
    std::vector<std::vector<Grazed>> grazed;
};
GrownTree grow_tree_from(const WideTree& tree, std::span<const Kernel> kernels,
                         std::span<const Triangle<float>> triangles, const Vec<float>& origin);

/// Whether rays in a window may graze the triangle; NaN counts as yes. Divided by ahead . d, the
/// length of d is at most `longest`.
inline auto in_view(const View& view, const Grazed& grazed, float longest) {
    return [normal = LinearInView(view, grazed.normal),
            most = grazed.steepness * longest + view.rounding](float s_lo, float s_hi, float r_lo,
                                                               float r_hi) {
        const auto ends = normal.over(s_lo, s_hi, r_lo, r_hi);
        return !(bool(ends.lo > most) | bool(ends.hi < -most));
    };
}

/// A cone around the rays of a window.
class Cone {
public:
    Cone(const View& view, const Window& rays)
        : axis_(glm::normalize((rays.s_lo + rays.s_hi) / 2 * view.to_side +
                               (rays.r_lo + rays.r_hi) / 2 * view.to_top + view.to_middle)),
          // The sine of an angle is at most the way between places at depth 1; a little for
          // rounding.
          sine_(0.6f * ((rays.s_hi - rays.s_lo) * glm::length(view.to_side) +
                        (rays.r_hi - rays.r_lo) * glm::length(view.to_top)) +
                0x1p-9f) {}

    /// Whether rays in the cone may graze the triangle; NaN counts as yes. Directions of length 1
    /// in the cone are at most 1.42 sine from its axis, or more than 90 degrees, where sine_ is 1
    /// or more.
    bool meets(const Grazed& grazed) const {
        return !(std::abs(glm::dot(grazed.normal, axis_)) > grazed.steepness + 1.42f * sine_);
    }
    /// The triangle, its steepness reduced to that at which rays in the cone may hit it.
    Grazed seen(const Grazed& grazed) const {
        Grazed seen = grazed;
        const float along = glm::dot(grazed.toward, axis_);
        const float beside = std::sqrt(1 - along * along) - sine_ - grazed.radius;
        if (beside > 0)
            seen.steepness = std::min(seen.steepness, grazed.fall * largest(1 / beside, 2.5f));
        return seen;
    }

private:
    Vec<float> axis_;  ///< of length 1
    float sine_;       ///< of the largest angle to the axis
};

}  // namespace hitmiss
