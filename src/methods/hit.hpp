#pragma once
// What a trace answers, and the rule by which a candidate counts.

#include <cstdint>
#include <limits>

#include "methods/method.hpp"

namespace hitmiss {

inline constexpr std::uint32_t no_triangle = std::numeric_limits<std::uint32_t>::max();

/// The nearest hit of a ray: the one with the smallest t, among equals the lowest triangle index.
struct Hit {
    double t = std::numeric_limits<double>::infinity();  ///< in lengths of d
    std::uint32_t triangle = no_triangle;

    explicit operator bool() const { return triangle != no_triangle; }
    /// Takes the other hit if it is nearer, or as near and its index lower.
    void keep_nearer(const Hit& other) {
        if (other.t < t || (other.t == t && other.triangle < triangle)) *this = other;
    }
};

/// A reach box is grown by way_slack |t d| + origin_slack |o| (by size_of). The first is 256 times
/// the rounding of a float, for the t of a sliver is that inexact: at 16 times, Möller-Trumbore
/// would lose a tenth of a fan of one-degree triangles to this rule. The second is 16 times: near a
/// far-off o no point is more exact than o, but more would put a mesh far from (0, 0, 0) inside its
/// own slack.
inline constexpr double way_slack = 0x1p-16, origin_slack = 0x1p-20;

/// The L1 norm.
template <typename Real>
Real size_of(const Vec<Real>& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

/// Whether the method says hit at a t that could be one: finite and positive.
template <typename Real>
bool in_front(const Candidate<Real>& candidate) {
    return bool(candidate.hit & (candidate.t > 0) &
                (candidate.t < std::numeric_limits<Real>::infinity()));
}

/// The hit rule. A candidate counts when t is finite and positive and the computed point o + t d
/// lies in the triangle's reach box, grown by the slack. Rounding can throw a grazing hit far out
/// of its triangle, where a tree would not look for it; with this rule brute force does not find
/// it either. The operators do not short-circuit, so that the rule runs in vector lanes.
template <typename Real>
bool counts(const Candidate<Real>& candidate, const Ray<Real>& ray, const Box& reach) {
    const Vec<Real> along = candidate.t * ray.d, P = ray.o + along;
    const Real slack = Real(way_slack) * size_of(along) + Real(origin_slack) * size_of(ray.o);
    return bool(in_front(candidate) & (slack < std::numeric_limits<Real>::infinity()) &
                (P.x >= Real(reach.lo.x) - slack) & (P.x <= Real(reach.hi.x) + slack) &
                (P.y >= Real(reach.lo.y) - slack) & (P.y <= Real(reach.hi.y) + slack) &
                (P.z >= Real(reach.lo.z) - slack) & (P.z <= Real(reach.hi.z) + slack));
}

}  // namespace hitmiss
