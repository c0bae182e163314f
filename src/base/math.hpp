#pragma once
// Elementary functions that give the same bits on every machine. Those of libm do not: acos, atan2,
// sin, cos and tan (and pow, which only decades call) round differently from one libm to the next,
// which would change pixels. The functions that methods call are branchless, so that they
// vectorise.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/fused.hpp"
#include "base/rounding.hpp"

namespace hitmiss {

template <typename Real>
inline constexpr Real pi = Real(3.14159265358979323846);

/// The least float that has all its digits.
inline constexpr double least_normal_float = std::numeric_limits<float>::min();

/// Horner's rule; coefficients from the constant term upwards.
template <typename Real, std::size_t n>
constexpr Real polynomial(const std::array<Real, n>& c, Real x) {
    Real sum = c[n - 1];
    for (std::size_t k = n - 1; k-- > 0;) sum = sum * x + c[k];
    return sum;
}

/// asin(s) = s + s z P(z) with z = s^2 in [0, 1/4]. P interpolates at Chebyshev nodes, which is
/// nearly the minimax polynomial.
template <typename Real>
inline constexpr std::array asin_coefficients{
    0.16666666666666669,  0.074999999999984329,  0.044642857146355429, 0.030381944138531247,
    0.022372172942149889, 0.017352392720869973,  0.013971212973552933, 0.011479177415184906,
    0.010322814350185779, 0.0054575067186403581, 0.017400879442694021, -0.014851887071247204,
    0.028757851367421566};
template <>
inline constexpr std::array asin_coefficients<float>{0.16666672f, 0.07498855f, 0.04500138f,
                                                     0.026554542f, 0.038085024f};

/// atan(q) = q + q z P(z) with z = q^2 in [0, tan(pi/8)^2], likewise.
template <typename Real>
inline constexpr std::array atan_coefficients{
    -0.33333333333333331,  0.19999999999995521,  -0.14285714284666542,  0.11111111015256361,
    -0.090909045781239026, 0.076921831908260865, -0.066645114473819475, 0.0585814891280221,
    -0.050854497379402598, 0.039231658295587189, -0.01917688711906226};
template <>
inline constexpr std::array atan_coefficients<float>{-0.33333287f, 0.19991238f, -0.14024143f,
                                                     0.08520492f};

/// The least Real that is not below a number >= 0: a Real is less than either or than none of the
/// two, so that a comparison with this one decides as one in double does.
template <typename Real>
Real rounded_up(double number) {
    if constexpr (!in_single<Real>) {
        return number;
    } else {
        const float nearest = float(number);
        const std::uint32_t next = double(nearest) < number ? 1 : 0;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) + next);
    }
}

/// a b - c d good to 1.5 units in the last place, whatever cancels: the rounding error of c d is
/// added to a difference that is fused (Kahan; pbrt's DifferenceOfProducts). The same in every
/// arithmetic.
template <typename Real>
Real difference_of_products(Real a, Real b, Real c, Real d) {
    using Base = BaseOf<Real>;
    const Base cd = Base(c) * Base(d);
    const Base difference = std::fma(Base(a), Base(b), -cd),
               error = std::fma(-Base(c), Base(d), cd);
    return difference + error;
}

/// Clamps a cosine that rounding may have moved out of [-1, 1]. The comparisons keep a NaN, and
/// they vectorise, unlike fmin and fmax.
template <typename Real>
Real clamped_cosine(Real cosine) {
    return cosine < -1 ? Real(-1) : cosine > 1 ? Real(1) : cosine;
}

/// Arc cosine, with an error of at most 5e-7 in float and 1e-15 in double. NaN outside [-1, 1],
/// from the root of a negative number (the angle sums depend on that NaN).
template <typename Real>
Real arc_cosine(Real x) {
    const Real size = std::abs(x);
    const bool large = size > Real(0.5);
    const Real z = large ? (1 - size) * Real(0.5) : size * size;
    const Real s = large ? std::sqrt(z) : size;
    const Real asin_s = s + s * z * polynomial(asin_coefficients<Real>, z);
    const Real angle = large ? 2 * asin_s : pi<Real> / 2 - asin_s;
    return x < 0 ? pi<Real> - angle : angle;
}

/// Angle of the vector (x, y) in [-pi, pi], 0 for the null vector. The error is at most 5e-7 in
/// float and 1e-15 in double.
template <typename Real>
Real arc_tangent(Real y, Real x) {
    const Real ay = std::abs(y), ax = std::abs(x);
    const bool steep = ay > ax;
    const Real low = steep ? ax : ay, high = steep ? ay : ax;
    // Above tan(pi/8), rotate by pi/4: tan(a - pi/4) = (low - high) / (low + high).
    const bool turned = low > high * Real(0.41421356237309503);
    const Real above = turned ? low - high : low, below = turned ? low + high : high;
    const Real q = above / (below == 0 ? Real(1) : below), z = q * q;
    const Real eighth = q + q * z * polynomial(atan_coefficients<Real>, z);
    const Real quarter = turned ? pi<Real> / 4 + eighth : eighth;
    const Real half = steep ? pi<Real> / 2 - quarter : quarter;
    const Real angle = x < 0 ? pi<Real> - half : half;
    return y < 0 ? -angle : angle;
}

/// These stand for functions of libm, which a compiler calls: nothing in them contracts.
template <typename Base>
Fused<Base> arc_cosine(const Fused<Base>& x) {
    return arc_cosine(x.number);
}
template <typename Base>
Fused<Base> arc_tangent(const Fused<Base>& y, const Fused<Base>& x) {
    return arc_tangent(y.number, x.number);
}

/// Sine and cosine of an angle in radians, |angle| <= 1e4. The error is at most 1e-15 up to
/// |angle| = 10, and grows in proportion to the angle above that.
struct SineCosine {
    double sin, cos;
};
inline SineCosine sine_cosine(double angle) {
    constexpr double half_pi = 1.5707963267948966, half_pi_rest = 6.123233995736766e-17;
    const double quadrant = std::floor(angle / half_pi + 0.5);
    const double r = (angle - quadrant * half_pi) - quadrant * half_pi_rest, z = r * r;
    constexpr std::array sin_coefficients{-0.16666666666666666,    0.0083333333333333315,
                                          -0.00019841269841265065, 2.7557319219339167e-06,
                                          -2.5052106232447578e-08, 1.6058531618986147e-10,
                                          -7.5866971177069183e-13};
    constexpr std::array cos_coefficients{0.041666666666666664,   -0.0013888888888888887,
                                          2.4801587301584645e-05, -2.7557319221402824e-07,
                                          2.0876755791080422e-09, -1.1470460887609959e-11,
                                          4.7458719020432915e-14};
    const double s = r + r * z * polynomial(sin_coefficients, z);
    const double c = 1 - z / 2 + z * z * polynomial(cos_coefficients, z);
    const auto turns = std::int64_t(quadrant);
    const bool odd = (turns & 1) != 0;
    const double sign_s = (turns & 2) != 0 ? -1 : 1;
    const double sign_c = ((turns + 1) & 2) != 0 ? -1 : 1;
    return {sign_s * (odd ? c : s), sign_c * (odd ? s : c)};
}

/// Tangent of an angle in radians, relative error at most 1e-15 for |angle| < pi / 2.
inline double tangent(double angle) {
    const auto [s, c] = sine_cosine(angle);
    return s / c;
}

/// Logarithm to base 10 of a positive number, with an error of at most 1e-13. Uses
/// ln m = 2 artanh s, where s = (m - 1) / (m + 1) and m is in [sqrt(1/2), sqrt(2)].
inline double common_logarithm(double x) {
    int exponent;
    double m = std::frexp(x, &exponent);
    if (m < 0.70710678118654752) m *= 2, --exponent;
    const double s = (m - 1) / (m + 1), z = s * s;
    constexpr std::array coefficients{1.0,      1 / 3.0,  1 / 5.0,  1 / 7.0,  1 / 9.0,
                                      1 / 11.0, 1 / 13.0, 1 / 15.0, 1 / 17.0, 1 / 19.0};
    return exponent * 0.30102999566398120 + 0.86858896380650366 * s * polynomial(coefficients, z);
}

/// The largest power of ten that is no larger than a positive number.
inline double decade_below(double x) {
    const int near = int(std::lround(common_logarithm(x)));
    return std::pow(10, std::pow(10, near) <= x ? near : near - 1);
}
/// The smallest power of ten that is no smaller than a positive number.
inline double decade_above(double x) {
    const int near = int(std::lround(common_logarithm(x)));
    return std::pow(10, std::pow(10, near) >= x ? near : near + 1);
}

}  // namespace hitmiss
