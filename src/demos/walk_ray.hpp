#pragma once
#include "demos/step.hpp"
#include "methods/kernel.hpp"
#include "methods/method.hpp"

namespace hitmiss {

/// The ray of the second walking tutorial (Maurice, OpenGL ES 17.5 - Collision Detection 2, 2009),
/// asked of a ray method: any hit is a collision.
/// Fails: the direction passed is position + unit direction, right only where the walker stands
/// at the origin; t is never looked at, so that walls behind or far away collide too.
/// Corrected: the direction alone, as long as the step, and 0 < t <= 1.
template <typename Real>
StepVerdict step_by_ray(const Kernel& kernel, const Triangle<float>& tri, const Ray<Real>& step,
                        Variant variant) {
    const Vec<double> dir(variant == Variant::published ? step.o + glm::normalize(step.d) : step.d);
    const Verdict answer = kernel.test(Ray<double>(Vec<double>(step.o), dir), tri);
    if (!answer.inside) return {Reason::misses, unknown, unknown, unknown, dir};
    const double before = answer.t * glm::length(dir);
    return {variant == Variant::published ? Reason::collision
            : !(answer.t > 0)             ? Reason::behind
            : answer.t > 1                ? Reason::beyond
                                          : Reason::collision,
            before, before - glm::length(Vec<double>(step.d)), answer.t, dir};
}

}  // namespace hitmiss
