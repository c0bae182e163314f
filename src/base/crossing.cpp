#include "base/crossing.hpp"

#include "base/exact_signs.hpp"

namespace hitmiss {
namespace {

/// The sign of the first component that is not 0.
int first_sign(const IntegerVec& v) {
    return !v.x.is_zero() ? v.x.sign() : !v.y.is_zero() ? v.y.sign() : v.z.sign();
}

/// The sign of V_ab = d . (A x B) for the moved ray: that of its first term that is not 0, in the
/// order of the infinitesimals. 0 only if A = B.
int sign_of_volume(const IntegerVec& d, const IntegerVec& A, const IntegerVec& B) {
    const IntegerVec normal = cross(A, B);
    if (const int sign = dot(d, normal).sign(); sign != 0) return sign;
    // e . (A x B).
    if (const int sign = first_sign(normal); sign != 0) return sign;
    // The origin lies on the edge's line: f . ((A - B) x d).
    const IntegerVec edge = A - B;
    if (const int sign = first_sign(cross(edge, d)); sign != 0) return sign;
    // The ray runs along the edge: e_i f_j, the signs of e_i . (e_j x (A - B)), in the order of i,
    // then j.
    if (!edge.z.is_zero()) return edge.z.sign();
    return !edge.y.is_zero() ? -edge.y.sign() : edge.x.sign();
}

int exact_crossing(const Ray<float>& ray, const Triangle<float>& tri) {
    const Integers exact(ray, tri);
    const auto& [d, A, B, C] = exact;
    // All three volumes have one sign if the line passes through the triangle.
    const int ab = sign_of_volume(d, A, B), bc = sign_of_volume(d, B, C),
              ca = sign_of_volume(d, C, A);
    if (ab == 0 || ab != bc || bc != ca) return 0;
    // t = N / D has the sign of N times that of the volumes; if N = n . A = 0, that of -f . n.
    const int N = exact.N().sign();
    if (N != 0) return N == ab ? ab : 0;
    return -first_sign(exact.normal()) == ab ? ab : 0;
}

}  // namespace

int crossing(const Ray<float>& ray, const Triangle<float>& tri) {
    const Doubles doubles(ray, tri);
    const auto& [d, A, B, C, stored] = doubles;
    const int ab = volume(d, A, B).sign(), bc = volume(d, B, C).sign(), ca = volume(d, C, A).sign();
    const bool positive = ab > 0 || bc > 0 || ca > 0, negative = ab < 0 || bc < 0 || ca < 0;
    if (positive && negative) return 0;
    const int N = doubles.N().sign();
    if (ab == 0 || bc == 0 || ca == 0 || N == 0) return exact_crossing(ray, tri);
    return N == ab ? ab : 0;
}

}  // namespace hitmiss
