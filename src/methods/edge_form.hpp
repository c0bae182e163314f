#pragma once
// The edge function: twice the signed area of two points with the origin, in forms that differ
// where products contract. Also Kahan's cross product, Embree's dot product, and which corner of an
// edge comes first.

#include <array>
#include <string_view>

#include "base/geometry.hpp"
#include "base/math.hpp"

namespace hitmiss {

/// How an edge function, a difference of two products, is computed.
enum class EdgeForm { plain, kahan, compare };
inline constexpr std::array<std::string_view, 3> edge_forms{"plain", "kahan", "compare"};

/// Twice the signed area of p and q with the origin, up to sign.
template <typename Real>
Real edge_function(EdgeForm form, const Vec<Real>& p, const Vec<Real>& q) {
    if (form == EdgeForm::kahan) return difference_of_products(p.x, q.y, p.y, q.x);
    if (form == EdgeForm::plain) return p.x * q.y - p.y * q.x;
    // Products that are compared have to be rounded, and so their difference has the sign of the
    // comparison. Only our type for contraction keeps them rounded here: in C++ compare them
    // (xy < yx), because compilers contract a difference even across statements.
    const Real xy = p.x * q.y, yx = p.y * q.x;
    return xy - yx;
}

/// The same in double, where products of floats are exact.
template <typename Real>
double edge_in_double(const Vec<Real>& p, const Vec<Real>& q) {
    return double(p.x) * double(q.y) - double(p.y) * double(q.x);
}

/// v x w, each component by Kahan's difference of products: good to 2 u of itself.
template <typename Real>
Vec<Real> kahan_cross(const Vec<Real>& v, const Vec<Real>& w) {
    return {difference_of_products(v.y, w.z, v.z, w.y), difference_of_products(v.z, w.x, v.x, w.z),
            difference_of_products(v.x, w.y, v.y, w.x)};
}

/// The dot product as Embree adds it: x to the sum of y and z.
template <typename Real>
Real embree_dot(const Vec<Real>& a, const Vec<Real>& b) {
    return a.x * b.x + Real(a.y * b.y + a.z * b.z);
}

/// Whether p comes before q, in lexicographic order.
template <typename Real>
bool comes_before(const Vec<Real>& p, const Vec<Real>& q) {
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
}

}  // namespace hitmiss
