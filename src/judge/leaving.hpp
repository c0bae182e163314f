#pragma once
// How programs leave a surface: where they think that a ray met it, and where the next ray starts.

#include <string_view>

#include "judge/spawned.hpp"
#include "trace/all_hits.hpp"

namespace hitmiss {

/// A ray met a triangle.
struct Met {
    Ray<float> ray;
    Hit hit;
    Triangle<float> triangle;
    Precision precision;  ///< of the method that found it
    Vec<double> exact;    ///< where it truly met it
    Vec<float> d;         ///< the direction of the next ray
    bool copied = false;  ///< whether another triangle equals it; only own_triangle asks
};

/// Where the point lies. along_ray: o + t d, in the method's precision. barycentric:
/// a + (u e1 + v e2) in float, with Möller and Trumbore's u and v. exact: the exact point, rounded.
enum class PointBy { along_ray, barycentric, exact };
inline constexpr std::array<std::string_view, 3> point_names{"ray", "barycentric", "exact"};
Vec<float> point_of(const Met& met, PointBy by);

/// How the surface is left.
enum class Leaving { t_min, normal, integer, pbrt, nvidia, mitsuba, own_triangle };
inline constexpr std::array<std::string_view, 7> leaving_names{
    "t-min", "normal", "integer", "pbrt", "nvidia", "mitsuba", "own-triangle"};

/// What each does, and who published it.
struct LeavingInfo {
    std::string_view idea, source;
    bool has_epsilon;
    /// Where its point lies unless somebody says it; nothing else fits a rule with a bound on the
    /// error of its own point.
    PointBy point;
    bool has_own_point;
};
const LeavingInfo& info_of(Leaving rule);

/// For Met::copied: the copies of triangles if the rule asks, else none.
Duplicates copies_for(Leaving rule, std::span<const Triangle<float>> triangles);

/// The lengths of offsets along the normal.
float nvidia_offset(const Triangle<float>& tri, const Vec<float>& point, const Vec<float>& n);
float mitsuba_offset(const Triangle<float>& tri, const Vec<float>& n);

/// The next ray, from that point.
struct Left {
    Vec<float> point, o;
    HitFilter filter;
};
Left leave(Leaving rule, double epsilon, PointBy by, const Met& met);

/// The ray from there to a lamp, where t = 1. Its direction is the rounded difference; an epsilon
/// that t must exceed becomes a length in scene units.
std::pair<Ray<float>, HitFilter> ray_to_lamp(const Left& left, const Vec<float>& lamp);

}  // namespace hitmiss
