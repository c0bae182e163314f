#pragma once
// How far rounding throws an accepted point o + t d out of a triangle's reach.
//
// A tree looks for hits in boxes, so each box has to hold every point that the method accepts in
// floating point: the reach, grown on all sides by a margin that depends on where the rays start.
// Let o be that origin, h its distance from the triangle's plane, D its distance from the farthest
// point of the reach, L the longest edge, n = e1 x e2, c = |n . d| / (|n| |d|) how steeply the ray
// meets the plane, and u the unit roundoff. Five things happen:
//
//     flat     u (D + |o|) L^2/|n|    the method decides about the point o + t d itself: a wrong t
//                                     moves it along the ray, but one out of the plane is all that
//                                     the decision cannot see, and that is t's error times c
//     squared  u (D + |o|)^2 L/|n|    it decides by products of coordinates
//     steep    u D L L'/|n| / c       it decides about the ray and computes t apart: the error of t
//                                     counts in full, divided by n . d; L' is the second longest
//                                     edge, no two being longer together
//     far      u D^2 L/|n| / c        it decides by products of vectors from o: they are D long
//     tilted   u (D + |o|) L^4/|n|^2  it decides by products that a point out of the plane tilts
//
// and a margin is the sum of the five times the method's numbers. A point at most D from o is met
// with c >= h/D: for rays of one origin the larger of the two holds. The bounds, first order in u,
// are derived in the heads of the methods. Used there: a difference of floats is good to u of
// itself; a cross product to 2 sqrt(2) u |v| |w|; a dot product to 3 u |v| |w|; so n to 4.83 u L^2.
// Each bound has the form r <= x (D + r), for an accepted point is at most D + r from o: the margin
// is r = x D / (1 - x). One of more than D/4 is none: there the triangle may be hit anywhere.

#include <algorithm>
#include <array>
#include <cmath>

#include "methods/method.hpp"

namespace hitmiss {

/// What a method says of its rounding. The default is unbounded: true of any method.
struct Growth {
    bool bounded = false;
    double flat = 0, squared = 0, steep = 0, far = 0, tilted = 0;
    /// Not 0: steep and far together throw no point farther than this many L.
    double most = 0;
    /// No bound where u D L/|n| / c, a vertex's rounding over the width of the triangle as seen, is
    /// more than 1/thinnest. 0: a bound everywhere.
    double thinnest = 0;
    /// No bound for a ray that meets the plane more than |n|/(32 u L) from the triangle, where all
    /// corners look alike.
    bool horizon = false;
    /// It also accepts points about the line through b and c: see grown_line.hpp. Bounds rays of
    /// one origin only.
    bool line = false;
    /// The method squares the normal, which takes more of the range of numbers.
    bool squares_normal = false;
};

/// Margins hold for rays whose direction is that long: products of shorter or longer ones may leave
/// the range of floats.
inline constexpr float shortest_ray = 0x1p-10f, longest_ray = 0x1p10f;
inline bool margin_holds(const Vec<float>& d) {
    const double length = glm::length(Vec<double>(d));
    return length >= shortest_ray && length <= longest_ray;
}

/// A margin, and for which rays it holds: those that meet the plane with c >= `steepness`. 0: all;
/// infinity: none. One that meets it with less hits no farther off than `size` + `fall`/c, or,
/// where c < 4.3 `fall`/D, anywhere.
struct Margin {
    double size, steepness, fall;
};
inline constexpr Margin no_margin{0, std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::infinity()};

/// What of a triangle, and of where rays start, its growth depends on whatever the method.
struct SeenTriangle {
    Vec<double> first, last;  ///< corners of the box where rays start
    bool one;                 ///< that is a point
    double range, area, L, both_edges, h;

    /// For rays from anywhere in a box, which may be a point.
    SeenTriangle(const Triangle<float>& tri, const Box& origins)
        : first(origins.lo), last(origins.hi), one(origins.lo == origins.hi) {
        const Vec<double> a(tri.a), b(tri.b), c(tri.c), n = glm::cross(b - a, c - a);
        const Vec<double> ab = b - a, bc = c - b, ca = a - c;
        std::array squares{glm::dot(ab, ab), glm::dot(bc, bc), glm::dot(ca, ca)};
        std::ranges::sort(squares);
        range = glm::length(glm::max(glm::abs(first), glm::abs(last)));
        area = glm::length(n);
        L = std::sqrt(squares[2]);
        both_edges = std::sqrt(squares[1] * squares[2]);
        h = one ? std::abs(glm::dot(n, first - a)) / area : 0;
    }
};

/// The growth of one triangle seen from one origin.
class GrownTriangle {
    static constexpr double unbounded = std::numeric_limits<double>::infinity();

public:
    GrownTriangle(const Growth& growth, const SeenTriangle& seen, const Box& reach,
                  Precision precision)
        : reach_(reach), L_(seen.L), h_(seen.h) {
        const Vec<double> lo(reach.lo), hi(reach.hi);
        const double area = seen.area, range = seen.range;
        const double u = precision == Precision::single ? 0x1p-24 : 0x1p-53;
        D_ = glm::length(glm::max(glm::abs(lo - seen.last), glm::abs(hi - seen.first)));
        // Then no product of the methods overflows in float, and what underflow adds to it, at most
        // 2^-149, is less than u times its factors. Doubles made of floats are always in range.
        in_range_ = growth.bounded && D_ >= 0x1p-80 && D_ + range <= 0x1p100 &&
                    (precision == Precision::twice ||
                     (L_ * L_ * std::min(D_, 1.0) >= 0x1p-100 && D_ + range <= 0x1p40 &&
                      (!growth.squares_normal || (area >= 0x1p-50 && area <= 0x1p60))));
        const double aspect = L_ * L_ / area, way = D_ + range;
        const double both = seen.both_edges / area;
        // Doubles make n wrong by 5 2^-53 L^2 and h by 10 2^-53 D L^2/|n|. Where that is a tenth of
        // h, or a hundredth in the margins of floats, they are beyond D/4 or do not depend on h.
        const double rounding = precision == Precision::single ? 1.01 : 1.125;
        flat_ =
            rounding * u * way *
            (aspect * (growth.flat + growth.tilted * aspect) + growth.squared * way * (L_ / area));
        steep_ = rounding * u * D_ * (growth.steep * both + growth.far * D_ * (L_ / area));
        most_ = growth.most > 0 ? growth.most * L_ : unbounded;
        thin_ = growth.thinnest * u * D_ * L_ / area;
        // Where `most` bounds, weights may be as small as c; their products are not to underflow.
        if (growth.most > 0) thin_ = std::max(thin_, 0x1p-100 / (area * std::min(D_, 1.0)));
        // The ray meets the plane h/c from the origin, both good to some u L^2/|n|.
        const double horizon = area / (33 * u * L_) - D_;
        if (growth.horizon)
            apart_ = horizon > 0 ? ((seen.one ? h_ : D_) + 16 * u * aspect * way) / horizon +
                                       16 * u * aspect
                                 : unbounded;
    }

    const Box& reach() const { return reach_; }
    /// The distance of the reach's farthest point from an origin.
    double farthest() const { return D_; }

    /// The margin for rays that meet the plane with at least that c; infinity: no bound.
    double margin(double steepness) const {
        const double met = std::max(steepness, h_ / D_);
        const double x = steep_ > 0 ? steep_ / met / D_ : 0;
        const double spread = x < 1 ? x / (1 - x) * D_ : unbounded;
        const bool bounded = in_range_ && thin_ <= met && steepness >= apart_ &&
                             (flat_ + spread <= D_ / 4 || (flat_ <= D_ / 8 && most_ < spread));
        return bounded ? flat_ + std::min(spread, most_) : unbounded;
    }

    /// The margin that makes least work. A steepness makes it smaller, and leaves more rays to be
    /// tested apart: of many triangles of all attitudes a part s has less than s, and each of them
    /// a part s of the rays; through the boxes of the others, f/s wide in parts of D, go (f/s)^2/s
    /// of them, f = steep_/D. The two balance at s^3 = 2 f^2.
    Margin best() const {
        const double f = steep_ / D_;
        if (const double size = margin(apart_); size < unbounded) {
            const double spread = (size - flat_) / D_;
            if (2 * spread * spread * spread <= f || most_ < unbounded)
                return {size, apart_, unbounded};
        }
        const double least_work = most_ < unbounded ? 0 : std::cbrt(2 * f * f);
        const double steepness = std::max({apart_, thin_, least_work});
        const double size = margin(steepness);
        const bool falls = steepness == least_work && apart_ == 0 && thin_ == 0 && flat_ <= D_ / 64;
        return steepness < 1 && size < unbounded
                   ? Margin{size, steepness, falls ? 1.25 * steep_ : unbounded}
                   : no_margin;
    }

private:
    Box reach_;
    double L_, h_, D_, flat_, steep_, most_, thin_, apart_ = 0;
    bool in_range_;
};

}  // namespace hitmiss
