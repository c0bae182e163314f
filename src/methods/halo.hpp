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

/// What a method accepts around any triangle by design; by default, nothing.
struct Reach {
    double height = 0;     ///< of the halo, as a fraction of the longest edge
    double underflow = 0;  ///< a distance beyond that
    double beyond = 0;     ///< weights may be negative by so much,
    double by_area = 0;    ///< and by this over |n|

    /// The halo of an angle sum: the height of the segment over the longest edge,
    /// length / 2 tan(epsilon / 4). A segment of more than half a circle also overhangs sideways,
    /// but by less than its height. A point so near to a vertex that its squared distance
    /// underflows is accepted too, by the methods that count a vertex as hit.
    template <typename Real>
    static Reach halo(double epsilon) {
        const double tolerance = std::min(epsilon + angle_sum_noise<Real>(), 2 * pi<double>);
        return {.height = 1.000001 * tangent(tolerance / 4) / 2,
                .underflow = 2.1 * std::sqrt(double(std::numeric_limits<Real>::denorm_min()))};
    }

    void include(const Reach& other) {
        height = std::max(height, other.height), underflow = std::max(underflow, other.underflow);
        beyond = std::max(beyond, other.beyond), by_area = std::max(by_area, other.by_area);
    }

    /// A box that holds every point that may be accepted, rounded outwards; all of space where
    /// nothing is known. Without branches, for lanes.
    Box operator()(const Triangle<float>& tri) const {
        const Vec<double> a(tri.a), b(tri.b), c(tri.c);
        const double ab = glm::length(b - a), bc = glm::length(c - b), ca = glm::length(c - a);
        const double area = glm::length(glm::cross(b - a, c - a));
        const double negative = beyond + by_area / std::max(area, 0x1p-1000);
        const double margin = height * std::max(std::max(ab, bc), ca) + underflow;
        // The largest of three coordinates, of the triangle made 1 + 3 `negative` times as large
        // around its centroid and then padded.
        const auto largest = [&](double x, double y, double z) {
            const double most = std::max(std::max(x, y), z), centre = (x + y + z) / 3;
            // The centre is rounded.
            const double off = 0x1p-51 * std::max(std::max(std::abs(x), std::abs(y)), std::abs(z));
            const double more = 3 * negative * (most - centre + off) + margin;
            // Outwards by at least the distance to the next float.
            const auto rounded = float(most + more);
            const float next =
                rounded + (0x1p-23f * std::abs(rounded) + std::numeric_limits<float>::denorm_min());
            return negative < 1e30 ? (more > 0 ? next : rounded) : Box::inf;
        };
        return {
            {-largest(-a.x, -b.x, -c.x), -largest(-a.y, -b.y, -c.y), -largest(-a.z, -b.z, -c.z)},
            {largest(a.x, b.x, c.x), largest(a.y, b.y, c.y), largest(a.z, b.z, c.z)}};
    }
};

}  // namespace hitmiss
