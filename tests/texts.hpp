#pragma once
// Each method as its source's text has it, in plain scalar code that knows nothing of ours. How arc
// cosines are found is the caller's business.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace hitmiss::texts {

inline constexpr double pi = 3.14159265358979323846;

template <typename Real>
using Point = std::array<Real, 3>;
template <typename Real>
Point<Real> minus(const Point<Real>& p, const Point<Real>& q) {
    return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
template <typename Real>
Point<Real> along(const Point<Real>& o, Real t, const Point<Real>& d) {
    return {o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]};
}
template <typename Real>
Real dot(const Point<Real>& p, const Point<Real>& q) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
template <typename Real>
Point<Real> cross(const Point<Real>& p, const Point<Real>& q) {
    return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

/// A ray o, d and a triangle a, b, c.
template <typename Real>
struct Pair {
    Point<Real> o, d, a, b, c;
};
template <typename Real>
struct TextAnswer {
    bool hit;
    Real t;
};
template <typename Real>
inline constexpr TextAnswer<Real> missed{false, -1};

/// The culling branch decides on u det and v det, the other one on u and v. In C, a constant such
/// as EPSILON, 0.0 or 1.0 is a double, and what is compared with it becomes one.
template <typename Real>
TextAnswer<Real> moller_trumbore(const Pair<Real>& p, bool culling, double epsilon) {
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
TextAnswer<Real> collision_matrix(const Pair<Real>& p, Real length) {
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
bool games_plus_plus(const Pair<Real>& p, const Point<Real>& P, double epsilon, Real (*acos)(Real),
                     bool divided = false) {
    const double sum = angle_sum(p, P, acos, divided);
    return std::fabs(sum - 2 * pi) < epsilon;
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
    return sum >= 2 * pi - 0.0001 && sum <= 2 * pi + 0.0001;
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
bool haines(const Pair<Real>& p, const Point<Real>& P, bool in_space, Real (*acos)(Real)) {
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
            angle += Real(pi);
        else if (cosine < 1 && (in_space ? dot(n, turn) : turn[dropped]) >= 0)
            angle += acos(cosine);
        else if (cosine < 1)
            angle -= acos(cosine);
        vec0 = vec1;
    }
    return std::fmod(std::fabs(double(angle)) + pi, 4 * pi) > 2 * pi;
}

/// The same in the two coordinates that remain, as the code has it: its points have no others.
template <typename Real>
bool haines_flat(const Pair<Real>& p, const Point<Real>& P, Real (*acos)(Real)) {
    const auto n = cross(minus(p.b, p.a), minus(p.c, p.a));
    const Real x = std::abs(n[0]), y = std::abs(n[1]), z = std::abs(n[2]);
    const std::size_t dropped = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const std::size_t X = (dropped + 1) % 3, Y = (dropped + 2) % 3;
    const Point<Real>* const vertices[]{&p.c, &p.a, &p.b, &p.c};
    Real x0 = 0, y0 = 0, angle = 0;
    for (int k = 0; k < 4; ++k) {
        const Real vx = (*vertices[k])[X] - P[X], vy = (*vertices[k])[Y] - P[Y];
        const Real length = std::sqrt(vx * vx + vy * vy);
        if (length <= 0) return true;
        const Real x1 = vx / length, y1 = vy / length;
        if (k > 0) {
            const Real cosine = x0 * x1 + y0 * y1;
            if (cosine < -1)
                angle += Real(pi);
            else if (cosine < 1 && x0 * y1 - x1 * y0 >= 0)
                angle += acos(cosine);
            else if (cosine < 1)
                angle -= acos(cosine);
        }
        x0 = x1, y0 = y1;
    }
    return std::fmod(std::fabs(double(angle)) + pi, 4 * pi) > 2 * pi;
}

/// The volumes as d . (p x q); canonical: of the edge's corners in lexicographic order.
template <bool canonical = false, typename Real>
TextAnswer<Real> signed_volume(const Pair<Real>& p) {
    const auto a = minus(p.a, p.o), b = minus(p.b, p.o), c = minus(p.c, p.o);
    const auto volume = [&](const auto& first, const auto& last, const auto& from, const auto& to) {
        return canonical && to < from ? -dot(p.d, cross(last, first))
                                      : dot(p.d, cross(first, last));
    };
    const Real ab = volume(a, b, p.a, p.b), bc = volume(b, c, p.b, p.c),
               ca = volume(c, a, p.c, p.a);
    const bool negative = (ab < 0) | (bc < 0) | (ca < 0), positive = (ab > 0) | (bc > 0) | (ca > 0);
    if (negative && positive) return missed<Real>;
    const auto n = cross(minus(p.b, p.a), minus(p.c, p.a));
    return {true, dot(n, a) / dot(n, p.d)};
}

/// Nine numbers and the number of the fixed column; a triangle without area has none.
template <typename Real>
TextAnswer<Real> baldwin_weber(const Pair<Real>& p) {
    const auto &v0 = p.a, &v1 = p.b, &v2 = p.c, &o = p.o, &d = p.d;
    const auto e1 = minus(v1, v0), e2 = minus(v2, v0), n = cross(e1, e2);
    const Real num = dot(v0, n);
    const auto finish = [](Real t, Real u, Real v) -> TextAnswer<Real> {
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

/// The same with a tenth number, the fixed column's 1, in place of the branch.
template <typename Real>
TextAnswer<Real> baldwin_weber_without_branch(const Pair<Real>& p) {
    const auto e1 = minus(p.b, p.a), e2 = minus(p.c, p.a), n = cross(e1, e2);
    const Real x = std::abs(n[0]), y = std::abs(n[1]), z = std::abs(n[2]);
    const std::size_t f = x > y && x > z ? 0 : y > z ? 1 : 2, g = (f + 1) % 3, h = (f + 2) % 3;
    Point<Real> u{}, v{}, w{};
    u[g] = e2[h] / n[f], u[h] = -e2[g] / n[f];
    v[g] = -e1[h] / n[f], v[h] = e1[g] / n[f];
    w[f] = 1, w[g] = n[g] / n[f], w[h] = n[h] / n[f];
    const Real ux = (p.c[g] * p.a[h] - p.c[h] * p.a[g]) / n[f];
    const Real vx = -(p.b[g] * p.a[h] - p.b[h] * p.a[g]) / n[f], wx = -dot(p.a, n) / n[f];
    const Real t = -(dot(w, p.o) + wx) / dot(w, p.d);
    const auto P = along(p.o, t, p.d);
    const Real weight_b = dot(u, P) + ux, weight_c = dot(v, P) + vx;
    return {weight_b >= 0 && weight_c >= 0 && weight_b + weight_c < 1, t};
}

/// T with the sign of det taken from it.
template <typename Real>
Real signed_T(Real T, Real det) {
    return std::signbit(det) ? -T : T;
}
/// a b - c d with the rounding error of c d.
template <typename Real>
Real kahan(Real a, Real b, Real c, Real d) {
    const Real cd = c * d;
    const Real difference = std::fma(a, b, -cd), error = std::fma(-c, d, cd);
    return difference + error;
}
/// How the edge functions are written: as the paper does, by Kahan's difference, or so that the
/// products are compared for the sign.
enum class EdgeText { plain, kahan, compared };
/// The ray's longest axis becomes z; x and y change places where it points backwards. `nearest_t`:
/// of the triangles before.
template <EdgeText written = EdgeText::plain, typename Real>
TextAnswer<Real> watertight(const Pair<Real>& p, bool culling,
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
    const auto edge = [](Real a, Real b, Real c, Real d) {
        return written == EdgeText::kahan ? kahan(a, b, c, d) : a * b - c * d;
    };
    Real U = edge(Cx, By, Cy, Bx), V = edge(Ax, Cy, Ay, Cx), W = edge(Bx, Ay, By, Ax);
    // Numbers with their signs.
    Real signU = U, signV = V, signW = W;
    if (written == EdgeText::compared) {
        const auto sign = [](Real ab, Real cd) { return Real((ab > cd) - (ab < cd)); };
        signU = sign(Cx * By, Cy * Bx), signV = sign(Ax * Cy, Ay * Cx);
        signW = sign(Bx * Ay, By * Ax);
    }
    if (sizeof(Real) == sizeof(float) && (signU == 0 || signV == 0 || signW == 0)) {
        signU = U = Real(double(Cx) * double(By) - double(Cy) * double(Bx));
        signV = V = Real(double(Ax) * double(Cy) - double(Ay) * double(Cx));
        signW = W = Real(double(Bx) * double(Ay) - double(By) * double(Ax));
    }
    if ((signU < 0 || signV < 0 || signW < 0) && (culling || signU > 0 || signV > 0 || signW > 0))
        return missed<Real>;
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
    return [=](const Pair<Real>& p) -> TextAnswer<Real> {
        const auto n = cross(minus(p.b, p.a), minus(p.c, p.a));
        const Real D = -dot(n, p.a);
        const Real height = constant ? -(dot(n, p.o) + D) : dot(n, minus(p.a, p.o));
        const Real t = height / dot(n, p.d);
        return {inside(p, along(p.o, t, p.d)), t};
    };
}

}  // namespace hitmiss::texts
