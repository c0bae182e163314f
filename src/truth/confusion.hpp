#pragma once
// A hit against what is right.

#include "truth/outcome.hpp"
#include "truth/reference.hpp"

namespace hitmiss {

/// Two points closer than this share of their distance |t d| from the ray's origin are the same to
/// a picture: 16 roundings of a float.
inline constexpr double same_point = 0x1p-18;

/// In this order, with P the exact point o + t d of E, and tau = same_point |t d|:
/// false_hit: E is empty, but something is hit. neighbour: a triangle outside E, but no farther
/// than tau from P. leak: nothing is hit, or a triangle that the ray meets beyond P, or that it
/// misses there by tau at most and that is hit beyond P. wrong_triangle: any other outside E. Where
/// the method culls and every triangle of E is seen from behind, what would be a leak is culled.
/// degenerate comes before all but neighbour: the ray starts on the triangle, hit at t = 0, or lies
/// in its plane and is hit there, to within same_point of the triangle's farthest corner. Some
/// tracers call that a hit, others not; here it is none.
Outcome judge(const Hit& hit, const Answer& answer, const Ray<float>& ray, const Geometry& geometry,
              bool culls);

/// Whether a hit that is right has a t that is not: o + t d is farther than tau from P.
bool t_is_off(const Hit& hit, const Answer& answer);

/// The hit of which only t is known, with the triangle that the ray truly meets nearest to that t;
/// unknown where it meets none.
Hit located(const Hit& hit, const Answer& answer, const Ray<float>& ray, const Geometry& geometry);

/// Whether the kernel meets NaN, anywhere in its values, on a triangle of E.
bool meets_nan(const Kernel& kernel, const Answer& answer, const Ray<float>& ray,
               const Geometry& geometry);

}  // namespace hitmiss
