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

/// Distance of the points p + t d, t >= 0, from the segment ab, good to roundings of their
/// distances from p. By cross products, which lose nothing where d and ab are nearly parallel.
inline double half_line_to_segment(const Vec<double>& p, const Vec<double>& d, const Vec<double>& a,
                                   const Vec<double>& b) {
    const auto from = a - p, to = b - p, along = b - a;
    const auto nearest = nearest_to_line(d, from, to);
    if (dot(nearest, d) >= 0) return glm::length(cross(nearest, d)) / glm::length(d);
    // The line passes the segment behind p: p itself is nearest.
    return glm::length(on_segment(from, to, -dot(from, along), dot(along, along)));
}

/// Distance of the points p + t d, t >= 0, from the triangle's border.
inline double half_line_to_border(const Vec<double>& p, const Vec<double>& d,
                                  const Triangle<double>& tri) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [a, b] : edges(tri)) least = std::min(least, half_line_to_segment(p, d, a, b));
    return least;
}

}  // namespace hitmiss
