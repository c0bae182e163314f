#pragma once
// The tests that programs ship, written down once more from their sources' mathematics, in plain
// scalar code and the sources' own types.

#include <bit>
#include <cstdint>
#include <type_traits>

#include "texts.hpp"

namespace hitmiss::texts {

/// The sum of products as Embree orders it.
template <typename Real>
Real backward_dot(const Point<Real>& p, const Point<Real>& q) {
    const Real yz = p[1] * q[1] + p[2] * q[2];
    return p[0] * q[0] + yz;
}
template <typename Real>
Point<Real> plus(const Point<Real>& p, const Point<Real>& q) {
    return {p[0] + q[0], p[1] + q[1], p[2] + q[2]};
}

/// x with its sign bit turned where that of `other` is set: an exclusive or, as Embree has it.
template <typename Real>
Real turned(Real x, Real other) {
    using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    constexpr Bits sign = Bits(1) << (8 * sizeof(Real) - 1);
    return std::bit_cast<Real>(std::bit_cast<Bits>(x) ^ (std::bit_cast<Bits>(other) & sign));
}

template <typename Real>
TextAnswer<Real> embree_fast(const Pair<Real>& p) {
    const auto e1 = minus(p.a, p.b), e2 = minus(p.c, p.a), Ng = cross(e2, e1);
    const auto C = minus(p.a, p.o), R = cross(C, p.d);
    const Real den = backward_dot(Ng, p.d), absDen = std::fabs(den);
    const Real U = turned(backward_dot(R, e2), den), V = turned(backward_dot(R, e1), den);
    if (!(den != 0 && U >= 0 && V >= 0 && U + V <= absDen)) return missed<Real>;
    const Real T = turned(backward_dot(Ng, C), den);
    const Real tnear = 0, tfar = std::numeric_limits<Real>::infinity();
    if (!(absDen * tnear < T && T <= absDen * tfar)) return missed<Real>;
    return {true, T * (1 / absDen)};
}

/// madmann91/bvh's.
template <typename Real>
TextAnswer<Real> bvh_v2(const Pair<Real>& p) {
    const auto e1 = minus(p.a, p.b), e2 = minus(p.c, p.a), n = cross(e1, e2);
    const auto c = minus(p.a, p.o), r = cross(p.d, c);
    const Real inv_det = 1 / dot(n, p.d);
    const Real u = dot(r, e2) * inv_det, v = dot(r, e1) * inv_det, w = Real(1) - u - v;
    const Real tolerance = -std::numeric_limits<Real>::epsilon();
    if (!(u >= tolerance && v >= tolerance && w >= tolerance)) return missed<Real>;
    return {true, dot(n, c) * inv_det};
}

template <typename Real>
TextAnswer<Real> embree_robust(const Pair<Real>& p) {
    const auto v0 = minus(p.a, p.o), v1 = minus(p.b, p.o), v2 = minus(p.c, p.o);
    const auto e0 = minus(v2, v0), e1 = minus(v0, v1), e2 = minus(v1, v2);
    const Real U = backward_dot(cross(e0, plus(v2, v0)), p.d),
               V = backward_dot(cross(e1, plus(v0, v1)), p.d),
               W = backward_dot(cross(e2, plus(v1, v2)), p.d);
    const Real eps = std::numeric_limits<Real>::epsilon() * std::fabs(U + V + W);
    // Minimum and maximum of SSE: the second operand if either is NaN.
    const auto min = [](Real x, Real y) { return x < y ? x : y; };
    const auto max = [](Real x, Real y) { return x > y ? x : y; };
    if (!(min(min(U, V), W) >= -eps || max(max(U, V), W) <= eps)) return missed<Real>;
    // Each component from e0 x e1 or e1 x e2.
    Point<Real> Ng;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
        const Real ab = e0[j] * e1[i], bc = e1[j] * e2[i];
        Ng[k] = std::fabs(ab) < std::fabs(bc) ? e0[i] * e1[j] - ab : e1[i] * e2[j] - bc;
    }
    const Real den = 2 * backward_dot(Ng, p.d), T = 2 * backward_dot(v0, Ng);
    const Real t = (1 / den) * T;
    if (!(0 <= t && t <= std::numeric_limits<Real>::infinity() && den != 0)) return missed<Real>;
    return {true, t};
}

template <typename Real>
TextAnswer<Real> pbrt(const Pair<Real>& p) {
    const auto ca = minus(p.c, p.a), ba = minus(p.b, p.a);
    const Real nx = kahan(ca[1], ba[2], ca[2], ba[1]), ny = kahan(ca[2], ba[0], ca[0], ba[2]),
               nz = kahan(ca[0], ba[1], ca[1], ba[0]);
    if (nx * nx + ny * ny + nz * nz == 0) return missed<Real>;
    std::size_t kz = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (std::abs(p.d[k]) >= std::abs(p.d[kz])) kz = k;
    const std::size_t kx = (kz + 1) % 3, ky = (kx + 1) % 3;
    const Real Sx = -p.d[kx] / p.d[kz], Sy = -p.d[ky] / p.d[kz], Sz = 1 / p.d[kz];
    Real x[3], y[3], z[3];
    for (std::size_t k = 0; k < 3; ++k) {
        const auto v = minus(k == 0 ? p.a : k == 1 ? p.b : p.c, p.o);
        x[k] = v[kx] + Sx * v[kz], y[k] = v[ky] + Sy * v[kz], z[k] = v[kz];
    }
    Real e[3];
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
        e[k] = kahan(x[i], y[j], y[i], x[j]);
    }
    if (sizeof(Real) == sizeof(float) && (e[0] == 0 || e[1] == 0 || e[2] == 0))
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
            e[k] = Real(double(y[j]) * double(x[i]) - double(x[j]) * double(y[i]));
        }
    if ((e[0] < 0 || e[1] < 0 || e[2] < 0) && (e[0] > 0 || e[1] > 0 || e[2] > 0))
        return missed<Real>;
    const Real det = e[0] + e[1] + e[2];
    if (det == 0) return missed<Real>;
    for (Real& one : z) one *= Sz;
    const Real tScaled = e[0] * z[0] + e[1] * z[1] + e[2] * z[2];
    const Real tMax = std::numeric_limits<Real>::infinity();
    if (det < 0 && (tScaled >= 0 || tScaled < tMax * det)) return missed<Real>;
    if (det > 0 && (tScaled <= 0 || tScaled > tMax * det)) return missed<Real>;
    const Real invDet = 1 / det, t = tScaled * invDet;
    const auto largest = [](const Real(&v)[3]) {
        return std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
    };
    const auto gamma = [](int n) {
        const Real u = std::numeric_limits<Real>::epsilon() / 2;
        return (Real(n) * u) / (1 - Real(n) * u);
    };
    const Real maxZ = largest(z), maxX = largest(x), maxY = largest(y), maxE = largest(e);
    const Real deltaZ = gamma(3) * maxZ, deltaX = gamma(5) * (maxX + maxZ),
               deltaY = gamma(5) * (maxY + maxZ);
    const Real deltaE = 2 * (gamma(2) * maxX * maxY + deltaY * maxX + deltaX * maxY);
    const Real deltaT =
        3 * (gamma(3) * maxE * maxZ + deltaE * maxZ + deltaZ * maxE) * std::abs(invDet);
    if (t <= deltaT) return missed<Real>;
    return {true, t};
}

/// Mesa's, in which "exact" keeps every operation rounded by itself.
template <typename Real>
TextAnswer<Real> radv(const Pair<Real>& p) {
    const Real x = std::abs(p.d[0]), y = std::abs(p.d[1]), z = std::abs(p.d[2]);
    std::array<std::size_t, 3> k = {0, 1, 2};
    if (x >= y && x >= z) k = {1, 2, 0};
    if (x < y && y >= z) k = {2, 0, 1};
    if (p.d[k[2]] < 0) std::swap(k[0], k[1]);
    const Real inverse = 1 / p.d[k[2]], shear_x = p.d[k[0]] * inverse,
               shear_y = p.d[k[1]] * inverse;
    const std::array corners{minus(p.a, p.o), minus(p.b, p.o), minus(p.c, p.o)};
    std::array<Real, 3> X, Y, Z;
    std::size_t n = 0;
    for (const auto& corner : corners) {
        X[n] = corner[k[0]] - shear_x * corner[k[2]];
        Y[n] = corner[k[1]] - shear_y * corner[k[2]];
        Z[n++] = inverse * corner[k[2]];
    }
    const Real u = X[2] * Y[1] - Y[2] * X[1], v = X[0] * Y[2] - Y[0] * X[2],
               w = X[1] * Y[0] - Y[1] * X[0];
    const std::array<Real, 3> opposite{u, v, w};  // the edge opposite that corner
    const auto any = [&](auto holds) { return std::ranges::any_of(opposite, holds); };
    if (any([](Real f) { return f < 0; }) && any([](Real f) { return f > 0; })) return missed<Real>;
    bool on_edge = false, edge_taken = false, on_corner = false, corner_taken = false;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t next = (i + 1) % 3, last = (i + 2) % 3;
        if (opposite[i] == 0) {
            const Real run = X[last] - X[next], rise = Y[last] - Y[next];
            on_edge = true, edge_taken |= run == 0 ? rise < 0 : run < 0;
        }
        if (opposite[next] == 0 && opposite[last] == 0)
            on_corner = true, corner_taken |= X[next] - X[i] <= 0 && X[last] - X[i] > 0;
    }
    if ((on_edge && !edge_taken) || (on_corner && !corner_taken)) return missed<Real>;
    const Real det = u + (v + w), T = u * Z[0] + v * Z[1] + w * Z[2];
    const Real sign = det > 0 ? 1 : det < 0 ? -1 : 0;
    if (sign * T < 0) return missed<Real>;
    return {true, T / std::abs(det) * sign};
}

template <typename Real>
TextAnswer<Real> bullet(const Pair<Real>& p, Real length) {
    const auto to = along(p.o, length, p.d);
    const auto n = cross(minus(p.b, p.a), minus(p.c, p.a));
    const Real dist = dot(p.a, n);
    Real dist_a = dot(n, p.o), dist_b = dot(n, to);
    dist_a -= dist, dist_b -= dist;
    if (dist_a * dist_b >= 0) return missed<Real>;
    const Real distance = dist_a / (dist_a - dist_b);
    if (!(distance < 1)) return missed<Real>;
    const Real tolerance = dot(n, n) * Real(-0.0001), s = 1 - distance;
    Point<Real> point;
    for (std::size_t k = 0; k < 3; ++k) point[k] = s * p.o[k] + distance * to[k];
    const auto v0p = minus(p.a, point), v1p = minus(p.b, point), v2p = minus(p.c, point);
    if (dot(cross(v0p, v1p), n) >= tolerance && dot(cross(v1p, v2p), n) >= tolerance &&
        dot(cross(v2p, v0p), n) >= tolerance)
        return {true, length * distance};
    return missed<Real>;
}

template <typename Real>
TextAnswer<Real> plucker(const Pair<Real>& p) {
    const auto edge_test = [](const Point<Real>& v, const Point<Real>& w, const Point<Real>& d,
                              const Point<Real>& moment) {
        const bool lower = v < w;  // by x, then y, then z
        const auto& from = lower ? v : w;
        const auto edge = minus(lower ? w : v, from);
        Real pip = dot(d, cross(edge, from)) + dot(moment, edge);
        if (!lower) pip = -pip;
        if (double(std::abs(pip)) < 20 * std::numeric_limits<double>::epsilon()) pip = 0;
        return pip;
    };
    const auto moment = cross(p.d, p.o);
    const Real p0 = edge_test(p.a, p.b, p.d, moment), p1 = edge_test(p.b, p.c, p.d, moment),
               p2 = edge_test(p.c, p.a, p.d, moment);
    const auto opposite = [](Real x, Real y) { return (x > 0 && y < 0) || (x < 0 && y > 0); };
    if (opposite(p0, p1) || opposite(p1, p2) || opposite(p0, p2)) return missed<Real>;
    if (p0 == 0 && p1 == 0 && p2 == 0) return missed<Real>;
    const Real inverse_sum = 1 / (p0 + p1 + p2);
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (std::abs(p.d[k]) > std::abs(p.d[axis])) axis = k;
    const Real at =
        p0 * inverse_sum * p.c[axis] + p1 * inverse_sum * p.a[axis] + p2 * inverse_sum * p.b[axis];
    const Real t = (at - p.o[axis]) / p.d[axis];
    if (0 > t) return missed<Real>;
    return {true, t};
}

template <typename Real>
TextAnswer<Real> trimesh(const Pair<Real>& p) {
    const auto e0 = minus(p.b, p.a), e1 = minus(p.c, p.a);
    auto normal = cross(e0, minus(p.c, p.b));
    const Real length = std::sqrt(dot(normal, normal)), inverse_length = 1 / length;
    for (Real& x : normal) x = length > Real(1e-13) ? x * inverse_length : 0;
    const Real projection_dir = dot(p.d, normal);
    if (!(std::abs(projection_dir) > Real(1e-5))) return missed<Real>;
    const Real distance = dot(minus(p.a, p.o), normal) / projection_dir;
    const auto location = along(p.o, distance, p.d), w = minus(location, p.a);
    const Real dot00 = dot(e0, e0), dot01 = dot(e0, e1), dot02 = dot(e0, w), dot11 = dot(e1, e1),
               dot12 = dot(e1, w);
    const Real inverse_denominator = 1 / (dot00 * dot11 - dot01 * dot01);
    const Real b2 = (dot00 * dot12 - dot01 * dot02) * inverse_denominator,
               b1 = (dot11 * dot02 - dot01 * dot12) * inverse_denominator, b0 = 1 - b1 - b2;
    for (const Real b : {b0, b1, b2})
        if (!(b > Real(-1e-13) && b < 1 + Real(1e-13))) return missed<Real>;
    if (!(dot(minus(location, p.o), p.d) > Real(-1e-6))) return missed<Real>;
    return {true, distance};
}

/// The book's text: from p to q, the front side only. Behind it, parry's: the same of the triangle
/// turned over.
template <typename Real>
TextAnswer<Real> ericson(const Pair<Real>& p, bool two_sided) {
    const auto ab = minus(p.b, p.a), ac = minus(p.c, p.a), n = cross(ab, ac);
    const Point<Real> qp{-p.d[0], -p.d[1], -p.d[2]};
    const Real d = dot(qp, n);
    if (d == 0 || (!two_sided && d < 0)) return missed<Real>;
    const auto ap = minus(p.o, p.a), e = cross(qp, ap);
    Real t = dot(ap, n), v = dot(ac, e), w = -dot(ab, e);
    if (d < 0) t = -t, v = -v, w = -w;
    if (t < 0 || v < 0 || v > std::abs(d) || w < 0 || v + w > std::abs(d)) return missed<Real>;
    return {true, t * (1 / std::abs(d))};
}

template <typename Real>
TextAnswer<Real> area_sum(const Pair<Real>& p, double epsilon) {
    const auto n = cross(minus(p.b, p.a), minus(p.c, p.a));
    const Real t = dot(n, minus(p.a, p.o)) / dot(n, p.d);
    const auto P = along(p.o, t, p.d);
    const auto size = [](const Point<Real>& v) { return std::sqrt(dot(v, v)); };
    const auto a = minus(p.a, P), b = minus(p.b, P), c = minus(p.c, P);
    const Real pab = size(cross(a, b)), pac = size(cross(c, a)), pbc = size(cross(b, c));
    const Real area_tris = pab + pac + pbc;
    return {std::abs(size(n) - area_tris) < Real(epsilon), t};
}

// --- Möller & Trumbore's, by program -------------------------------------------------------------

/// e1, e2, the determinant and the numerators, which all but one compute alike.
template <typename Real>
struct Cramer {
    Real det, u, v, t;
    explicit Cramer(const Pair<Real>& p)
        : Cramer(p, [](const auto& x, const auto& y) { return cross(x, y); }) {}
    /// times(x, y): the cross product. A type of its own, as g++ contracts what it sees at once.
    Cramer(const Pair<Real>& p, const auto& times) {
        const auto e1 = minus(p.b, p.a), e2 = minus(p.c, p.a), P = times(p.d, e2);
        const auto s = minus(p.o, p.a), q = times(s, e1);
        det = dot(e1, P), u = dot(s, P), v = dot(p.d, q), t = dot(e2, q);
    }
};
/// u, v and t times 1 / det, u in [0, 1], v >= 0 and u + v <= 1 by `enlarge` more.
template <typename Real>
TextAnswer<Real> by_inverse(const Pair<Real>& p, Real epsilon, Real t_min, Real enlarge = 0) {
    const Cramer<Real> c(p);
    if (std::fabs(c.det) < epsilon) return missed<Real>;
    const Real f = 1 / c.det, u = f * c.u, v = f * c.v, t = f * c.t;
    if (u < -enlarge || u > 1 + enlarge || v < -enlarge || u + v > 1 + enlarge) return missed<Real>;
    if (!(t > t_min)) return missed<Real>;
    return {true, t};
}
inline TextAnswer<float> godot(const Pair<float>& p) {
    return by_inverse(p, 0.00001f, 0.00001f);
}
inline TextAnswer<float> blender(const Pair<float>& p) {
    return by_inverse(p, 0.0f, 0.0f, 1.1920929e-7f);
}
inline TextAnswer<float> physx(const Pair<float>& p) {
    return by_inverse(p, 1.1920929e-7f * 1.1920929e-7f, 0.0f);
}
/// Back faces culled: nothing is divided before the verdict.
inline TextAnswer<float> physx_culling(const Pair<float>& p, float enlarge) {
    const Cramer<float> c(p);
    if (c.det < 1.1920929e-7f * 1.1920929e-7f) return missed<float>;
    const float more = enlarge * c.det;
    if (c.u < -more || c.u > c.det + more || c.v < -more || c.u + c.v > c.det + more)
        return missed<float>;
    return {true, c.t * (1.0f / c.det)};
}
inline TextAnswer<float> tinybvh(const Pair<float>& p) {
    const Cramer<float> c(p);
    if (std::fabs(c.det) < 0.000001f) return missed<float>;
    const float f = 1 / c.det, u = f * c.u, v = f * c.v, t = f * c.t;
    const bool miss = u < 0 || v < 0 || u + v > 1;
    if (miss || t < 0) return missed<float>;
    return {true, t};
}
inline TextAnswer<float> bevy(const Pair<float>& p, bool culls) {
    const Cramer<float> c(p);
    if ((culls ? c.det : std::fabs(c.det)) < 1.1920929e-7f) return missed<float>;
    const float inverse = 1.0f / c.det, u = c.u * inverse, v = c.v * inverse;
    if (!(u >= 0.0f && u <= 1.0f)) return missed<float>;
    if (v < 0.0f || u + v > 1.0f) return missed<float>;
    return {true, c.t * inverse};
}
/// `fma`: built with JPH_USE_FMADD, as by default, its CrossPrecise is Kahan's. Its dot products
/// are rounded all the same: they add up the lanes of a product.
inline TextAnswer<float> jolt(const Pair<float>& p, bool fma) {
    const auto by_kahan = [](const auto& x, const auto& y) {
        return Point<float>{kahan(x[1], y[2], x[2], y[1]), kahan(x[2], y[0], x[0], y[2]),
                            kahan(x[0], y[1], x[1], y[0])};
    };
    const auto c = fma ? Cramer<float>(p, by_kahan) : Cramer<float>(p);
    const bool near_zero = std::fabs(c.det) < 1.0e-12f;
    const float det = near_zero ? 1.0f : c.det;
    const float u = c.u / det, v = c.v / det, t = c.t / det;
    if (near_zero || u < 0 || v < 0 || u + v > 1 || t < 0) return missed<float>;
    return {true, t};
}
inline TextAnswer<float> directxmath(const Pair<float>& p) {
    const auto [det, u, v, t] = Cramer<float>(p);
    if (det >= 1e-20f) {
        if (u < 0 || u > det || v < 0 || u + v > det || t < 0) return missed<float>;
    } else if (det <= -1e-20f) {
        if (u > 0 || u < det || v > 0 || u + v < det || t > 0) return missed<float>;
    } else {
        return missed<float>;
    }
    return {true, t / det};
}
inline TextAnswer<double> libigl(const Pair<double>& p) {
    const auto [det, u, v, t] = Cramer<double>(p);
    if (det > 0.000001) {
        if (u < 0 || u > det || v < 0 || u + v > det) return missed<double>;
    } else if (det < -0.000001) {
        if (u > 0 || u < det || v > 0 || u + v < det) return missed<double>;
    } else {
        return missed<double>;
    }
    return {true, double(float(t * (1.0 / det)))};
}
inline TextAnswer<float> mitsuba(const Pair<float>& p) {
    const Cramer<float> c(p);
    const float inverse = 1 / c.det, u = c.u * inverse, v = c.v * inverse, t = c.t * inverse;
    if (!(u >= 0 && u <= 1 && v >= 0 && u + v <= 1 && t >= 0)) return missed<float>;
    return {true, t};
}
inline TextAnswer<float> three_mesh_bvh(const Pair<float>& p) {
    const auto e1 = minus(p.b, p.a), e2 = minus(p.c, p.a), norm = cross(e1, e2);
    const float invdet = 1.0f / -dot(p.d, norm);
    const auto AO = minus(p.o, p.a), DAO = cross(AO, p.d);
    const float u = dot(e2, DAO) * invdet, v = -dot(e1, DAO) * invdet, t = dot(AO, norm) * invdet,
                w = 1.0f - u - v;
    for (const float one : {u, v, t, w})
        if (!(one + 1e-5f >= 0)) return missed<float>;
    return {true, t};
}

}  // namespace hitmiss::texts
