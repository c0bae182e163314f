#pragma once
// An accepted point against the margin that growth.hpp grants it.

#include <algorithm>
#include <cmath>
#include <optional>

#include "every_switch.hpp"
#include "fast/grazed.hpp"
#include "fast/line_band.hpp"

namespace hitmiss {

/// How far beyond the box the point lies, along the axis on which that is most.
inline long double beyond(const Box& box, const Vec<long double>& P) {
    const Vec<long double> out =
        glm::max(Vec<long double>(box.lo) - P, P - Vec<long double>(box.hi));
    return std::max({0.0L, out.x, out.y, out.z});
}

/// Where the ray meets the plane of the edges as they are rounded to Real, in parts of d.
template <typename Real>
long double plane_at(const Ray<float>& ray, const Triangle<float>& tri) {
    using Wide = Vec<long double>;
    const Triangle<Real> in(tri);
    const Wide n = glm::cross(Wide(in.b - in.a), Wide(in.c - in.a));
    return glm::dot(n, Wide(tri.a) - Wide(ray.o)) / glm::dot(n, Wide(ray.d));
}

/// Where the ray enters the box, in parts of d, if it meets it.
inline std::optional<long double> entry(const Ray<float>& ray, const Box& box,
                                        const Vec<double>& margin) {
    long double enter = 0, leave = std::numeric_limits<long double>::infinity();
    for (int k = 0; k < 3; ++k) {
        const auto d = static_cast<long double>(ray.d[k]);
        auto lo = static_cast<long double>(box.lo[k]) - margin[k] - ray.o[k];
        auto hi = static_cast<long double>(box.hi[k]) + margin[k] - ray.o[k];
        if (d == 0 && (lo > 0 || hi < 0)) return {};
        if (d == 0) continue;
        if (d < 0) std::swap(lo, hi);
        enter = std::max(enter, lo / d), leave = std::min(leave, hi / d);
    }
    return enter <= leave ? std::optional(enter) : std::nullopt;
}

inline Margin best_margin_from(const Kernel& kernel, const Triangle<float>& tri,
                               const Vec<float>& origin) {
    return best_margin(grown(kernel, tri, {origin, origin}));
}

/// How much of the margin a ray uses that only has to meet the box somewhere before its hit, or not
/// far behind it.
inline double meeting_used(const Margin& margin, const Box& reach, const Ray<float>& ray,
                           double t) {
    double used = 2, unused = 0;
    for (int halving = 0; halving < 30; ++halving) {
        const double middle = (used + unused) / 2;
        (entry(ray, reach, middle * margin.size) ? used : unused) = middle;
    }
    const auto enter = entry(ray, reach, margin.size);
    if (!enter || *enter <= t) return used;
    return std::max(used, double(1 - t / *enter) / (1 - margin.nearer));
}

/// How much of its box's margin an accepted pair uses, or of the distance by which its hit may be
/// nearer than the ray's point in the box.
inline double box_used(const Margin& margin, const Kernel& kernel, const Ray<float>& ray,
                       const Triangle<float>& tri, double t) {
    using Wide = Vec<long double>;
    if (kernel.growth.vertices > 0) return meeting_used(margin, kernel.reach(tri), ray, t);
    const long double at = margin.nearer == 1                      ? static_cast<long double>(t)
                           : kernel.precision == Precision::single ? plane_at<float>(ray, tri)
                                                                   : plane_at<double>(ray, tri);
    if (!(at > 0)) return 2;
    const Wide Q = Wide(ray.o) + at * Wide(ray.d);
    const Box reach = kernel.reach(tri);
    double used =
        margin.nearer == 1 ? 0 : double(1 - static_cast<long double>(t) / at) / (1 - margin.nearer);
    for (int k = 0; k < 3; ++k) {
        const auto out = std::max(static_cast<long double>(reach.lo[k]) - Q[k],
                                  Q[k] - static_cast<long double>(reach.hi[k]));
        used = std::max(used, static_cast<double>(out) / margin.size[k]);
    }
    return used;
}

/// How much of the margin an accepted pair uses beside the triangle's edges, as seen from the
/// origin: a point of the ray in the box is as far from the triangle as the reach and the margin
/// say, at most (fast/projected_triangles.hpp).
inline double edges_used(const Margin& margin, const Kernel& kernel, const Ray<float>& ray,
                         const Triangle<float>& tri) {
    using Wide = Vec<long double>;
    const Box own = bounds(tri), reach = kernel.reach(tri);
    const Wide halo = glm::max(Wide(own.lo) - Wide(reach.lo), Wide(reach.hi) - Wide(own.hi));
    const auto out = glm::max(Wide(own.lo) - Wide(ray.o), Wide(ray.o) - Wide(own.hi));
    const auto by_reach = static_cast<double>(std::max({halo.x, halo.y, halo.z})),
               by_margin = glm::length(margin.size),
               distance =
                   static_cast<double>(glm::length(glm::max(out, Wide(0)))) - by_reach - by_margin;
    if (!(distance > 0)) return 0;
    const Wide d = glm::normalize(Wide(ray.d));
    const std::array corners{Wide(tri.a) - Wide(ray.o), Wide(tri.b) - Wide(ray.o),
                             Wide(tri.c) - Wide(ray.o)};
    double used = 0;
    for (std::size_t k = 0; k < corners.size(); ++k) {
        // The plane through the origin and an edge, its normal inwards.
        Wide n = glm::cross(corners[k], corners[(k + 1) % 3]);
        if (glm::dot(n, corners[(k + 2) % 3]) < 0) n = -n;
        const auto beside = static_cast<double>(-glm::dot(n, d) / glm::length(n));
        used = std::max(used, (beside * distance - by_reach) / by_margin);
    }
    return used;
}

/// The largest |side . d| of rays that may hit the line and meet the plane with that c.
inline double band_of(const GrownLine& line, double c) {
    return line.by_tilt / c + line.always + line.by_steepness * c;
}

/// How much of its margin an accepted pair uses, its point o + t d taken from the stored floats and
/// the method's t, or of its line's band, if that is less; 0 for a pair that is not accepted, or
/// whose triangle is tested against every ray.
inline double margin_used(const Kernel& kernel, const Ray<float>& ray, const Triangle<float>& tri) {
    const Verdict verdict = kernel.test(ray, tri);
    if (!verdict.hit() || !margin_holds(ray.d)) return 0;
    using Wide = Vec<long double>;
    const Wide n = normal(Triangle<long double>(tri)), d(ray.d);
    const auto steepness =
        static_cast<double>(std::abs(glm::dot(n, d)) / (glm::length(n) * glm::length(d)));
    const GrownTriangle grown = hitmiss::grown(kernel, tri, {ray.o, ray.o});
    const bool line = kernel.growth.line;
    const Margin best = best_margin(grown);
    const double of_box = !line && best.steepness <= steepness
                              ? std::max(box_used(best, kernel, ray, tri, verdict.t),
                                         edges_used(best, kernel, ray, tri))
                              : 0;
    const double margin = grown.margin(steepness);
    if (std::isinf(margin)) return of_box;
    const Wide P = Wide(ray.o) + static_cast<long double>(verdict.t) * Wide(ray.d);
    const auto used = static_cast<double>(beyond(kernel.reach(tri), P) / margin);
    if (!line || used < 1e-9) return std::max(used, of_box);
    const GrownLine grown_line(tri, ray.o, kernel.precision);
    if (!grown_line.bounded || steepness < grown_line.steepness) return 0;
    const Wide aside = glm::cross(Wide(tri.b) - Wide(ray.o), Wide(tri.c) - Wide(ray.o));
    const auto off = std::abs(glm::dot(aside, d)) / (glm::length(aside) * glm::length(d));
    return std::min(used, static_cast<double>(off) / band_of(grown_line, steepness));
}

}  // namespace hitmiss
