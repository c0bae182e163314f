#pragma once
// Twice the signed area of two points with the origin, in three forms. They differ where products
// contract.

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

}  // namespace hitmiss
