#pragma once
// Triangles that rays from one origin may graze. Rounding may then throw the hit far from the
// triangle's box (methods/growth.md), so such rays are tested separately from the BVH.

#include <utility>

#include "fast/grid.hpp"
#include "fast/packet_kernel.hpp"
#include "methods/kernel.hpp"

namespace hitmiss {

/// A box may be skipped if it begins deeper than a ray's best hit by this fraction.
inline constexpr float depth_slack = 0x1p-11f;

/// The padding of a box for rays from one origin that meet the plane with c >= `steepness` (0: all
/// rays; infinity: none). A ray that meets it less steeply hits at most `off` + `fall`/c away from
/// the triangle, or, if c < 4.3 `fall`/D, anywhere.
struct Margin {
    Vec<double> size;  ///< along each axis
    double nearer;     ///< hits are at this fraction of the distance to the box, or farther
    double steepness, off, fall;
};
inline constexpr Margin no_bound{Vec<double>(0), 1, std::numeric_limits<double>::infinity(), 0,
                                 std::numeric_limits<double>::infinity()};

/// The margin that costs least for rays from one origin: smaller than GrownTriangle::margin,
/// because rays that graze the triangle are tested separately (methods/growth.md).
Margin best_margin(const GrownTriangle& tri);

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

/// Sixteen triangles that may be grazed, side by side; those that are missing have a steepness of -2.
struct GrazedLanes {
    std::array<Lanes<float>, 3> normal;
    Lanes<float> steepness;
};
std::vector<GrazedLanes> in_lanes(std::span<const Grazed> triangles);

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

/// Calls visit(ray) for the rays of a grid that may graze the triangle. They are in a band; where
/// that is almost as wide as a pixel, or more, nothing is called, and the result is false.
bool visit_grazing(const View& view, const Grazed& grazed, float longest, auto&& visit) {
    const LinearInView normal(view, grazed.normal);
    // Where the band is seen is off by less than 2^-15 of a pixel, which is at most 4/64 wide.
    const float most = grazed.steepness * longest + view.rounding + 0x1p-19f;
    // By columns if the band meets each of them in one pixel at most, else by rows.
    const bool by_columns = std::abs(normal.top()) >= std::abs(normal.side());
    const float along = by_columns ? normal.side() : normal.top(),
                across = by_columns ? normal.top() : normal.side();
    const float half_width = most / std::abs(across);
    if (!(half_width < 0.49f)) return false;
    const float step = -along / across,
                start = grid_middle - (normal.middle() - along * grid_middle) / across;
    constexpr float last = float(grid_side - 1);
    for (std::uint32_t begin = 0; begin < grid_side; begin += lanes) {
        std::uint32_t met = 0;
        Lanes<std::uint32_t> pixel;
#pragma omp simd reduction(| : met)
        for (std::uint32_t k = 0; k < lanes; ++k) {
            const float at = largest(least(start + step * float(begin + k), last + 1), -1);
            const float nearest = float(int(at + 1.5f)) - 1;
            const float off =
                largest(std::abs(nearest - at) - half_width, -nearest, nearest - last);
            met |= off > 0 ? 0u : 1u << k;
            pixel[k] = std::uint32_t(int(nearest));
        }
        for (; met != 0; met &= met - 1) {
            const auto k = std::uint32_t(std::countr_zero(met));
            visit(by_columns ? ray_at(begin + k, pixel[k]) : ray_at(pixel[k], begin + k));
        }
    }
    return true;
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
                0x1p-10f) {}

    /// The triangles (bit k: the one in lane k) that rays in the cone may graze; NaN counts as yes.
    /// Directions of length 1 in it are at most 1.42 sine apart from its axis.
    std::uint32_t meets(const GrazedLanes& grazed) const {
        const float x = axis_.x, y = axis_.y, z = axis_.z, most = 1.42f * sine_;
        const auto &nx = grazed.normal[0], &ny = grazed.normal[1], &nz = grazed.normal[2];
        std::uint32_t met = 0;
#pragma omp simd reduction(| : met)
        for (std::size_t k = 0; k < lanes; ++k) {
            const float along = std::abs(nx[k] * x + ny[k] * y + nz[k] * z);
            met |= along > grazed.steepness[k] + most ? 0u : 1u << k;
        }
        return met;
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
