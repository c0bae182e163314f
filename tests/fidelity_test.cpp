// The published variants against their sources: each formula is written down once more in plain
// scalar code, as its text has it, and must give the kernel's verdict and t, bit by bit, on rays
// aimed where rounding decides. What a text leaves open is read as the kernel's head says; other
// readings must differ at the rate that the head names.
//
// Arc cosines are base/math.hpp's: those of libm differ from them, and from one machine to the
// next, by an ulp.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "base/random.hpp"
#include "fidelity_testing.hpp"
#include "leaks_testing.hpp"
#include "methods/catalogue.hpp"
#include "sanitized.hpp"
#include "trace/plain.hpp"

namespace hitmiss {
namespace {

// --- The texts -----------------------------------------------------------------------------------

/// The culling branch decides on u det and v det, the other one on u and v. In C, a constant such
/// as EPSILON, 0.0 or 1.0 is a double, and what is compared with it becomes one.
template <typename Real>
Decided<Real> moller_trumbore(const Pair<Real>& p, bool culling, double epsilon) {
    const auto edge1 = minus(p.b, p.a), edge2 = minus(p.c, p.a);
    const auto pvec = cross(p.d, edge2);
    const Real det = dot(edge1, pvec);
    const auto tvec = minus(p.o, p.a);
    if (culling) {
        if (double(det) < epsilon) return missed<Real>;
        const Real u = dot(tvec, pvec);
        if (double(u) < 0.0 || u > det) return missed<Real>;
        const auto qvec = cross(tvec, edge1);
        const Real v = dot(p.d, qvec);
        if (double(v) < 0.0 || u + v > det) return missed<Real>;
        const Real inv_det = Real(1.0 / double(det));
        return {true, dot(edge2, qvec) * inv_det};
    }
    if (double(det) > -epsilon && double(det) < epsilon) return missed<Real>;
    const Real inv_det = Real(1.0 / double(det));
    const Real u = dot(tvec, pvec) * inv_det;
    if (double(u) < 0.0 || double(u) > 1.0) return missed<Real>;
    const auto qvec = cross(tvec, edge1);
    const Real v = dot(p.d, qvec) * inv_det;
    if (double(v) < 0.0 || double(u + v) > 1.0) return missed<Real>;
    return {true, dot(edge2, qvec) * inv_det};
}

/// The inverse of [e1 e2 n] is its adjugate over its determinant, n . n.
template <typename Real>
Decided<Real> collision_matrix(const Pair<Real>& p, Real length) {
    const auto e1 = minus(p.b, p.a), e2 = minus(p.c, p.a), n = cross(e1, e2);
    const Real in_det = 1 / (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    Real R[3][4];
    for (int k = 0; k < 3; ++k) {
        R[0][k] = cross(e2, n)[std::size_t(k)] * in_det;
        R[1][k] = cross(n, e1)[std::size_t(k)] * in_det;
        R[2][k] = n[std::size_t(k)] * in_det;
    }
    for (auto& row : R) row[3] = -(row[0] * p.a[0] + row[1] * p.a[1] + row[2] * p.a[2]);
    const auto k = along(p.o, length, p.d);
    Real J[3], K[3], i[2];
    for (int row = 0; row < 3; ++row) {
        J[row] = R[row][0] * p.o[0] + R[row][1] * p.o[1] + R[row][2] * p.o[2] + R[row][3];
        K[row] = R[row][0] * k[0] + R[row][1] * k[1] + R[row][2] * k[2] + R[row][3];
    }
    if (J[2] * K[2] >= 0) return missed<Real>;
    for (int axis = 0; axis < 2; ++axis) {
        i[axis] = J[axis] + J[2] * ((K[axis] - J[axis]) / (J[2] - K[2]));
        if (i[axis] < 0 || i[axis] > 1) return missed<Real>;
    }
    if (i[0] + i[1] > 1) return missed<Real>;
    return {true, length * (J[2] / (J[2] - K[2]))};
}

template <typename Real>
Real libm_acos(Real x) {
    return std::acos(x);
}

/// Unit vectors by an inverse square root, or divided by the length.
template <typename Real>
Real angle_sum(const Pair<Real>& p, const Point<Real>& P, Real (*acos)(Real), bool divided) {
    const auto unit = [&](const Point<Real>& v) -> Point<Real> {
        const Real length = std::sqrt(dot(v, v)), inverse = 1 / length;
        if (divided) return {v[0] / length, v[1] / length, v[2] / length};
        return {v[0] * inverse, v[1] * inverse, v[2] * inverse};
    };
    const auto vec0 = unit(minus(P, p.a)), vec1 = unit(minus(P, p.b)), vec2 = unit(minus(P, p.c));
    return acos(dot(vec0, vec1)) + acos(dot(vec1, vec2)) + acos(dot(vec2, vec0));
}
template <typename Real>
bool games_plus_plus(const Pair<Real>& p, const Point<Real>& P, double epsilon,
                     Real (*acos)(Real) = arc_cosine<Real>, bool divided = false) {
    const double sum = angle_sum(p, P, acos, divided);
    return std::fabs(sum - 2 * pi<double>) < epsilon;
}

/// C adds a double to a float in double, and rounds where it stores.
template <typename Real>
bool walking(const Pair<Real>& p, const Point<Real>& P, double (*acos)(double)) {
    const Point<Real> segment[]{minus(p.a, P), minus(p.b, P), minus(p.c, P)};
    Real length[3];
    for (int k = 0; k < 3; ++k) length[k] = std::sqrt(dot(segment[k], segment[k]));
    for (int k = 0; k < 3; ++k)
        if (length[k] * length[(k + 1) % 3] <= 0) return true;
    Real sum = 0;
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        const Real cosine = dot(segment[k], segment[next]) / (length[k] * length[next]);
        sum = Real(sum + acos(cosine));
    }
    return sum >= 2 * pi<double> - 0.0001 && sum <= 2 * pi<double> + 0.0001;
}

template <typename Real>
bool same_side(const Pair<Real>& p, const Point<Real>& P) {
    const auto a = minus(p.a, P), b = minus(p.b, P), c = minus(p.c, P);
    const auto PBC = cross(b, c), PCA = cross(c, a), PAB = cross(a, b);
    if (dot(PBC, PCA) < 0) return false;
    return !(dot(PBC, PAB) < 0);
}

/// In the plane that remains when the normal's longest axis is dropped, the first of equal ones; or
/// in space, with each turn's sign from the normal.
template <typename Real>
bool haines(const Pair<Real>& p, const Point<Real>& P, bool in_space) {
    const auto n = cross(minus(p.b, p.a), minus(p.c, p.a));
    const Real x = std::abs(n[0]), y = std::abs(n[1]), z = std::abs(n[2]);
    const std::size_t dropped = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const auto unit = [&](Point<Real> vec, Real& length) -> Point<Real> {
        if (!in_space) vec[dropped] = 0;
        length = std::sqrt(dot(vec, vec));
        return {vec[0] / length, vec[1] / length, vec[2] / length};
    };
    Real length, angle = 0;
    auto vec0 = unit(minus(p.c, P), length);
    if (length <= 0) return true;
    for (const auto* vertex : {&p.a, &p.b, &p.c}) {
        const auto vec1 = unit(minus(*vertex, P), length);
        if (length <= 0) return true;
        const Real cosine = dot(vec0, vec1);
        const auto turn = cross(vec0, vec1);
        if (cosine < -1)
            angle += pi<Real>;
        else if (cosine < 1 && (in_space ? dot(n, turn) : turn[dropped]) >= 0)
            angle += arc_cosine(cosine);
        else if (cosine < 1)
            angle -= arc_cosine(cosine);
        vec0 = vec1;
    }
    return std::fmod(std::fabs(double(angle)) + pi<double>, 4 * pi<double>) > 2 * pi<double>;
}

/// The volumes as d . (p x q).
template <typename Real>
Decided<Real> signed_volume(const Pair<Real>& p) {
    const auto a = minus(p.a, p.o), b = minus(p.b, p.o), c = minus(p.c, p.o);
    const Real sign[]{dot(p.d, cross(a, b)), dot(p.d, cross(b, c)), dot(p.d, cross(c, a))};
    const auto [least, most] = std::minmax({sign[0], sign[1], sign[2]});
    if (least < 0 && most > 0) return missed<Real>;
    const auto n = cross(minus(p.b, p.a), minus(p.c, p.a));
    return {true, dot(n, a) / dot(n, p.d)};
}

/// Nine numbers and the number of the fixed column; a triangle without area has none.
template <typename Real>
Decided<Real> baldwin_weber(const Pair<Real>& p) {
    const auto &v0 = p.a, &v1 = p.b, &v2 = p.c, &o = p.o, &d = p.d;
    const auto e1 = minus(v1, v0), e2 = minus(v2, v0), n = cross(e1, e2);
    const Real num = dot(v0, n);
    const auto finish = [](Real t, Real u, Real v) -> Decided<Real> {
        return {u >= 0 && v >= 0 && u + v < 1, t};
    };
    if (std::abs(n[0]) > std::abs(n[1]) && std::abs(n[0]) > std::abs(n[2])) {
        const Real x1 = v1[1] * v0[2] - v1[2] * v0[1], x2 = v2[1] * v0[2] - v2[2] * v0[1];
        const Real T[]{e2[2] / n[0], -e2[1] / n[0], x2 / n[0],   -e1[2] / n[0], e1[1] / n[0],
                       -x1 / n[0],   n[1] / n[0],   n[2] / n[0], -num / n[0]};
        const Real t =
            -(o[0] + T[6] * o[1] + T[7] * o[2] + T[8]) / (d[0] + T[6] * d[1] + T[7] * d[2]);
        const auto P = along(o, t, d);
        return finish(t, T[0] * P[1] + T[1] * P[2] + T[2], T[3] * P[1] + T[4] * P[2] + T[5]);
    }
    if (std::abs(n[1]) > std::abs(n[2])) {
        const Real x1 = v1[2] * v0[0] - v1[0] * v0[2], x2 = v2[2] * v0[0] - v2[0] * v0[2];
        const Real T[]{-e2[2] / n[1], e2[0] / n[1], x2 / n[1],   e1[2] / n[1], -e1[0] / n[1],
                       -x1 / n[1],    n[0] / n[1],  n[2] / n[1], -num / n[1]};
        const Real t =
            -(T[6] * o[0] + o[1] + T[7] * o[2] + T[8]) / (T[6] * d[0] + d[1] + T[7] * d[2]);
        const auto P = along(o, t, d);
        return finish(t, T[0] * P[0] + T[1] * P[2] + T[2], T[3] * P[0] + T[4] * P[2] + T[5]);
    }
    if (std::abs(n[2]) > 0) {
        const Real x1 = v1[0] * v0[1] - v1[1] * v0[0], x2 = v2[0] * v0[1] - v2[1] * v0[0];
        const Real T[]{e2[1] / n[2], -e2[0] / n[2], x2 / n[2],   -e1[1] / n[2], e1[0] / n[2],
                       -x1 / n[2],   n[0] / n[2],   n[1] / n[2], -num / n[2]};
        const Real t =
            -(T[6] * o[0] + T[7] * o[1] + o[2] + T[8]) / (T[6] * d[0] + T[7] * d[1] + d[2]);
        const auto P = along(o, t, d);
        return finish(t, T[0] * P[0] + T[1] * P[1] + T[2], T[3] * P[0] + T[4] * P[1] + T[5]);
    }
    return missed<Real>;
}

/// T with the sign of det taken from it.
template <typename Real>
Real signed_T(Real T, Real det) {
    return std::signbit(det) ? -T : T;
}
/// The ray's longest axis becomes z; x and y change places where it points backwards. `nearest_t`:
/// of the triangles before.
template <typename Real>
Decided<Real> watertight(const Pair<Real>& p, bool culling,
                         Real nearest_t = std::numeric_limits<Real>::infinity()) {
    const Real size[]{std::abs(p.d[0]), std::abs(p.d[1]), std::abs(p.d[2])};
    const std::size_t kz = size[0] > size[1]   ? size[0] > size[2] ? 0 : 2
                           : size[1] > size[2] ? 1
                                               : 2;
    std::size_t kx = (kz + 1) % 3, ky = (kx + 1) % 3;
    if (p.d[kz] < 0) std::swap(kx, ky);
    const Real Sx = p.d[kx] / p.d[kz], Sy = p.d[ky] / p.d[kz], Sz = 1 / p.d[kz];
    const auto A = minus(p.a, p.o), B = minus(p.b, p.o), C = minus(p.c, p.o);
    const Real Ax = A[kx] - Sx * A[kz], Ay = A[ky] - Sy * A[kz];
    const Real Bx = B[kx] - Sx * B[kz], By = B[ky] - Sy * B[kz];
    const Real Cx = C[kx] - Sx * C[kz], Cy = C[ky] - Sy * C[kz];
    Real U = Cx * By - Cy * Bx, V = Ax * Cy - Ay * Cx, W = Bx * Ay - By * Ax;
    if (U == 0 || V == 0 || W == 0) {  // in double the same once more
        U = Real(double(Cx) * double(By) - double(Cy) * double(Bx));
        V = Real(double(Ax) * double(Cy) - double(Ay) * double(Cx));
        W = Real(double(Bx) * double(Ay) - double(By) * double(Ax));
    }
    if ((U < 0 || V < 0 || W < 0) && (culling || U > 0 || V > 0 || W > 0)) return missed<Real>;
    const Real det = U + V + W;
    if (det == 0) return missed<Real>;
    const Real Az = Sz * A[kz], Bz = Sz * B[kz], Cz = Sz * C[kz];
    const Real T = U * Az + V * Bz + W * Cz, rcpDet = 1 / det;
    if (signed_T(T, det) < 0 || signed_T(T, det) > nearest_t * std::abs(det)) return missed<Real>;
    return {true, T * rcpDet};
}

/// Where the ray meets the plane, and whether the point is inside: n . (a - o), or n . o + D.
template <typename Real>
auto in_plane(auto&& inside, bool constant) {
    return [=](const Pair<Real>& p) -> Decided<Real> {
        const auto n = cross(minus(p.b, p.a), minus(p.c, p.a));
        const Real D = -dot(n, p.a);
        const Real height = constant ? -(dot(n, p.o) + D) : dot(n, minus(p.a, p.o));
        const Real t = height / dot(n, p.d);
        return {inside(p, along(p.o, t, p.d)), t};
    };
}

// --- The pairs -----------------------------------------------------------------------------------

const std::vector<RayAndTriangle>& pairs() {
    static const std::vector<RayAndTriangle> all = [] {
        Random random(1);
        std::vector<RayAndTriangle> made(200'000);
        for (RayAndTriangle& pair : made) pair = any_pair(random);
        return made;
    }();
    return all;
}

/// The share of pairs for which the text's verdict or t is not the method's.
template <typename Real>
double disagreement(const std::string& method, auto&& text) {
    const Kernel kernel = parse_method(method).kernel({});
    std::size_t differences = 0, hits = 0;
    for (const RayAndTriangle& aimed : pairs()) {
        const Verdict ours = kernel.test(aimed.ray, aimed.tri);
        const Decided<Real> theirs = text(as_pair<Real>(aimed));
        const bool same_t =
            ours.t == double(theirs.t) || (ours.t != ours.t && theirs.t != theirs.t);
        differences += ours.accepted != theirs.hit || (ours.accepted && !same_t);
        hits += ours.accepted;
    }
    EXPECT_GT(hits, pairs().size() / 10) << method;
    EXPECT_LT(hits, pairs().size() * 9 / 10) << method;
    return double(differences) / double(pairs().size());
}

/// Calls check(number of that precision, the switch that asks for it).
void in_both_precisions(auto&& check) {
    check(0.0f, "precision=float");
    check(0.0, "precision=double");
}

// --- The comparisons -----------------------------------------------------------------------------

TEST(Fidelity, MollerTrumbore) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        for (const bool culling : {false, true})
            for (const double epsilon : {0.0, 1e-6}) {
                const auto method = fmt::format("moller-trumbore:epsilon={},cull={},{}", epsilon,
                                                culling ? "back" : "none", precision);
                EXPECT_EQ(disagreement<Real>(method,
                                             [&](const Pair<Real>& p) {
                                                 return moller_trumbore(p, culling, epsilon);
                                             }),
                          0)
                    << method;
            }
    });
}

// A float is never EPSILON, which is a double: determinants of either sign at the floats around it,
// for EPSILON that rounds down (0.000001 does), up and not at all.
TEST(Fidelity, MollerTrumboreComparesAFloatWithADouble) {
    for (const double epsilon : {0.000001, 0.00001, 0.1, 0.25, 1e-40, 1e30})
        for (const bool culling : {false, true}) {
            const Method method =
                parse_method("moller-trumbore").with("epsilon", epsilon).with("cull", culling);
            const Kernel kernel = method.kernel({});
            float det = float(epsilon);
            for (int k = 0; k < 4; ++k) det = std::nextafter(det, 0.0f);
            for (int k = 0; k < 9; ++k, det = std::nextafter(det, 1e38f))
                for (const float sign : {1.0f, -1.0f}) {
                    // e1 = (-det, 0, 0) and e2 = (0, 1, 0), seen along -z: det = e1 . (d x e2).
                    const Ray<float> ray({-0.25f * sign * det, 0.25f, 1}, {0, 0, -1});
                    const Triangle<float> tri({0, 0, 0}, {-sign * det, 0, 0}, {0, 1, 0});
                    const Pair<float> pair{
                        {ray.o.x, ray.o.y, 1}, {0, 0, -1}, {}, {-sign * det, 0, 0}, {0, 1, 0}};
                    EXPECT_EQ(kernel.test(ray, tri).accepted,
                              moller_trumbore(pair, culling, epsilon).hit)
                        << to_string(method) << " at " << fmt::format("{:a}", sign * det);
                }
        }
}

TEST(Fidelity, CollisionMatrix) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        for (const double length : {10.0, 1000.0})
            EXPECT_EQ(disagreement<Real>(
                          fmt::format("collision-matrix:length={},{}", length, precision),
                          [&](const Pair<Real>& p) { return collision_matrix(p, Real(length)); }),
                      0);
    });
}

template <typename Real>
void expect_in_plane(const std::string& method, const std::string& precision, auto&& inside) {
    for (const bool constant : {false, true})
        EXPECT_EQ(disagreement<Real>(
                      fmt::format("{}{},plane={}", method, precision, plane_names[constant]),
                      in_plane<Real>(inside, constant)),
                  0)
            << method << precision;
}

TEST(Fidelity, AngleSums) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        for (const double epsilon : {0.1, 1e-6})
            expect_in_plane<Real>(
                fmt::format("angle-sum:epsilon={},", epsilon), precision,
                [=](const auto& p, const auto& P) { return games_plus_plus(p, P, epsilon); });
        expect_in_plane<Real>("angle-sum-walking:", precision, [](const auto& p, const auto& P) {
            return walking(p, P, arc_cosine<double>);
        });
    });
}

TEST(Fidelity, SameSide) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        expect_in_plane<Real>("same-side:", precision, same_side<Real>);
    });
}

TEST(Fidelity, SignedAngleSum) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        expect_in_plane<Real>("signed-angle-sum:", precision,
                              [](const auto& p, const auto& P) { return haines(p, P, false); });
    });
}

TEST(Fidelity, SignedVolume) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        EXPECT_EQ(disagreement<Real>("signed-volume:" + precision, signed_volume<Real>), 0);
    });
}

TEST(Fidelity, BaldwinWeber) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        EXPECT_EQ(disagreement<Real>("baldwin-weber:" + precision, baldwin_weber<Real>), 0);
    });
}

// The code looks at T before it divides, so that hits are compared, not what is accepted at any t.
TEST(Fidelity, Watertight) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        for (const bool culling : {false, true}) {
            const Method method = parse_method(
                fmt::format("watertight:cull={},{}", culling ? "back" : "none", precision));
            const Kernel kernel = method.kernel({});
            int hits = 0, changed = 0;
            for (const RayAndTriangle& aimed : pairs()) {
                const Verdict ours = kernel.test(aimed.ray, aimed.tri);
                const Decided<Real> theirs = watertight(as_pair<Real>(aimed), culling);
                hits += ours.hit();
                if (ours.hit() || in_front(theirs.t)) {
                    ASSERT_EQ(ours.hit(), theirs.hit) << to_string(method);
                    ASSERT_EQ(ours.t, double(theirs.t)) << to_string(method);
                } else {
                    changed += theirs.hit && theirs.t == 0;
                }
            }
            EXPECT_GT(hits, 10'000);
            EXPECT_GT(changed, 20) << "the code accepts T = 0";
        }
    });
}

// If a triangle has copies, the paper's loop keeps the last of them and ours the first.
TEST(Fidelity, WatertightGivesTiesToTheFirstTriangle) {
    const Triangle<float> tri({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const Ray<float> ray({0.25f, 0.25f, 1}, {0, 0, -1});
    const std::vector<Triangle<float>> copies{tri, tri, tri};
    float nearest_t = Box::inf;
    std::size_t last = 0;
    for (std::size_t k = 0; k < copies.size(); ++k)
        if (const auto hit = watertight(as_pair<float>({ray, copies[k]}), false, nearest_t);
            hit.hit)
            nearest_t = hit.t, last = k;
    EXPECT_EQ(last, 2u);
    EXPECT_EQ(nearest_hit(parse_method("watertight").kernel({}), copies, ray).triangle, 0u);
    EXPECT_NE(parse_method("watertight").entry->info.changed.find("the first one is hit"),
              std::string_view::npos);
}

// By default a method computes in its source's own type, or its entry says that it does not.
TEST(Fidelity, SourcesTypesAreTheDefaultOrNamed) {
    for (const auto& [name, type] : {std::pair{"moller-trumbore", Precision::single},
                                     {"collision-matrix", Precision::twice},
                                     {"angle-sum-walking", Precision::single},
                                     {"same-side", Precision::single},
                                     {"signed-angle-sum", Precision::twice},
                                     {"baldwin-weber", Precision::single},
                                     {"watertight", Precision::single}}) {
        const MethodInfo& info = parse_method(name).entry->info;
        const bool named = info.changed.find("float by default") != std::string_view::npos;
        EXPECT_EQ(info.precision != type, named) << name;
    }
}

// --- What the texts leave open -------------------------------------------------------------------

TEST(Fidelity, OtherReadingsDifferAsTheHeadsSay) {
    const auto rate = [](const char* method, auto&& inside) {
        return disagreement<float>(method, in_plane<float>(inside, false));
    };
    EXPECT_NEAR(rate("angle-sum",
                     [](const auto& p, const auto& P) {
                         return games_plus_plus(p, P, 0.1, arc_cosine<float>, true);
                     }),
                0.04, 0.01);
    EXPECT_NEAR(
        rate("signed-angle-sum", [](const auto& p, const auto& P) { return haines(p, P, true); }),
        0.055, 0.01);
    // No verdict, or next to none, depends on an arc cosine's last bits.
    EXPECT_LT(rate("angle-sum",
                   [](const auto& p, const auto& P) {
                       return games_plus_plus(p, P, 0.1, libm_acos<float>);
                   }),
              1e-4);
    EXPECT_LT(rate("angle-sum-walking",
                   [](const auto& p, const auto& P) { return walking(p, P, libm_acos<double>); }),
              1e-4);
}

// Points on the edges of a sphere, seen from inside.
TEST(Fidelity, DividingByTheLengthMeetsFewerNaN) {
    const Mesh mesh = make_mesh(sphere_1280);
    Random random(1);
    int multiplied = 0, divided = 0;
    const auto count_nan = in_plane<float>(
        [&](const auto& p, const auto& P) {
            const auto is_nan = [&](bool division) {
                return std::isnan(angle_sum(p, P, arc_cosine<float>, division));
            };
            multiplied += is_nan(false), divided += is_nan(true);
            return true;
        },
        false);
    for (int k = 0; k < 100'000; ++k) {
        const auto& tri = mesh.triangles[random.below(std::uint32_t(mesh.triangles.size()))];
        const Vec<double> a(tri.a), b(tri.b), o = in_cube(random, 0.5);
        const auto d = glm::normalize(a + random.uniform() * (b - a) - o);
        count_nan(as_pair<float>({{Vec<float>(o), Vec<float>(d)}, tri}));
    }
    EXPECT_NEAR(divided / double(multiplied), 0.73, 0.02);
}

// Figures of literal ports to float, measured by another program.
TEST(Fidelity, LiteralPortsLeakAsMuch) {
    if (sanitized) GTEST_SKIP() << "rates need all of their rays";
    const Target sphere(sphere_1280);
    const struct {
        const char* method;
        double at_edges, at_vertices;
    } figures[]{{"baldwin-weber", 156'350, 193'325}, {"signed-angle-sum", 196'800, 132'700}};
    for (const auto& [method, at_edges, at_vertices] : figures)
        for (const Aim aim : {Aim::edge, Aim::vertex}) {
            const double rate =
                1e6 * double(sphere.count(method, aim, 50'000).outcomes.leaks) / 50'000;
            EXPECT_NEAR(rate / (aim == Aim::edge ? at_edges : at_vertices), 1, 0.05) << method;
        }
}

}  // namespace
}  // namespace hitmiss
