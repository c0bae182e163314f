#pragma once
// Kahan's difference of two products.

#include <cmath>

namespace hitmiss {

/// a b + c, rounded once, on every machine.
template <typename Real>
Real fused_multiply_add(Real a, Real b, Real c) {
    return std::fma(a, b, c);
}

/// a b - c d to 1.5 ulp of the result, and so with the exact sign unless a product underflows: the
/// rounding error of c d is a fused multiply-add, too.
template <typename Real>
Real difference_of_products(Real a, Real b, Real c, Real d) {
    const Real cd = c * d;
    const Real difference = fused_multiply_add<Real>(a, b, -cd);
    const Real error = fused_multiply_add<Real>(-c, d, cd);
    return difference + error;
}

}  // namespace hitmiss
