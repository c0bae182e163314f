#include "base/exact_start.hpp"

#include "base/exact_decision.hpp"

namespace hitmiss {
namespace {

/// Vectors from X, times w > 0.
struct FromX {
    Integers times_w;
    Integer w;
};

FromX from_x(const ExactStart& start, const Vec<float>& d, const Triangle<float>& tri) {
    const auto& [o1, d1] = start.first;
    const auto& [p, q, r] = start.triangle;
    const Scale scaled{&o1, &d1, &p, &q, &r, &d, &tri.a, &tri.b, &tri.c};
    const Integers first(start.first, start.triangle, scaled);
    const auto [ab, bc, ca] = first.volumes();
    const Fraction t(first.N(), ab + bc + ca);
    const Integer &N = t.numerator, &w = t.denominator;
    // w X = w o1 + N d1.
    const IntegerVec o = scaled(o1);
    const auto away = [&](const Vec<float>& corner) {
        const IntegerVec v = scaled(corner) - o;
        return IntegerVec{w * v.x - N * first.d.x, w * v.y - N * first.d.y,
                          w * v.z - N * first.d.z};
    };
    return {{scaled(d), away(tri.a), away(tri.b), away(tri.c)}, w};
}

/// t = N / D. The corners' factor w has the power 3 in N and 2 in the sum of the volumes.
Fraction fraction_of(const SpawnedRay& ray, const Triangle<float>& tri) {
    const auto [exact, w] = from_x(ray.start, ray.d, tri);
    const auto [ab, bc, ca] = exact.volumes();
    return {exact.N(), w * (ab + bc + ca)};
}

/// p . (q x r), where p or q is off by up to `error`, and r is the difference of two floats. The
/// volume is far below every such product of floats where it could underflow.
Bounded with_error(const Bounded& volume, const Vec<double>& error, const Vec<double>& other,
                   const Vec<double>& r) {
    return {volume.value, volume.error + volume_of_sizes(error, other, r) + 0x1p-960};
}

Bounded bounded_N(const ExactStart& start, const Triangle<float>& tri) {
    const Vec<double> a(tri.a), e1 = Vec<double>(tri.b) - a, e2 = Vec<double>(tri.c) - a;
    return with_error(volume(a - start.point, e1, e2), start.error, e1, e2);
}

}  // namespace

ExactStart exact_start(const Ray<float>& first, const Triangle<float>& triangle) {
    const Vec<double> o(first.o), way = exact_t(first, triangle) * Vec<double>(first.d);
    // t, the product and the sum are each rounded once, u = 2^-53.
    return {first, triangle, o + way, 0x1p-53 * (4.0 * glm::abs(way) + 2.0 * glm::abs(o))};
}

ExactHit exact_hit(const SpawnedRay& ray, const Triangle<float>& tri) {
    const Vec<double>&X = ray.start.point, &error = ray.start.error;
    const Vec<double> d(ray.d), a(tri.a), b(tri.b), c(tri.c);
    // V_ab = d . (A x B) = d . (A x (b - a)): only A depends on X.
    const auto edge_volume = [&](const Vec<double>& from, const Vec<double>& edge) {
        return with_error(volume(d, from - X, edge), error, d, edge);
    };
    const auto bounded_fraction = [&] {
        return std::pair(bounded_N(ray.start, tri), volume(d, b - a, c - a));
    };
    return decided_hit(
        {edge_volume(a, b - a), edge_volume(b, c - b), edge_volume(c, a - c)}, bounded_fraction,
        [&] { return from_x(ray.start, ray.d, tri).times_w; }, [&] { return exact_t(ray, tri); });
}

std::strong_ordering exact_order(const SpawnedRay& ray, const Triangle<float>& tri,
                                 const Triangle<float>& other) {
    return order_of(fraction_of(ray, tri), fraction_of(ray, other));
}

double exact_t(const SpawnedRay& ray, const Triangle<float>& tri) {
    return rounded(fraction_of(ray, tri));
}

int side_of(const ExactStart& start, const Triangle<float>& tri) {
    const int N = bounded_N(start, tri).sign();
    return N != 0 ? -N : -from_x(start, start.first.d, tri).times_w.N().sign();
}

bool contains(const Triangle<float>& tri, const ExactStart& start) {
    if (bounded_N(start, tri).sign() != 0) return false;
    for (int k = 0; k < 3; ++k) {
        const auto [lo, hi] = std::minmax({tri.a[k], tri.b[k], tri.c[k]});
        if (start.point[k] < double(lo) - start.error[k] ||
            start.point[k] > double(hi) + start.error[k])
            return false;
    }
    return contains_origin(from_x(start, start.first.d, tri).times_w);
}

}  // namespace hitmiss
