#include "truth/confusion.hpp"

#include <algorithm>

#include "base/exact.hpp"
#include "truth/distance.hpp"

namespace hitmiss {
namespace {

/// As seen from the ray's origin: a difference of floats loses next to nothing in double, so that
/// nothing depends on where the scene lies.
Triangle<double> seen_from(const Vec<float>& o, const Triangle<float>& tri) {
    const Vec<double> origin(o);
    return {Vec<double>(tri.a) - origin, Vec<double>(tri.b) - origin, Vec<double>(tri.c) - origin};
}

/// Whether every triangle of E is seen from behind (n . d > 0), where cull=back removes it.
bool seen_from_behind(const Answer& answer, const Ray<float>& ray, const Geometry& geometry) {
    const Vec<double> d(ray.d);
    return std::all_of(answer.triangles.begin(), answer.triangles.end(), [&](std::uint32_t index) {
        return glm::dot(normal(Triangle<double>(geometry.triangles[index])), d) > 0;
    });
}

}  // namespace

Outcome judge(const Hit& hit, const Answer& answer, const Ray<float>& ray, const Geometry& geometry,
              bool culls) {
    const auto& E = answer.triangles;
    if (E.empty()) return hit ? Outcome::false_hit : Outcome::right;
    if (hit) {
        if (std::binary_search(E.begin(), E.end(), hit.triangle)) return Outcome::right;
        const auto& stored = geometry.triangles[hit.triangle];
        const Triangle<double> tri = seen_from(ray.o, stored);
        const Vec<double> P = answer.t * Vec<double>(ray.d);
        const double tau = same_point * glm::length(P);
        if (distance_to_triangle(P, tri) <= tau) return Outcome::neighbour;
        const ExactHit exact = exact_hit(ray, stored);
        const bool behind = exact.hit ? exact.t > answer.t
                                      : hit.t > answer.t && half_line_to_border(P, P, tri) <= tau;
        if (!behind) return Outcome::wrong_triangle;
    }
    return culls && seen_from_behind(answer, ray, geometry) ? Outcome::culled : Outcome::leak;
}

bool meets_nan(const Kernel& kernel, const Answer& answer, const Ray<float>& ray,
               const Geometry& geometry) {
    return std::any_of(answer.triangles.begin(), answer.triangles.end(), [&](std::uint32_t index) {
        return kernel.meets_nan(ray, geometry.triangles[index]);
    });
}

}  // namespace hitmiss
