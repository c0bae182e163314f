#pragma once
#include "demos/step.hpp"
#include "methods/plane.hpp"

namespace hitmiss {

/// The three tests of the walking tutorial (Maurice, OpenGL ES 17 - Collision Detection, 2009):
/// do the ends of the step lie on two sides of the plane n.p + D = 0, where does the step meet
/// the plane, and is that point inside the triangle? The last question is the method's.
/// Fails: D is n.a where the plane's equation needs -n.a, so that the plane tested is the wall's
/// mirrored in the origin; a product of distances < 0 leaves out touching, so that a step that
/// ends on the plane lets the next one through.
/// Corrected: D = -n.a; a step may end on the plane, not start there.
template <typename Real, typename Method>
StepVerdict step_by_plane(const Method& method, const PlaneTriangle<Real>& tri,
                          const Step<Real>& step, Variant variant) {
    const Real D = variant == Variant::published ? glm::dot(tri.n, tri.a) : -glm::dot(tri.n, tri.a);
    const Vec<Real> destination = step.from + step.by, line = destination - step.from;
    const Real before = glm::dot(tri.n, step.from) + D, after = glm::dot(tri.n, destination) + D;
    const bool crosses = variant == Variant::published
                             ? before * after < 0
                             : (before < 0 && after >= 0) || (before > 0 && after <= 0);

    const double length = glm::length(Vec<double>(tri.n));
    StepVerdict verdict{Reason::same_side, before / length, after / length,
                        double(before) / (double(before) - double(after)), Vec<double>(step.by)};
    if (crosses) {
        const Real a = glm::dot(line, tri.n);
        const Vec<Real> P = a == 0 ? step.from : step.from - line * (before / a);
        verdict.reason = method.inside(P, tri, no_notes) ? Reason::collision : Reason::beside;
    } else if (before == 0 || after == 0) {
        verdict.reason = Reason::touches;
    }
    return verdict;
}

}  // namespace hitmiss
