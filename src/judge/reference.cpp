#include "judge/reference.hpp"

#include <algorithm>
#include <memory>

#include "base/exact.hpp"
#include "judge/exact_along.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

/// Hits of another reference whose t are so near, relatively, count as equal.
constexpr double as_near = 0x1p-40;

Reference rounded_reference(const Kernel& kernel, const Geometry& geometry) {
    const auto scene = std::make_shared<const TracedScene>(kernel, geometry, geometry.origins());
    return {[scene, triangles = geometry.triangles](const Ray<float>& ray, Faces faces,
                                                    const HitFilter& filter) {
                ExactAnswer answer;
                std::vector<Hit> found;
                double limit = answer.t;
                for_each_hit(*scene, ray, limit, [&](double t, std::uint32_t triangle) {
                    if (!filter.lets(t, triangle)) return;
                    if (faces == Faces::front && !seen_from_front(ray, triangles[triangle])) return;
                    found.push_back({t, triangle});
                    answer.t = std::min(answer.t, t);
                    limit = answer.t * (1 + as_near);
                });
                for (const Hit& hit : found)
                    if (hit.t <= limit) answer.triangles.push_back(hit.triangle);
                std::sort(answer.triangles.begin(), answer.triangles.end());
                return answer;
            },
            false};
}

/// Whether the filter lets the hit count: only a t near its ends must be known to the last bit.
bool counts_by(const HitFilter& filter, const ExactHit& hit, std::uint32_t index,
               const auto& exact_t) {
    const bool above = filter.t_min == 0 || hit.t - hit.t_error > filter.t_min;
    const bool sure_of_t = above && hit.t + hit.t_error < filter.t_max;
    return filter.lets(sure_of_t ? hit.t : exact_t(), index);
}

/// The triangles at the nearest t, among those that `meets` finds. `around` is the ray to within
/// the margin of the boxes.
template <typename AnyRay>
ExactAnswer nearest(const AnyRay& ray, const Ray<float>& around, float margin,
                    const Geometry& geometry, const auto& meets) {
    NearestExact<AnyRay> nearest(ray, geometry);
    double limit = nearest.limit();
    const double scale = scale_for_boxes(around.d);
    for_each_box(geometry.tree(), scaled_for_boxes(around), margin, limit, [&](auto index) {
        if (nearest.meet({index, meets(geometry.triangles[index], index)}))
            limit = nearest.limit() * scale;
    });
    return std::move(nearest).answer();
}

ExactAnswer exact_answer(const Ray<float>& ray, Faces faces, const HitFilter& filter,
                         const Geometry& geometry) {
    const auto meets = [&](const Triangle<float>& tri, std::uint32_t index) {
        ExactHit hit = exact_hit(ray, tri);
        hit.hit = hit.hit && (faces == Faces::all || seen_from_front(ray, tri)) &&
                  counts_by(filter, hit, index, [&] { return exact_t(ray, tri); });
        return hit;
    };
    return nearest(ray, ray, box_margin(ray.o, geometry.box), geometry, meets);
}

}  // namespace

ExactAnswer exact_answer(const SpawnedRay& ray, const Geometry& geometry) {
    const Triangle<float>& own = ray.start.triangle;
    const auto meets = [&](const Triangle<float>& tri, std::uint32_t) {
        // Its own triangle is met at t = 0, which integers would have to find out.
        const bool is_own = tri.a == own.a && tri.b == own.b && tri.c == own.c;
        return is_own ? ExactHit{} : exact_hit(ray, tri);
    };
    // X is rounded to float for the boxes, by less than their margin.
    const Ray<float> around(Vec<float>(ray.start.point), Vec<float>(ray.direction()));
    return nearest(ray, around, 2 * box_margin(around.o, geometry.box), geometry, meets);
}

Reference make_reference(const Method& method, const Geometry& geometry) {
    if (method.kind() != Kind::exact)
        return rounded_reference(method.kernel(geometry.surroundings()), geometry);
    return {[geometry](const Ray<float>& ray, Faces faces, const HitFilter& filter) {
                return exact_answer(ray, faces, filter, geometry);
            },
            true};
}

}  // namespace hitmiss
