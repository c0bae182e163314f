#pragma once
// How any method's struct is asked: its test, or where the ray meets the plane and then whether the
// point is inside.

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

/// The switch of every method that has inside().
constexpr void plane_parameter(auto member, auto&& visit) {
    visit("plane", member, plane_names,
          "how the ray meets the plane: n . (a - o), or n . o + D with D rounded first");
}

/// What the method prepares of a triangle; without a word of its own a PlaneTriangle.
template <typename Test, typename Real = typename MethodTraits<Test>::Real>
auto prepared_by(const Test& method, const Triangle<Real>& tri) {
    if constexpr (requires { method.prepare(tri); })
        return Test::prepare(tri);  // static, for methods of one type share what they prepare
    else
        return PlaneTriangle<Real>(tri);
}

/// Whether it has inside() in place of a test.
template <typename Test, typename Real = typename MethodTraits<Test>::Real>
concept TestsPoints = requires(const Test& method, const Vec<Real>& P) {
    method.inside(P, prepared_by(method, Triangle<Real>()), no_notes);
};

/// Whether it also says, at less cost, of which points its answer is no. In float alone is it
/// asked: there speed counts, and every kernel more is compiled for each width.
template <typename Test, typename Real = typename MethodTraits<Test>::Real>
concept RulesOutPoints = std::is_same_v<Real, float> &&
    requires(const Test& method, const Vec<Real>& P) {
    method.outside(P, prepared_by(method, Triangle<Real>()));
};

/// What a method prepares of a ray, of a leaf, or for a packet, that does not say.
struct NothingPrepared {};

template <typename Test, typename Real, typename Note>
HITMISS_FLATTENED auto ray_prepared_by(const Test& method, const Ray<Real>& ray, Note note) {
    if constexpr (requires { method.prepare_ray(ray, note); })
        return method.prepare_ray(ray, note);
    else
        return NothingPrepared{};
}

/// n . (a - o), cut as `plane` says: over n . d it is the t at which a ray from o meets the plane.
template <typename Real, typename Prepared, typename Note>
HITMISS_FLATTENED Real height_of(PlaneForm plane, const Vec<Real>& o, const Prepared& tri,
                                 Note note) {
    note("n", tri.n);
    return plane == PlaneForm::constant ? -(glm::dot(tri.n, o) + note("D", -glm::dot(tri.n, tri.a)))
                                        : glm::dot(tri.n, tri.a - o);
}

/// The test of a method that has inside(): it is asked about the ray's point P in the triangle's
/// true plane. A ray parallel to the plane gets an infinite or NaN t, which is no hit.
template <typename Test, typename Real, typename Prepared, typename Note>
HITMISS_FLATTENED Candidate<Real> tested_inside(const Test& method, const Ray<Real>& ray,
                                                Real height, const Prepared& tri, Note note) {
    const Real t = note("t", height / glm::dot(tri.n, ray.d));
    const Vec<Real> P = note("P", ray.o + t * ray.d);
    return {method.inside(P, tri, note), t};
}

/// What is computed of a triangle for rays from o that are like this one.
template <typename Test, typename Real, typename PreparedRay, typename Prepared>
HITMISS_FLATTENED auto packet_prepared_by(const Test& method, const Vec<Real>& o,
                                          const PreparedRay& prepared_ray, const Prepared& tri) {
    if constexpr (requires { method.prepare_packet(o, prepared_ray, tri); })
        return method.prepare_packet(o, prepared_ray, tri);
    else if constexpr (TestsPoints<Test>)
        return height_of(method.plane, o, tri, no_notes);
    else
        return NothingPrepared{};
}

/// The method's test, whichever way it is written.
template <typename Test, typename Real, typename PreparedRay, typename Prepared, typename Note>
HITMISS_FLATTENED Candidate<Real> tested_by(const Test& method, const Ray<Real>& ray,
                                            const PreparedRay& prepared_ray, const Prepared& tri,
                                            Note note) {
    if constexpr (TestsPoints<Test>)
        return tested_inside(method, ray, height_of(method.plane, ray.o, tri, note), tri, note);
    else if constexpr (requires { method.test(ray, prepared_ray, tri, note); })
        return method.test(ray, prepared_ray, tri, note);
    else
        return method.test(ray, tri, note);
}

}  // namespace hitmiss
