#pragma once
// Distances in double. Vertices less the same point lose next to nothing in them.

#include <cmath>

#include "base/geometry.hpp"

namespace hitmiss {

/// Distance of a point from the segment ab.
inline double point_to_segment(const Vec<double>& p, const Vec<double>& a, const Vec<double>& b) {
    const auto along = b - a;
    const double e = glm::dot(along, along);
    const double s = e > 0 ? std::clamp(glm::dot(p - a, along) / e, 0.0, 1.0) : 0.0;
    return glm::length(a + s * along - p);
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

/// Distance of a point from the triangle, its inside included.
inline double distance_to_triangle(const Vec<double>& p, const Triangle<double>& tri) {
    const auto n = normal(tri);
    bool over = true;  // whether p is over the triangle's inside
    double to_border = std::numeric_limits<double>::infinity();
    for (const auto& [a, b] : edges(tri)) {
        over &= glm::dot(glm::cross(b - a, p - a), n) > 0;
        to_border = std::min(to_border, point_to_segment(p, a, b));
    }
    return over ? std::abs(glm::dot(n, p - tri.a)) / glm::length(n) : to_border;
}

/// Distance of the points p + t d, t >= 0, from the triangle's border.
inline double half_line_to_border(const Vec<double>& p, const Vec<double>& d,
                                  const Triangle<double>& tri) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [a, b] : edges(tri)) least = std::min(least, half_line_to_segment(p, d, a, b));
    return least;
}

}  // namespace hitmiss
