#pragma once
// The valley of the solid-angle sum, and why it is so wide.

#include "draw/plot.hpp"
#include "judge/inside.hpp"

namespace hitmiss {

/// Points that solid-angle gets wrong, by epsilon.
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

/// Two panels: both sums across the border, and random points that are wrong in float against
/// epsilon, with those of the angle sum in a triangle's plane beside them.
Drawing draw_solid_angle(const std::string& title, const std::vector<double>& epsilons,
                         const std::vector<SolidAngleCurve>& curves, std::uint64_t count,
                         const Page& page);

}  // namespace hitmiss
