#include "judge/outcome_of.hpp"

#include <algorithm>
#include <cassert>

#include "base/exact.hpp"

namespace hitmiss {
namespace {

/// Whether the hit lies behind the exact point by more than rounding.
bool is_behind(const Hit& hit, const AnsweredRay& asked) {
    return hit.t > asked.right.t &&
           std::ranges::none_of(asked.right.triangles, [&](std::uint32_t index) {
               return distance_to_plane(hit.t, index, asked) <= asked.tau();
           });
}

}  // namespace

bool is_degenerate(const Hit& hit, const AnsweredRay& asked) {
    const auto& [ray, answer, geometry, precision] = asked;
    if (!names_triangle(hit, geometry) || !(hit.t <= answer.t)) return false;
    const Triangle<float>& tri = asked.triangle(hit.triangle);
    double farthest = 0;
    for (const auto* corner : {&tri.a, &tri.b, &tri.c})
        farthest = std::max(farthest, glm::distance(Vec<double>(*corner), Vec<double>(ray.o)));
    if (std::abs(hit.t) * glm::length(Vec<double>(ray.d)) <=
            tie_roundings * unit_roundoff(precision) * farthest &&
        contains_origin(ray, tri))
        return true;
    const double t = answer.triangles.empty() ? hit.t : answer.t;
    return runs_in_plane(ray, tri) &&
           distance_to_triangle(hit.t, hit.triangle, asked) <= tie_tolerance(t, ray, precision);
}

bool is_among(std::span<const std::uint32_t> E, std::uint32_t triangle, const Geometry& geometry) {
    const auto bits = bits_of(geometry.triangles[triangle]);
    return std::ranges::any_of(E, [&](std::uint32_t index) {
        return index == triangle || bits_of(geometry.triangles[index]) == bits;
    });
}

Outcome outcome_of(const Hit& hit, const AnsweredRay& asked) {
    const auto& E = asked.right.triangles;
    assert(E.empty() || hit.triangle != unknown_triangle);
    if (!hit) return E.empty() ? Outcome::right : Outcome::leak;
    if (E.empty()) return is_degenerate(hit, asked) ? Outcome::degenerate : Outcome::false_hit;
    if (names_triangle(hit, asked.geometry)) {
        const bool of_E = is_among(E, hit.triangle, asked.geometry);
        const bool good = is_good(hit, asked);
        if (of_E && good) return Outcome::right;
        const bool tie = !of_E && is_tie(hit.triangle, asked);
        if (tie && good) return Outcome::tie;
        if (is_degenerate(hit, asked)) return Outcome::degenerate;
        if (of_E || tie) return Outcome::wrong_t;
    }
    return is_behind(hit, asked) ? Outcome::leak : Outcome::wrong_triangle;
}

std::optional<TwoDoubles> exact_t_of(const Hit& hit, const Ray<float>& ray,
                                     const Geometry& geometry) {
    const auto& tri = geometry.triangles[hit.triangle];
    return exact_hit(ray, tri).hit ? std::optional(exact_t_in_two(ray, tri)) : std::nullopt;
}

bool meets_nan(const Kernel& kernel, const AnsweredRay& asked) {
    return std::ranges::any_of(asked.right.triangles, [&](std::uint32_t index) {
        return kernel.meets_nan(asked.ray, asked.triangle(index));
    });
}

}  // namespace hitmiss
