#pragma once
#include "demos/step.hpp"
#include "methods/kernel.hpp"
#include "methods/method.hpp"

namespace hitmiss {

/// The three tests of the walking tutorial (Maurice, OpenGL ES 17 - Collision Detection, 2009):
/// do the ends of the step lie on two sides of the plane n.p + D = 0, where does the step meet
/// the plane, and is that point inside the triangle? The last question is the method's.
/// Fails: D is n.a where the plane's equation needs -n.a, so that the plane tested is the wall's
/// mirrored in the origin; a product of distances < 0 leaves out touching, so that a step that
/// ends on the plane lets the next one through.
/// Corrected: D = -n.a; a step may end on the plane, not start there.
template <typename Real>
StepVerdict step_by_plane(const Kernel& kernel, const Triangle<Real>& tri, const Ray<Real>& step,
                          Variant variant) {
    const Vec<Real> n = normal(tri);
    const Real n_a = glm::dot(n, tri.a), D = variant == Variant::published ? n_a : -n_a;
    const Vec<Real> destination = step.o + step.d, line = destination - step.o;
    const Real before = glm::dot(n, step.o) + D, after = glm::dot(n, destination) + D;
    const bool crosses = variant == Variant::published
                             ? before * after < 0
                             : (before < 0 && after >= 0) || (before > 0 && after <= 0);

    const double length = glm::length(Vec<double>(n));
    StepVerdict verdict{Reason::same_side, before / length, after / length,
                        double(before) / (double(before) - double(after)), Vec<double>(step.d)};
    if (crosses) {
        const Real slope = glm::dot(line, n);
        const Vec<Real> P = slope == 0 ? step.o : step.o - line * (before / slope);
        verdict.reason = kernel.inside(Vec<double>(P), Triangle<float>(tri)) ? Reason::collision
                                                                             : Reason::beside;
    } else if (before == 0 || after == 0) {
        verdict.reason = Reason::touches;
    }
    return verdict;
}

}  // namespace hitmiss
