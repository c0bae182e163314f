#pragma once
// What the methods that ask "is the point inside?" share: where the ray meets the plane.

#include "methods/method.hpp"

namespace hitmiss {

/// A triangle and the normal of its plane, (b - a) x (c - a) unless the method makes it 1 long.
template <typename Real>
struct PlaneTriangle {
    Vec<Real> a, b, c, n;
    PlaneTriangle() = default;
    explicit PlaneTriangle(const Triangle<Real>& tri)
        : a(tri.a), b(tri.b), c(tri.c), n(normal(tri)) {}
};

/// The ray's point P in the triangle's true plane, then the method's own question about it. A ray
/// parallel to the plane gets an infinite or NaN t, which the tracer refuses.
template <typename Real, typename Method, typename Note>
Candidate<Real> test_in_plane(const Method& method, const Ray<Real>& ray,
                              const PlaneTriangle<Real>& tri, Note note) {
    note("n", tri.n);
    const Real t = note("t", glm::dot(tri.n, tri.a - ray.o) / glm::dot(tri.n, ray.d));
    const Vec<Real> P = note("P", ray.o + t * ray.d);
    return {method.inside(P, tri, note), t};
}

}  // namespace hitmiss
