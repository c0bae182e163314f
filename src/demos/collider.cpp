#include "demos/collider.hpp"

#include <algorithm>

#include "demos/walk_matrix.hpp"
#include "demos/walk_plane.hpp"
#include "demos/walk_ray.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {

MethodSpec in_variant(MethodSpec spec, Variant variant) {
    const bool named = std::any_of(spec.settings.begin(), spec.settings.end(),
                                   [](const auto& setting) { return setting.first == "variant"; });
    if (!named && variant == Variant::corrected && !summary(spec).info.corrected.empty())
        spec.settings.emplace_back("variant", to_string(variant));
    return spec;
}

Collider make_collider(const MethodSpec& spec, Variant variant) {
    Collider collider{{}, {}, variant};
    with_method(in_variant(spec, variant), [&](const auto& method) {
        using Method = std::decay_t<decltype(method)>;
        using Real = typename MethodTraits<Method>::Real;
        constexpr bool by_matrix = requires {
            method.length;
        };
        constexpr bool by_plane = requires(PlaneTriangle<Real> tri) {
            method.inside(tri.a, tri, no_notes);
        };
        collider.construction = by_matrix  ? Construction::segment
                                : by_plane ? Construction::plane
                                           : Construction::ray;
        collider.test = [method, variant](const Step<float>& stored, const Wall& wall) {
            const Step<Real> step{Vec<Real>(stored.from), Vec<Real>(stored.by)};
            if constexpr (by_matrix) {
                const auto rest = method.prepare(Triangle<Real>(wall.rest));
                return step_by_matrix(method, moved(rest, wall.W, variant), step, variant);
            } else {
                const auto placed = method.prepare(Triangle<Real>(wall.placed));
                if constexpr (by_plane)
                    return step_by_plane(method, placed, step, variant);
                else
                    return step_by_ray(method, placed, step, variant);
            }
        };
    });
    return collider;
}

}  // namespace hitmiss
