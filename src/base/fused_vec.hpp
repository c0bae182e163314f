#pragma once
// Vectors of numbers that contract (fused.hpp), in the notation of glm.

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "base/fused.hpp"

namespace hitmiss {

template <typename Base>
using FusedVec = glm::vec<3, Fused<Base>>;

/// A vector times a number or, component by component, another vector.
template <typename Base>
struct VecProduct : FusedVec<Base> {
    FusedVec<Base> a, b;
    VecProduct(const FusedVec<Base>& left, const FusedVec<Base>& right)
        : FusedVec<Base>(left.x * right.x, left.y * right.y, left.z * right.z), a(left), b(right) {}
    Product<Base> component(int k) const { return {a[k].number, b[k].number}; }
};

template <typename Base>
VecProduct<Base> operator*(const Fused<Base>& x, const FusedVec<Base>& v) {
    return {FusedVec<Base>(x), v};
}
template <typename Base>
VecProduct<Base> operator*(const FusedVec<Base>& v, const Fused<Base>& x) {
    return {v, FusedVec<Base>(x)};
}
template <typename Base>
VecProduct<Base> operator*(const FusedVec<Base>& v, const FusedVec<Base>& w) {
    return {v, w};
}
template <typename Base>
VecProduct<Base> operator-(const VecProduct<Base>& v) {
    return {-v.a, v.b};
}

namespace detail {
template <typename Base>
Fused<Base> component(const FusedVec<Base>& v, int k) {
    return v[k];
}
template <typename Base>
Product<Base> component(const VecProduct<Base>& v, int k) {
    return v.component(k);
}
/// The type of a vector that may be a product.
template <typename Base>
FusedVec<Base> rounded(const FusedVec<Base>& v);
template <typename V>
using Rounded = decltype(rounded(std::declval<V>()));
}  // namespace detail
/// Two vectors of the same numbers, of which one at least is a product.
template <typename V, typename W>
concept VecFusing = std::is_same_v<detail::Rounded<V>, detail::Rounded<W>> &&
    !(std::is_same_v<V, detail::Rounded<V>> && std::is_same_v<V, W>);

template <typename V, typename W>
requires VecFusing<V, W> detail::Rounded<V>
operator+(const V& v, const W& w) {
    using detail::component;
    return {component(v, 0) + component(w, 0), component(v, 1) + component(w, 1),
            component(v, 2) + component(w, 2)};
}
template <typename V, typename W>
requires VecFusing<V, W> detail::Rounded<V>
operator-(const V& v, const W& w) {
    return v + -w;
}
// No templates: GLM has one for any operand, which clang finds as good.
inline FusedVec<float>& operator+=(FusedVec<float>& v, const VecProduct<float>& w) {
    return v = v + w;
}
inline FusedVec<double>& operator+=(FusedVec<double>& v, const VecProduct<double>& w) {
    return v = v + w;
}
inline FusedVec<float>& operator-=(FusedVec<float>& v, const VecProduct<float>& w) {
    return v = v - w;
}
inline FusedVec<double>& operator-=(FusedVec<double>& v, const VecProduct<double>& w) {
    return v = v - w;
}

template <typename Base>
FusedVec<Base> settled(const VecProduct<Base>& product) {
    return product;
}

}  // namespace hitmiss

// dot() by the table; glm would round its products. cross() is written with scalar products.
namespace glm::detail {
template <typename Base, qualifier Q, bool aligned>
struct compute_dot<vec<2, hitmiss::Fused<Base>, Q>, hitmiss::Fused<Base>, aligned> {
    using Vec = vec<2, hitmiss::Fused<Base>, Q>;
    static hitmiss::Fused<Base> call(const Vec& x, const Vec& y) { return x.x * y.x + x.y * y.y; }
};
template <typename Base, qualifier Q, bool aligned>
struct compute_dot<vec<3, hitmiss::Fused<Base>, Q>, hitmiss::Fused<Base>, aligned> {
    using Vec = vec<3, hitmiss::Fused<Base>, Q>;
    static hitmiss::Fused<Base> call(const Vec& x, const Vec& y) {
        return x.x * y.x + x.y * y.y + x.z * y.z;
    }
};
}  // namespace glm::detail
// For a product these would be the functions of a single number.
namespace glm {
template <typename Base>
hitmiss::Fused<Base> length(const hitmiss::VecProduct<Base>& v) {
    return length(hitmiss::settled(v));
}
template <typename Base>
hitmiss::FusedVec<Base> normalize(const hitmiss::VecProduct<Base>& v) {
    return normalize(hitmiss::settled(v));
}
template <typename Base>
hitmiss::FusedVec<Base> abs(const hitmiss::VecProduct<Base>& v) {
    return abs(hitmiss::settled(v));
}
template <typename Base>
hitmiss::Fused<Base> dot(const hitmiss::VecProduct<Base>& v, const hitmiss::VecProduct<Base>& w) {
    return dot(hitmiss::settled(v), hitmiss::settled(w));
}
}  // namespace glm
