#pragma once
// Points that a method accepts around its triangle by design.
//
// The halo of the angle sum: for a point of the plane outside the triangle the three angles add
// up to twice the largest one, so a tolerance epsilon accepts every point that sees an edge under
// at least pi - epsilon/2. By the inscribed-angle theorem these points fill a circular segment
// over the edge.

#include <algorithm>

#include "base/geometry.hpp"
#include "base/math.hpp"

namespace hitmiss {

/// No less than the tangent of an angle in [0, pi/2), and no more than 0.03 % larger; up to 1/4 at
/// little cost, as a box needs it for each triangle: there x^3/3 + 2 x^5/15 + ... < 0.345 x^3.
inline double tangent_bound(double angle) {
    return angle < 0.25 ? angle * (1 + 0.345 * angle * angle) : tangent(angle);
}

/// Area of the segment over an edge of the given length; about length^2 epsilon / 12 when small.
inline double halo_area(double length, double epsilon) {
    const double sine = sine_cosine(epsilon / 2).sin;
    // The difference cancels for small epsilon, where its series takes over.
    const double excess = epsilon < 0.01
                              ? epsilon * epsilon * epsilon / 6 * (1 - epsilon * epsilon / 20)
                              : epsilon - sine_cosine(epsilon).sin;
    return length * length * excess / (8 * sine * sine);
}

/// Bound on the rounding error of a sum of three angles by arc cosine: each cosine is off by at
/// most 16 units of rounding, 8 times numeric_limits' epsilon (which is not a tolerance), and near
/// +-1 an error e of the cosine is one of sqrt(2 e) of the angle.
template <typename Real>
double angle_sum_noise() {
    return 3 * std::sqrt(2 * 8 * double(std::numeric_limits<Real>::epsilon()));
}

/// The least cosine of two angles between three vectors that keeps a sum of all three by this
/// method more than epsilon below 2 pi, rounding included: each is less than a right angle by that
/// much or more, and the third is no larger than both together. The last two terms are for the
/// rounding of such cosines.
template <typename Real>
double least_acute(double epsilon) {
    return 0.2525 * (epsilon + angle_sum_noise<Real>()) + 0x1p-16;
}

/// Whether two angles between three vectors are that acute: an angle sum's answer without an arc
/// cosine. What is asked for is stricter, because (p^2 + q^2) / 2 is at least p q, and it keeps all
/// three lengths where products of two of them neither underflow nor overflow.
template <typename Real>
bool two_are_acute(const Vec<Real>& v0, const Vec<Real>& v1, const Vec<Real>& v2, double epsilon) {
    const double c = least_acute<Real>(epsilon);
    const Real half = Real(c / 2), q0 = glm::dot(v0, v0), q1 = glm::dot(v1, v1),
               q2 = glm::dot(v2, v2);
    // Counted in numbers of the same type, as vector lanes compare them.
    const auto is_acute = [&](Real product, Real squares) {
        const bool acute = product > half * squares + Real(0x1p-38);
        return (acute & (squares < Real(0x1p60))) ? Real(1) : Real(0);
    };
    return is_acute(glm::dot(v0, v1), q0 + q1) + is_acute(glm::dot(v1, v2), q1 + q2) +
               is_acute(glm::dot(v2, v0), q2 + q0) >
           Real(1.5);
}

/// A box that holds the triangle and its halo. Its margin is the height of the segment over the
/// longest edge, length / 2 tan(epsilon / 4): a segment of more than half a circle also overhangs
/// sideways, but by less than its height.
/// A point so near to a vertex that its squared distance underflows is accepted too, by the
/// methods that count a vertex as hit.
template <typename Real>
Box halo_box(const Triangle<float>& tri, double epsilon) {
    const Triangle<double> corners(tri);
    const auto square = [](const Vec<double>& v) { return glm::dot(v, v); };
    const double longest =
        std::sqrt(std::max({square(corners.b - corners.a), square(corners.c - corners.b),
                            square(corners.a - corners.c)}));
    const double tolerance = std::min(epsilon + angle_sum_noise<Real>(), 2 * pi<double>);
    const double underflow = 2 * std::sqrt(double(std::numeric_limits<Real>::denorm_min()));
    const double height = longest / 2 * tangent_bound(tolerance / 4);
    const auto margin = Vec<float>(float(1.000001 * (height + underflow)));
    const Box box = bounds(tri);
    const Vec<float> lo = box.lo - margin, hi = box.hi + margin;
    // At least the distance to the next float.
    const auto more = [](const Vec<float>& v) {
        return 0x1p-23f * glm::abs(v) + std::numeric_limits<float>::denorm_min();
    };
    return {lo - more(lo), hi + more(hi)};
}

/// A box that holds every point whose barycentric weights are -e or more: the triangle, made
/// 1 + 3 e times as large around its centroid. Rounded outwards; all of
/// space where e is infinite or not a number.
inline Box larger_box(const Triangle<float>& tri, double e) {
    if (e == 0) return bounds(tri);
    if (!(e < 1e30)) return Box::everything();
    const Triangle<double> corners(tri);
    const Vec<double> centre = (corners.a + corners.b + corners.c) / 3.0;
    Vec<double> lo(Box::inf), hi(-Box::inf);
    for (const auto& corner : {corners.a, corners.b, corners.c}) {
        const Vec<double> moved = corner + 3 * e * (corner - centre);
        lo = glm::min(lo, moved), hi = glm::max(hi, moved);
    }
    Box box;
    for (int k = 0; k < 3; ++k) {
        // Two floats: doubles round, too, and then to the nearest float.
        const auto outwards = [](double x, float to) {
            return std::nextafter(std::nextafter(float(x), to), to);
        };
        box.lo[k] = outwards(lo[k], -Box::inf), box.hi[k] = outwards(hi[k], Box::inf);
    }
    return box;
}

}  // namespace hitmiss
