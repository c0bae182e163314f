#pragma once
#include "base/geometry.hpp"

namespace hitmiss {

/// The dot product as Embree adds it: x to the sum of y and z.
template <typename Real>
Real embree_dot(const Vec<Real>& a, const Vec<Real>& b) {
    return a.x * b.x + Real(a.y * b.y + a.z * b.z);
}

}  // namespace hitmiss
