#include "demos/collider.hpp"

#include "base/exact_decision.hpp"
#include "judge/reference.hpp"

namespace hitmiss {
namespace {

/// The three tests of the walking tutorial (Maurice, OpenGL ES 17 - Collision Detection, 2009):
/// do the ends of the step lie on two sides of the plane n.p + D = 0, where does the step meet
/// the plane, and is that point inside the triangle? The last question is the method's.
/// Fails: D is n.a where the plane's equation needs -n.a, so the tested plane is the wall's,
/// mirrored in the origin; a product of distances < 0 excludes touching, so a step that ends on the
/// plane lets the next one through.
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

/// The ray of the second walking tutorial (Maurice, OpenGL ES 17.5 - Collision Detection 2, 2009),
/// given to a ray method: any hit is a collision. Fails: the direction passed is position + unit
/// direction, right only if the walker stands at the origin; t is never checked, so walls behind or
/// far away collide too.
/// Corrected: the direction alone, as long as the step, and 0 < t <= 1.
template <typename Real>
StepVerdict step_by_ray(const Kernel& kernel, const Triangle<float>& tri, const Ray<Real>& step,
                        Variant variant) {
    const Vec<double> dir(variant == Variant::published ? step.o + glm::normalize(step.d) : step.d);
    const Verdict answer = kernel.test({Vec<double>(step.o), dir}, tri);
    if (!answer.accepted) return {Reason::misses, unknown, unknown, unknown, dir};
    const double before = answer.t * glm::length(dir);
    return {variant == Variant::published ? Reason::collision
            : !(answer.t > 0)             ? Reason::behind
            : answer.t > 1                ? Reason::beyond
                                          : Reason::collision,
            before, before - glm::length(Vec<double>(step.d)), answer.t, dir};
}

template <typename Real>
StepVerdict verdict_in(const Collider& collider, const Ray<Real>& step, const Wall& wall) {
    const auto& [method, variant, kernel, construction] = collider;
    if (construction == Construction::ray) return step_by_ray(kernel, wall.placed, step, variant);
    if (construction == Construction::plane)
        return step_by_plane(kernel, Triangle<Real>(wall.placed), step, variant);
    const auto by = [&](const auto& matrix) {
        const auto rest = matrix.prepare(Triangle<Real>(wall.rest));
        return step_by_matrix(matrix, moved(rest, wall.W, collider.variant), step,
                              collider.variant);
    };
    return method.variant() == Variant::published ? by(CollisionMatrix<Real>())
                                                  : by(CollisionMatrix<Real, Variant::corrected>());
}

}  // namespace

bool exact_step(const Ray<float>& ray, const Triangle<float>& tri) {
    const ExactHit exact = exact_hit(ray, tri);
    if (!exact.hit || exact.t - exact.t_error > 1) return false;
    if (exact.t + exact.t_error < 1) return true;
    const Integers integers(ray, tri);
    const Fraction t(integers.N(), integers.D());
    return t.numerator <= t.denominator;
}

Collider::Collider(const Method& method_, Variant variant_)
    : method(method_.in_variant(variant_)), variant(variant_), kernel(method.kernel({})) {
    if (method.kind() == Kind::point_test) construction = Construction::plane;
    if (method.kind() == Kind::segment_map) construction = Construction::segment;
}

StepVerdict Collider::test(const Ray<float>& step, const Wall& wall) const {
    StepVerdict verdict = kernel.precision == Precision::single
                              ? verdict_in(*this, step, wall)
                              : verdict_in(*this, Ray<double>(step), wall);
    // A t that rounds to 1 does not tell whether the step ends before the wall.
    if (method.kind() == Kind::exact && verdict.reason == Reason::collision &&
        variant != Variant::published && !exact_step(step, wall.placed))
        verdict.reason = Reason::beyond;
    return verdict;
}

}  // namespace hitmiss
