#include "truth/reference.hpp"

#include <algorithm>
#include <memory>

#include "base/exact.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

constexpr double tie = 0x1p-40;
constexpr std::string_view exact_name = "exact";

Reference rounded_reference(const Kernel& kernel, const Geometry& geometry) {
    const auto scene = std::make_shared<const Prepared>(kernel, geometry, geometry.origins());
    return [scene](const Rays& rays, std::span<Answer> answers) {
        std::vector<Hit> found;
        for (std::size_t k = 0; k < rays.size(); ++k) {
            Answer& answer = answers[k];
            answer = {};
            found.clear();
            double limit = answer.t;
            for_each_hit(*scene, rays[k], limit, [&](double t, std::uint32_t triangle) {
                found.push_back({t, triangle});
                answer.t = std::min(answer.t, t);
                limit = answer.t * (1 + tie);
            });
            for (const Hit& hit : found)
                if (hit.t <= limit) answer.triangles.push_back(hit.triangle);
            std::sort(answer.triangles.begin(), answer.triangles.end());
        }
    };
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
            for_each_box(*geometry.tree, rays[k], limit, [&](std::uint32_t index) {
                keep_nearest(rays[k], geometry, index, nearest, answer);
                if (!answer.triangles.empty()) limit = nearest.t + nearest.t_error;
            });
            answer.t = answer.triangles.empty() ? limit : nearest.t;
            std::sort(answer.triangles.begin(), answer.triangles.end());
        }
    };
}

}  // namespace

Reference make_reference(const Method& method, const Geometry& geometry) {
    if (method.name() == exact_name) return exact_reference(geometry);
    return rounded_reference(method.kernel(geometry.surroundings()), geometry);
}

}  // namespace hitmiss
