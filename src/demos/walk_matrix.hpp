#pragma once
#include <glm/matrix.hpp>

#include "demos/collider.hpp"
#include "methods/collision_matrix.hpp"

namespace hitmiss {

/// The map of a triangle that W has moved, T^-1 W^-1, from the T^-1 of the triangle at rest
/// (GPWiki, Ray Triangle Collision): nothing is prepared anew when a wall turns.
/// Published: the inverse of W's linear part is taken to be its transpose, wrong as soon as W
/// scales. Corrected: the inverse by the adjugate.
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

/// The collision matrix on the step's segment. Corrected: t = 0, a start on the plane, is none.
template <typename Real, Variant own>
StepVerdict step_by_matrix(CollisionMatrix<Real, own> matrix,
                           const typename CollisionMatrix<Real, own>::Prepared& tri,
                           const Ray<Real>& step, Variant variant) {
    Vec<Real> J(0), K(0);
    const auto note = [&](std::string_view name, auto value, Meaning = {}) {
        if constexpr (std::is_same_v<decltype(value), Vec<Real>>) (name == "J" ? J : K) = value;
        return value;
    };
    matrix.length = 1;
    const auto candidate = matrix.test(step, tri, note);
    // The map takes the normal to z, whose row is therefore as long as 1 / |n|.
    const double unit = 1 / glm::length(Vec<double>(tri.z));
    StepVerdict verdict{Reason::beside, J.z * unit, K.z * unit, double(J.z / (J.z - K.z)),
                        Vec<double>(step.d)};
    const bool counts = variant == Variant::published || candidate.t > 0;
    if (candidate.accepted && counts)
        verdict.reason = Reason::collision;
    else if (J.z == 0 || K.z == 0)
        verdict.reason = Reason::touches;
    else if ((J.z > 0) == (K.z > 0))
        verdict.reason = Reason::same_side;
    return verdict;
}

}  // namespace hitmiss
