#include "base/exact_start.hpp"

#include "base/exact_decision.hpp"

namespace hitmiss {
namespace {

/// Vectors from X, times w > 0.
struct FromX {
    Integers times_w;
    Integer w;
};

FromX from_x(const SpawnedRay& ray, const Triangle<float>& tri) {
    const auto& [start, d, goes] = ray;
    const auto& [o1, d1] = start.first;
    const auto& [p, q, r] = start.triangle;
    const Scale scaled{&o1, &d1, &p, &q, &r, &d, &tri.a, &tri.b, &tri.c};
    const Integers first(start.first, start.triangle, scaled);
    const Fraction t(first.N(), first.D());
    const Integer &N = t.numerator, &w = t.denominator;
    // w X = w o1 + N d1.
    const IntegerVec o = scaled(o1);
    const auto away = [&](const Vec<float>& corner) {
        const IntegerVec v = scaled(corner) - o;
        return IntegerVec{w * v.x - N * first.d.x, w * v.y - N * first.d.y,
                          w * v.z - N * first.d.z};
    };
    return {{goes == Goes::to_point ? away(d) : scaled(d), away(tri.a), away(tri.b), away(tri.c)},
            w};
}
FromX from_x(const ExactStart& start, const Triangle<float>& tri) {
    return from_x({start, start.first.d}, tri);
}

/// t = N / D. The corners' factor w has the power 3 in N. In D it has 3 too if the direction has
/// that factor, else 2.
Fraction fraction_of(const SpawnedRay& ray, const Triangle<float>& tri) {
    const auto [exact, w] = from_x(ray, tri);
    return {exact.N(), ray.goes == Goes::to_point ? exact.D() : Integer(w * exact.D())};
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
    const bool to_point = ray.goes == Goes::to_point;
    // V_ab = d . (A x B) = d . (A x (b - a)): only A depends on X. For d = L - X it is
    // (L - a) . (A x (b - a)), because A is at right angles to A x (b - a).
    const auto edge_volume = [&](const Vec<double>& from, const Vec<double>& edge) {
        const Vec<double> along = to_point ? d - from : d;
        return with_error(volume(along, from - X, edge), error, along, edge);
    };
    const auto bounded_fraction = [&] {
        const Vec<double> e1 = b - a, e2 = c - a;
        return std::pair(
            bounded_N(ray.start, tri),
            to_point ? with_error(volume(d - X, e1, e2), error, e1, e2) : volume(d, e1, e2));
    };
    ExactHit hit = decided_hit(
        {edge_volume(a, b - a).sign(), edge_volume(b, c - b).sign(), edge_volume(c, a - c).sign()},
        bounded_fraction, [&] { return from_x(ray, tri).times_w; },
        [&] { return exact_t(ray, tri); });
    // It is met before L where L lies on its other side.
    if (hit.hit && to_point && hit.t + hit.t_error >= 1)
        hit.hit = side_of(ray.d, tri) == -side_of(ray.start, tri);
    return hit;
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
    return N != 0 ? -N : -from_x(start, tri).times_w.N().sign();
}

bool contains(const Triangle<float>& tri, const ExactStart& start) {
    if (bounded_N(start, tri).sign() != 0) return false;
    for (int k = 0; k < 3; ++k) {
        const auto [lo, hi] = std::minmax({tri.a[k], tri.b[k], tri.c[k]});
        if (start.point[k] < double(lo) - start.error[k] ||
            start.point[k] > double(hi) + start.error[k])
            return false;
    }
    return contains_origin(from_x(start, tri).times_w);
}

}  // namespace hitmiss
