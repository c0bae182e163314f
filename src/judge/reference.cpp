#include "judge/reference.hpp"

#include <algorithm>
#include <memory>

#include "base/exact.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

constexpr double tie = 0x1p-40, sure = 0x1p-40;

Reference rounded_reference(const Kernel& kernel, const Geometry& geometry) {
    const auto scene = std::make_shared<const Prepared>(kernel, geometry, geometry.origins());
    return Reference([scene](const Ray<float>& ray) {
        Answer answer;
        std::vector<Hit> found;
        double limit = answer.t;
        for_each_hit(*scene, ray, limit, [&](double t, std::uint32_t triangle) {
            found.push_back({t, triangle});
            answer.t = std::min(answer.t, t);
            limit = answer.t * (1 + tie);
        });
        for (const Hit& hit : found)
            if (hit.t <= limit) answer.triangles.push_back(hit.triangle);
        std::sort(answer.triangles.begin(), answer.triangles.end());
        return answer;
    });
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

/// The power of two by which to divide a direction so that its size is between 1/2 and 2: boxes
/// lose a ray whose t or 1 / d is no normal float.
double scale_for_boxes(const Vec<float>& d) {
    const auto size = glm::abs(d);
    const float largest = std::max({size.x, size.y, size.z});
    return largest >= 0.5f && largest < 2 ? 1 : std::ldexp(1.0, std::ilogb(largest));
}

Answer exact_answer(const Ray<float>& ray, const Geometry& geometry) {
    Answer answer;
    ExactHit nearest{};
    double limit = answer.t;
    const double scale = scale_for_boxes(ray.d);
    const Ray<float> scaled(ray.o, Vec<float>(Vec<double>(ray.d) / scale));
    for_each_box(*geometry.tree, scaled, limit, [&](std::uint32_t index) {
        keep_nearest(ray, geometry, index, nearest, answer);
        if (!answer.triangles.empty()) limit = (nearest.t + nearest.t_error) * scale;
    });
    if (answer.triangles.empty()) return answer;
    answer.t = nearest.t_error < sure * nearest.t
                   ? nearest.t
                   : exact_t(ray, geometry.triangles[answer.triangles.front()]);
    std::sort(answer.triangles.begin(), answer.triangles.end());
    return answer;
}

}  // namespace

bool is_exact(const Method& method) {
    return method.kind() == Kind::exact;
}

Answers Reference::operator()(const Batch& batch) const {
    const auto answer = [&] {
        std::vector<Answer> answers;
        answers.reserve(batch.rays.size());
        for (const auto& ray : batch.rays) answers.push_back(ask_(ray));
        return std::make_shared<const std::vector<Answer>>(std::move(answers));
    };
    return memory_ ? (*memory_)(batch.index, answer) : answer();
}

Reference Reference::remembering(std::size_t batches) const {
    Reference reference = *this;
    reference.memory_ = std::make_shared<Memory<std::vector<Answer>>>(batches);
    return reference;
}

Reference make_reference(const Method& method, const Geometry& geometry) {
    if (!is_exact(method))
        return rounded_reference(method.kernel(geometry.surroundings()), geometry);
    return Reference([geometry](const Ray<float>& ray) { return exact_answer(ray, geometry); });
}

Hit exact_hit_of(const Answer& answer, const Ray<float>& ray, const Geometry& geometry) {
    if (answer.triangles.empty()) return {};
    const std::uint32_t first = answer.triangles.front();
    return {exact_t(ray, geometry.triangles[first]), first};
}

}  // namespace hitmiss
