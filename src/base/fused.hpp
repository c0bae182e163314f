#pragma once
// Numbers that contract: a product that is added to or subtracted from something becomes one fused
// multiply-add, rounded once. Compilers for ARM and GPUs do so by default, and so do g++ and clang
// (from version 14) for x86 once they may use FMA, for example by -march=native. Here no compiler
// flag is needed, and std::fma gives the same bits everywhere.
//
//     a*b + c, c + a*b   fma(a, b, c)
//     a*b - c            fma(a, b, -c)
//     c - a*b            fma(-a, b, c)
//     a*b + c*d          fma(a, b, c*d)          the left product is fused, the right one rounded
//     a*b - c*d          fma(a, b, -(c*d))
//     dot(x, y)          fma(x.z, y.z, fma(x.x, y.x, x.y*y.y))
//     cross(x, y).x      fma(x.y, y.z, -(y.y*x.z)), the others likewise
//
// A number that is stored, noted or given to a function is rounded first. Plain numbers mix with
// these as in C++: a float and a double make a double.

#include <cmath>
#include <limits>
#include <type_traits>

namespace hitmiss {

template <typename Number>
concept Plain = std::is_arithmetic_v<Number>;

/// A number of that type, float or double, whose sums and products contract.
template <typename Base>
struct Fused {
    Base number;

    Fused() = default;
    constexpr Fused(Plain auto plain) : number(Base(plain)) {}
    template <typename Other>
    requires(!std::is_same_v<Base, Other>) explicit(sizeof(Other) > sizeof(Base)) constexpr Fused(
        const Fused<Other>& other)
        : number(Base(other.number)) {}
    constexpr operator Base() const { return number; }

    Fused& operator+=(const auto& other) { return *this = *this + other; }
    Fused& operator-=(const auto& other) { return *this = *this - other; }
    Fused& operator*=(const auto& other) { return *this = *this * other; }
    Fused& operator/=(const auto& other) { return *this = *this / other; }
};

/// A product: rounded, if nothing is added to it, but it still knows its factors.
template <typename Base>
struct Product : Fused<Base> {
    Base a, b;
    constexpr Product(Base left, Base right) : Fused<Base>(left * right), a(left), b(right) {}
};

namespace detail {
template <typename Real>
struct BaseOf {
    using type = Real;
};
template <typename Base>
struct BaseOf<Fused<Base>> {
    using type = Base;
};
}  // namespace detail
/// float or double: the type of a number, or that in which it contracts.
template <typename Real>
using BaseOf = typename detail::BaseOf<Real>::type;
/// Whether the number has the precision of float.
template <typename Real>
inline constexpr bool in_single = std::is_same_v<BaseOf<Real>, float>;
template <typename Real>
inline constexpr bool is_fused = !std::is_same_v<BaseOf<Real>, Real>;

/// The number itself; of a product, also the factors. A plain number stays plain.
constexpr auto as_fused(Plain auto x) {
    return x;
}
template <typename Base>
constexpr const Fused<Base>& as_fused(const Fused<Base>& x) {
    return x;
}
template <typename Base>
constexpr const Product<Base>& as_fused(const Product<Base>& x) {
    return x;
}
template <typename Number>
concept Fusable = !Plain<Number> && requires(const Number& x) {
    as_fused(x);
};
/// Two operands of which one contracts.
template <typename X, typename Y>
concept Fusing = (Fusable<X> && (Fusable<Y> || Plain<Y>)) || (Plain<X> && Fusable<Y>);

/// The plain type of a number.
constexpr auto plain_of(Plain auto x) {
    return x;
}
template <typename Base>
constexpr Base plain_of(const Fused<Base>& x) {
    return x.number;
}

namespace detail {
template <typename X, typename Y>
using Common =
    decltype(plain_of(as_fused(std::declval<X>())) + plain_of(as_fused(std::declval<Y>())));

/// Computed in the type in which C++ would. Only a product of that very type contracts; a product
/// of floats is rounded before it becomes a double.
template <typename Wide, typename X, typename Y>
Fused<Wide> sum(const X& x, const Y& y) {
    if constexpr (std::is_same_v<X, Product<Wide>>)
        return std::fma(x.a, x.b, Wide(plain_of(y)));
    else if constexpr (std::is_same_v<Y, Product<Wide>>)
        return std::fma(y.a, y.b, Wide(plain_of(x)));
    else
        return Wide(plain_of(x)) + Wide(plain_of(y));
}
template <typename Wide, typename X>
auto negated(const X& x) {
    if constexpr (std::is_same_v<X, Product<Wide>>)
        return Product<Wide>(-x.a, x.b);
    else
        return Fused<Wide>(-Wide(plain_of(x)));
}
}  // namespace detail

template <typename X, typename Y>
requires Fusing<X, Y>
auto operator+(const X& x, const Y& y) {
    return detail::sum<detail::Common<X, Y>>(as_fused(x), as_fused(y));
}
template <typename X, typename Y>
requires Fusing<X, Y>
auto operator-(const X& x, const Y& y) {
    using Wide = detail::Common<X, Y>;
    return detail::sum<Wide>(as_fused(x), detail::negated<Wide>(as_fused(y)));
}
template <typename X, typename Y>
requires Fusing<X, Y>
constexpr auto operator*(const X& x, const Y& y) {
    using Wide = detail::Common<X, Y>;
    return Product<Wide>(Wide(plain_of(as_fused(x))), Wide(plain_of(as_fused(y))));
}
template <typename X, typename Y>
requires Fusing<X, Y>
constexpr auto operator/(const X& x, const Y& y) {
    using Wide = detail::Common<X, Y>;
    return Fused<Wide>(Wide(plain_of(as_fused(x))) / Wide(plain_of(as_fused(y))));
}
auto operator-(const Fusable auto& x) {
    return detail::negated<decltype(plain_of(as_fused(x)))>(as_fused(x));
}
template <typename Base>
Fused<Base> sqrt(const Fused<Base>& x) {
    return std::sqrt(x.number);
}
template <typename Base>
Fused<Base> abs(const Fused<Base>& x) {
    return std::abs(x.number);
}

/// The value as it is stored: a product is rounded.
template <typename Value>
constexpr Value settled(const Value& value) {
    return value;
}
template <typename Base>
constexpr Fused<Base> settled(const Product<Base>& product) {
    return product;
}
}  // namespace hitmiss

template <typename Base>
struct std::numeric_limits<hitmiss::Fused<Base>> : std::numeric_limits<Base> {};
