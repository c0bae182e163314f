#pragma once
// The exact answer by another formulation: intersect with the plane, drop an axis, Cramer's rule in
// two dimensions. Fractions stay integers over a common denominator, which saves reducing them.

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

#include "base/exact.hpp"
#include "exact_pairs.hpp"

namespace hitmiss {

using Rational = boost::multiprecision::cpp_rational;
using Integer = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<512, 0, boost::multiprecision::signed_magnitude>>;
using Integer3 = std::array<Integer, 3>;

/// The floats times 2^-lowest, where lowest is the exponent of the least of all their last bits.
inline Integer3 times_power(const Float3& v, int lowest) {
    Integer3 result;
    for (int k = 0; k < 3; ++k) {
        int exponent = 0;
        const auto mantissa = std::int64_t(std::frexp(double(v[k]), &exponent) * 0x1p24);
        if (mantissa != 0) result[std::size_t(k)] = Integer(mantissa) << (exponent - 24 - lowest);
    }
    return result;
}

inline Integer3 minus(const Integer3& p, const Integer3& q) {
    return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
inline Integer dot(const Integer3& p, const Integer3& q) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
inline Integer3 cross(const Integer3& p, const Integer3& q) {
    return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
inline bool is_zero(const Integer3& v) {
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

struct Checked {
    Position position;
    bool hit;
    Integer numerator, denominator;  ///< of t, if the plane is met; denominator > 0
};

inline Checked check(const Pair& pair) {
    int lowest = 0;
    for (const auto& v : {pair.ray.o, pair.ray.d, pair.tri.a, pair.tri.b, pair.tri.c})
        for (int k = 0; k < 3; ++k)
            if (int exponent = 0; std::frexp(v[k], &exponent) != 0)
                lowest = std::min(lowest, exponent - 24);
    const auto a = times_power(pair.tri.a, lowest);
    const auto d = times_power(pair.ray.d, lowest), s = minus(a, times_power(pair.ray.o, lowest));
    const auto e1 = minus(times_power(pair.tri.b, lowest), a);
    const auto e2 = minus(times_power(pair.tri.c, lowest), a);
    const auto n = cross(e1, e2);
    if (is_zero(n)) {  // a segment or a point: is it in one plane with the line?
        const auto moment = cross(s, d);
        const bool coplanar = dot(moment, e1) == 0 && dot(moment, e2) == 0;
        return {coplanar ? Position::degenerate : Position::outside, false, 0, 1};
    }
    Integer numerator = dot(n, s), denominator = dot(n, d);
    if (denominator == 0)
        return {numerator == 0 ? Position::degenerate : Position::outside, false, 0, 1};
    if (denominator < 0) numerator = -numerator, denominator = -denominator;
    // q = denominator (P - a), and the largest axis of n is dropped.
    std::size_t drop = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (abs(n[k]) > abs(n[drop])) drop = k;
    const std::size_t i = (drop + 1) % 3, j = (drop + 2) % 3;
    const Integer qi = numerator * d[i] - denominator * s[i];
    const Integer qj = numerator * d[j] - denominator * s[j];
    const int sign = n[drop] > 0 ? 1 : -1;
    const Integer u = (qi * e2[j] - qj * e2[i]) * sign, v = (e1[i] * qj - e1[j] * qi) * sign;
    const Integer w = denominator * abs(n[drop]) - u - v;
    if (u < 0 || v < 0 || w < 0) return {Position::outside, false, numerator, denominator};
    const int zeros = (u == 0) + (v == 0) + (w == 0);
    const auto position =
        std::array{Position::inside, Position::edge, Position::vertex}.at(std::size_t(zeros));
    return {position, numerator > 0, numerator, denominator};
}

inline Rational t_of(const Checked& checked) {
    using boost::multiprecision::cpp_int;
    return {cpp_int(checked.numerator), cpp_int(checked.denominator)};
}

}  // namespace hitmiss
