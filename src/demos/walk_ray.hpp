#pragma once
#include "demos/step.hpp"

namespace hitmiss {

/// The ray of the second walking tutorial (Maurice, OpenGL ES 17.5 - Collision Detection 2, 2009),
/// asked of a ray method: any hit is a collision.
/// Fails: the direction passed is position + unit direction, right only where the walker stands
/// at the origin; t is never looked at, so that walls behind or far away collide too.
/// Corrected: the direction alone, as long as the step, and 0 < t <= 1.
template <typename Real, typename Method, typename Prepared>
StepVerdict step_by_ray(const Method& method, const Prepared& tri, const Step<Real>& step,
                        Variant variant) {
    const Vec<Real> dir =
        variant == Variant::published ? step.from + glm::normalize(step.by) : step.by;
    const auto candidate = method.test(Ray<Real>(step.from, dir), tri, no_notes);
    StepVerdict verdict{Reason::misses, unknown, unknown, unknown, Vec<double>(dir)};
    if (!candidate.hit) return verdict;
    verdict.t = candidate.t;
    verdict.before = verdict.t * glm::length(verdict.asked);
    verdict.after = verdict.before - glm::length(Vec<double>(step.by));
    verdict.reason = variant == Variant::published ? Reason::collision
                     : !(candidate.t > 0)          ? Reason::behind
                     : candidate.t > 1             ? Reason::beyond
                                                   : Reason::collision;
    return verdict;
}

}  // namespace hitmiss
