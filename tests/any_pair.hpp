#pragma once
// Rays aimed at triangles where rounding decides.

#include <cmath>

#include "base/geometry.hpp"
#include "base/random.hpp"
#include "texts.hpp"

namespace hitmiss {

struct RayAndTriangle {
    Ray<float> ray;
    Triangle<float> tri;
};

inline Vec<double> in_cube(Random& random, double half) {
    return {random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)};
}
inline Vec<double> on_lattice(Random& random) {
    return {double(random.below(5)) - 2, double(random.below(5)) - 2, double(random.below(5)) - 2};
}

/// A triangle of any size, far from the origin, a sliver, in a coordinate plane, or on a lattice,
/// where products are exact and some triangles have no area.
inline Triangle<float> any_triangle(Random& random) {
    Vec<double> a = in_cube(random, 1), b = in_cube(random, 1), c = in_cube(random, 1);
    const auto kind = random.below(6);
    if (kind == 1) {
        const double size = std::ldexp(1.0, -int(random.below(20)));
        b = a + size * b, c = a + size * c;
    }
    if (kind == 2) a += 100.0, b += 100.0, c += 100.0;
    if (kind == 3) c = a + random.uniform() * (b - a) + 1e-4 * c;
    if (kind == 4) a = on_lattice(random), b = on_lattice(random), c = on_lattice(random);
    if (kind == 5) a.z = b.z = c.z;
    return Triangle<float>(Triangle<double>(a, b, c));
}

/// A ray at the inside, an edge, near an edge, a vertex, the surroundings, or from lattice to
/// lattice; some graze the plane.
inline RayAndTriangle any_pair(Random& random) {
    const Triangle<float> tri = any_triangle(random);
    const Vec<double> a(tri.a), e1 = Vec<double>(tri.b) - a, e2 = Vec<double>(tri.c) - a;
    const double size = glm::length(e1) + glm::length(e2);
    const auto aim = random.below(6);
    double u = random.uniform(), v = random.uniform();
    if (aim != 4 && u + v > 1) u = 1 - u, v = 1 - v;
    if (aim == 1 || aim == 2) {
        const auto edge = random.below(3);
        if (edge == 2) v = 1 - u;
        if (edge != 2) (edge == 0 ? u : v) = 0;
        if (aim == 2) u += random.uniform(-1e-6, 1e-6), v += random.uniform(-1e-6, 1e-6);
    }
    if (aim == 3) u = random.below(2), v = u > 0 ? 0 : random.below(2);
    if (aim == 4) u = 4 * u - 2, v = 4 * v - 2;
    Vec<double> target = a + u * e1 + v * e2, o = target + 2 * size * in_cube(random, 1);
    if (aim == 5) target = on_lattice(random), o = on_lattice(random);
    if (target == o) o.x += 1;
    if (random.below(8) == 0) {
        const Vec<double> in_plane{random.uniform(-3, 3), random.uniform(-3, 3), 0};
        o = a + in_plane.x * e1 + in_plane.y * e2 + 1e-3 * (o - target);
    }
    const Vec<float> start(o);
    Vec<double> d = target - Vec<double>(start);
    if (random.below(2) == 0 && glm::dot(d, d) > 0) d = glm::normalize(d);
    return {{start, Vec<float>(d)}, tri};
}

/// As the texts take it.
template <typename Real>
texts::Pair<Real> as_pair(const RayAndTriangle& aimed) {
    const auto point = [](const Vec<float>& v) { return texts::Point<Real>{v.x, v.y, v.z}; };
    return {point(aimed.ray.o), point(aimed.ray.d), point(aimed.tri.a), point(aimed.tri.b),
            point(aimed.tri.c)};
}

}  // namespace hitmiss
