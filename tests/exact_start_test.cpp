// The exact answer for rays that start where another ray met the surface, against fractions.

#include "base/exact_start.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "exact_check.hpp"
#include "judge/spawning.hpp"
#include "random_geometry.hpp"
#include "sanitized.hpp"
#include "solids.hpp"

namespace hitmiss {
namespace {

using Fractions = std::array<Rational, 3>;

Fractions fractions(const Float3& v) {
    return {Rational(v.x), Rational(v.y), Rational(v.z)};
}
Fractions operator-(const Fractions& p, const Fractions& q) {
    return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
Fractions cross(const Fractions& p, const Fractions& q) {
    return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
Rational dot(const Fractions& p, const Fractions& q) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
Fractions along(const Fractions& o, const Rational& t, const Fractions& d) {
    return {o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]};
}

/// Whether a point of the triangle's plane is in the triangle, and its zeros: by the areas of the
/// projection that drops the largest axis of the normal.
std::optional<int> zeros_in(const Fractions& p, const Triangle<float>& tri, const Fractions& n) {
    std::size_t drop = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (abs(n[k]) > abs(n[drop])) drop = k;
    const std::size_t i = (drop + 1) % 3, j = (drop + 2) % 3;
    int zeros = 0, positive = 0, negative = 0;
    for (const auto& [from, to] : edges(tri)) {
        const Fractions a = fractions(from), b = fractions(to);
        const Rational area = (b[i] - a[i]) * (p[j] - a[j]) - (b[j] - a[j]) * (p[i] - a[i]);
        zeros += area == 0, positive += area > 0, negative += area < 0;
    }
    if (positive > 0 && negative > 0) return {};
    return zeros;
}

struct ByFractions {
    Position position = Position::outside;
    bool hit = false;
    Rational t = 0;
    int side = 0;  ///< of X
    bool contains = false;
};

ByFractions by_fractions(const Fractions& X, const Fractions& d, const Triangle<float>& tri) {
    const Fractions a = fractions(tri.a);
    const Fractions n = cross(fractions(tri.b) - a, fractions(tri.c) - a);
    if (dot(n, n) == 0) return {};  // the tests have no such triangles
    const Rational N = dot(n, a - X), D = dot(n, d);
    ByFractions result;
    result.side = N > 0 ? -1 : N < 0 ? 1 : 0;
    result.contains = N == 0 && zeros_in(X, tri, n).has_value();
    if (D == 0) {
        result.position = N == 0 ? Position::degenerate : Position::outside;
        return result;
    }
    result.t = N / D;
    const auto zeros = zeros_in(along(X, result.t, d), tri, n);
    if (!zeros) return result;
    constexpr Position positions[]{Position::inside, Position::edge, Position::vertex};
    result.position = positions[*zeros], result.hit = result.t > 0;
    return result;
}

/// Where the first ray meets its triangle, by fractions.
Fractions start_by_fractions(const Ray<float>& first, const Triangle<float>& tri) {
    const Fractions a = fractions(tri.a), o = fractions(first.o), d = fractions(first.d);
    const Fractions n = cross(fractions(tri.b) - a, fractions(tri.c) - a);
    return along(o, dot(n, a - o) / dot(n, d), d);
}

bool has_area(const Triangle<float>& tri) {
    const Fractions a = fractions(tri.a);
    const Fractions n = cross(fractions(tri.b) - a, fractions(tri.c) - a);
    return dot(n, n) != 0;
}

/// A first hit, a direction, and triangles that it may meet.
struct StartCase {
    Ray<float> first;
    Triangle<float> tri;
    Float3 d;
    std::array<Triangle<float>, 2> met;
};

class Cases {
public:
    static constexpr int kinds = 7;

    /// A case of that kind.
    StartCase operator()(int kind) {
        for (;;)
            if (const auto drawn = draw(kind)) return *drawn;
    }

private:
    /// Nothing where the first ray misses, or a triangle has no area.
    std::optional<StartCase> draw(int kind) {
        auto& [first, tri, d, met] = case_;
        tri = {point(), point(), point()};
        first.o = point();
        // At a corner, the middle of an edge or of the triangle, or anywhere.
        const Float3 targets[] = {tri.b - first.o, tri.a + tri.c - 2.0f * first.o,
                                  tri.a + tri.b + tri.c - 3.0f * first.o, point()};
        first.d = targets[random_.below(4)];
        d = point();
        met = {Triangle<float>{point(), point(), point()}, {point(), point(), point()}};
        if (random_.below(2) == 0) {
            // A neighbour at an edge, and one whose corner lies on that edge: a T-junction.
            met[0] = {tri.b, tri.a, point()};
            met[1] = {0.5f * (tri.a + tri.b), point(), point()};
        }
        if (random_.below(4) == 0) met[1] = {tri.c, tri.a + tri.b - tri.c, tri.b};  // touching
        if (random_.below(4) == 0) {
            // From a corner to an edge that the two triangles share.
            first.d = tri.b - first.o, d = met[0].a + met[0].b - 2.0f * tri.b;
            met[1] = {met[0].b, met[0].a, point()};
        }
        if (kind == 1) change([&](const Float3& v) { return std::ldexp(1.0f, -60) * v; });
        if (kind == 2) change([&](const Float3& v) { return std::ldexp(1.0f, 40) * v; });
        if (kind == 3) nudge(met[random_.below(2)].b), nudge(d);
        if (kind == 4) {
            const Float3 by{0x1p18f, -0x1p17f, 3};
            first.o += by;
            for (auto* t : {&tri, &met[0], &met[1]}) *t = {t->a + by, t->b + by, t->c + by};
        }
        if (kind == 5) nudge(first.d), nudge(first.o), nudge(met[0].c);
        if (kind == 6)  // every coordinate has an exponent of its own
            change([&](const Float3& v) {
                Float3 w = v;
                for (int k = 0; k < 3; ++k) w[k] = std::ldexp(v[k], int(random_.below(60)) - 30);
                return w;
            });
        if (d == Float3(0) || first.d == Float3(0) || !has_area(tri) || !has_area(met[0]) ||
            !has_area(met[1]) || !exact_hit(first, tri).hit)
            return {};
        return case_;
    }

    Float3 point() {
        const auto draw = [&] { return float(int(random_.below(9)) - 4); };
        return Float3{draw(), draw(), draw()};
    }
    void nudge(Float3& v) {
        float& x = v[int(random_.below(3))];
        x = std::nextafter(x, random_.below(2) == 0 ? -10.0f : 10.0f);
    }
    void change(const auto& map) {
        auto& [first, tri, d, met] = case_;
        for (auto* t : {&tri, &met[0], &met[1]}) *t = {map(t->a), map(t->b), map(t->c)};
        first = {map(first.o), map(first.d)}, d = map(d);
    }

    Random random_{1};
    StartCase case_;
};

/// HITMISS_RAYS=100000 takes half a minute.
int rays_tried() {
    const char* const many = std::getenv("HITMISS_RAYS");
    return many != nullptr ? std::atoi(many) : repeated(7000);
}

TEST(ExactStart, AgreesWithFractions) {
    const int count = rays_tried();
    Cases cases;
    std::array<int, 5> positions{};
    int contained = 0, beyond = 0, equal = 0;
    for (int k = 0; k < count; ++k) {
        const auto [first, tri, d, met] = cases(k % Cases::kinds);
        const SpawnedRay ray{exact_start(first, tri), d};
        const Fractions X = start_by_fractions(first, tri);
        for (int axis = 0; axis < 3; ++axis)
            ASSERT_LE(abs(X[std::size_t(axis)] - Rational(ray.start.point[axis])),
                      Rational(ray.start.error[axis]));
        EXPECT_TRUE(contains(tri, ray.start));
        EXPECT_FALSE(exact_hit(ray, tri).hit);
        std::array<ByFractions, 2> right;
        for (std::size_t m = 0; m < 2; ++m) {
            const std::string what = describe({first, tri}) + describe({{first.o, d}, met[m]});
            right[m] = by_fractions(X, fractions(d), met[m]);
            const ExactHit hit = exact_hit(ray, met[m]);
            ASSERT_EQ(hit.position, right[m].position) << what;
            ASSERT_EQ(hit.hit, right[m].hit) << what;
            ASSERT_EQ(side_of(ray.start, met[m]), right[m].side) << what;
            ASSERT_EQ(contains(met[m], ray.start), right[m].contains) << what;
            ++positions[std::size_t(hit.position)];
            contained += right[m].contains, beyond += hit.hit;
            if (!hit.hit) continue;
            ASSERT_LE(abs(right[m].t - Rational(hit.t)), Rational(hit.t_error)) << what;
            // Rounded to nearest: no other double is nearer.
            const double t = exact_t(ray, met[m]);
            const Rational off = abs(right[m].t - Rational(t));
            ASSERT_LE(off, abs(right[m].t - Rational(std::nextafter(t, 0)))) << what;
            ASSERT_LE(off, abs(right[m].t - Rational(std::nextafter(t, 1e300)))) << what;
        }
        if (!right[0].hit || !right[1].hit) continue;
        const auto order = right[0].t < right[1].t   ? std::strong_ordering::less
                           : right[0].t > right[1].t ? std::strong_ordering::greater
                                                     : std::strong_ordering::equal;
        ASSERT_EQ(exact_order(ray, met[0], met[1]), order);
        equal += order == 0;
    }
    // The cases try what they should.
    for (const int seen : positions) EXPECT_GT(seen, count / 200);
    EXPECT_GT(contained, count / 20);
    EXPECT_GT(beyond, count / 20);
    EXPECT_GT(equal, count / 100);
}

TEST(ExactStart, AgreesWithFractionsOnTheWayToAPoint) {
    const int count = rays_tried();
    Cases cases;
    std::array<int, 5> positions{};
    int before = 0, beyond = 0, ordered = 0;
    for (int k = 0; k < count; ++k) {
        const auto [first, tri, to, met] = cases(k % Cases::kinds);
        const Fractions X = start_by_fractions(first, tri), way = fractions(to) - X;
        if (dot(way, way) == 0) continue;
        const SpawnedRay ray{exact_start(first, tri), to, Goes::to_point};
        EXPECT_FALSE(exact_hit(ray, tri).hit);
        std::array<ByFractions, 2> right;
        int hits = 0;
        for (std::size_t m = 0; m < 2; ++m) {
            const std::string what = describe({first, tri}) + describe({{first.o, to}, met[m]});
            right[m] = by_fractions(X, way, met[m]);
            if (right[m].hit && right[m].t == 1) continue;  // it contains the point
            const ExactHit hit = exact_hit(ray, met[m]);
            ASSERT_EQ(hit.position, right[m].position) << what;
            ASSERT_EQ(hit.hit, right[m].hit && right[m].t < 1) << what;
            ++positions[std::size_t(hit.position)];
            before += hit.hit, beyond += right[m].hit && !hit.hit;
            if (!hit.hit) continue;
            ++hits;
            ASSERT_LE(abs(right[m].t - Rational(hit.t)), Rational(hit.t_error)) << what;
            const double t = exact_t(ray, met[m]);
            const Rational off = abs(right[m].t - Rational(t));
            ASSERT_LE(off, abs(right[m].t - Rational(std::nextafter(t, 0)))) << what;
            ASSERT_LE(off, abs(right[m].t - Rational(std::nextafter(t, 1e300)))) << what;
        }
        if (hits < 2) continue;
        const auto order = exact_order(ray, met[0], met[1]);
        ASSERT_EQ(order < 0, right[0].t < right[1].t);
        ASSERT_EQ(order == 0, right[0].t == right[1].t);
        ++ordered;
    }
    for (const int seen : positions) EXPECT_GT(seen, count / 200);
    EXPECT_GT(before, count / 50);
    EXPECT_GT(beyond, count / 100);
    EXPECT_GT(ordered, count / 500);
}

// The tree, its boxes and the triangles that are left out: nearest hits among all triangles, also
// of boxes that touch, from places where corners and middles of edges are met exactly.
TEST(ExactStart, FindsTheNearestOfAllTriangles) {
    auto all = solids();
    Triangles touching = cubes({{0, 0, 0}, {1, 0, 0}});
    for (auto tri : cubes({{0, 0, 0}})) {
        for (auto* v : {&tri.a, &tri.b, &tri.c}) *v = 0.5f * *v + Vec<float>(0.25f, 0.25f, 1);
        touching.push_back(tri);
    }
    all["touching boxes"] = touching;
    all.erase("torus knot");  // its 900 triangles would take most of the time
    Random random(5);
    int hits = 0, several = 0;
    const auto any_of = [&](const Triangles& triangles) -> const Triangle<float>& {
        return triangles[random.below(std::uint32_t(triangles.size()))];
    };
    for (const auto& [name, triangles] : all) {
        const Geometry geometry(triangles, {});
        const Reference exact = make_reference(make_method("exact"), geometry);
        for (int k = 0; k < rays_tried() / 50; ++k) {
            Vec<float> o;
            for (int axis = 0; axis < 3; ++axis) o[axis] = float(random.below(9)) - 2;
            const auto& at = any_of(triangles);
            const Ray<float> first{o, (k % 2 == 0 ? at.a : 0.5f * (at.a + at.b)) - o};
            if (first.d == Vec<float>(0)) continue;
            const auto met = exact(first).triangles;
            if (met.empty()) continue;
            const auto& aim = any_of(triangles);
            const Vec<float> to = k % 3 == 0 ? aim.b : 0.5f * (aim.b + aim.c);
            const bool to_lamp = k % 5 == 0;
            const auto start = exact_start(first, triangles[met.front()]);
            const SpawnedRay ray{start,
                                 to_lamp || k % 2 == 0 ? to : Vec<float>(random_direction(random)),
                                 to_lamp ? Goes::to_point : Goes::in_direction};
            const Fractions X = start_by_fractions(first, triangles[met.front()]);
            const Fractions d = to_lamp ? fractions(ray.d) - X : fractions(ray.d);
            if (dot(d, d) == 0) continue;
            std::vector<std::uint32_t> nearest;
            Rational least = 0;
            for (std::uint32_t index = 0; index < triangles.size(); ++index) {
                const auto right = by_fractions(X, d, triangles[index]);
                if (!right.hit || (to_lamp && right.t >= 1)) continue;
                if (nearest.empty() || right.t < least) nearest.clear(), least = right.t;
                if (right.t == least) nearest.push_back(index);
            }
            ASSERT_EQ(exact_answer(ray, geometry).triangles, nearest) << name << ' ' << k;
            hits += !nearest.empty(), several += nearest.size() > 1;
        }
    }
    EXPECT_GT(hits, rays_tried() / 20);
    EXPECT_GT(several, rays_tried() / 100);
}

}  // namespace
}  // namespace hitmiss
