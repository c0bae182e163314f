#pragma once
// How far rounding throws an accepted point o + t d out of a triangle's reach.
//
// A tree looks for hits in boxes, so each box has to hold every point that the method accepts in
// floating point: the reach, grown on all sides by a margin that depends on where the rays start.
// Let o be that origin, h its distance from the triangle's plane, D its distance from the farthest
// point of the reach, R the reach's diagonal, L the longest edge, n = e1 x e2, c = |n . d| /
// (|n| |d|) how steeply the ray meets the plane, and u the unit roundoff. Seven things happen:
//
//     point    u (D + |o|)            the method decides about the point o + t d itself: a wrong t
//                                     moves it along the ray, but one out of the plane is all that
//                                     the decision cannot see, and that is t's error times c
//     turned   u R L^2/|n|            the plane that t is computed from is turned about a
//     flat     u (D + |o|) L^2/|n|    both at once, or it decides by products that are as much off
//     squared  u (D + |o|)^2 L/|n|    it decides by products of coordinates
//     steep    u D L L'/|n| / c       it decides about the ray and computes t apart: the error of t
//                                     counts in full, divided by n . d; L' is the second longest
//                                     edge, no two being longer together
//     far      u D^2 L/|n| / c        it decides by products of vectors from o: they are D long
//     tilted   u (D + |o|) L^4/|n|^2  it decides by products that a point out of the plane tilts
//
// and a margin is the sum of the seven times the method's numbers. A point at most D from o is met
// with c >= h/D: for rays of one origin the larger of the two holds. The bounds, first order in u,
// are derived in the heads of the methods. Used there: a difference of floats is good to u of
// itself; a cross product to 2 sqrt(2) u |v| |w|; a dot product to 3 u |v| |w|; so n to 4.83 u L^2.
// Each bound has the form r <= x (D + r), for an accepted point is at most D + r from o, or with
// `turned` r <= x (R + r): the margin is r = x D / (1 - x). One of more than D/4 is none: there the
// triangle may be hit anywhere.
//
// For rays of one origin that is more than a box has to hold: one point of each accepted ray will
// do, if the box also says how much nearer than this point the hit may be. A method that solves o +
// t d = a + u e1 + v e2 by Cramer's rule has such a point, the one where the ray meets the plane of
// the rounded edges: Q = a + u e1 + v e2 with the true u, v. Let s = o - a, det, U, V and T be the
// exact determinants of these edges, and the computed ones off by
//
//     det  u |e1| |e2| |d| d0      U  u |s| |d| |e2| d1      V  u |s| |d| |e1| d1
//     T    u |s| |e1| |e2| d1      (d0 and d1: `det` and `weights`)
//
// and x = u |e1| |e2| / |n| / c. It accepts where the computed u and v are weights of a point of
// the triangle, up to 5 u. So Q leaves that point by no more than x (d0 L + d1 |s|) along e1 and
// along e2: far along a sliver, next to nothing across it. The same in numbers that are not yet
// divided is T d = det (P - o) + E, P being a point of the triangle and E no longer than
// u |e1| |e2| |d| (d0 L + 2 d1 |s|). As T is h |n|, what is accepted has
//
//     c >= (h - u |e1| |e2| / |n| (d0 L + 2 d1 |s|)) / D
//
// And t is the true one but for the factors by which T and det are off. The plane of the rounded
// edges has a normal off by 2 u |e1| |e2|: h is less by that times |s|/|n|, c by 2 x c.
//
// A method that meets exactly, however flat, a triangle whose vertices alone are rounded has one as
// well: of the true triangle it passes the point of the same weights by no more than a vertex is
// off. Where t is a mean of the vertices' depths, the hit is off along the ray by no more than
// sqrt(3) L whatever the weights are. As long as that is less than the way to the triangle, the
// point is in front of the origin, as the hit is. Where it is not, rays that meet the plane less
// steeply are tested apart, or the box has to hold the hit.

#include <algorithm>
#include <array>
#include <cmath>

#include "methods/method.hpp"

namespace hitmiss {

/// What a method says of its rounding. The default is unbounded: true of any method.
struct Growth {
    bool bounded = false;
    double point = 0, turned = 0, flat = 0, squared = 0, steep = 0, far = 0, tilted = 0;
    /// No bound where u D L/|n| / c, a vertex's rounding over the width of the triangle as seen, is
    /// more than 1/thinnest. 0: a bound everywhere.
    double thinnest = 0;
    /// Not 0: the ray meets a triangle whose vertices are off by less than `vertices` u D, and t is
    /// a mean of their depths, good to as much; where u L max(L, D)/|n| / c <= 1/128, this mean is
    /// that of the point which is met, but for `mean` u L^3/|n| / c.
    double vertices = 0, mean = 0;
    /// No bound for a ray that meets the plane more than |n|/(32 u L) from the triangle, where all
    /// corners look alike.
    bool horizon = false;
    /// It also accepts points about the line through b and c: see grown_line.hpp. Bounds rays of
    /// one origin only.
    bool line = false;
    /// By Cramer's rule, see above. 0: not so.
    struct Cramer {
        double det = 0, weights = 0;
        friend bool operator==(const Cramer&, const Cramer&) = default;
    } cramer = {};
    /// The method squares the normal, which takes more of the range of numbers.
    bool squares_normal = false;

    friend bool operator==(const Growth&, const Growth&) = default;
};

/// Margins hold for rays whose direction is that long: products of shorter or longer ones may leave
/// the range of floats.
inline constexpr float shortest_ray = 0x1p-10f, longest_ray = 0x1p10f;
inline bool margin_holds(const Vec<float>& d) {
    const double length = glm::length(Vec<double>(d));
    return length >= shortest_ray && length <= longest_ray;
}

/// What lies so much deeper than a ray's best hit, in parts, may still be hit nearer.
inline constexpr float depth_slack = 0x1p-11f;

/// A margin, and for which rays it holds: those that meet the plane with c >= `steepness`. 0: all;
/// infinity: none. One that meets it with less hits no farther off than `off` + `fall`/c, or,
/// where c < 4.3 `fall`/D, anywhere.
struct Margin {
    Vec<double> size;  ///< along each axis
    double nearer;     ///< the least part of the way to the box at which hits are
    double steepness, off, fall;
};
inline constexpr Margin no_margin{Vec<double>(0), 1, std::numeric_limits<double>::infinity(), 0,
                                  std::numeric_limits<double>::infinity()};

/// Neither the largest nor the smallest.
inline double middle_of(const Vec<double>& v) {
    return std::max(std::min(v.x, v.y), std::min(std::max(v.x, v.y), v.z));
}

/// What of a triangle, and of where rays start, its growth depends on whatever the method.
struct SeenTriangle {
    Vec<double> first, last;  ///< corners of the box where rays start
    bool one;                 ///< that is a point
    double range, area, L, both_edges, h;
    Vec<double> e1, e2;
    double s;  ///< distance of a from that point

    /// For rays from anywhere in a box, which may be a point.
    SeenTriangle(const Triangle<float>& tri, const Box& origins)
        : first(origins.lo), last(origins.hi), one(origins.lo == origins.hi) {
        const Vec<double> a(tri.a), b(tri.b), c(tri.c), n = glm::cross(b - a, c - a);
        const Vec<double> ab = b - a, bc = c - b, ca = a - c;
        const Vec<double> squares{glm::dot(ab, ab), glm::dot(bc, bc), glm::dot(ca, ca)};
        const double longest = std::max(std::max(squares.x, squares.y), squares.z);
        range = glm::length(glm::max(glm::abs(first), glm::abs(last)));
        area = glm::length(n);
        L = std::sqrt(longest);
        both_edges = std::sqrt(middle_of(squares) * longest);
        h = one ? std::abs(glm::dot(n, first - a)) / area : 0;
        e1 = ab, e2 = -ca, s = glm::length(first - a);
    }
};

/// The growth of one triangle seen from one origin.
class GrownTriangle {
    static constexpr double unbounded = std::numeric_limits<double>::infinity();

public:
    GrownTriangle(const Growth& growth, const SeenTriangle& seen, const Box& reach,
                  Precision precision)
        : seen_(seen), reach_(reach), precision_(precision), cramer_(growth.cramer) {
        const Vec<double> lo(reach.lo), hi(reach.hi);
        const double area = seen.area, range = seen.range;
        const double u = precision == Precision::single ? 0x1p-24 : 0x1p-53, L = seen.L;
        D_ = glm::length(glm::max(glm::abs(lo - seen.last), glm::abs(hi - seen.first)));
        // Then no product of the methods overflows in float, and what underflow adds to it, at most
        // 2^-149, is less than u times its factors. Doubles made of floats are always in range.
        in_range_ = growth.bounded && D_ >= 0x1p-80 && D_ + range <= 0x1p100 &&
                    (precision == Precision::twice ||
                     (L * L * std::min(D_, 1.0) >= 0x1p-100 && D_ + range <= 0x1p40 &&
                      (!growth.squares_normal || (area >= 0x1p-50 && area <= 0x1p60))));
        const double aspect = L * L / area, way = D_ + range;
        const double both = seen.both_edges / area;
        // Doubles make n wrong by 5 2^-53 L^2 and h by 10 2^-53 D L^2/|n|. Where that is a tenth of
        // h, or a hundredth in the margins of floats, they are beyond D/4 or do not depend on h.
        const double rounding = precision == Precision::single ? 1.01 : 1.125;
        const double turned = rounding * u * growth.turned * aspect;
        flat_ = rounding * u * way *
                    (growth.point + aspect * (growth.flat + growth.tilted * aspect) +
                     growth.squared * way * (L / area)) +
                (turned < 0.5 ? turned / (1 - turned) * glm::length(hi - lo) : unbounded);
        by_vertices_ = growth.vertices > 0;
        if (by_vertices_) flat_ = rounding * u * growth.vertices * D_;
        steep_ = rounding * u * D_ * (growth.steep * both + growth.far * D_ * (L / area));
        thin_ = growth.thinnest * u * D_ * L / area;
        // Weights may be as small as c; their products are not to underflow.
        if (by_vertices_) thin_ = 0x1p-100 / (area * std::min(D_, 1.0));
        thinness_ = u * L / area;
        mean_ = growth.mean * L * L;
        // The ray meets the plane h/c from the origin, both good to some u L^2/|n|.
        const double horizon = area / (33 * u * L) - D_;
        if (growth.horizon)
            apart_ = horizon > 0 ? ((seen.one ? seen.h : D_) + 16 * u * aspect * way) / horizon +
                                       16 * u * aspect
                                 : unbounded;
    }

    const Box& reach() const { return reach_; }
    /// The distance of the reach's farthest point from an origin.
    double farthest() const { return D_; }

    /// The margin for rays that meet the plane with at least that c; infinity: no bound.
    double margin(double steepness) const {
        const double met = std::max(steepness, seen_.h / D_);
        const double x = steep_ > 0 ? steep_ / met / D_ : 0;
        const double spread = by_vertices_ ? along(std::max(steepness, least_met()))
                              : x < 1      ? x / (1 - x) * D_
                                           : unbounded;
        const bool bounded = in_range_ && thin_ <= met && steepness >= apart_ &&
                             (by_vertices_ || flat_ + spread <= D_ / 4);
        return bounded ? flat_ + spread : unbounded;
    }

    /// The margin that makes least work, for rays of one origin. A steepness makes it smaller, and
    /// leaves more rays to be tested apart: of many triangles of all attitudes a part s has less
    /// than s, and each of them a part s of the rays; through the boxes of the others, f/s wide in
    /// parts of D, go (f/s)^2/s of them, f = steep_/D. The two balance at s^3 = 2 f^2.
    Margin best() const {
        if (const Margin weighed = best_by_weights(); weighed.steepness < 1) return weighed;
        if (const Margin turned = best_by_vertices(); turned.steepness < 1) return turned;
        const double f = steep_ / D_;
        if (const double size = margin(apart_); size < unbounded)
            if (balanced((size - flat_) / D_, f))
                return {Vec<double>(size), 1, apart_, flat_, unbounded};
        const double steepness = std::max({apart_, thin_, least_work_at(f)});
        const double size = margin(steepness);
        return steepness < 1 && size < unbounded
                   ? Margin{Vec<double>(size), 1, steepness, flat_, fall()}
                   : no_margin;
    }

private:
    static double least_work_at(double f) { return std::cbrt(2 * f * f); }
    static bool balanced(double spread, double f) { return 2 * spread * spread * spread <= f; }
    double fall() const {
        return apart_ == 0 && thin_ == 0 && flat_ <= D_ / 64 ? 1.25 * steep_ : unbounded;
    }

    /// By Cramer's rule.
    Margin best_by_weights() const {
        const auto& [det, weights] = cramer_;
        if (det == 0 || !seen_.one || !in_range_) return no_margin;
        const double h = seen_.h, s = seen_.s;
        const Vec<double> e1 = glm::abs(seen_.e1), e2 = glm::abs(seen_.e2);
        const double size1 = glm::length(e1), size2 = glm::length(e2);
        const bool single = precision_ == Precision::single;
        // What underflow adds to the determinants is to be less than u times their factors, too.
        if (single && std::min({s, size1, size2}) < 0x1p-32) return no_margin;
        // Twice 2^-53: n and h are doubles too.
        const double u = single ? 0x1p-24 : 0x1p-52;
        // x where c is 1; and where it is h/|s|.
        const double x1 = u * size1 * size2 / seen_.area, k = x1 * s / h;
        if (!(k <= 1.0 / 12)) return no_margin;
        const Vec<double> off = det * glm::max(e1, e2) + weights * s * (e1 / size1 + e2 / size2);
        const double least = (h * (1 - 2 * k) - x1 * (det * seen_.L + 2 * weights * s)) / D_;
        // Of the three sizes the middle one: a sliver's box is long anyway.
        const double f = x1 * middle_of(off) / D_, thinnest = 10 * x1;
        double steepness = 0;
        if (least < thinnest || !balanced(f / least, f))
            steepness = std::max(least_work_at(f), thinnest);
        const double x = x1 / std::max(least, steepness - 2 * x1);
        const double nearer = (1 - weights * k / (1 - 2 * k)) / (1 + det * x) - 8 * u;
        return {x * off + 16 * u * (D_ + seen_.L), nearer, steepness, flat_, fall()};
    }

    /// The c with which rays meet at least a triangle whose vertices are off.
    double least_met() const { return (seen_.h - 2 * flat_) / D_; }
    /// How far off along the ray a mean of its vertices' depths is.
    double along(double c) const {
        const double x = thinness_ / c;
        return flat_ + (x > 0 && x * std::max(seen_.L, D_) <= 0x1p-7 ? mean_ * x : 2 * seen_.L);
    }

    /// The c from which on it is no more than that.
    double steep_along(double off) const {
        const double by_mean = off > flat_ ? mean_ * thinness_ / (off - flat_) : unbounded;
        return 1.001 * std::max(by_mean, 128 * thinness_ * std::max(seen_.L, D_));
    }

    /// By the vertices alone.
    Margin best_by_vertices() const {
        if (!by_vertices_ || !seen_.one || !in_range_) return no_margin;
        const double c = least_met();
        const double way = reach_.distance(seen_.first) - 2 * flat_;
        double off = along(c), steepness = thin_ <= c ? 0 : thin_;
        if (!(off < way)) {
            const double steep = std::max(steepness, steep_along(way / 2));
            if (!(steep < 0.5)) return {Vec<double>(flat_ + off), 1, steepness, flat_, unbounded};
            off = along(steep), steepness = steep;
        }
        return {Vec<double>(flat_), 1 - off / way, steepness, flat_, unbounded};
    }

    SeenTriangle seen_;
    Box reach_;
    Precision precision_;
    Growth::Cramer cramer_;
    double D_, flat_, steep_, thin_, thinness_, mean_, apart_ = 0;
    bool in_range_, by_vertices_;
};

}  // namespace hitmiss
