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
Outcome judge(const Hit& hit, const Answer& answer, const Ray<float>& ray, const Geometry& geometry,
              bool culls);

/// Whether the kernel meets NaN, anywhere in its values, on a triangle of E.
bool meets_nan(const Kernel& kernel, const Answer& answer, const Ray<float>& ray,
               const Geometry& geometry);

}  // namespace hitmiss
