#include "judge/confusion.hpp"

#include <algorithm>
#include <cassert>

#include "base/exact.hpp"
#include "judge/distance.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

/// As seen from the ray's origin: a difference of floats loses next to nothing in double, so that
/// nothing depends on where the scene lies.
Triangle<double> relative_to(const Vec<float>& o, const Triangle<float>& tri) {
    const Vec<double> origin(o);
    return {Vec<double>(tri.a) - origin, Vec<double>(tri.b) - origin, Vec<double>(tri.c) - origin};
}

/// Whether it equals one of E bit for bit: the tree, and so E, holds copies once.
bool is_copy(const Triangle<float>& tri, std::span<const std::uint32_t> E,
             const Geometry& geometry) {
    return std::ranges::any_of(
        E, [&](std::uint32_t index) { return bits_of(tri) == bits_of(geometry.triangles[index]); });
}

/// Whether every triangle of E is seen from behind (n . d > 0), where cull=back removes it.
bool seen_from_behind(const Answer& answer, const Ray<float>& ray, const Geometry& geometry) {
    const Vec<double> d(ray.d);
    return std::all_of(answer.triangles.begin(), answer.triangles.end(), [&](std::uint32_t index) {
        return glm::dot(normal(Triangle<double>(geometry.triangles[index])), d) > 0;
    });
}

/// Whether a tracer may see a hit where by definition there is none.
bool is_degenerate(const Hit& hit, const Ray<float>& ray, const Geometry& geometry) {
    if (hit.triangle == unknown_triangle) return false;
    const auto& stored = geometry.triangles[hit.triangle];
    if (hit.t != 0 && exact_hit(ray, stored).position != Position::degenerate) return false;
    const Triangle<double> tri = relative_to(ray.o, stored);
    const double farthest = std::max({glm::length(tri.a), glm::length(tri.b), glm::length(tri.c)});
    return distance_to_triangle(hit.t * Vec<double>(ray.d), tri) <= same_point * farthest;
}

}  // namespace

Outcome judge(const Hit& hit, const Answer& answer, const Ray<float>& ray, const Geometry& geometry,
              bool culls) {
    const auto& E = answer.triangles;
    assert(E.empty() || hit.triangle != unknown_triangle);
    if (!hit && E.empty()) return Outcome::right;
    if (E.empty())
        return is_degenerate(hit, ray, geometry) ? Outcome::degenerate : Outcome::false_hit;
    if (hit) {
        if (std::binary_search(E.begin(), E.end(), hit.triangle)) return Outcome::right;
        const auto& stored = geometry.triangles[hit.triangle];
        if (is_copy(stored, E, geometry)) return Outcome::right;
        const Triangle<double> tri = relative_to(ray.o, stored);
        const Vec<double> P = answer.t * Vec<double>(ray.d);
        const double tau = same_point * glm::length(P);
        if (distance_to_triangle(P, tri) <= tau) return Outcome::neighbour;
        if (is_degenerate(hit, ray, geometry)) return Outcome::degenerate;
        const ExactHit exact = exact_hit(ray, stored);
        // The ray from P on starts at P, seen from its origin, and goes along P.
        const bool behind = exact.hit ? exact.t > answer.t
                                      : hit.t > answer.t && half_line_to_border(P, P, tri) <= tau;
        if (!behind) return Outcome::wrong_triangle;
    }
    return culls && seen_from_behind(answer, ray, geometry) ? Outcome::culled : Outcome::leak;
}

bool t_is_off(const Hit& hit, const Answer& answer) {
    return hit && !(std::abs(hit.t - answer.t) <= same_point * answer.t);
}

std::optional<double> exact_t_of(const Hit& hit, const Ray<float>& ray, const Geometry& geometry) {
    const auto& tri = geometry.triangles[hit.triangle];
    return exact_hit(ray, tri).hit ? std::optional(exact_t(ray, tri)) : std::nullopt;
}

Hit located(const Hit& hit, const Answer& answer, const Ray<float>& ray, const Geometry& geometry) {
    Hit found = hit;
    if (answer.triangles.empty()) return found;
    found.triangle = answer.triangles.front();
    double least = std::abs(hit.t - answer.t);
    if (least <= same_point * answer.t) return found;
    const double limit = std::numeric_limits<double>::infinity();
    for_each_box(*geometry.tree, ray, limit, [&](std::uint32_t index) {
        const ExactHit exact = exact_hit(ray, geometry.triangles[index]);
        if (!exact.hit || !(std::abs(hit.t - exact.t) < least)) return;
        least = std::abs(hit.t - exact.t), found.triangle = index;
    });
    return found;
}

bool meets_nan(const Kernel& kernel, const Answer& answer, const Ray<float>& ray,
               const Geometry& geometry) {
    return std::any_of(answer.triangles.begin(), answer.triangles.end(), [&](std::uint32_t index) {
        return kernel.meets_nan(ray, geometry.triangles[index]);
    });
}

}  // namespace hitmiss
