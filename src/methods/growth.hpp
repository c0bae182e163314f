#pragma once
// How far rounding moves an accepted point o + t d out of a triangle's reach: the padding that
// makes the boxes of a BVH conservative. growth.md has the derivation and the symbols.

#include <algorithm>
#include <array>
#include <cmath>

#include "methods/contract.hpp"

namespace hitmiss {

/// What a method says of its rounding: the factors of the terms in growth.md, which also says why
/// they hold where products contract. The default is unbounded, which is true of any method.
struct Growth {
    bool bounded = false;
    double point = 0, turned = 0, flat = 0, squared = 0, steep = 0, far = 0, tilted = 0;
    /// Errors of products of coordinates, divided by n . d: u (D + |o|) L L'/|n| / c; and what
    /// is taken for 0 of a product of d, an edge and a distance: `taken_for_zero` L/|n| / c.
    double steep_by_origin = 0, taken_for_zero = 0;
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
    /// It also accepts points around the line through b and c: see fast/line_band.hpp. Bounds rays
    /// of one origin only.
    bool line = false;
    /// The method uses Cramer's rule with these errors of its determinants. 0: it does not.
    double det = 0, weights = 0;
    /// The method multiplies two normals, a product of four lengths; else of three at most. See
    /// "Where floats end" in growth.md.
    bool squares_normal = false;

    bool operator==(const Growth&) const = default;
};
/// The growth of Möller and Trumbore's determinants, in any order: moller_trumbore.cpp derives it.
inline constexpr Growth growth_of_determinants{
    .bounded = true, .flat = 12, .steep = 28, .det = 6, .weights = 7};

/// Margins hold for rays whose direction is that long: products of shorter or longer ones may leave
/// the range of floats.
inline constexpr float shortest_ray = 0x1p-10f, longest_ray = 0x1p20f;
inline bool margin_holds(const Vec<float>& d) {
    const double length = glm::length(Vec<double>(d));
    return length >= shortest_ray && length <= longest_ray;
}

/// Neither the largest nor the smallest.
inline double middle_of(const Vec<double>& v) {
    return std::max(std::min(v.x, v.y), std::min(std::max(v.x, v.y), v.z));
}

/// Where rays start: anywhere in a box, which may be a point.
struct Origins {
    Vec<double> first, last;  ///< corners of the box
    bool one;                 ///< whether that is a point
    double range;             ///< largest |o|

    explicit Origins(const Vec<float>& point)
        : first(point), last(point), one(true), range(glm::length(first)) {}
    explicit Origins(const Box& box)
        : first(box.lo),
          last(box.hi),
          one(box.lo == box.hi),
          range(glm::length(glm::max(glm::abs(first), glm::abs(last)))) {}
};

/// The lengths that a triangle's growth depends on, whatever the method.
struct SeenTriangle {
    Origins from;
    double area, L, both_edges, h;  ///< |n|; L; L L'; h, 0 unless rays start at one point
    double by_area;                 ///< 1/|n|: a quotient takes longer than a product
    Vec<double> e1, e2;
    double size1, size2;  ///< their lengths
    double s;             ///< distance of a from that point

    SeenTriangle(const Triangle<float>& tri, const Origins& origins) : from(origins) {
        const Vec<double> a(tri.a), b(tri.b), c(tri.c);
        e1 = b - a, e2 = c - a;
        // Locals, not members: std::min of members keeps them in memory, where no lanes are.
        const double ab = glm::length(e1), bc = glm::length(c - b), ca = glm::length(e2);
        const Vec<double> n = glm::cross(e1, e2);
        size1 = ab, size2 = ca, area = glm::length(n), by_area = 1 / area;
        L = std::max(std::max(ab, bc), ca);
        both_edges = L * middle_of({ab, bc, ca});
        h = from.one ? std::abs(glm::dot(n, from.first - a)) * by_area : 0;
        s = glm::length(from.first - a);
    }
};

/// The growth of one triangle for rays from some origins. The kernel's growth must outlive it.
struct GrownTriangle {
    static constexpr double unbounded = std::numeric_limits<double>::infinity();

    const Growth& growth;
    SeenTriangle seen;
    Box reach;
    Precision precision;
    bool by_vertices;
    double farthest;        ///< D
    bool in_range;          ///< no product overflows, and underflow adds less than rounding
    double flat;            ///< the terms that do not depend on c, or what vertices are off by
    double steep;           ///< the others, times c
    double thinnest;        ///< no bound for smaller c: the triangle is too thin as seen
    double before_horizon;  ///< no bound for smaller c: the plane is met too far away
    double thinness, mean;  ///< u L/|n|; the error of t as a mean of depths, over that

    GrownTriangle(const Growth& of_method, const Triangle<float>& tri, const Origins& from,
                  const Box& held, Precision arithmetic)
        : growth(of_method),
          seen(tri, from),
          reach(held),
          precision(arithmetic),
          by_vertices(growth.vertices > 0) {
        const Vec<double> lo(reach.lo), hi(reach.hi);
        const double exact_u = precision == Precision::single ? 0x1p-24 : 0x1p-53;
        // Doubles make n wrong by 5 2^-53 L^2 and h by 10 2^-53 D L^2/|n|. Where that is a tenth of
        // h, or a hundredth in the margins of floats, they are beyond D/4 or do not depend on h.
        const double u = (precision == Precision::single ? 1.01 : 1.125) * exact_u;
        farthest =
            glm::length(glm::max(glm::abs(lo - seen.from.last), glm::abs(hi - seen.from.first)));
        const double way = farthest + seen.from.range;                      // D + |o|
        const double thin = seen.L * seen.by_area, aspect = seen.L * thin;  // L^2/|n|
        const double x = growth.turned * u * aspect;                        // r <= x (R + r)
        const double turned = x < 0.5 ? x / (1 - x) * glm::length(hi - lo) : unbounded;
        // The terms of growth.md.
        flat = by_vertices ? growth.vertices * u * farthest
                           : growth.point * u * way + growth.flat * u * way * aspect +
                                 growth.tilted * u * way * aspect * aspect +
                                 growth.squared * u * way * way * thin + turned;
        const double both = seen.both_edges * seen.by_area;
        steep = growth.steep * u * farthest * both + growth.far * u * farthest * farthest * thin +
                growth.steep_by_origin * u * way * both + growth.taken_for_zero * thin;
        // By vertices: weights may be as small as c; their products are not to underflow.
        thinnest = by_vertices ? 0x1p-100 / (seen.area * std::min(farthest, 1.0))
                               : growth.thinnest * exact_u * farthest * thin;
        thinness = exact_u * thin;
        mean = growth.mean * seen.L * seen.L;
        before_horizon = growth.horizon ? horizon_steepness(exact_u, way, aspect) : 0;
        in_range = growth.bounded && is_in_range(way);
    }

    /// The margin for rays that meet the plane with at least that c; infinity: no bound.
    double margin(double steepness) const {
        const double met = std::max(steepness, seen.h / farthest);
        const double x = steep > 0 ? steep / met / farthest : 0;
        const double spread = by_vertices ? along(std::max(steepness, least_met()))
                              : x < 1     ? x / (1 - x) * farthest
                                          : unbounded;
        const bool bounded = in_range && thinnest <= met && steepness >= before_horizon &&
                             (by_vertices || flat + spread <= farthest / 4);
        return bounded ? flat + spread : unbounded;
    }

    /// By vertices: the c with which rays meet at least a triangle whose vertices are off.
    double least_met() const { return (seen.h - 2 * flat) / farthest; }
    /// By vertices: how far off along the ray a mean of the vertices' depths is, which lie within
    /// sqrt(3) L.
    double along(double c) const {
        constexpr double most_x = 1.0 / 128;  // up to which `mean` holds
        const double x = thinness / c;
        return flat + (x > 0 && x * std::max(seen.L, farthest) <= most_x ? mean * x : 2 * seen.L);
    }

private:
    /// The ray meets the plane h/c from the origin, and no bound holds more than |n|/(32 u L) from
    /// the triangle; h and c are off by 16 u L^2/|n|.
    double horizon_steepness(double u, double way, double aspect) const {
        const double horizon = seen.area / (33 * u * seen.L) - farthest, off = 16 * u * aspect;
        const double height = seen.from.one ? seen.h : farthest;
        return horizon > 0 ? (height + off * way) / horizon + off : unbounded;
    }
    /// Whether no product of the methods overflows in float, and what underflow adds to it, at most
    /// 2^-149, is less than u times its factors: for products of three lengths, or, with
    /// squares_normal, of four. Doubles made of floats are always in range.
    bool is_in_range(double way) const {
        const bool exact = precision == Precision::twice, any_area = !growth.squares_normal;
        return bool(farthest >= 0x1p-80) & bool(way <= 0x1p100) &
               (exact |
                (bool(seen.L * seen.L * std::min(farthest, 1.0) >= 0x1p-100) & bool(way <= 0x1p40) &
                 (any_area | (bool(seen.area >= 0x1p-50) & bool(seen.area <= 0x1p60)))));
    }
};

}  // namespace hitmiss
