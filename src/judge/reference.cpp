#include "judge/reference.hpp"

#include <algorithm>
#include <memory>

#include "base/exact.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

constexpr double tie = 0x1p-40, sure = 0x1p-40;

Reference rounded_reference(const Kernel& kernel, const Geometry& geometry) {
    const auto scene = std::make_shared<const TracedScene>(kernel, geometry, geometry.origins());
    return {[scene, triangles = geometry.triangles](const Ray<float>& ray, Faces faces) {
        Answer answer;
        std::vector<Hit> found;
        double limit = answer.t;
        for_each_hit(*scene, ray, limit, [&](double t, std::uint32_t triangle) {
            if (faces == Faces::front && !seen_from_front(ray, triangles[triangle])) return;
            found.push_back({t, triangle});
            answer.t = std::min(answer.t, t);
            limit = answer.t * (1 + tie);
        });
        for (const Hit& hit : found)
            if (hit.t <= limit) answer.triangles.push_back(hit.triangle);
        std::sort(answer.triangles.begin(), answer.triangles.end());
        return answer;
    }};
}

Answer exact_answer(const Ray<float>& ray, Faces faces, const Geometry& geometry) {
    Answer answer;
    auto& E = answer.triangles;
    ExactHit nearest{};
    double limit = answer.t;
    const double scale = scale_for_boxes(ray.d);
    for_each_box(*geometry.tree, scaled_for_boxes(ray), limit, [&](std::uint32_t index) {
        const auto& tri = geometry.triangles[index];
        const ExactHit hit = exact_hit(ray, tri);
        if (!hit.hit || (faces == Faces::front && !seen_from_front(ray, tri))) return;
        const double apart = hit.t - nearest.t;
        const bool sure_of_order = std::abs(apart) > hit.t_error + nearest.t_error;
        const auto order = E.empty()       ? std::partial_ordering::less
                           : sure_of_order ? apart <=> 0
                                           : exact_order(ray, tri, geometry.triangles[E.front()]);
        if (order > 0) return;
        if (order < 0) E.clear(), nearest = hit;
        E.push_back(index);
        limit = (nearest.t + nearest.t_error) * scale;
    });
    if (E.empty()) return answer;
    answer.t = nearest.t_error < sure * nearest.t ? nearest.t
                                                  : exact_t(ray, geometry.triangles[E.front()]);
    std::sort(E.begin(), E.end());
    return answer;
}

}  // namespace

Reference make_reference(const Method& method, const Geometry& geometry) {
    if (method.kind() != Kind::exact)
        return rounded_reference(method.kernel(geometry.surroundings()), geometry);
    return {[geometry](const Ray<float>& ray, Faces faces) {
        return exact_answer(ray, faces, geometry);
    }};
}

}  // namespace hitmiss
