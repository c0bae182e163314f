#include "truth/explain.hpp"

#include <algorithm>
#include <set>

namespace hitmiss {
namespace {

/// The squared distance of a ray from a segment (Ericson, Real-Time Collision Detection, 2005,
/// section 5.1.9).
double distance_squared(const Ray<double>& ray, const Vec<double>& p, const Vec<double>& q) {
    const auto along = q - p, r = ray.o - p;
    const double a = glm::dot(ray.d, ray.d), e = glm::dot(along, along);
    const double b = glm::dot(ray.d, along), c = glm::dot(ray.d, r), f = glm::dot(along, r);
    const double det = a * e - b * b;
    const double guess = det > 0 ? std::max(0.0, (b * f - c * e) / det) : 0.0;
    const double s = e > 0 ? std::clamp((b * guess + f) / e, 0.0, 1.0) : 0.0;
    const double t = std::max(0.0, (b * s - c) / a);
    const auto between = r + t * ray.d - s * along;
    return glm::dot(between, between);
}

/// The triangle that a ray which hits none passes most closely.
std::uint32_t closest(const Ray<float>& stored, const Geometry& geometry) {
    const Ray<double> ray(stored);
    std::uint32_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t index = 0; index < geometry.triangles.size(); ++index) {
        const Triangle<double> tri(geometry.triangles[index]);
        const double distance =
            std::min({distance_squared(ray, tri.a, tri.b), distance_squared(ray, tri.b, tri.c),
                      distance_squared(ray, tri.c, tri.a)});
        if (distance < least) least = distance, best = index;
    }
    return best;
}

}  // namespace

Explanation explain(const Ray<float>& ray, const std::vector<Method>& methods,
                    const Geometry& geometry) {
    Explanation result{ray, {}, {}, {}};
    const RayList one_ray(ray);
    make_reference(make_method("exact", {}), geometry)(one_ray, {&result.answer, 1});
    const auto& E = result.answer.triangles;
    if (!E.empty()) result.answer.t = exact_t(ray, geometry.triangles[E.front()]);
    std::set<std::uint32_t> indices(E.begin(),
                                    E.begin() + std::ptrdiff_t(std::min(E.size(), max_explained)));

    std::vector<Kernel> kernels;
    for (const auto& method : methods) {
        kernels.push_back(method.kernel(geometry.surroundings()));
        Hit hit;
        Tracer(kernels.back(), geometry)(one_ray, {&hit, 1});
        const bool culled = method.culls() && seen_from_behind(result.answer, ray, geometry);
        result.methods.push_back(
            {method, hit, judge(hit, result.answer, geometry.diagonal(), culled)});
        if (hit) indices.insert(hit.triangle);
    }
    if (indices.empty() && !geometry.triangles.empty()) indices.insert(closest(ray, geometry));

    for (const auto index : indices) {
        const auto& tri = geometry.triangles[index];
        Explanation::OneTriangle about{index, exact_hit(ray, tri), {}};
        for (const auto& kernel : kernels) {
            Explanation::Computation computed{};
            computed.verdict = kernel.explain(ray, tri, [&](std::string_view name, double value) {
                computed.values.push_back({std::string(name), value});
            });
            about.computations.push_back(std::move(computed));
        }
        result.triangles.push_back(std::move(about));
    }
    return result;
}

}  // namespace hitmiss
