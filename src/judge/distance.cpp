#include "judge/distance.hpp"

#include <algorithm>
#include <cmath>

namespace hitmiss {
namespace {

double point_to_segment(const Vec<double>& p, const Vec<double>& a, const Vec<double>& b) {
    const auto along = b - a;
    const double e = glm::dot(along, along);
    const double s = e > 0 ? std::clamp(glm::dot(p - a, along) / e, 0.0, 1.0) : 0.0;
    return glm::length(a + s * along - p);
}

/// Ericson, Real-Time Collision Detection, 2005, section 5.1.9.
double half_line_to_segment(const Vec<double>& p, const Vec<double>& d, const Vec<double>& a,
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

}  // namespace

double distance_to_triangle(const Vec<double>& p, const Triangle<double>& tri) {
    const auto& [a, b, c] = tri;
    const auto n = normal(tri);
    const auto left_of = [&](const Vec<double>& from, const Vec<double>& to) {
        return glm::dot(glm::cross(to - from, p - from), n) > 0;
    };
    if (left_of(a, b) && left_of(b, c) && left_of(c, a))
        return std::abs(glm::dot(n, p - a)) / glm::length(n);
    return std::min(
        {point_to_segment(p, a, b), point_to_segment(p, b, c), point_to_segment(p, c, a)});
}

double half_line_to_border(const Vec<double>& p, const Vec<double>& d,
                           const Triangle<double>& tri) {
    return std::min({half_line_to_segment(p, d, tri.a, tri.b),
                     half_line_to_segment(p, d, tri.b, tri.c),
                     half_line_to_segment(p, d, tri.c, tri.a)});
}

}  // namespace hitmiss
