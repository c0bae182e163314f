#include "fast/grazed.hpp"

namespace hitmiss {
namespace {

constexpr double unbounded = GrownTriangle::unbounded;

// A larger steepness s makes the margin smaller and leaves more rays to be tested separately. A
// fraction s of triangles of all orientations is less steep, each for a fraction s of the rays;
// (f/s)^2/s of the rays go through the boxes of the others, which are f/s of D wide. The two
// balance at s^3 = 2 f^2. To be listed at all costs as well: only triangles less than half as steep
// are.
double least_work_at(double f) {
    return std::cbrt(2 * f * f);
}
bool balanced(double spread, double f) {
    return spread * spread * spread <= 4 * f;
}

double fall(const GrownTriangle& tri) {
    const bool known =
        tri.before_horizon == 0 && tri.thinnest == 0 && tri.flat <= tri.farthest / 64;
    return known ? 1.25 * tri.steep : unbounded;
}

/// The margin of a method that uses Cramer's rule.
Margin by_weights(const GrownTriangle& tri) {
    const double det = tri.growth.det, weights = tri.growth.weights;
    const SeenTriangle& seen = tri.seen;
    if (det == 0 || !seen.one || !tri.in_range) return no_bound;
    const double h = seen.h, s = seen.s;
    const Vec<double> e1 = glm::abs(seen.e1), e2 = glm::abs(seen.e2);
    const double size1 = seen.size1, size2 = seen.size2;
    const bool single = tri.precision == Precision::single;
    // Underflow must add less than u times the determinants' factors to them, too.
    if (single && std::min({s, size1, size2}) < 0x1p-32) return no_bound;
    // Twice 2^-53: n and h are doubles too.
    const double u = single ? 0x1p-24 : 0x1p-52;
    // x at c = 1, and at c = h/|s|.
    const double x1 = u * size1 * size2 * seen.by_area, k = x1 * s / h;
    if (!(k <= 1.0 / 12)) return no_bound;
    const double ways = weights * s, by_farthest = 1 / tri.farthest;
    const Vec<double> off = det * glm::max(e1, e2) + ways / size1 * e1 + ways / size2 * e2;
    const double least = (h * (1 - 2 * k) - x1 * (det * seen.L + 2 * ways)) * by_farthest;
    // The middle one of the three sizes, because a sliver's box is long anyway.
    const double f = x1 * middle_of(off) * by_farthest, thinnest = 10 * x1;
    double steepness = 0;
    if (least < thinnest || !balanced(f / least, f))
        steepness = std::max(least_work_at(f), thinnest);
    const double x = x1 / std::max(least, steepness - 2 * x1);
    const double nearer = (1 - 2 * k - weights * k) / ((1 - 2 * k) * (1 + det * x)) - 8 * u;
    return {x * off + 16 * u * (tri.farthest + seen.L), nearer, steepness, tri.flat, fall(tri)};
}

/// The least c at which the error along the ray is at most `off`.
double steep_along(const GrownTriangle& tri, double off) {
    const double by_mean = off > tri.flat ? tri.mean * tri.thinness / (off - tri.flat) : unbounded;
    return 1.001 * std::max(by_mean, 128 * tri.thinness * std::max(tri.seen.L, tri.farthest));
}

/// The margin of a method that is exact for the triangle with its vertices rounded.
Margin by_vertices(const GrownTriangle& tri) {
    if (!tri.by_vertices || !tri.seen.one || !tri.in_range) return no_bound;
    const double c = tri.least_met();
    const double distance = tri.reach.distance(tri.seen.first) - 2 * tri.flat;
    double off = tri.along(c), steepness = tri.thinnest <= c ? 0 : tri.thinnest;
    if (!(off < distance)) {
        const double steep = std::max(steepness, steep_along(tri, distance / 2));
        if (!(steep < 0.5)) return {Vec<double>(tri.flat + off), 1, steepness, tri.flat, unbounded};
        off = tri.along(steep), steepness = steep;
    }
    return {Vec<double>(tri.flat), 1 - off / distance, steepness, tri.flat, unbounded};
}

}  // namespace

Margin best_margin(const GrownTriangle& tri) {
    if (const Margin weighed = by_weights(tri); weighed.steepness < 1) return weighed;
    if (const Margin turned = by_vertices(tri); turned.steepness < 1) return turned;
    const double f = tri.steep / tri.farthest;
    if (const double size = tri.margin(tri.before_horizon); size < unbounded)
        if (balanced((size - tri.flat) / tri.farthest, f))
            return {Vec<double>(size), 1, tri.before_horizon, tri.flat, unbounded};
    const double steepness = std::max({tri.before_horizon, tri.thinnest, least_work_at(f)});
    const double size = tri.margin(steepness);
    return steepness < 1 && size < unbounded
               ? Margin{Vec<double>(size), 1, steepness, tri.flat, fall(tri)}
               : no_bound;
}

}  // namespace hitmiss
