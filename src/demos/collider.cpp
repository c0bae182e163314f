#include "demos/collider.hpp"

#include "base/exact.hpp"
#include "demos/walk_matrix.hpp"
#include "demos/walk_plane.hpp"
#include "demos/walk_ray.hpp"
#include "truth/reference.hpp"

namespace hitmiss {

Collider::Collider(const Method& method, Variant variant)
    : method_(method.in_variant(variant)),
      variant_(variant),
      kernel_(method_.kernel({})),
      construction_(method_.get("length")    ? Construction::segment
                    : kernel_.tests_points() ? Construction::plane
                                             : Construction::ray) {}

template <typename Real>
StepVerdict Collider::test_in(const Ray<Real>& step, const Wall& wall) const {
    if (construction_ == Construction::ray)
        return step_by_ray(kernel_, wall.placed, step, variant_);
    if (construction_ == Construction::plane)
        return step_by_plane(kernel_, Triangle<Real>(wall.placed), step, variant_);
    const auto by = [&](const auto& matrix) {
        const auto rest = matrix.prepare(Triangle<Real>(wall.rest));
        return step_by_matrix(matrix, moved(rest, wall.W, variant_), step, variant_);
    };
    return method_.variant == Variant::published ? by(CollisionMatrix<Real>())
                                                 : by(CollisionMatrix<Real, Variant::corrected>());
}

StepVerdict Collider::test(const Ray<float>& step, const Wall& wall) const {
    StepVerdict verdict = kernel_.precision() == Precision::single
                              ? test_in(step, wall)
                              : test_in(Ray<double>(step), wall);
    // A t that rounds to 1 does not tell whether the step ends before the wall.
    if (is_exact(method_) && verdict.reason == Reason::collision &&
        variant_ != Variant::published && !exact_step(step, wall.placed))
        verdict.reason = Reason::beyond;
    return verdict;
}

}  // namespace hitmiss
