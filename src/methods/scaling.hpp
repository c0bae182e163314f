#pragma once
// Scaling by powers of two, which rounds nothing: it keeps products in the range of numbers, and
// where they were in range anyway every bit stays the same.

#include <bit>
#include <type_traits>

#include "base/fused_vec.hpp"
#include "base/geometry.hpp"

namespace hitmiss {

/// The power of two that takes a size to [1, 2). Denormal sizes become less than 1, the largest
/// ones less than 8.
template <typename Real>
Real scale_to_one(Real size) {
    using Bits = std::conditional_t<in_single<Real>, std::uint32_t, std::uint64_t>;
    using Limits = std::numeric_limits<Real>;
    constexpr Real least = Limits::min(), most = 1 / (2 * least);
    constexpr int mantissa = Limits::digits - 1;
    // The exponents of a power of two and of its inverse add up to this.
    constexpr Bits both = Bits(2 * (Limits::max_exponent - 1)) << mantissa;
    const Real normal = size < least ? least : size > most ? most : size;
    return std::bit_cast<Real>(both - (std::bit_cast<Bits>(normal) >> mantissa << mantissa));
}

/// The vector times the power of two that takes its largest component to [1, 2).
template <typename Real>
Vec<Real> scaled_to_one(const Vec<Real>& v) {
    const auto size = glm::abs(v);
    return scale_to_one(std::max(std::max(size.x, size.y), size.z)) * v;
}

/// The length, also where its square is out of range.
template <typename Real>
Real length_of(const Vec<Real>& v) {
    const auto size = glm::abs(v);
    const Real scale = scale_to_one(std::max(std::max(size.x, size.y), size.z));
    return glm::length(scale * v) / scale;
}

}  // namespace hitmiss
