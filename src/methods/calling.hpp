#pragma once
// What the struct of a method may leave out, and what stands for it.

#include <type_traits>

#include "base/vector_width.hpp"
#include "methods/contract.hpp"
#include "methods/notes.hpp"

namespace hitmiss {

/// A triangle and the normal of its plane, (b - a) x (c - a) unless the method makes it 1 long.
template <typename Real>
struct PlaneTriangle {
    Vec<Real> a, b, c, n;
    PlaneTriangle() = default;
    explicit PlaneTriangle(const Triangle<Real>& tri)
        : a(tri.a), b(tri.b), c(tri.c), n(normal(tri)) {}
};

/// The parameter `plane` of every method that has inside().
constexpr void plane_parameter(auto member, auto&& visit) {
    visit("plane", member, plane_names,
          "how the ray meets the plane: n . (a - o), or n . o + D with D rounded first");
}

/// The parameter `length` of every method that tests a segment from the ray's origin.
constexpr void length_parameter(auto member, auto&& visit) {
    visit("length", member, Range{0, std::numeric_limits<double>::max(), false, "lengths of d"},
          "of the segment (the camera makes d 1 long); 0: twice the distance from the eye to the "
          "scene's farthest corner; for other rays than a picture's, from their farthest start");
}

/// Whether it has inside() instead of a test.
template <typename Test>
concept TestsPoints = Test::info.kind == Kind::point_test;
/// Whether it also has a test that is quicker and may be undecided.
template <typename Test>
concept HasQuickTest = requires {
    &Test::quick_test;
};
/// What the method prepares of a triangle; by default a PlaneTriangle where points are tested, else
/// the triangle itself.
template <typename Test>
auto prepare_triangle(const Triangle<RealOf<Test>>& tri) {
    if constexpr (requires { Test::prepare(tri); })
        return Test::prepare(tri);
    else if constexpr (!TestsPoints<Test>)
        return tri;
    else
        return PlaneTriangle<RealOf<Test>>(tri);
}
template <typename Test>
using PreparedTriangle = decltype(prepare_triangle<Test>({}));

/// What a method prepares of a ray, or of a triangle for similar rays, if it prepares nothing.
struct NothingPrepared {};

template <typename Test, typename Real>
HITMISS_FLATTENED auto prepare_ray(const Test& method, const Ray<Real>& ray, auto note) {
    if constexpr (requires { method.prepare_ray(ray, note); })
        return method.prepare_ray(ray, note);
    else
        return NothingPrepared{};
}
template <typename Test>
using PreparedRay = decltype(prepare_ray(std::declval<Test>(), Ray<RealOf<Test>>(), no_notes));
template <typename Test>
concept PreparesRays = !std::is_empty_v<PreparedRay<Test>>;

/// What is computed of a triangle once for all rays from o that are like this one. For a method
/// that has inside(): n . (a - o), computed as `plane` says. Divided by n . d it is the t at which
/// a ray from o meets the plane.
template <typename Test, typename Real>
HITMISS_FLATTENED auto prepare_for_rays(const Test& method, const Vec<Real>& o,
                                        const PreparedRay<Test>& ray,
                                        const PreparedTriangle<Test>& tri, auto note) {
    if constexpr (requires { method.prepare_for_rays(o, ray, tri); }) {
        return method.prepare_for_rays(o, ray, tri);
    } else if constexpr (TestsPoints<Test>) {
        note("n", tri.n);
        return method.plane == PlaneForm::constant
                   ? -(glm::dot(tri.n, o) + note("D", -glm::dot(tri.n, tri.a)))
                   : glm::dot(tri.n, tri.a - o);
    } else {
        return NothingPrepared{};
    }
}

/// The method's answer for a ray and a triangle. inside() is asked about the ray's point P in the
/// triangle's true plane; a ray parallel to it gets an infinite or NaN t, which is not a hit.
template <typename Test, typename Real>
HITMISS_FLATTENED Candidate<Real> test_pair(const Test& method, const Ray<Real>& ray,
                                            const PreparedRay<Test>& prepared_ray,
                                            const auto& for_rays, const PreparedTriangle<Test>& tri,
                                            auto note) {
    if constexpr (TestsPoints<Test>) {
        const Real t = note("t", for_rays / glm::dot(tri.n, ray.d));
        const Vec<Real> P = note("P", ray.o + t * ray.d);
        return {method.inside(P, tri, note), t};
    } else if constexpr (PreparesRays<Test>) {
        return method.test(ray, prepared_ray, tri, note);
    } else {
        return method.test(ray, tri, note);
    }
}

/// The same for one ray and one triangle that is prepared.
template <typename Test, typename Real>
Candidate<Real> test_prepared(const Test& method, const Ray<Real>& ray,
                              const PreparedTriangle<Test>& tri, auto note) {
    const PreparedRay<Test> prepared_ray = prepare_ray(method, ray, note);
    const auto for_rays = prepare_for_rays(method, ray.o, prepared_ray, tri, note);
    return test_pair(method, ray, prepared_ray, for_rays, tri, note);
}

}  // namespace hitmiss
