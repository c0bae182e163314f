// Exact orientation of points in a plane.

#include <algorithm>
#include <cmath>

#include "scene/triangulate.hpp"

namespace hitmiss {
namespace {

/// The sign of the exact sum. Shewchuk's grow-expansion keeps every rounding error as a term of its
/// own; the last term that is not zero outweighs all terms before it.
int sign_of_sum(std::array<double, 6> terms) {
    for (std::size_t n = 1; n < terms.size(); ++n)
        for (std::size_t k = 0; k < n; ++k) {
            const double a = terms[n], b = terms[k], sum = a + b, b_part = sum - a;
            terms[n] = sum;
            terms[k] = (a - (sum - b_part)) + (b - b_part);
        }
    const auto last = std::find_if(terms.rbegin(), terms.rend(), [](double x) { return x != 0; });
    return last == terms.rend() ? 0 : *last > 0 ? 1 : -1;
}

}  // namespace

int orientation(PlanePoint a, PlanePoint b, PlanePoint c) {
    const double ax = a.x, ay = a.y, bx = b.x, by = b.y, cx = c.x, cy = c.y;
    const double left = (ax - cx) * (by - cy), right = (ay - cy) * (bx - cx), det = left - right;
    constexpr double bound = 3.3306690738754716e-16;  // (3 + 16u) u with u = 2^-53
    if (std::abs(det) > bound * (std::abs(left) + std::abs(right))) return det > 0 ? 1 : -1;
    // The product of two floats is exact in double.
    return sign_of_sum({ax * by, -ax * cy, -cx * by, -ay * bx, ay * cx, cy * bx});
}

bool is_degenerate(const Triangle<float>& tri) {
    const auto collinear = [&](int u, int v) {
        return orientation({tri.a[u], tri.a[v]}, {tri.b[u], tri.b[v]}, {tri.c[u], tri.c[v]}) == 0;
    };
    return collinear(0, 1) && collinear(1, 2) && collinear(2, 0);
}

}  // namespace hitmiss
