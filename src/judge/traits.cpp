#include "judge/traits.hpp"

#include <algorithm>
#include <cmath>

#include "judge/distance.hpp"
#include "trace/near.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

/// Around a point no more of the mesh is looked at than this part of it.
constexpr double most_near = 0.01;

/// Whether the triangles that touch the point are one alone, or fronts and backs.
bool is_outline(const Vec<double>& p, double radius, const Ray<float>& ray,
                const Geometry& geometry) {
    int fronts = 0, backs = 0;
    for_each_near(geometry.tree(), p, radius, [&](std::uint32_t index) {
        const Triangle<double> tri(geometry.triangles[index]);
        if (distance_to_triangle(p, tri) > radius) return;
        ++(glm::dot(normal(tri), Vec<double>(ray.d)) < 0 ? fronts : backs);
    });
    return fronts + backs == 1 || (fronts > 0 && backs > 0);
}

double tau_of(double t, const Ray<float>& ray) {
    return tie_tolerance(t, ray, Precision::single);
}

/// Whether the ray passes the border of the triangle within tau, where t says, if it says anything.
bool passes_border(double t, const Ray<float>& ray, const Triangle<float>& tri) {
    const Vec<double> o(ray.o), d(ray.d);
    return std::ranges::any_of(edges(Triangle<double>(tri)), [&](const auto& side) {
        // The side's point nearest to the ray, its distance from it, and where that is.
        const auto p = nearest_to_line(d, side.first - o, side.second - o);
        const double distance = glm::length(glm::cross(p, d)) / glm::length(d);
        const double there = glm::dot(p, d) / glm::dot(d, d);
        return there > 0 && distance <= tau_of(there, ray) && (std::isnan(t) || is_close(t, there));
    });
}

/// The same of any triangle.
bool passes_a_border(double t, const Ray<float>& ray, const Geometry& geometry) {
    // The boxes are padded by more than tau.
    return any_along(geometry.tree(), scaled_for_boxes(ray), Box::inf, [&](std::uint32_t index) {
        return passes_border(t, ray, geometry.triangles[index]);
    });
}

Place place_beside(const Hit& hit, const Ray<float>& ray, const Geometry& geometry) {
    if (hit.triangle == unknown_triangle)
        return passes_a_border(hit.t, ray, geometry) ? Place::outline : Place::beside;
    if (!names_triangle(hit, geometry)) return Place::beside;
    // Whatever t was answered.
    constexpr double anywhere = std::numeric_limits<double>::quiet_NaN();
    return passes_border(anywhere, ray, geometry.triangles[hit.triangle]) ? Place::outline
                                                                          : Place::beside;
}

Place place_of(const Hit& hit, const AnsweredRay& asked) {
    const auto& [ray, answer, geometry, unused] = asked;
    if (answer.triangles.empty()) return place_beside(hit, ray, geometry);
    const Vec<double> o(ray.o), d(ray.d);
    const double tau = tau_of(answer.t, ray);
    const double radius = std::min(tau, most_near * geometry.box.diagonal());
    const auto sides = edges(Triangle<double>(geometry.triangles[answer.triangles[0]]));
    Place place = Place::interior;
    const auto found = [&](const Vec<double>& p, Place there) {
        if (place != Place::outline)
            place = is_outline(p, radius, asked.ray, asked.geometry) ? Place::outline : there;
    };
    for (const auto& [a, b] : sides)
        if (half_line_to_segment(o, d, a, a) <= tau) found(a, Place::vertex);
    if (place != Place::interior) return place;
    // Two sides may be that near at a corner, and one of them an outline.
    for (const auto& [a, b] : sides)
        if (half_line_to_segment(o, d, a, b) <= tau)
            found(o + nearest_to_line(d, a - o, b - o), Place::edge);
    return place;
}

}  // namespace

Traits& Traits::operator+=(const Traits& other) {
    for (std::size_t k = 0; k < errors_at.size(); ++k) errors_at[k] += other.errors_at[k];
    missed.width += other.missed.width, missed.slope += other.missed.slope;
    hit.width += other.hit.width, hit.slope += other.hit.slope;
    roundings += other.roundings, off_t += other.off_t, t_too_large += other.t_too_large;
    t_alone += other.t_alone;
    renamed += other.renamed, far_away += other.far_away, behind += other.behind;
    right_hits += other.right_hits;
    return *this;
}

void count_traits(const Hit& hit, Outcome outcome, const AnsweredRay& asked, Traits& traits) {
    const auto& [ray, answer, geometry, unused] = asked;
    const bool error = row_of(outcome).error;
    const auto& E = answer.triangles;
    if (!error && (outcome != Outcome::right || E.empty())) return;
    const Place place = error ? place_of(hit, asked) : Place::interior;
    if (error) ++traits.errors_at[std::size_t(place)];
    if (E.empty()) return;
    const Vec<double> d(ray.d), n = normal(Triangle<double>(geometry.triangles[E[0]]));
    const double width = std::sqrt(glm::length(n));
    constexpr double most = 1e100;  // of quotients by what rounds to 0
    // Other errors hide the right triangle, or name it.
    if (!error || outcome == Outcome::leak) {
        auto& triangles = error ? traits.missed : traits.hit;
        triangles.width.add(std::min(most, geometry.box.diagonal() / width));
        triangles.slope.add(
            std::min(most, glm::length(n) * glm::length(d) / std::abs(glm::dot(n, d))));
    }
    traits.right_hits += !error;
    if (!error) return;
    if (outcome == Outcome::wrong_t) {
        traits.off_t.add(std::min(
            most, geometry.box.diagonal() / (std::abs(hit.t - answer.t) * glm::length(d))));
        traits.t_too_large += hit.t > answer.t;
    }
    if (outcome == Outcome::leak && names_triangle(hit, geometry))
        if (const auto t = exact_t_of(hit, ray, geometry)) traits.behind += is_close(hit.t, t->hi);
    traits.roundings.add(std::min(most, width * tie_roundings / tau_of(answer.t, ray)));
    if (place != Place::interior || !hit || std::ranges::binary_search(E, hit.triangle) ||
        !is_close(hit.t, answer.t))
        return;
    ++traits.renamed;
    if (names_triangle(hit, geometry)) {
        const Triangle<double> named(geometry.triangles[hit.triangle]);
        traits.far_away += distance_to_triangle(Vec<double>(ray.o) + hit.t * d, named) >
                           std::sqrt(glm::length(normal(named)));
    }
}

}  // namespace hitmiss
