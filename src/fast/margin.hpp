#pragma once
// The padding of a triangle's box for rays from one origin.

#include "methods/growth.hpp"

namespace hitmiss {

/// The padding of a box for rays from one origin that meet the plane with c >= `steepness` (0: all
/// rays; infinity: none).
struct Margin {
    Vec<double> size;  ///< along each axis
    double nearer;     ///< hits are at this fraction of the distance to the box, or farther
    double steepness;
};
inline constexpr Margin no_bound{Vec<double>(0), 1, std::numeric_limits<double>::infinity()};

/// The margin that costs least for rays from one origin: smaller than GrownTriangle::margin,
/// because rays that graze the triangle are tested separately (methods/growth.md).
Margin best_margin(const GrownTriangle& tri);

// A larger steepness s makes a margin smaller and leaves more rays to be tested separately. A
// fraction s of triangles of all orientations is less steep, each for a fraction s of the rays;
// (f/s)^2/s of the rays go through the boxes of the others, which are f/s of D wide. The two
// balance at s^3 = 2 f^2.

/// About that steepness, by roots that lanes have.
inline double least_work_at(double f) {
    return 2 * std::sqrt(f * std::sqrt(f));
}
/// Whether a triangle is not worth its place in a list, which costs as well: only those less than
/// half as steep are.
inline bool balanced(double spread, double f) {
    return spread * spread * spread <= 4 * f;
}

// The margin that costs least by each kind of bound; the steepness is infinite if there is none.
// Without branches: lanes compute these, one for all triangles of a method.

/// For a method that uses Cramer's rule.
inline Margin margin_by_weights(const GrownTriangle& tri) {
    const double det = tri.growth.det, weights = tri.growth.weights;
    const SeenTriangle& seen = tri.seen;
    const double h = seen.h, s = seen.s, size1 = seen.size1, size2 = seen.size2;
    const bool single = tri.precision == Precision::single;
    // Twice 2^-53: n and h are doubles too.
    const double u = single ? 0x1p-24 : 0x1p-52;
    // x at c = 1 and at c = h/|s|.
    const double x1 = u * size1 * size2 * seen.by_area, k = x1 * s / h;
    // Underflow must add less than u times the determinants' factors to them, too.
    const double shortest = std::min(s, std::min(size1, size2));
    const bool known = bool(det > 0) & seen.from.one & tri.in_range &
                       (!single | bool(shortest >= 0x1p-32)) & bool(k <= 1.0 / 12);
    const Vec<double> e1 = glm::abs(seen.e1), e2 = glm::abs(seen.e2);
    const double ways = weights * s, by_farthest = 1 / tri.farthest;
    // The margin along each axis, times D and over x.
    const Vec<double> off = det * glm::max(e1, e2) + ways / size1 * e1 + ways / size2 * e2;
    // The least c of an accepted ray.
    const double least = (h * (1 - 2 * k) - x1 * (det * seen.L + 2 * ways)) * by_farthest;
    // The middle one of the three sizes, because a sliver's box is long anyway.
    const double f = x1 * middle_of(off) * by_farthest, thinnest = 10 * x1;
    const bool for_all = bool(least >= thinnest) & balanced(f / least, f);
    const double listed = std::max(least_work_at(f), thinnest);
    const double steepness = known ? for_all ? 0 : listed : no_bound.steepness;
    const double x = x1 / std::max(least, steepness - 2 * x1);
    const double nearer = (1 - 2 * k - weights * k) / ((1 - 2 * k) * (1 + det * x)) - 8 * u;
    return {x * off + 16 * u * (tri.farthest + seen.L), nearer, steepness};
}

/// For a method that is exact for the triangle with its vertices rounded.
struct Turned {
    bool known, for_all;
    double off;       ///< along the ray
    double distance;  ///< to the box, less the margin twice

    explicit Turned(const GrownTriangle& tri) {
        const double c = tri.least_met();
        known = tri.by_vertices & tri.seen.from.one & tri.in_range;
        off = tri.along(c), distance = tri.reach.distance(tri.seen.from.first) - 2 * tri.flat;
        for_all = known & bool(tri.thinnest <= c) & bool(off < distance);
    }
};
inline Margin margin_by_vertices(const GrownTriangle& tri) {
    const Turned turned(tri);
    const double steepness = turned.for_all ? 0 : no_bound.steepness;
    return {Vec<double>(tri.flat), 1 - turned.off / turned.distance, steepness};
}
/// For all other methods and for rays that meet the plane before the horizon: where they do is the
/// steepness.
inline Margin margin_of_others(const GrownTriangle& tri) {
    const double size = tri.margin(tri.before_horizon);
    const bool best = bool(size < GrownTriangle::unbounded) &
                      balanced((size - tri.flat) / tri.farthest, tri.steep / tri.farthest);
    const double steepness = best ? tri.before_horizon : no_bound.steepness;
    return {Vec<double>(size), 1, steepness};
}

}  // namespace hitmiss
