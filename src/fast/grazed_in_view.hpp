#pragma once
// Which packets and rays graze a triangle's plane.

#include "fast/grazed.hpp"
#include "fast/packet.hpp"
#include "fast/view.hpp"

namespace hitmiss {

/// A triangle that rays may graze, as rays are told apart: over |d.ahead|, |d| is at most 5, by
/// size_of.
class GrazedInView {
public:
    GrazedInView(const View& view, const Grazed& grazed)
        : normal_(view, grazed.normal), most_(5 * (grazed.steepness + 2 * Grazed::rounding)) {}
    /// Whether rays in the window may graze it. A NaN says yes.
    bool may_meet(float s_lo, float s_hi, float r_lo, float r_hi) const {
        const auto ends = normal_.over(s_lo, s_hi, r_lo, r_hi);
        return !(bool(ends.lo > most_) | bool(ends.hi < -most_));
    }

private:
    LinearInSlopes normal_;
    float most_;
};

/// A cone around the rays of a window.
class Cone {
public:
    Cone(const View& view, const Window& rays) {
        axis_[int(view.right)] = (rays.s_lo + rays.s_hi) / 2;
        axis_[int(view.up)] = (rays.r_lo + rays.r_hi) / 2;
        axis_[int(view.ahead)] = view.sign;
        axis_ = glm::normalize(axis_);
        // The sine of an angle is at most the difference of slopes; a little for rounding.
        sine_ = 0.6f * (rays.s_hi - rays.s_lo + rays.r_hi - rays.r_lo) + 0x1p-10f;
    }

    /// The triangle, with the steepness with which rays in the cone may hit it.
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
    float sine_;       ///< of the largest angle with it
};

/// The lanes of a packet whose rays graze the triangle.
inline std::uint32_t lanes_grazing(const Packet& packet, const Grazed& grazed) {
    const auto &dx = packet.d[0], &dy = packet.d[1], &dz = packet.d[2];
    const float x = grazed.normal.x, y = grazed.normal.y, z = grazed.normal.z;
    const float steepness = grazed.steepness + Grazed::rounding;
    std::uint32_t set = 0;
#pragma omp simd reduction(| : set)
    for (std::size_t k = 0; k < lanes; ++k) {
        const float size = std::abs(dx[k]) + std::abs(dy[k]) + std::abs(dz[k]);
        const bool steep = std::abs(x * dx[k] + y * dy[k] + z * dz[k]) > steepness * size;
        set |= steep ? 0u : 1u << k;
    }
    return set;
}

}  // namespace hitmiss
