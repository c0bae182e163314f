#pragma once
#include <glm/matrix.hpp>

#include "demos/collider.hpp"
#include "methods/collision_matrix.hpp"

namespace hitmiss {

/// The map T^-1 W^-1 of a triangle that W has moved, from the T^-1 of the triangle at rest (GPWiki,
/// Ray Triangle Collision), so that no triangle is prepared again when a wall turns.
/// Published: the transpose of W's linear part is taken for its inverse, which is wrong as soon as
/// W scales. Corrected: the inverse, by the adjugate.
template <typename Prepared>
Prepared moved(const Prepared& rest, const Affine& W, Variant variant) {
    using Real = std::decay_t<decltype(rest.x.x)>;
    const glm::mat<3, 3, Real> linear(W.linear);
    const auto inverse =
        variant == Variant::published ? glm::transpose(linear) : glm::inverse(linear);
    const Vec<Real> translation(W.translation);
    const Prepared map{rest.x * inverse, rest.y * inverse, rest.z * inverse, rest.origin};
    const auto shift = [&](const Vec<Real>& row) { return glm::dot(row, translation); };
    return {map.x, map.y, map.z, map.origin - Vec<Real>(shift(map.x), shift(map.y), shift(map.z))};
}

/// The collision matrix on the segment of the step. Corrected: t = 0, a start on the plane, is not
/// a collision.
template <typename Real, Variant own>
StepVerdict step_by_matrix(CollisionMatrix<Real, own> matrix,
                           const typename CollisionMatrix<Real, own>::Prepared& tri,
                           const Ray<Real>& step, Variant variant) {
    matrix.length = 1;
    const auto candidate = matrix.test(step, tri, no_notes);
    // The ends of the step, mapped.
    const auto map_z = [&](const Vec<Real>& p) { return glm::dot(tri.z, p) + tri.origin.z; };
    const Real Jz = map_z(step.o), Kz = map_z(step.o + step.d);
    // The map takes the normal to the z axis, so its z row is 1 / |n| long.
    const double unit = 1 / glm::length(Vec<double>(tri.z));
    StepVerdict verdict{Reason::beside, Jz * unit, Kz * unit, double(Jz / (Jz - Kz)),
                        Vec<double>(step.d)};
    const bool counts = variant == Variant::published || candidate.t > 0;
    if (candidate.accepted && counts)
        verdict.reason = Reason::collision;
    else if (Jz == 0 || Kz == 0)
        verdict.reason = Reason::touches;
    else if ((Jz > 0) == (Kz > 0))
        verdict.reason = Reason::same_side;
    return verdict;
}

}  // namespace hitmiss
