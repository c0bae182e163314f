#include "judge/halo_law.hpp"

#include <algorithm>

#include "methods/halo.hpp"

namespace hitmiss {
namespace {

/// From `from` to `to`, bulging to `outward`, a unit vector. The centre's distance grows without
/// bound as epsilon falls, so the points are written without it.
Polyline arc(const Vec<double>& from, const Vec<double>& to, const Vec<double>& outward,
             double epsilon) {
    constexpr int pieces = 48;
    const double length = glm::length(to - from), half = epsilon / 2;
    const double diameter = length / sine_cosine(half).sin;
    Polyline points;
    for (int k = 0; k <= pieces; ++k) {
        const double turn = half * (2.0 * k / pieces - 1);
        const double along = sine_cosine(turn).sin * diameter / (2 * length);
        const double height =
            diameter * sine_cosine((half + turn) / 2).sin * sine_cosine((half - turn) / 2).sin;
        points.push_back(0.5 * (from + to) + along * (to - from) + height * outward);
    }
    return points;
}

}  // namespace

double angle_at(const Vec<double>& corner, const Vec<double>& p, const Vec<double>& q) {
    const auto u = p - corner, v = q - corner;
    return arc_tangent(glm::length(glm::cross(u, v)), glm::dot(u, v));
}

double halo_law(const Triangle<double>& tri, double epsilon) {
    double area = 0;
    for (const auto& [from, to] : edges(tri)) area += halo_area(glm::length(to - from), epsilon);
    return area;
}

double halo_law_limit(const Triangle<double>& tri) {
    const auto& [a, b, c] = tri;
    return 2 * (pi<double> - std::max({angle_at(a, b, c), angle_at(b, c, a), angle_at(c, a, b)}));
}

std::array<Polyline, 3> halo_arcs(const Triangle<double>& tri, double epsilon) {
    const auto n = normal(tri);
    if (!has_area(tri)) return {};
    std::array<Polyline, 3> arcs;
    for (std::size_t k = 0; const auto& [from, to] : edges(tri))
        arcs[k++] = arc(from, to, glm::normalize(glm::cross(to - from, n)), epsilon);
    return arcs;
}

std::optional<double> halo_in_pixels(std::span<const Triangle<float>> mesh, const PrimaryRays& rays,
                                     double epsilon) {
    if (mesh.size() != 1) return {};
    const Triangle<double> tri(mesh[0]);
    if (!has_area(tri) || epsilon > halo_law_limit(tri)) return {};
    const auto a = rays.project(tri.a), b = rays.project(tri.b), c = rays.project(tri.c);
    if (!a || !b || !c) return {};
    const double slope = std::max(std::abs(b->depth - a->depth), std::abs(c->depth - a->depth));
    if (slope > 1e-6 * a->depth) return {};
    for (const auto& arc : halo_arcs(tri, epsilon))
        for (const auto& point : arc) {
            const auto p = rays.project(point);
            if (!p || p->x < 0 || p->y < 0 || p->x > rays.width() || p->y > rays.height())
                return {};
        }
    // Parallel to the image the picture is similar to the triangle, and the law knows no scale.
    const auto flat = [](const auto& p) { return Vec<double>(p->x, p->y, 0); };
    return halo_law({flat(a), flat(b), flat(c)}, epsilon);
}

}  // namespace hitmiss
