#pragma once
// Nearest points and distances, in double or finer (base/two_doubles.hpp). Vertices less the same
// point lose next to nothing in double.

#include <cmath>

#include "base/geometry.hpp"

namespace hitmiss {

// GLM's own take the number types of the language only.
template <typename Real>
Real dot(const Vec<Real>& a, const Vec<Real>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <typename Real>
Vec<Real> cross(const Vec<Real>& a, const Vec<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// |v| squared, rounded to double.
template <typename Real>
double square(const Vec<Real>& v) {
    return double(dot(v, v));
}

/// The point a + s (b - a) of the segment ab, with s as near to top / bottom as it may be.
template <typename Real>
Vec<Real> on_segment(const Vec<Real>& a, const Vec<Real>& b, const Real& top, const Real& bottom) {
    if (double(bottom) <= 0 || double(top) <= 0) return a;
    return double(top - bottom) >= 0 ? b : a + (b - a) * (top / bottom);
}

/// The point of the segment ab nearest to the line through 0 along d.
template <typename Real>
Vec<Real> nearest_to_line(const Vec<Real>& d, const Vec<Real>& a, const Vec<Real>& b) {
    // x x d is as long as d times the distance of x from the line.
    const auto from = cross(a, d), along = cross(b - a, d);
    return on_segment(a, b, -dot(from, along), dot(along, along));
}

/// The point of the triangle, whose normal is n, nearest to p.
template <typename Real>
Vec<Real> nearest_in_triangle(const Vec<Real>& p, const Triangle<Real>& tri, const Vec<Real>& n) {
    bool over = true;  // whether p is over the triangle's inside
    double least = std::numeric_limits<double>::infinity();
    auto nearest = tri.a;  // where no distance is a number
    for (const auto& [a, b] : edges(tri)) {
        over &= double(dot(cross(b - a, p - a), n)) > 0;
        const auto point = on_segment(a, b, dot(p - a, b - a), dot(b - a, b - a));
        if (const double distance = square(point - p); distance < least)
            least = distance, nearest = point;
    }
    return over ? p - n * (dot(n, p - tri.a) / dot(n, n)) : nearest;
}

/// Distance of a point from the triangle, its inside included.
inline double distance_to_triangle(const Vec<double>& p, const Triangle<double>& tri) {
    return glm::length(nearest_in_triangle(p, tri, normal(tri)) - p);
}

/// Distance of the points p + t d, t >= 0, from the segment ab: Ericson, Real-Time Collision
/// Detection, 2005, section 5.1.9.
inline double half_line_to_segment(const Vec<double>& p, const Vec<double>& d, const Vec<double>& a,
                                   const Vec<double>& b) {
    const auto along = b - a, r = p - a;
    const double dd = glm::dot(d, d), e = glm::dot(along, along);
    const double de = glm::dot(d, along), c = glm::dot(d, r), f = glm::dot(along, r);
    const double det = dd * e - de * de;
    const double guess = det > 0 ? std::max(0.0, (de * f - c * e) / det) : 0.0;
    const double s = e > 0 ? std::clamp((de * guess + f) / e, 0.0, 1.0) : 0.0;
    const double t = std::max(0.0, (de * s - c) / dd);
    return glm::length(r + t * d - s * along);
}

/// Distance of the points p + t d, t >= 0, from the triangle's border.
inline double half_line_to_border(const Vec<double>& p, const Vec<double>& d,
                                  const Triangle<double>& tri) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [a, b] : edges(tri)) least = std::min(least, half_line_to_segment(p, d, a, b));
    return least;
}

}  // namespace hitmiss
