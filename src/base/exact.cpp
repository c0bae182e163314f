#include "base/exact.hpp"

#include <optional>

#include "base/exact_decision.hpp"

namespace hitmiss {
namespace {

Fraction fraction_of(const Ray<float>& ray, const Triangle<float>& tri) {
    const Integers exact(ray, tri);
    return {exact.N(), exact.D()};
}

/// t from N and D, each computed as a sum of two doubles. Nothing if their error bound leaves open
/// to which double t rounds, or is more than a thousandth of its last place.
std::optional<TwoDoubles> quick_exact_t(const Ray<float>& ray, const Triangle<float>& tri) {
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
    if (t + (correction - error) != t + (correction + error) || error > 0x1p-64 * t) return {};
    return TwoDoubles::sum(t, correction);
}

}  // namespace

std::string_view to_string(Position position) {
    constexpr std::string_view names[] = {"outside", "inside", "edge", "vertex", "degenerate"};
    return names[std::size_t(position)];
}

ExactHit exact_hit(const Ray<float>& ray, const Triangle<float>& tri) {
    const Doubles doubles(ray, tri);
    const auto& [d, A, B, C, stored] = doubles;
    const double along = sum_of_sizes(d), a = sum_of_sizes(A), b = sum_of_sizes(B),
                 c = sum_of_sizes(C);
    const int ab = sign_of_volume(d, A, B, along * a * b),
              bc = sign_of_volume(d, B, C, along * b * c);
    // Once two signs are opposite the third does not matter: the ray passes outside.
    const int ca = ab * bc < 0 ? 0 : sign_of_volume(d, C, A, along * c * a);
    return decided_hit(
        {ab, bc, ca}, [&] { return std::pair(doubles.N(), doubles.D()); },
        [&] { return Integers(ray, tri); }, [&] { return exact_t(ray, tri); });
}

std::strong_ordering exact_order(const Ray<float>& ray, const Triangle<float>& tri,
                                 const Triangle<float>& other) {
    return order_of(fraction_of(ray, tri), fraction_of(ray, other));
}

double exact_t(const Ray<float>& ray, const Triangle<float>& tri) {
    if (const auto t = quick_exact_t(ray, tri)) return t->hi;
    return rounded(fraction_of(ray, tri));
}

TwoDoubles exact_t_in_two(const Ray<float>& ray, const Triangle<float>& tri) {
    if (const auto t = quick_exact_t(ray, tri)) return *t;
    const Fraction t = fraction_of(ray, tri);
    const double nearest = rounded(t);
    return {nearest, rest_of(t, nearest)};
}

bool seen_from_front(const Ray<float>& ray, const Triangle<float>& tri) {
    const int D = Doubles(ray, tri).D().sign();
    return D != 0 ? D < 0 : Integers(ray, tri).D() < 0;
}

int side_of(const Vec<float>& point, const Triangle<float>& tri) {
    // N = n . (a - p), whatever the direction.
    const Ray<float> ray(point, {0, 0, 1});
    const int N = Doubles(ray, tri).N().sign();
    return N != 0 ? -N : -Integers(ray, tri).N().sign();
}

bool contains_origin(const Ray<float>& ray, const Triangle<float>& tri) {
    return bounds(tri).holds(ray.o) && contains_origin(Integers(ray, tri));
}

bool runs_in_plane(const Ray<float>& ray, const Triangle<float>& tri) {
    if (exact_hit(ray, tri).position != Position::degenerate) return false;
    const Integers exact(ray, tri);
    const auto& [d, A, B, C] = exact;
    if (exact.normal() != IntegerVec{}) return true;
    // The ray's line and each side lie in one plane: it meets a side whose ends it has on both
    // sides.
    const IntegerVec a = cross(d, A), b = cross(d, B), c = cross(d, C);
    return dot(a, b) <= 0 || dot(b, c) <= 0 || dot(c, a) <= 0;
}

}  // namespace hitmiss
