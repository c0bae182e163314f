#include "truth/reference.hpp"

#include <algorithm>
#include <memory>

#include "truth/exact.hpp"

namespace hitmiss {
namespace {

constexpr double tie = 0x1p-40;

template <typename Method>
void answer(const PreparedScene<Method>& scene, const Ray<float>& stored, Answer& answer) {
    using Real = typename MethodTraits<Method>::Real;
    const Ray<Real> ray(stored);
    struct Candidates {
        double t;
        std::uint32_t triangle;
    };
    thread_local std::vector<Candidates> found;
    found.clear();
    answer.t = std::numeric_limits<double>::infinity();
    double limit = answer.t;
    walk(scene.tree, stored, limit, [&](std::uint32_t index) {
        const auto candidate = scene.method.test(ray, scene.prepared[index], no_notes);
        if (!counts(candidate, ray, scene.reach[index]) || double(candidate.t) > limit) return;
        found.push_back({double(candidate.t), index});
        answer.t = std::min(answer.t, double(candidate.t));
        limit = answer.t * (1 + tie);
    });
    answer.triangles.clear();
    for (const auto& candidate : found)
        if (candidate.t <= limit) answer.triangles.push_back(candidate.triangle);
    std::sort(answer.triangles.begin(), answer.triangles.end());
}

/// Keeps in `answer` the triangles of least exact t among those seen so far.
void keep_nearest(const Ray<float>& ray, const Geometry& geometry, std::uint32_t index,
                  ExactHit& nearest, Answer& answer) {
    const auto& tri = geometry.triangles[index];
    const ExactHit hit = exact_hit(ray, tri);
    if (!hit.hit) return;
    auto order = std::strong_ordering::less;
    if (!answer.triangles.empty()) {
        const double apart = hit.t - nearest.t;
        if (std::abs(apart) > hit.t_error + nearest.t_error)
            order = apart < 0 ? std::strong_ordering::less : std::strong_ordering::greater;
        else
            order = exact_order(ray, tri, geometry.triangles[answer.triangles.front()]);
    }
    if (order > 0) return;
    if (order < 0) answer.triangles.clear(), nearest = hit;
    answer.triangles.push_back(index);
}

Reference exact_reference(const Geometry& geometry) {
    return [&geometry](const Rays& rays, std::span<Answer> answers) {
        for (std::size_t k = 0; k < rays.size(); ++k) {
            Answer& answer = answers[k];
            answer.triangles.clear();
            ExactHit nearest{};
            double limit = std::numeric_limits<double>::infinity();
            walk(geometry.tree, rays[k], limit, [&](std::uint32_t index) {
                keep_nearest(rays[k], geometry, index, nearest, answer);
                if (!answer.triangles.empty()) limit = nearest.t + nearest.t_error;
            });
            answer.t = answer.triangles.empty() ? limit : nearest.t;
            std::sort(answer.triangles.begin(), answer.triangles.end());
        }
    };
}

}  // namespace

Reference make_reference(const MethodSpec& spec, const Geometry& geometry) {
    if (spec.name == Exact<float>::info.name) return exact_reference(geometry);
    Reference reference;
    with_method(spec, [&](const auto& method) {
        using Scene = PreparedScene<std::decay_t<decltype(method)>>;
        const auto scene = std::make_shared<const Scene>(method, geometry);
        reference = [scene](const Rays& rays, std::span<Answer> answers) {
            for (std::size_t k = 0; k < rays.size(); ++k) answer(*scene, rays[k], answers[k]);
        };
    });
    return reference;
}

}  // namespace hitmiss
