#include "judge/outcome_of.hpp"

#include <algorithm>
#include <cassert>

#include "base/exact.hpp"

namespace hitmiss {
namespace {

/// Whether the hit lies behind the exact point by more than rounding.
bool is_behind(const Hit& hit, const ExactAnswer& answer, const Ray<float>& ray,
               const Geometry& geometry, Precision precision) {
    const double tau = tie_tolerance(answer.t, ray, precision);
    return hit.t > answer.t && std::ranges::none_of(answer.triangles, [&](std::uint32_t index) {
               return distance_to_plane(hit.t, ray, geometry.triangles[index], precision) <= tau;
           });
}

}  // namespace

bool is_degenerate(const Hit& hit, const ExactAnswer& answer, const Ray<float>& ray,
                   const Geometry& geometry, Precision precision) {
    if (!names_triangle(hit, geometry) || !(hit.t <= answer.t)) return false;
    const Triangle<float>& tri = geometry.triangles[hit.triangle];
    double farthest = 0;
    for (const auto* corner : {&tri.a, &tri.b, &tri.c})
        farthest = std::max(farthest, glm::distance(Vec<double>(*corner), Vec<double>(ray.o)));
    if (std::abs(hit.t) * glm::length(Vec<double>(ray.d)) <=
            tie_roundings * unit_roundoff(precision) * farthest &&
        contains_origin(ray, tri))
        return true;
    const double t = answer.triangles.empty() ? hit.t : answer.t;
    return runs_in_plane(ray, tri) &&
           distance_to_triangle(hit.t, ray, tri, precision) <= tie_tolerance(t, ray, precision);
}

bool is_among(std::span<const std::uint32_t> E, std::uint32_t triangle, const Geometry& geometry) {
    const auto bits = bits_of(geometry.triangles[triangle]);
    return std::ranges::any_of(E, [&](std::uint32_t index) {
        return index == triangle || bits_of(geometry.triangles[index]) == bits;
    });
}

Outcome outcome_of(const Hit& hit, const ExactAnswer& answer, const Ray<float>& ray,
                   const Geometry& geometry, Precision precision) {
    const auto& E = answer.triangles;
    assert(E.empty() || hit.triangle != unknown_triangle);
    if (!hit) return E.empty() ? Outcome::right : Outcome::leak;
    if (E.empty())
        return is_degenerate(hit, answer, ray, geometry, precision) ? Outcome::degenerate
                                                                    : Outcome::false_hit;
    const auto hiding = [&] {
        return is_behind(hit, answer, ray, geometry, precision) ? Outcome::leak
                                                                : Outcome::wrong_triangle;
    };
    if (!names_triangle(hit, geometry)) return hiding();
    const bool of_E = is_among(E, hit.triangle, geometry);
    const bool good = is_good(hit, answer, ray, geometry, precision);
    if (of_E && good) return Outcome::right;
    const bool tie = !of_E && is_tie(hit.triangle, answer, ray, geometry, precision);
    if (tie && good) return Outcome::tie;
    if (is_degenerate(hit, answer, ray, geometry, precision)) return Outcome::degenerate;
    if (of_E || tie) return Outcome::wrong_t;
    return hiding();
}

std::optional<double> exact_t_of(const Hit& hit, const Ray<float>& ray, const Geometry& geometry) {
    const auto& tri = geometry.triangles[hit.triangle];
    return exact_hit(ray, tri).hit ? std::optional(exact_t(ray, tri)) : std::nullopt;
}

bool meets_nan(const Kernel& kernel, const ExactAnswer& answer, const Ray<float>& ray,
               const Geometry& geometry) {
    return std::any_of(answer.triangles.begin(), answer.triangles.end(), [&](std::uint32_t index) {
        return kernel.meets_nan(ray, geometry.triangles[index]);
    });
}

}  // namespace hitmiss
