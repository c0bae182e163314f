#include "judge/explain.hpp"

#include <algorithm>
#include <set>

#include "judge/distance.hpp"
#include "trace/plain.hpp"

namespace hitmiss {
namespace {

/// The triangle that a ray which hits none passes most closely.
std::uint32_t closest(const Ray<float>& stored, const Geometry& geometry) {
    const Ray<double> ray(stored);
    std::uint32_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t index = 0; index < geometry.triangles.size(); ++index) {
        const Triangle<double> tri(geometry.triangles[index]);
        const double distance = half_line_to_border(ray.o, ray.d, tri);
        if (distance < least) least = distance, best = index;
    }
    return best;
}

}  // namespace

std::string_view Explanation::Answered::judgement() const {
    if (row_of(outcome).error) return "wrong";
    return outcome == Outcome::neighbour ? "tie" : to_string(outcome);
}

Explanation explain(const Ray<float>& ray, const std::vector<Method>& methods,
                    const Geometry& geometry, std::span<const Hit> answers) {
    Explanation result{ray, {}, {}, {}};
    result.answer = make_reference(make_method("exact"), geometry)(ray);
    const auto& E = result.answer.triangles;
    if (!E.empty()) result.answer.t = exact_t(ray, geometry.triangles[E.front()]);
    std::set<std::uint32_t> indices(E.begin(),
                                    E.begin() + std::ptrdiff_t(std::min(E.size(), max_explained)));

    std::vector<std::optional<Kernel>> kernels;
    for (const auto& method : methods) {
        if (method.has_kernel())
            kernels.emplace_back(method.kernel(geometry.surroundings()));
        else
            kernels.emplace_back();
        Hit hit;
        if (!method.has_kernel()) {
            hit = answers.front();
            answers = answers.subspan(1);
            if (hit.triangle == unknown_triangle) hit = located(hit, result.answer, ray, geometry);
        } else if (!is_exact(method))
            hit = nearest_hit(*kernels.back(), geometry.triangles, ray);
        else if (!E.empty())
            hit = {result.answer.t, E.front()};
        result.methods.push_back(
            {method, hit, judge(hit, result.answer, ray, geometry, method.culls())});
        if (hit && hit.triangle != unknown_triangle) indices.insert(hit.triangle);
    }
    if (indices.empty() && !geometry.triangles.empty()) indices.insert(closest(ray, geometry));

    for (const auto index : indices) {
        const auto& tri = geometry.triangles[index];
        Explanation::OneTriangle about{index, exact_hit(ray, tri), {}};
        for (const auto& kernel : kernels) {
            Explanation::Computation computed{};
            if (kernel) computed.verdict = kernel->explain(ray, tri, computed.notes);
            about.computations.push_back(std::move(computed));
        }
        result.triangles.push_back(std::move(about));
    }
    return result;
}

}  // namespace hitmiss
