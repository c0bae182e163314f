#pragma once
// How far rounding throws an accepted point o + t d out of a triangle's reach.
//
// A tree looks for hits in boxes, so each box has to hold every point that the method accepts in
// floating point: the reach, grown on all sides by a margin that depends on where the rays start.
// Let o be that origin, h its distance from the triangle's plane, D its distance from the farthest
// point of the reach, L the longest edge, n = e1 x e2, and u the unit roundoff. Three things
// happen:
//
//     flat   u (D + |o|) L^2/|n|     the method decides about the point o + t d itself: a wrong t
//                                    moves it along the ray, but one out of the plane is all that
//                                    the decision cannot see, and that is t's error times h/D
//     steep  u D L^2/|n| D/h         it decides about the ray and computes t apart: the error of t
//                                    counts in full, and n . d = h |n| / t divides it
//     far    u D^2 L/|n| D/h         it decides by products of vectors from o: they are D long
//
// and a margin is the sum of the three times the method's numbers. The bounds, first order in u,
// are derived in the heads of the methods. Used there: a difference of floats is good to u of
// itself; a cross product to 2 sqrt(2) u |v| |w|; a dot product to 3 u |v| |w|; so n to 4.83 u L^2.
// Each bound has the form r <= c (D + r), for an accepted point is at most D + r from o. That is
// why a margin of more than D/4 is none: there the triangle may be hit anywhere.

#include <algorithm>
#include <cmath>

#include "methods/method.hpp"

namespace hitmiss {

/// What a method says of its rounding. The default is unbounded: true of any method.
struct Growth {
    bool bounded = false;
    double flat = 0, steep = 0, far = 0;
    /// Unbounded where u D L/|n| D/h, a vertex's rounding over the width of the triangle as seen,
    /// is more than 1/thinnest. 0: nowhere.
    double thinnest = 0;
    /// The method squares the normal, which takes more of the range of numbers.
    bool squares_normal = false;
};

/// Whether margins hold for rays of that direction. In double all do; in float products of shorter
/// or longer ones may leave the range of numbers.
inline bool margin_holds(const Vec<float>& d, Precision precision) {
    const double length = glm::length(Vec<double>(d));
    return precision == Precision::twice || (length >= 0x1p-10 && length <= 0x1p10);
}

/// Every point o + t d, with t as computed, that the method accepts for a ray from o lies within
/// this margin of the reach. Infinity: no bound, try the triangle on every ray. That is where the
/// origin lies in its plane or in the grown reach, and where products may under- or overflow.
inline double margin(const Growth& growth, const Triangle<float>& tri, const Box& reach,
                     const Vec<float>& origin, Precision precision) {
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    if (!growth.bounded) return unbounded;
    const Vec<double> o(origin), a(tri.a), b(tri.b), c(tri.c), lo(reach.lo), hi(reach.hi);
    const Vec<double> n = glm::cross(b - a, c - a);
    const double area = glm::length(n), offset = glm::length(o);
    const double L = std::max({glm::length(b - a), glm::length(c - b), glm::length(a - c)});
    const double D = glm::length(glm::max(glm::abs(lo - o), glm::abs(hi - o)));
    const double h = std::abs(glm::dot(n, o - a)) / area;

    // Then no product of the methods overflows in float, and what underflow adds to it, at most
    // 2^-149, is less than u times its factors. Doubles made of floats are always in range.
    const bool in_range = precision == Precision::twice ||
                          (L * L * std::min(D, 1.0) >= 0x1p-100 && D + offset <= 0x1p40 &&
                           (!growth.squares_normal || (area >= 0x1p-50 && area <= 0x1p60)));
    const double u = precision == Precision::single ? 0x1p-24 : 0x1p-53;
    const double aspect = L * L / area, steepness = u * aspect * D * (D / h);
    const double by_volume = steepness * (D / L);
    double sum = growth.flat * u * aspect * (D + offset);
    if (growth.steep > 0) sum += growth.steep * steepness;
    if (growth.far > 0) sum += growth.far * by_volume;
    // Doubles make n wrong by 5 2^-53 L^2 and h by 10 2^-53 D L^2/|n|. Where that is a tenth, the
    // sum is beyond D/4 or it does not depend on h: 9/8 covers it.
    sum *= 1.125;
    const bool thick = growth.thinnest == 0 || growth.thinnest * by_volume <= D;
    if (!(in_range && thick && sum <= D / 4)) return unbounded;  // so written that NaN is unbounded
    const auto outside = glm::max(lo - o, o - hi);
    return std::max({outside.x, outside.y, outside.z}) > sum ? sum : unbounded;
}

}  // namespace hitmiss
