#pragma once
// What the exact answer decides, whatever the ray starts from: given volumes in double with bounds
// on their errors, and integers where these leave a sign open.

#include <compare>
#include <utility>

#include "base/exact.hpp"
#include "base/exact_signs.hpp"

namespace hitmiss {

/// t = N / D with a positive denominator.
struct Fraction {
    Integer numerator, denominator;

    Fraction(Integer N, Integer D) : numerator(std::move(N)), denominator(std::move(D)) {
        if (denominator < 0) numerator = -numerator, denominator = -denominator;
    }
};

inline std::strong_ordering order_of(const Fraction& t, const Fraction& u) {
    const int order = Integer(t.numerator * u.denominator).compare(u.numerator * t.denominator);
    return order <=> 0;
}

/// A positive fraction, rounded once to the nearest double.
inline double rounded(const Fraction& t) {
    Integer numerator = t.numerator, denominator = t.denominator;
    // The conversion to double rounds 56 bits of the quotient, the last one sticky, to 53.
    const int shift = 56 - int(msb(numerator)) + int(msb(denominator));
    if (shift > 0)
        numerator <<= shift;
    else
        denominator <<= -shift;
    Integer quotient, rest;
    divide_qr(numerator, denominator, quotient, rest);
    const auto bits = quotient.convert_to<std::uint64_t>() | std::uint64_t(rest != 0);
    return std::ldexp(double(bits), -shift);
}

/// t - near, rounded once.
inline double rest_of(const Fraction& t, double near) {
    int exponent = 0;
    const Integer digits(std::int64_t(std::ldexp(std::frexp(near, &exponent), 53)));
    exponent -= 53;
    // N / D - digits 2^exponent, above one denominator.
    Fraction rest = t;
    Integer taken = digits * t.denominator;
    if (exponent < 0)
        rest.numerator <<= -exponent, rest.denominator <<= -exponent;
    else
        taken <<= exponent;
    rest.numerator -= taken;
    const int sign = rest.numerator.sign();
    if (sign < 0) rest.numerator = -rest.numerator;
    return sign == 0 ? 0 : sign * rounded(rest);
}

/// The hit by the signs of the volumes V_ab, V_bc, V_ca, 0 where they are uncertain. Called where
/// they are needed: `bounded_fraction` for N and D in double, `integers` for exact volumes and N,
/// `exact_t` for t.
ExactHit decided_hit(const std::array<int, 3>& signs, const auto& bounded_fraction,
                     const auto& integers, const auto& exact_t) {
    int positive = 0, negative = 0;  // volumes whose sign is certain, then by exact sign
    for (const int sign : signs) positive += sign > 0, negative += sign < 0;
    const auto miss = [](Position position) { return ExactHit{position, false, 0, 0}; };
    if (positive + negative < 3 && (positive == 0 || negative == 0)) {
        positive = negative = 0;
        for (const Integer& v : integers().volumes()) positive += v > 0, negative += v < 0;
    }
    if (positive > 0 && negative > 0) return miss(Position::outside);
    // Indexed by the number of volumes that are not 0.
    constexpr Position positions[]{Position::degenerate, Position::vertex, Position::edge,
                                   Position::inside};
    const Position position = positions[positive + negative];
    if (position == Position::degenerate) return miss(position);

    const auto [N, D] = bounded_fraction();
    // t = N/D > 0 if N has the sign of D, which is the sum of the three volumes.
    const int sign_of_N = N.sign() != 0 ? N.sign() : integers().N().sign();
    if (sign_of_N != (positive > 0 ? 1 : -1)) return miss(position);

    const double relative = N.error / std::abs(N.value) + D.error / std::abs(D.value) + 0x1p-50;
    if (relative < 1e-6) {
        const double t = N.value / D.value;
        return {position, true, t, 2 * relative * t};
    }
    const double t = exact_t();
    return {position, true, t, t * 0x1p-53};
}

/// Whether the origin of the coordinates in which A, B and C are given is a point of the triangle.
inline bool contains_origin(const Integers& exact) {
    if (exact.N() != 0) return false;
    // o, A, B and C lie in one plane, so these are normals of it, each on the side that tells on
    // which side of an edge o is.
    const auto& [d, A, B, C] = exact;
    const IntegerVec ab = cross(A, B), bc = cross(B, C), ca = cross(C, A);
    if (dot(ab, bc) < 0 || dot(bc, ca) < 0 || dot(ca, ab) < 0) return false;
    // All are 0 if o lies in line with the corners of a triangle without area.
    return exact.normal() != IntegerVec{} || dot(A, B) <= 0 || dot(B, C) <= 0 || dot(C, A) <= 0;
}

}  // namespace hitmiss
