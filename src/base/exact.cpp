#include "base/exact.hpp"

#include <optional>

#include "base/exact_signs.hpp"
#include "base/two_doubles.hpp"

namespace hitmiss {
namespace {

/// t = N / D as a fraction with a positive denominator.
struct Fraction {
    Integer numerator, denominator;

    Fraction(const Ray<float>& ray, const Triangle<float>& tri) {
        const Integers exact(ray, tri);
        const auto [ab, bc, ca] = exact.volumes();
        numerator = exact.N(), denominator = ab + bc + ca;
        if (denominator < 0) numerator = -numerator, denominator = -denominator;
    }
};

/// t from N and D, each computed as a sum of two doubles. Nothing if their error bound leaves open
/// to which double t rounds.
std::optional<double> quick_exact_t(const Ray<float>& ray, const Triangle<float>& tri) {
    const Vec<double> o(ray.o), d(ray.d), a(tri.a), b(tri.b), c(tri.c);
    const Vec<double> A = a - o, e1 = b - a, e2 = c - a;
    const auto difference_rounds = [](double x, double y) {
        return TwoDoubles::sum(x, -y).lo != 0;
    };
    std::array<TwoDoubles, 3> n;
    Vec<double> size;
    for (int k = 0; k < 3; ++k) {
        if (difference_rounds(a[k], o[k]) || difference_rounds(b[k], a[k]) ||
            difference_rounds(c[k], a[k]))
            return {};
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        n[std::size_t(k)] = TwoDoubles::product(e1[i], e2[j]) + TwoDoubles::product(-e1[j], e2[i]);
        size[k] = std::abs(e1[i] * e2[j]) + std::abs(e1[j] * e2[i]);
    }
    const auto dot_n = [&](const Vec<double>& v) { return n[0] * v.x + n[1] * v.y + n[2] * v.z; };
    const TwoDoubles N = dot_n(A), D = dot_n(d);
    const double t = N.hi / D.hi;
    // One Newton step: the remainder N.hi - t D.hi is exactly a double, and nothing underflows (see
    // volume()).
    const auto product = TwoDoubles::product(t, D.hi);
    const double correction = (((N.hi - product.hi) - product.lo) + N.lo - t * D.lo) / D.hi;
    // Each term of N and D, and the quotient, takes part in about sixteen roundings of relative
    // size 2^-106, together 2^-102. The bound is four times that.
    const double error = 0x1p-100 * t *
                         (1 + glm::dot(size, glm::abs(A)) / std::abs(N.hi) +
                          glm::dot(size, glm::abs(d)) / std::abs(D.hi));
    if (t + (correction - error) != t + (correction + error)) return {};
    return t + correction;
}

}  // namespace

std::string_view to_string(Position position) {
    constexpr std::string_view names[] = {"outside", "inside", "edge", "vertex", "degenerate"};
    return names[std::size_t(position)];
}

ExactHit exact_hit(const Ray<float>& ray, const Triangle<float>& tri) {
    const Vec<double> o(ray.o), d(ray.d);
    const Vec<double> A = Vec<double>(tri.a) - o, B = Vec<double>(tri.b) - o,
                      C = Vec<double>(tri.c) - o;
    const Bounded volumes[] = {volume(d, A, B), volume(d, B, C), volume(d, C, A)};
    int positive = 0, negative = 0;  // volumes whose sign is certain, then by exact sign
    for (const auto& v : volumes) positive += v.sign() > 0, negative += v.sign() < 0;
    const auto miss = [](Position position) { return ExactHit{position, false, 0, 0}; };
    if (positive + negative < 3 && (positive == 0 || negative == 0)) {
        positive = negative = 0;
        for (const Integer& v : Integers(ray, tri).volumes()) positive += v > 0, negative += v < 0;
    }
    if (positive > 0 && negative > 0) return miss(Position::outside);
    // Indexed by the number of volumes that are not 0.
    constexpr Position positions[]{Position::degenerate, Position::vertex, Position::edge,
                                   Position::inside};
    const Position position = positions[positive + negative];
    if (position == Position::degenerate) return miss(position);

    // N = A . (B x C) = A . (e1 x e2), and D = d . (e1 x e2): with the edges, small triangles far
    // away lose no digits to cancellation.
    const Vec<double> e1 = Vec<double>(tri.b) - Vec<double>(tri.a),
                      e2 = Vec<double>(tri.c) - Vec<double>(tri.a);
    const Bounded N = volume(A, e1, e2), D = volume(d, e1, e2);
    // t = N/D > 0 if N has the sign of D, which is the sum of the three volumes.
    const int sign_of_N = N.sign() != 0 ? N.sign() : Integers(ray, tri).N().sign();
    if (sign_of_N != (positive > 0 ? 1 : -1)) return miss(position);

    const double relative = N.error / std::abs(N.value) + D.error / std::abs(D.value) + 0x1p-50;
    if (relative < 1e-6) {
        const double t = N.value / D.value;
        return {position, true, t, 2 * relative * t};
    }
    const double t = exact_t(ray, tri);
    return {position, true, t, t * 0x1p-53};
}

std::strong_ordering exact_order(const Ray<float>& ray, const Triangle<float>& tri,
                                 const Triangle<float>& other) {
    const Fraction t(ray, tri), u(ray, other);
    const int order = Integer(t.numerator * u.denominator).compare(u.numerator * t.denominator);
    return order <=> 0;
}

double exact_t(const Ray<float>& ray, const Triangle<float>& tri) {
    if (const auto t = quick_exact_t(ray, tri)) return *t;
    auto [numerator, denominator] = Fraction(ray, tri);
    // The conversion to double rounds 56 bits of the quotient, the last one sticky, to 53.
    const int shift = 56 - int(msb(numerator)) + int(msb(denominator));
    if (shift > 0)
        numerator <<= shift;
    else
        denominator <<= -shift;
    Integer quotient, rest;
    divide_qr(numerator, denominator, quotient, rest);
    const auto bits = quotient.convert_to<std::uint64_t>() | std::uint64_t(rest != 0);
    return std::ldexp(double(bits), -shift);
}

bool exact_step(const Ray<float>& ray, const Triangle<float>& tri) {
    const ExactHit exact = exact_hit(ray, tri);
    if (!exact.hit || exact.t - exact.t_error > 1) return false;
    if (exact.t + exact.t_error < 1) return true;
    const Fraction t(ray, tri);
    return t.numerator <= t.denominator;
}

bool seen_from_front(const Ray<float>& ray, const Triangle<float>& tri) {
    const Vec<double> a(tri.a);
    const Bounded D = volume(Vec<double>(ray.d), Vec<double>(tri.b) - a, Vec<double>(tri.c) - a);
    if (D.sign() != 0) return D.sign() < 0;
    const auto [ab, bc, ca] = Integers(ray, tri).volumes();
    return ab + bc + ca < 0;
}

bool contains_origin(const Ray<float>& ray, const Triangle<float>& tri) {
    if (!bounds(tri).holds(ray.o)) return false;
    const Integers exact(ray, tri);
    if (exact.N() != 0) return false;
    // o, A, B and C lie in one plane, so these are normals of it, each on the side that tells on
    // which side of an edge o is.
    const auto& [d, A, B, C] = exact;
    const IntegerVec ab = cross(A, B), bc = cross(B, C), ca = cross(C, A);
    if (dot(ab, bc) < 0 || dot(bc, ca) < 0 || dot(ca, ab) < 0) return false;
    // All are 0 if o lies in line with the corners of a triangle without area.
    const IntegerVec n{ab.x + bc.x + ca.x, ab.y + bc.y + ca.y, ab.z + bc.z + ca.z};
    return dot(n, n) != 0 || dot(A, B) <= 0 || dot(B, C) <= 0 || dot(C, A) <= 0;
}

bool runs_in_plane(const Ray<float>& ray, const Triangle<float>& tri) {
    if (exact_hit(ray, tri).position != Position::degenerate) return false;
    const auto& [d, A, B, C] = Integers(ray, tri);
    const IntegerVec n = cross(B - A, C - A);
    if (dot(n, n) != 0) return true;
    // The ray's line and each side lie in one plane: it meets a side whose ends it has on both
    // sides.
    const IntegerVec a = cross(d, A), b = cross(d, B), c = cross(d, C);
    return dot(a, b) <= 0 || dot(b, c) <= 0 || dot(c, a) <= 0;
}

}  // namespace hitmiss
