#pragma once
// Numbers of about 104 bits, to tell apart what doubles cannot.

#include <cmath>

namespace hitmiss {

/// hi + lo, good to about 104 bits (Dekker, A Floating-Point Technique for Extending the Available
/// Precision, 1971). Converts to the double hi.
struct TwoDoubles {
    double hi, lo;

    TwoDoubles() = default;
    TwoDoubles(double value) : hi(value), lo(0) {}
    TwoDoubles(double high, double low) : hi(high), lo(low) {}
    explicit operator double() const { return hi; }

    static TwoDoubles sum(double a, double b) {
        const double all = a + b, b_part = all - a;
        return {all, (a - (all - b_part)) + (b - b_part)};
    }
    static TwoDoubles product(double a, double b) {
        const double all = a * b;
        return {all, std::fma(a, b, -all)};
    }
    TwoDoubles operator-() const { return {-hi, -lo}; }
    TwoDoubles operator+(const TwoDoubles& other) const {
        const auto all = sum(hi, other.hi);
        return sum(all.hi, all.lo + (lo + other.lo));
    }
    TwoDoubles operator-(const TwoDoubles& other) const { return *this + -other; }
    TwoDoubles operator*(double factor) const {
        const auto all = product(hi, factor);
        return {all.hi, all.lo + lo * factor};
    }
    TwoDoubles operator*(const TwoDoubles& other) const {
        const auto all = product(hi, other.hi);
        return sum(all.hi, all.lo + (hi * other.lo + lo * other.hi));
    }
    /// The quotient of the high parts, and one Newton step.
    TwoDoubles operator/(const TwoDoubles& other) const {
        const double quotient = hi / other.hi;
        return sum(quotient, (*this - other * quotient).hi / other.hi);
    }
};

}  // namespace hitmiss
