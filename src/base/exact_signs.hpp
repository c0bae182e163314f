#pragma once
// Signs of volumes of stored floats: doubles with a bound on their error, and integers where that
// bound leaves the sign open.

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <initializer_list>

#include "base/geometry.hpp"

namespace hitmiss {

/// A value and a bound on its rounding error.
struct Bounded {
    double value, error;
    /// The sign, or 0 where the error bound leaves it open.
    int sign() const { return value > error ? 1 : value < -error ? -1 : 0; }
};

/// The sum of the absolute values of the six products in p . (q x r).
inline double volume_of_sizes(const Vec<double>& p, const Vec<double>& q, const Vec<double>& r) {
    const auto P = glm::abs(p), Q = glm::abs(q), R = glm::abs(r);
    return P.x * (Q.y * R.z + Q.z * R.y) + P.y * (Q.z * R.x + Q.x * R.z) +
           P.z * (Q.x * R.y + Q.y * R.x);
}

/// p . (q x r), for vectors whose components have a relative rounding error of at most u = 2^-53.
/// Each of the six products takes part in at most eight roundings, so 16 u times the sum of their
/// absolute values is twice the bound on the error. The components are differences of floats, so
/// such products are 0 or between 2^-447 and 2^390: they neither overflow nor underflow.
inline Bounded volume(const Vec<double>& p, const Vec<double>& q, const Vec<double>& r) {
    return {glm::dot(p, glm::cross(q, r)), 16 * 0x1p-53 * volume_of_sizes(p, q, r)};
}

/// The sum of the absolute values of the components.
inline double sum_of_sizes(const Vec<double>& p) {
    return std::abs(p.x) + std::abs(p.y) + std::abs(p.z);
}

/// The sign of volume(p, q, r), or 0 where its error bound leaves it open. `sizes`: the product of
/// their sum_of_sizes(), whose 27 products include the six of volume_of_sizes(): mostly that is
/// bound enough, and it costs less.
inline int sign_of_volume(const Vec<double>& p, const Vec<double>& q, const Vec<double>& r,
                          double sizes) {
    const Bounded coarse{glm::dot(p, glm::cross(q, r)), 16 * 0x1p-53 * sizes};
    return coarse.sign() != 0 ? coarse.sign() : volume(p, q, r).sign();
}

/// Ray and triangle in double: d, and the corners seen from o, rounded once.
struct Doubles {
    Vec<double> d, A, B, C;
    Triangle<double> tri;

    Doubles(const Ray<float>& ray, const Triangle<float>& stored) : d(ray.d), tri(stored) {
        const Vec<double> o(ray.o);
        A = tri.a - o, B = tri.b - o, C = tri.c - o;
    }
    // N = A . (B x C) = A . (e1 x e2), and D = d . (e1 x e2): with the edges, small triangles far
    // away lose no digits to cancellation.
    Bounded N() const { return volume(A, tri.b - tri.a, tri.c - tri.a); }
    Bounded D() const { return volume(d, tri.b - tri.a, tri.c - tri.a); }
};

using Integer = boost::multiprecision::cpp_int;
struct IntegerVec {
    Integer x, y, z;
    IntegerVec operator-(const IntegerVec& v) const { return {x - v.x, y - v.y, z - v.z}; }
    bool operator==(const IntegerVec&) const = default;
};

inline IntegerVec cross(const IntegerVec& p, const IntegerVec& q) {
    return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}
inline Integer dot(const IntegerVec& p, const IntegerVec& q) {
    return p.x * q.x + p.y * q.y + p.z * q.z;
}

/// A power of two by which floats become integers.
class Scale {
public:
    Scale(std::initializer_list<const Vec<float>*> vectors) {
        for (const auto* v : vectors)
            for (int k = 0; k < 3; ++k)
                if ((*v)[k] != 0) lowest_ = std::min(lowest_, std::ilogb((*v)[k]) - 23);
    }
    IntegerVec operator()(const Vec<float>& v) const {
        const auto integer = [&](float x) { return Integer(std::ldexp(double(x), -lowest_)); };
        return {integer(v.x), integer(v.y), integer(v.z)};
    }

private:
    int lowest_ = 1000;
};

/// Ray and triangle, scaled by a common power of two that makes all their floats integers. This
/// changes no sign, and it multiplies N and D, both cubic, by the same factor.
struct Integers {
    IntegerVec d, A, B, C;

    Integers(const IntegerVec& direction, const IntegerVec& a, const IntegerVec& b,
             const IntegerVec& c)
        : d(direction), A(a), B(b), C(c) {}
    Integers(const Ray<float>& ray, const Triangle<float>& tri, const Scale& scaled) {
        const auto o = scaled(ray.o);
        d = scaled(ray.d), A = scaled(tri.a) - o, B = scaled(tri.b) - o, C = scaled(tri.c) - o;
    }
    Integers(const Ray<float>& ray, const Triangle<float>& tri)
        : Integers(ray, tri, {&ray.o, &ray.d, &tri.a, &tri.b, &tri.c}) {}

    std::array<Integer, 3> volumes() const {
        return {dot(d, cross(A, B)), dot(d, cross(B, C)), dot(d, cross(C, A))};
    }
    /// n, and the two sides of t = N / D.
    IntegerVec normal() const { return cross(B - A, C - A); }
    Integer N() const { return dot(A, cross(B, C)); }
    Integer D() const { return dot(d, normal()); }
};

}  // namespace hitmiss
