#pragma once
// What the struct of a method may leave out, and what stands for it.

#include <type_traits>
#include <utility>

#include "base/vector_width.hpp"
#include "methods/method.hpp"
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

/// What the method prepares of a triangle; by default a PlaneTriangle.
template <typename Test, typename Real = typename MethodTraits<Test>::Real>
auto prepare_triangle(const Triangle<Real>& tri) {
    if constexpr (requires { Test::prepare(tri); })
        return Test::prepare(tri);
    else
        return PlaneTriangle<Real>(tri);
}
template <typename Test>
using PreparedTriangle =
    decltype(prepare_triangle<Test>(Triangle<typename MethodTraits<Test>::Real>()));

/// Whether it has inside() instead of a test.
template <typename Test, typename Real = typename MethodTraits<Test>::Real>
concept TestsPoints = requires(const Test& method, const Vec<Real>& P,
                               const PreparedTriangle<Test>& tri) {
    method.inside(P, tri, no_notes);
};

/// What a method prepares of a ray, or of a triangle for similar rays, if it prepares nothing.
struct NothingPrepared {};

template <typename Test, typename Real>
HITMISS_FLATTENED auto prepare_ray(const Test& method, const Ray<Real>& ray) {
    if constexpr (requires { method.prepare_ray(ray, no_notes); })
        return method.prepare_ray(ray, no_notes);
    else
        return NothingPrepared{};
}
template <typename Test>
using PreparedRay =
    decltype(prepare_ray(std::declval<Test>(), Ray<typename MethodTraits<Test>::Real>()));
template <typename Test>
concept PreparesRays = !std::is_empty_v<PreparedRay<Test>>;

/// n . (a - o), computed as `plane` says: divided by n . d it is the t at which a ray from o meets
/// the plane.
template <typename Real, typename Note>
HITMISS_FLATTENED Real height_of(PlaneForm plane, const Vec<Real>& o, const auto& tri, Note note) {
    note("n", tri.n);
    return plane == PlaneForm::constant ? -(glm::dot(tri.n, o) + note("D", -glm::dot(tri.n, tri.a)))
                                        : glm::dot(tri.n, tri.a - o);
}

/// The test of a method that has inside(), for the ray's point P in the triangle's true plane. A
/// ray parallel to the plane gets an infinite or NaN t, which is no hit.
template <typename Test, typename Real, typename Note>
HITMISS_FLATTENED Candidate<Real> test_point(const Test& method, const Ray<Real>& ray, Real height,
                                             const auto& tri, Note note) {
    const Real t = note("t", height / glm::dot(tri.n, ray.d));
    const Vec<Real> P = note("P", ray.o + t * ray.d);
    return {method.inside(P, tri, note), t};
}

/// What is computed of a triangle once for all rays from o that are like this one: the height of o
/// over its plane, for a method that has inside().
template <typename Test, typename Real>
HITMISS_FLATTENED auto prepare_for_rays(const Test& method, const Vec<Real>& o,
                                        const PreparedRay<Test>& prepared_ray,
                                        const PreparedTriangle<Test>& tri) {
    if constexpr (requires { method.prepare_packet(o, prepared_ray, tri); })
        return method.prepare_packet(o, prepared_ray, tri);
    else if constexpr (TestsPoints<Test>)
        return height_of(method.plane, o, tri, no_notes);
    else
        return NothingPrepared{};
}

/// Whether it also has a test that is quicker and may be undecided.
template <typename Test, typename Real = typename MethodTraits<Test>::Real>
concept HasQuickTest = requires(const Test& method, const Vec<Real>& o,
                                const PreparedRay<Test>& ray, const PreparedTriangle<Test>& tri) {
    method.quick_test(ray, prepare_for_rays(method, o, ray, tri));
};

/// Whether it also rules points out at less cost. Only used in float: there speed counts, and each
/// kernel more is compiled for each vector width.
template <typename Test, typename Real = typename MethodTraits<Test>::Real>
concept RulesOutPoints = std::is_same_v<Real, float> &&
    requires(const Test& method, const Vec<Real>& P, const PreparedTriangle<Test>& tri) {
    method.outside(P, tri);
};

}  // namespace hitmiss
