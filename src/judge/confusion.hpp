#pragma once
// A hit against what is right.

#include "judge/outcome.hpp"
#include "judge/reference.hpp"

namespace hitmiss {

/// Two points closer than this share of their distance |t d| from the ray's origin are the same to
/// a picture: 16 roundings of a float.
inline constexpr double same_point = 0x1p-18;

/// The first of these that applies, with P the exact point o + t d of E and tau = same_point |t d|:
///   right           nothing is hit and E is empty, or a triangle of E or a copy of one is hit
///   neighbour       E is not empty, and the triangle is no farther than tau from P
///   degenerate      the hit is at t = 0, or the ray lies in the triangle's plane, and o + t d is
///                   on it to within same_point of its farthest corner: for some tracers a hit
///   false_hit       E is empty
///   culled          what would be a leak, where the method culls and all of E is seen from behind
///   leak            nothing is hit; or the ray truly meets the triangle beyond P; or it misses it
///                   from P on by tau at most, and t is beyond P
///   wrong_triangle  any other
/// The hit's triangle is known unless E is empty: see located().
Outcome judge(const Hit& hit, const Answer& answer, const Ray<float>& ray, const Geometry& geometry,
              bool culls);

/// Whether a hit that is right has a t that is not: o + t d is farther than tau from P.
bool t_is_off(const Hit& hit, const Answer& answer);

/// The exact t of the triangle that was hit; nothing if it is not hit exactly, which can be where
/// another reference is right.
std::optional<double> exact_t_of(const Hit& hit, const Ray<float>& ray, const Geometry& geometry);

/// The hit of which only t is known, with the triangle that the ray truly meets nearest to that t,
/// of two as near the one of E; unknown where it meets none.
Hit located(const Hit& hit, const Answer& answer, const Ray<float>& ray, const Geometry& geometry);

/// Whether the kernel meets NaN, in a value that it notes, on a triangle of E.
bool meets_nan(const Kernel& kernel, const Answer& answer, const Ray<float>& ray,
               const Geometry& geometry);

}  // namespace hitmiss
