#pragma once
// The exact answer for the stored float ray and the stored float vertices.
//
// Let A = a - o, B = b - o, C = c - o. The ray's line passes each edge on the side given by the
// sign of a volume: V_ab = d . (A x B), V_bc = d . (B x C), V_ca = d . (C x A). Their sum is
// D = d . n. With N = A . (B x C) = n . A the line meets the plane at t = N / D. All signs are
// exact: doubles with a bound on their rounding error decide almost always, and integer arithmetic
// decides the rest.

#include <compare>
#include <string_view>

#include "base/geometry.hpp"
#include "base/two_doubles.hpp"

namespace hitmiss {

/// Where the ray's line meets a triangle. degenerate: all three volumes are 0, because the line
/// lies in the triangle's plane or the triangle has no area; this is not a hit.
enum class Position { outside, inside, edge, vertex, degenerate };

std::string_view to_string(Position position);

struct ExactHit {
    Position position;
    bool hit;        ///< inside or on the border, and t > 0
    double t;        ///< of a hit
    double t_error;  ///< bound on the error of t
};
ExactHit exact_hit(const Ray<float>& ray, const Triangle<float>& tri);

/// The exact order of the t of two triangles that the ray hits.
std::strong_ordering exact_order(const Ray<float>& ray, const Triangle<float>& tri,
                                 const Triangle<float>& other);

/// The exact t of a triangle that the ray hits, rounded once to the nearest double.
double exact_t(const Ray<float>& ray, const Triangle<float>& tri);

/// That double, and what the rounding took, good to a thousandth of the double's last place.
TwoDoubles exact_t_in_two(const Ray<float>& ray, const Triangle<float>& tri);

/// Whether the ray sees the triangle's front: n . d < 0, exactly. Edge-on is neither side.
bool seen_from_front(const Ray<float>& ray, const Triangle<float>& tri);

/// The sign of n . (p - a): on which side of the triangle's plane the point lies, decided exactly.
int side_of(const Vec<float>& point, const Triangle<float>& tri);

/// Whether the ray's origin is a point of the triangle, decided exactly.
bool contains_origin(const Ray<float>& ray, const Triangle<float>& tri);

/// Whether the ray's line lies in the triangle's plane, or meets a triangle without area; decided
/// exactly.
bool runs_in_plane(const Ray<float>& ray, const Triangle<float>& tri);

}  // namespace hitmiss
