#include "judge/lamp.hpp"

#include "base/error.hpp"
#include "scene/mesh.hpp"

namespace hitmiss {

void check_lamp(const Vec<float>& at, const Geometry& geometry) {
    for (std::size_t k = 0; k < geometry.triangles.size(); ++k)
        if (contains_origin({at, {0, 0, 1}}, geometry.triangles[k]))
            throw Error(Exit::usage,
                        "--light {},{},{}: lies on triangle {}; a lamp beside the surface would be "
                        "right",
                        at.x, at.y, at.z, k);
}

bool turned_to(const Vec<float>& lamp, const Ray<float>& ray, const Triangle<float>& tri) {
    return side_of(lamp, tri) == (seen_from_front(ray, tri) ? 1 : -1);
}

SeesLamp sees_lamp(const Method& method, const Lamp& lamp, const Geometry& geometry) {
    if (method.kind() == Kind::exact)
        return [at = lamp.at, geometry](const Ray<float>& ray, const Hit& hit) {
            const Triangle<float>& tri = geometry.triangles[hit.triangle];
            return turned_to(at, ray, tri) &&
                   exact_answer({exact_start(ray, tri), at, Goes::to_point}, geometry)
                       .triangles.empty();
        };
    return [lamp, answerer = make_aimed_answerer(method, geometry), triangles = geometry.triangles,
            copies = copies_for(lamp.rule, geometry.triangles)](const Ray<float>& ray,
                                                                const Hit& hit) {
        const Triangle<float>& tri = triangles[hit.triangle];
        if (!turned_to(lamp.at, ray, tri)) return false;
        const Vec<double> point = Vec<double>(ray.o) + hit.t * Vec<double>(ray.d);
        const Left left =
            leave(lamp.rule, lamp.epsilon, info_of(lamp.rule).point,
                  {ray, hit, tri, answerer.precision, point,
                   Vec<float>(Vec<double>(lamp.at) - point), !copies.of(hit.triangle).empty()});
        if (!is_finite(left.o)) return false;  // as of a rule whose own point is not a number
        const auto [to_lamp, filter] = ray_to_lamp(left, lamp.at);
        const Batch batch{{0}, {to_lamp}, {{nullptr, nullptr, left.point, filter}}};
        const ExactAnswer unknown;
        Hit met;
        answerer.trace(batch, {&unknown, 1}, {&met, 1});
        return !met;
    };
}

}  // namespace hitmiss
