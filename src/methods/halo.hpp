#pragma once
// The halo of the angle sum. For a point of the plane outside the triangle the three angles add
// up to twice the largest one, so a tolerance epsilon accepts every point that sees an edge under
// at least pi - epsilon/2. By the inscribed-angle theorem these points fill a circular segment
// over the edge.

#include <algorithm>

#include "base/geometry.hpp"
#include "base/math.hpp"

namespace hitmiss {

/// Height of the segment over an edge of the given length, for epsilon in (0, 2 pi).
inline double halo_height(double length, double epsilon) {
    return length / 2 * tangent(epsilon / 4);
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
/// most 16 units of rounding, 8 times numeric_limits' epsilon (which is no tolerance), and near +-1
/// an error e of the cosine is one of sqrt(2 e) of the angle.
template <typename Real>
double angle_sum_noise() {
    return 3 * std::sqrt(2 * 8 * double(std::numeric_limits<Real>::epsilon()));
}

/// A box that holds the triangle and its halo. Its margin is the height over the longest edge:
/// a segment of more than half a circle also overhangs sideways, but by less than its height.
/// A point so near to a vertex that its squared distance underflows is accepted too, by the
/// methods that count a vertex as hit.
template <typename Real>
Box halo_box(const Triangle<float>& tri, double epsilon) {
    const Triangle<double> exact(tri);
    const auto square = [](const Vec<double>& v) { return glm::dot(v, v); };
    const double longest = std::sqrt(std::max(
        {square(exact.b - exact.a), square(exact.c - exact.b), square(exact.a - exact.c)}));
    const double tolerance = std::min(epsilon + angle_sum_noise<Real>(), 2 * pi<double>);
    const double underflow = 2 * std::sqrt(double(std::numeric_limits<Real>::denorm_min()));
    const auto margin = Vec<float>(float(1.000001 * (halo_height(longest, tolerance) + underflow)));
    const Box box = bounds(tri);
    const Vec<float> lo = box.lo - margin, hi = box.hi + margin;
    // At least the distance to the next float.
    const auto more = [](const Vec<float>& v) {
        return 0x1p-23f * glm::abs(v) + std::numeric_limits<float>::denorm_min();
    };
    return {lo - more(lo), hi + more(hi)};
}

}  // namespace hitmiss
