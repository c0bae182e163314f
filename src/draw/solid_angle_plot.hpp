#pragma once
// The valley of the solid-angle sum, and why it is so wide.

#include "draw/plot.hpp"
#include "judge/inside.hpp"

namespace hitmiss {

/// Points that solid-angle or the angle sum gets wrong, by epsilon.
struct SolidAngleCurve {
    std::string label;
    Precision precision;
    std::uint64_t points = 0;               ///< but for those on the surface
    std::vector<std::uint64_t> wrong = {};  ///< by epsilon
};
/// Random points and points near the surface, `count` of each, in both precisions.
std::vector<SolidAngleCurve> sweep_solid_angle(const std::vector<double>& epsilons,
                                               std::uint64_t count, std::uint64_t seed,
                                               const Geometry& geometry);

/// Random points in the plane of a triangle of side 1, which the angle sum in float tests; no
/// epsilon of a full turn or more.
SolidAngleCurve sweep_angle_sum(const std::vector<double>& epsilons, std::uint64_t count,
                                std::uint64_t seed);

/// Two panels: both sums across the border, and random points that are wrong in float against
/// epsilon. `mesh` names the one of the curves, `angle_sum` is about a triangle's plane.
Drawing draw_solid_angle(const std::string& title, const std::string& mesh,
                         const std::vector<double>& epsilons,
                         const std::vector<SolidAngleCurve>& curves,
                         const SolidAngleCurve& angle_sum, const Page& page);

}  // namespace hitmiss
