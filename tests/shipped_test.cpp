// The tests that programs ship against their code: each is written down once more from the source's
// mathematics, in plain scalar code and the source's own types, and must answer as the method does,
// in hit and t, bit by bit, on a million pairs where rounding, underflow or overflow decides.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>

#include "any_pair.hpp"
#include "leaks_testing.hpp"
#include "sanitized.hpp"
#include "texts.hpp"

namespace hitmiss {
namespace {

using namespace texts;

/// Pairs of any size, with directions of any length, some so large or small that products overflow
/// or underflow, some without area.
const std::vector<RayAndTriangle>& pairs() {
    static const std::vector<RayAndTriangle> all = [] {
        Random random(38);
        std::vector<RayAndTriangle> made(std::size_t(repeated(1'000'000)));
        for (RayAndTriangle& pair : made) {
            pair = any_pair(random);
            if (random.below(16) == 0) pair.tri.c = random.below(2) == 0 ? pair.tri.a : pair.tri.b;
            const auto scaled = [](float scale, auto... points) { ((*points *= scale), ...); };
            const auto power = [&](int most) {
                return std::ldexp(1.0f, int(random.below(std::uint32_t(2 * most))) - most);
            };
            if (random.below(4) == 0)
                scaled(power(random.below(2) == 0 ? 20 : 60), &pair.ray.o, &pair.tri.a, &pair.tri.b,
                       &pair.tri.c);
            if (random.below(4) == 0) scaled(power(60), &pair.ray.d);
        }
        return made;
    }();
    return all;
}

/// On no pair may the formula's hit or t be other than the method's.
template <typename Real>
void expect_same(const std::string& method, auto&& formula) {
    const Kernel kernel = parse_method(method).kernel({});
    std::size_t differences = 0, hits = 0;
    for (const RayAndTriangle& aimed : pairs()) {
        const Verdict ours = kernel.test(aimed.ray, aimed.tri);
        const TextAnswer<Real> theirs = formula(as_pair<Real>(aimed));
        const bool hit = theirs.hit && theirs.t > 0 && std::isfinite(theirs.t);
        hits += hit;
        if (ours.hit() == hit && (!hit || ours.t == double(theirs.t))) continue;
        if (differences++ == 0) {
            const auto& [o, d] = aimed.ray;
            const auto& [a, b, c] = aimed.tri;
            ADD_FAILURE() << method
                          << fmt::format(": {} at {:a} instead of {} at {:a}", ours.hit(), ours.t,
                                         hit, double(theirs.t));
            for (const Vec<float>& v : {o, d, a, b, c})
                std::printf("%a %a %a\n", double(v.x), double(v.y), double(v.z));
        }
    }
    EXPECT_EQ(differences, 0u) << method;
    EXPECT_GT(hits, pairs().size() / 20) << method;
    EXPECT_LT(hits, pairs().size() * 4 / 5) << method;
}

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

TEST(Shipped, EmbreeFast) {
    expect_same<float>("embree-fast", [](const Pair<float>& p) -> TextAnswer<float> {
        const auto e1 = minus(p.a, p.b), e2 = minus(p.c, p.a), Ng = cross(e2, e1);
        const auto C = minus(p.a, p.o), R = cross(C, p.d);
        const float den = backward_dot(Ng, p.d), absDen = std::fabs(den);
        const float sign = std::signbit(den) ? -1.0f : 1.0f;  // xor of the sign bit
        const float U = sign * backward_dot(R, e2), V = sign * backward_dot(R, e1);
        if (!(den != 0 && U >= 0 && V >= 0 && U + V <= absDen)) return missed<float>;
        const float T = sign * backward_dot(Ng, C);
        const float tnear = 0, tfar = std::numeric_limits<float>::infinity();
        if (!(absDen * tnear < T && T <= absDen * tfar)) return missed<float>;
        return {true, T * (1 / absDen)};
    });
}

template <typename Real>
void expect_bvh_v2(const std::string& precision) {
    expect_same<Real>("embree-fast:ulp," + precision, [](const Pair<Real>& p) -> TextAnswer<Real> {
        // Its e1 x e2 and d x c are the negatives of Embree's; so are the products.
        const auto e1 = minus(p.a, p.b), e2 = minus(p.c, p.a), n = cross(e1, e2);
        const auto c = minus(p.a, p.o), r = cross(p.d, c);
        const Real inv_det = 1 / dot(n, p.d);
        const Real u = dot(r, e2) * inv_det, v = dot(r, e1) * inv_det, w = Real(1) - u - v;
        const Real tolerance = -std::numeric_limits<Real>::epsilon();
        if (!(u >= tolerance && v >= tolerance && w >= tolerance)) return missed<Real>;
        return {true, dot(n, c) * inv_det};
    });
}
TEST(Shipped, EmbreeFastWithATolerance) {
    expect_bvh_v2<float>("float");
    expect_bvh_v2<double>("double");
}

TEST(Shipped, EmbreeRobust) {
    expect_same<float>("embree-robust", [](const Pair<float>& p) -> TextAnswer<float> {
        const auto v0 = minus(p.a, p.o), v1 = minus(p.b, p.o), v2 = minus(p.c, p.o);
        const auto e0 = minus(v2, v0), e1 = minus(v0, v1), e2 = minus(v1, v2);
        const float U = backward_dot(cross(e0, plus(v2, v0)), p.d),
                    V = backward_dot(cross(e1, plus(v0, v1)), p.d),
                    W = backward_dot(cross(e2, plus(v1, v2)), p.d);
        const float eps = 1.1920929e-7f * std::fabs(U + V + W);
        // Minimum and maximum of SSE: the second operand if either is NaN.
        const auto min = [](float x, float y) { return x < y ? x : y; };
        const auto max = [](float x, float y) { return x > y ? x : y; };
        if (!(min(min(U, V), W) >= -eps || max(max(U, V), W) <= eps)) return missed<float>;
        // Each component from e0 x e1 or e1 x e2.
        Point<float> Ng;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
            const float ab = e0[j] * e1[i], bc = e1[j] * e2[i];
            Ng[k] = std::fabs(ab) < std::fabs(bc) ? e0[i] * e1[j] - ab : e1[i] * e2[j] - bc;
        }
        const float den = 2 * backward_dot(Ng, p.d), T = 2 * backward_dot(v0, Ng);
        const float t = (1 / den) * T;
        if (!(0 <= t && t <= std::numeric_limits<float>::infinity() && den != 0))
            return missed<float>;
        return {true, t};
    });
}

template <typename Real>
Real kahan(Real a, Real b, Real c, Real d) {
    const Real cd = c * d;
    const Real difference = std::fma(a, b, -cd), error = std::fma(-c, d, cd);
    return difference + error;
}
template <typename Real>
void expect_pbrt(const std::string& method) {
    expect_same<Real>(method, [](const Pair<Real>& p) -> TextAnswer<Real> {
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
    });
}
TEST(Shipped, Pbrt) {
    expect_pbrt<float>("pbrt");
    expect_pbrt<double>("pbrt:double");
}

/// Mesa's, in which "exact" keeps every operation rounded by itself.
template <typename Real>
void expect_radv(const std::string& method) {
    expect_same<Real>(method, [](const Pair<Real>& p) -> TextAnswer<Real> {
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
        if (any([](Real f) { return f < 0; }) && any([](Real f) { return f > 0; }))
            return missed<Real>;
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
    });
}
TEST(Shipped, Radv) {
    expect_radv<float>("watertight:once=radv");
    expect_radv<double>("watertight:once=radv,double");
}

template <typename Real>
void expect_bullet(const std::string& method, Real length) {
    expect_same<Real>(method, [=](const Pair<Real>& p) -> TextAnswer<Real> {
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
    });
}
TEST(Shipped, Bullet) {
    expect_bullet<float>("bullet:length=1000", 1000);
    expect_bullet<double>("bullet:length=1000,double", 1000);
}

template <typename Real>
void expect_plucker(const std::string& method) {
    expect_same<Real>(method, [](const Pair<Real>& p) -> TextAnswer<Real> {
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
        const Real at = p0 * inverse_sum * p.c[axis] + p1 * inverse_sum * p.a[axis] +
                        p2 * inverse_sum * p.b[axis];
        const Real t = (at - p.o[axis]) / p.d[axis];
        if (0 > t) return missed<Real>;
        return {true, t};
    });
}
TEST(Shipped, Plucker) {
    expect_plucker<double>("plucker");
    expect_plucker<float>("plucker:float");
}

template <typename Real>
void expect_trimesh(const std::string& method) {
    expect_same<Real>(method, [](const Pair<Real>& p) -> TextAnswer<Real> {
        const auto e0 = minus(p.b, p.a), e1 = minus(p.c, p.a);
        auto normal = cross(e0, minus(p.c, p.b));
        const Real length = std::sqrt(dot(normal, normal)), inverse_length = 1 / length;
        for (Real& x : normal) x = length > Real(1e-13) ? x * inverse_length : 0;
        const Real projection_dir = dot(p.d, normal);
        if (!(std::abs(projection_dir) > Real(1e-5))) return missed<Real>;
        const Real distance = dot(minus(p.a, p.o), normal) / projection_dir;
        const auto location = along(p.o, distance, p.d), w = minus(location, p.a);
        const Real dot00 = dot(e0, e0), dot01 = dot(e0, e1), dot02 = dot(e0, w),
                   dot11 = dot(e1, e1), dot12 = dot(e1, w);
        const Real inverse_denominator = 1 / (dot00 * dot11 - dot01 * dot01);
        const Real b2 = (dot00 * dot12 - dot01 * dot02) * inverse_denominator,
                   b1 = (dot11 * dot02 - dot01 * dot12) * inverse_denominator, b0 = 1 - b1 - b2;
        for (const Real b : {b0, b1, b2})
            if (!(b > Real(-1e-13) && b < 1 + Real(1e-13))) return missed<Real>;
        if (!(dot(minus(location, p.o), p.d) > Real(-1e-6))) return missed<Real>;
        return {true, distance};
    });
}
TEST(Shipped, Trimesh) {
    expect_trimesh<double>("trimesh");
    expect_trimesh<float>("trimesh:float");
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
TEST(Shipped, Ericson) {
    for (const bool two_sided : {false, true}) {
        const std::string cull = two_sided ? "none" : "back";
        expect_same<float>("ericson:cull=" + cull,
                           [&](const Pair<float>& p) { return ericson(p, two_sided); });
        expect_same<double>("ericson:double,cull=" + cull,
                            [&](const Pair<double>& p) { return ericson(p, two_sided); });
    }
}

template <typename Real>
void expect_area_sum(const std::string& method, double epsilon) {
    expect_same<Real>(method, [=](const Pair<Real>& p) -> TextAnswer<Real> {
        const auto n = cross(minus(p.b, p.a), minus(p.c, p.a));
        const Real t = dot(n, minus(p.a, p.o)) / dot(n, p.d);
        const auto P = along(p.o, t, p.d);
        const auto size = [](const Point<Real>& v) { return std::sqrt(dot(v, v)); };
        const auto a = minus(p.a, P), b = minus(p.b, P), c = minus(p.c, P);
        const Real pab = size(cross(a, b)), pac = size(cross(c, a)), pbc = size(cross(b, c));
        const Real area_tris = pab + pac + pbc;
        return {double(std::abs(size(n) - area_tris)) < epsilon, t};
    });
}
TEST(Shipped, AreaSum) {
    expect_area_sum<float>("area-sum", 1e-6);
    expect_area_sum<double>("area-sum:0.01,double", 0.01);
}

// --- Möller & Trumbore's, by program -------------------------------------------------------------

/// e1, e2, the determinant and the numerators, which all but one compute alike.
template <typename Real>
struct Cramer {
    Real det, u, v, t;
    explicit Cramer(const Pair<Real>& p) {
        const auto e1 = minus(p.b, p.a), e2 = minus(p.c, p.a), P = cross(p.d, e2);
        const auto s = minus(p.o, p.a), q = cross(s, e1);
        det = dot(e1, P), u = dot(s, P), v = dot(p.d, q), t = dot(e2, q);
    }
};
/// u, v and t times 1 / det, u in [0, 1], v >= 0 and u + v <= 1 by `enlarge` more.
TextAnswer<float> by_inverse(const Pair<float>& p, float epsilon, float t_min, float enlarge = 0) {
    const Cramer<float> c(p);
    if (std::fabs(c.det) < epsilon) return missed<float>;
    const float f = 1.0f / c.det, u = f * c.u, v = f * c.v, t = f * c.t;
    if (u < -enlarge || u > 1.0f + enlarge || v < -enlarge || u + v > 1.0f + enlarge)
        return missed<float>;
    if (!(t > t_min)) return missed<float>;
    return {true, t};
}

TEST(ShippedMollerTrumbore, WithConstantsOnly) {
    const auto expect = [](const std::string& name, auto formula) {
        expect_same<float>("moller-trumbore:as=" + name, formula);
    };
    expect("godot", [](const auto& p) { return by_inverse(p, 0.00001f, 0.00001f); });
    expect("physx", [](const auto& p) { return by_inverse(p, 1.1920929e-7f * 1.1920929e-7f, 0); });
    expect("blender", [](const auto& p) { return by_inverse(p, 0, 0, 1.1920929e-7f); });
}

TEST(ShippedMollerTrumbore, Tinybvh) {
    expect_same<float>("moller-trumbore:as=tinybvh-1.6.7",
                       [](const Pair<float>& p) -> TextAnswer<float> {
                           const Cramer<float> c(p);
                           if (std::fabs(c.det) < 0.000001f) return missed<float>;
                           const float f = 1 / c.det, u = f * c.u, v = f * c.v, t = f * c.t;
                           const bool miss = u < 0 || v < 0 || u + v > 1;
                           if (miss || t < 0) return missed<float>;
                           return {true, t};
                       });
}

TEST(ShippedMollerTrumbore, Bevy) {
    const auto formula = [](bool culls) {
        return [=](const Pair<float>& p) -> TextAnswer<float> {
            const Cramer<float> c(p);
            if ((culls ? c.det : std::fabs(c.det)) < 1.1920929e-7f) return missed<float>;
            const float inverse = 1.0f / c.det, u = c.u * inverse, v = c.v * inverse;
            if (!(u >= 0.0f && u <= 1.0f)) return missed<float>;
            if (v < 0.0f || u + v > 1.0f) return missed<float>;
            return {true, c.t * inverse};
        };
    };
    expect_same<float>("moller-trumbore:as=bevy", formula(false));
    expect_same<float>("moller-trumbore:as=bevy,cull=back", formula(true));
}

TEST(ShippedMollerTrumbore, PhysXCullsUndividedAndEnlarges) {
    for (const float enlarge : {0.0f, 0.01f})
        expect_same<float>(
            fmt::format("moller-trumbore:as=physx,cull=back,inflate={}", double(enlarge)),
            [=](const Pair<float>& p) -> TextAnswer<float> {
                const Cramer<float> c(p);
                if (c.det < 1.1920929e-7f * 1.1920929e-7f) return missed<float>;
                const float more = enlarge * c.det;
                if (c.u < -more || c.u > c.det + more || c.v < -more || c.u + c.v > c.det + more)
                    return missed<float>;
                return {true, c.t * (1.0f / c.det)};
            });
}

TEST(ShippedMollerTrumbore, Jolt) {
    expect_same<float>("moller-trumbore:as=jolt", [](const Pair<float>& p) -> TextAnswer<float> {
        const Cramer<float> c(p);
        const bool near_zero = std::fabs(c.det) < 1.0e-12f;
        const float det = near_zero ? 1.0f : c.det;
        const float u = c.u / det, v = c.v / det, t = c.t / det;
        if (near_zero || u < 0 || v < 0 || u + v > 1 || t < 0) return missed<float>;
        return {true, t};
    });
}

TEST(ShippedMollerTrumbore, DirectXMath) {
    expect_same<float>("moller-trumbore:as=directxmath",
                       [](const Pair<float>& p) -> TextAnswer<float> {
                           const auto [det, u, v, t] = Cramer<float>(p);
                           if (det >= 1e-20f) {
                               if (u < 0 || u > det || v < 0 || u + v > det || t < 0)
                                   return missed<float>;
                           } else if (det <= -1e-20f) {
                               if (u > 0 || u < det || v > 0 || u + v < det || t > 0)
                                   return missed<float>;
                           } else {
                               return missed<float>;
                           }
                           return {true, t / det};
                       });
}

TEST(ShippedMollerTrumbore, Libigl) {
    expect_same<double>("moller-trumbore:as=libigl",
                        [](const Pair<double>& p) -> TextAnswer<double> {
                            const auto [det, u, v, t] = Cramer<double>(p);
                            if (det > 0.000001) {
                                if (u < 0 || u > det || v < 0 || u + v > det) return missed<double>;
                            } else if (det < -0.000001) {
                                if (u > 0 || u < det || v > 0 || u + v < det) return missed<double>;
                            } else {
                                return missed<double>;
                            }
                            return {true, double(float(t * (1.0 / det)))};
                        });
}

TEST(ShippedMollerTrumbore, Mitsuba) {
    expect_same<float>("moller-trumbore:as=mitsuba", [](const Pair<float>& p) -> TextAnswer<float> {
        const Cramer<float> c(p);
        const float inverse = 1 / c.det, u = c.u * inverse, v = c.v * inverse, t = c.t * inverse;
        if (!(u >= 0 && u <= 1 && v >= 0 && u + v <= 1 && t >= 0)) return missed<float>;
        return {true, t};
    });
}

TEST(ShippedMollerTrumbore, ThreeMeshBvh) {
    expect_same<float>(
        "moller-trumbore:as=three-mesh-bvh", [](const Pair<float>& p) -> TextAnswer<float> {
            const auto e1 = minus(p.b, p.a), e2 = minus(p.c, p.a), norm = cross(e1, e2);
            const float invdet = 1.0f / -dot(p.d, norm);
            const auto AO = minus(p.o, p.a), DAO = cross(AO, p.d);
            const float u = dot(e2, DAO) * invdet, v = -dot(e1, DAO) * invdet,
                        t = dot(AO, norm) * invdet, w = 1.0f - u - v;
            for (const float one : {u, v, t, w})
                if (!(one + 1e-5f >= 0)) return missed<float>;
            return {true, t};
        });
}

// Legs of a right triangle, seen face-on, at which it vanishes: the square root of the threshold.
TEST(ShippedMollerTrumbore, TrianglesVanishAtTheRootOfTheThreshold) {
    for (const auto& [name, legs] : {std::pair{"godot", 3.1622776e-3},
                                     {"tinybvh-1.6.7", 1e-3},
                                     {"libigl", 1e-3},
                                     {"bevy", 3.4526698e-4},
                                     {"jolt", 1e-6},
                                     {"physx", 1.1920929e-7},
                                     {"directxmath", 1e-10}}) {
        const Kernel kernel = parse_method(fmt::format("moller-trumbore:as={}", name)).kernel({});
        const auto hits = [&](double size) {
            const auto s = float(size);
            return kernel
                .test(Ray<float>({0.25f * s, 0.25f * s, 1}, {0, 0, -1}),
                      {{0, 0, 0}, {s, 0, 0}, {0, s, 0}})
                .hit();
        };
        EXPECT_TRUE(hits(1.001 * legs)) << name;
        EXPECT_FALSE(hits(0.999 * legs)) << name;
    }
}

// --- The table "what your engine does" ----------------------------------------------------------

/// What `hitmiss methods` names as the source of a method with its settings.
std::string source_of(const Method& method) {
    const auto& [info, parameters, kernel, fitted, presets] = *method.entry;
    if (const auto preset = std::size_t(method.get(preset_key).value_or(0)); preset > 0)
        return std::string(presets[preset - 1].source);
    for (const Parameter& row : parameters)
        if (row.key == "once" && method.get("once") != 0) return std::string(row.meaning);
    return std::string(info.source);
}

TEST(EngineTable, NamesFileAndDateOfEachTestAsTheCatalogueDoes) {
    std::ifstream readme(HITMISS_TESTS "/../out/README.md");
    std::set<std::string> tests;
    for (std::string line; std::getline(readme, line);) {
        static const std::regex row(
            R"(\| [^|]+ \| `([^`]+)`, (?:(read) )?([^|;]+?)(?:;[^|]*)? \| .* \| `([^`]+)` \|)");
        std::smatch cell;
        if (!std::regex_match(line, cell, row)) continue;
        const Method method = parse_method(cell[4].str());
        const std::string source = source_of(method);
        const std::string date = cell[2].length() > 0 ? "read in " + cell[3].str() : cell[3].str();
        EXPECT_NE(source.find(cell[1].str()), source.npos) << line << "\n" << source;
        EXPECT_NE(source.find(date), source.npos) << line << "\n" << source;
        EXPECT_TRUE(tests.insert(to_string(method)).second) << line;
    }
    EXPECT_EQ(tests.size(), 19u);
    for (const auto& preset : parse_method("moller-trumbore").entry->presets)
        EXPECT_TRUE(tests.contains(fmt::format("moller-trumbore:as={}", preset.name)));
}

}  // namespace
}  // namespace hitmiss
