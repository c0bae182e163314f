#pragma once
// Which triangles rounding cannot tell apart, and which t is good: all tolerances of the judge.
//
// Let u be the unit roundoff of the arithmetic that answered, of float where a program computes in
// double but stores t as a float, and t that of the exact point P, or the answer's where nothing is
// hit exactly. tau = k u |t d| is how far rounding may move a point sideways, across the ray. Along
// the ray there is no such bound: where a ray meets a plane at a grazing angle, rounding moves t by
// u |t d| over the sine of that angle.

#include "judge/reference.hpp"

namespace hitmiss {

/// k, measured: see src/README.md.
inline constexpr double tie_roundings = 8;
/// A t is good within this relative distance of the exact one, whatever the rounding.
inline constexpr double close_to_t = 0x1p-12;
/// Whether it is within that distance; not if a side is NaN.
inline bool is_close(double t, double exact) {
    return std::abs(t - exact) <= close_to_t * std::abs(exact);
}

constexpr double unit_roundoff(Precision precision) {
    return precision == Precision::single ? 0x1p-24 : 0x1p-53;
}

/// tau for a point at t: k u |t d|.
double tie_tolerance(double t, const Ray<float>& ray, Precision precision);

/// By what answers to a ray are judged: what is right on it, of the faces that the answerer hits,
/// and the precision in which that computes.
struct AnsweredRay {
    const Ray<float>& ray;
    const ExactAnswer& right;
    const Geometry& geometry;
    Precision precision;

    const Triangle<float>& triangle(std::uint32_t index) const { return geometry.triangles[index]; }
    /// Infinite if E is empty: see is_degenerate().
    double tau() const { return tie_tolerance(right.t, ray, precision); }
};

/// The distance of o + t d from the triangle's plane, good to a small part of u |t d|; infinite for
/// a triangle without area.
double distance_to_plane(double t, std::uint32_t triangle, const AnsweredRay& asked);

/// The distance of o + t d from the triangle.
double distance_to_triangle(double t, std::uint32_t triangle, const AnsweredRay& asked);

/// Whether an answer's t, for that triangle, is good: finite, positive, and within a relative 2^-12
/// of the exact t, or o + t d no farther than tau from the triangle's plane, unless the ray lies in
/// that plane, which then says nothing about t. E is not empty.
bool is_good(const Hit& hit, const AnsweredRay& asked);

/// What makes a triangle a tie.
struct TieLink {
    std::uint32_t met;  ///< the triangle of E, or the other tie, that it meets
    Vec<double> at;     ///< there: a point of that triangle
};

/// Whether the triangle, which is not of E, meets a triangle A of E, or another tie, where the ray
/// passes: some point of A no farther than tau from the ray's line is no farther than tau from the
/// triangle. The points are P, or where the ray passes through another tie, A's corners, the point
/// of each side of A nearest to the ray, and the points of A nearest to such points of the
/// triangle. A tie in whose plane the ray lies exactly leads to no other: what it meets far along
/// the ray does not depend on rounding. E is not empty.
std::optional<TieLink> tie_link(std::uint32_t triangle, const AnsweredRay& asked);
inline bool is_tie(std::uint32_t triangle, const AnsweredRay& asked) {
    return tie_link(triangle, asked).has_value();
}

}  // namespace hitmiss
