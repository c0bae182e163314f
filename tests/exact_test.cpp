// The exact answer against another formulation in other arithmetic, on a million adversarial pairs.

#include "base/exact.hpp"

#include <gtest/gtest.h>

#include "exact_check.hpp"
#include "judge/reference.hpp"
#include "sanitized.hpp"

namespace hitmiss {
namespace {

TEST(Exact, AgreesWithRationalArithmeticOnAMillionPairs) {
    constexpr int count = repeated(1'000'000);
    Pairs pairs(1);
    std::array<int, 5> seen{};
    int hits = 0;
    for (int k = 0; k < count; ++k) {
        const Pair pair = pairs(k % Pairs::kinds);
        const auto exact = exact_hit(pair.ray, pair.tri);
        const auto checked = check(pair);
        ASSERT_EQ(exact.position, checked.position)
            << "kind " << k % Pairs::kinds << describe(pair);
        ASSERT_EQ(exact.hit, checked.hit) << "kind " << k % Pairs::kinds << describe(pair);
        ++seen[std::size_t(exact.position)];
        hits += exact.hit;
        if (!exact.hit || hits % 8 != 0) continue;
        const Rational t = t_of(checked);
        ASSERT_LE(abs(Rational(exact.t) - t), Rational(exact.t_error)) << describe(pair);
        ASSERT_LT(exact.t_error, 1e-5 * exact.t) << describe(pair);
    }
    for (const int times : seen) EXPECT_GT(times, count / 50);
    EXPECT_GT(hits, count / 10);
}

TEST(Exact, RoundsTToTheNearestDouble) {
    Pairs pairs(2);
    int hits = 0;
    for (int k = 0; k < repeated(100'000); ++k) {
        const Pair pair = pairs(k % Pairs::kinds);
        const auto checked = check(pair);
        if (!checked.hit) continue;
        ++hits;
        const double t = exact_t(pair.ray, pair.tri);
        const Rational exact = t_of(checked), below(std::nextafter(t, 0.0)),
                       above(std::nextafter(t, 2 * t));
        ASSERT_LE((below + Rational(t)) / 2, exact) << describe(pair);
        ASSERT_GE((above + Rational(t)) / 2, exact) << describe(pair);
        const TwoDoubles two = exact_t_in_two(pair.ray, pair.tri);
        ASSERT_EQ(two.hi, t) << describe(pair);
        ASSERT_LE(abs(Rational(two.hi) + Rational(two.lo) - exact) * 1000, above - Rational(t))
            << describe(pair);
    }
    EXPECT_GT(hits, repeated(10'000));
}

TEST(Exact, OrdersTwoHitsAsRationalsDo) {
    Pairs pairs(3);
    std::array<int, 3> seen{};
    for (int k = 0; k < repeated(200'000); ++k) {
        // Another lattice triangle around the same ray; ties are common.
        const Pair pair = pairs(1);
        const Pair other{pair.ray, pairs(1).tri};
        const auto t = check(pair), u = check(other);
        if (!t.hit || !u.hit) continue;
        const int order = Integer(t.numerator * u.denominator).compare(u.numerator * t.denominator);
        ++seen[std::size_t(order > 0) + std::size_t(order >= 0)];
        ASSERT_EQ(exact_order(pair.ray, pair.tri, other.tri), order <=> 0) << describe(pair);
        ASSERT_EQ(exact_order(pair.ray, other.tri, pair.tri), 0 <=> order) << describe(pair);
    }
    for (const int times : seen) EXPECT_GT(times, repeated(200));
}

TEST(Exact, TurningOrReflectingATriangleChangesNothing) {
    Pairs pairs(4);
    for (int k = 0; k < repeated(100'000); ++k) {
        const Pair pair = pairs(k % Pairs::kinds);
        const auto& [a, b, c] = std::tie(pair.tri.a, pair.tri.b, pair.tri.c);
        const auto exact = exact_hit(pair.ray, pair.tri);
        for (const auto& tri : {Triangle<float>(b, c, a), Triangle<float>(c, a, b),
                                Triangle<float>(c, b, a), Triangle<float>(b, a, c)}) {
            const auto turned = exact_hit(pair.ray, tri);
            ASSERT_EQ(turned.position, exact.position) << describe(pair);
            ASSERT_EQ(turned.hit, exact.hit) << describe(pair);
            if (exact.hit) {
                ASSERT_EQ(exact_t(pair.ray, tri), exact_t(pair.ray, pair.tri)) << describe(pair);
            }
        }
        // In a mirror, with x and y exchanged.
        const auto mirrored = [](const Float3& v) { return Float3(v.y, v.x, v.z); };
        const auto mirror = exact_hit({mirrored(pair.ray.o), mirrored(pair.ray.d)},
                                      {mirrored(a), mirrored(b), mirrored(c)});
        ASSERT_EQ(mirror.position, exact.position) << describe(pair);
    }
}

// The flat quad a b c d is cut along ac. A line that meets one half in the cut meets the other
// there too; one that meets it off the cut meets one half only.
TEST(Exact, TrianglesAtASharedEdgeAgree) {
    Random random(5);
    int on_the_cut = 0, beside = 0;
    for (int k = 0; k < repeated(100'000); ++k) {
        const auto draw = [&] { return float(int(random.below(17)) - 8); };
        const Float3 a{draw(), draw(), draw()}, e{draw(), draw(), draw()},
            f{draw(), draw(), draw()};
        if (glm::cross(e, f) == Float3(0)) continue;
        const Float3 b = a + e, c = a + e + f, d = a + f;  // exact: small integers
        const float s = float(random.below(1024)) / 1024,
                    r = random.below(2) == 0 ? s : float(random.below(1024)) / 1024;
        const Float3 o = 16.0f * Float3{draw(), draw(), draw()} + Float3{0, 0, 1};
        const Float3 aim = a + s * e + r * f - o;  // exact: 5 + 10 bits
        if (glm::dot(glm::cross(e, f), aim) == 0) continue;
        const auto lower = exact_hit({o, aim}, {a, b, c}), upper = exact_hit({o, aim}, {a, c, d});
        ASSERT_TRUE(lower.hit || upper.hit);
        ASSERT_EQ(lower.hit && upper.hit, s == r);
        (s == r ? on_the_cut : beside) += 1;
        if (s == r) {
            ASSERT_EQ(exact_order({o, aim}, {a, b, c}, {a, c, d}), std::strong_ordering::equal);
            ASSERT_EQ(lower.position, s == 0 ? Position::vertex : Position::edge);
        }
    }
    EXPECT_GT(on_the_cut, repeated(10'000));
    EXPECT_GT(beside, repeated(10'000));
}

TEST(Exact, HandMadeCases) {
    const Triangle<float> tri({0, 0, 0}, {4, 0, 0}, {0, 4, 0});
    const float least = std::numeric_limits<float>::denorm_min();
    struct Case {
        Ray<float> ray;
        Triangle<float> tri;
        Position position;
        bool hit;
        double t;
    };
    const Float3 down{0, 0, -1};
    const Case cases[] = {
        {{{1, 1, 2}, down}, tri, Position::inside, true, 2},
        {{{1, 1, -2}, down}, tri, Position::inside, false, 0},
        {{{1, 1, 0}, down}, tri, Position::inside, false, 0},
        {{{1, 1, least}, down}, tri, Position::inside, true, 0x1p-149},
        {{{1, 1, 2}, {0, 0, -4}}, tri, Position::inside, true, 0.5},
        {{{1, 0, 2}, down}, tri, Position::edge, true, 2},
        {{{2, 2, 2}, down}, tri, Position::edge, true, 2},
        {{{0, 1, 2}, down}, tri, Position::edge, true, 2},
        {{{0, 0, 2}, down}, tri, Position::vertex, true, 2},
        {{{4, 0, 2}, down}, tri, Position::vertex, true, 2},
        {{{0, 4, 2}, down}, tri, Position::vertex, true, 2},
        {{{1, -least, 2}, down}, tri, Position::outside, false, 0},
        {{{1, least, 2}, down}, tri, Position::inside, true, 2},
        {{{3, std::nextafter(1.0f, 2.0f), 2}, down}, tri, Position::outside, false, 0},
        {{{5, 0, 2}, down}, tri, Position::outside, false, 0},  // on the line through an edge
        {{{1, 1, 0}, {1, 0, 0}}, tri, Position::degenerate, false, 0},
        {{{1, 1, 1}, {1, 0, 0}}, tri, Position::outside, false, 0},  // parallel to the plane
        {{{1, 0, 2}, down}, {{0, 0, 0}, {2, 0, 0}, {4, 0, 0}}, Position::degenerate, false, 0},
        {{{1, 1, 2}, down}, {{0, 0, 0}, {2, 0, 0}, {4, 0, 0}}, Position::outside, false, 0},
        {{{0, 0, 2}, down}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, Position::degenerate, false, 0},
    };
    for (const auto& c : cases) {
        const auto exact = exact_hit(c.ray, c.tri);
        EXPECT_EQ(exact.position, c.position) << describe({c.ray, c.tri});
        EXPECT_EQ(exact.hit, c.hit) << describe({c.ray, c.tri});
        if (!c.hit) continue;
        EXPECT_NEAR(exact.t, c.t, exact.t_error) << describe({c.ray, c.tri});
        EXPECT_EQ(exact_t(c.ray, c.tri), c.t) << describe({c.ray, c.tri});
    }
}

// Rays at the lattice points of a grid meet up to six triangles at once, and in each of two layers.
TEST(Reference, YieldsAllOfEOnExactTies) {
    std::vector<Triangle<float>> triangles;
    for (const float z : {0.0f, 0.0f, -1.0f})
        for (float x = 0; x < 6; ++x)
            for (float y = 0; y < 6; ++y) {
                triangles.push_back({{x, y, z}, {x + 1, y, z}, {x + 1, y + 1, z}});
                triangles.push_back({{x, y, z}, {x + 1, y + 1, z}, {x, y + 1, z}});
            }
    // In the second sheet they begin at another corner, because E has only the first of copies.
    for (std::size_t k = 72; k < 144; ++k)
        triangles[k] = {triangles[k].b, triangles[k].c, triangles[k].a};
    std::vector<Ray<float>> rays;
    const Float3 eye{2.5f, 3.25f, 8};
    for (float x = -0.25f; x < 6.5f; x += 0.25f)
        for (float y = -0.25f; y < 6.5f; y += 0.25f) {
            rays.push_back({eye, Float3{x, y, 0} - eye});
            rays.push_back({{x, y, 4}, {0, 0, -1}});
        }
    const Geometry geometry(triangles, Vec<double>(eye));
    std::vector<ExactAnswer> answers(rays.size());
    const auto reference = make_reference(parse_method("exact"), geometry);
    for (std::size_t k = 0; k < rays.size(); ++k) answers[k] = reference(rays[k]);
    std::array<int, 13> sizes{};
    for (std::size_t k = 0; k < rays.size(); ++k) {
        // By brute force: all triangles at the least t, with all t rounded from the exact ones.
        std::vector<std::uint32_t> E;
        double least = std::numeric_limits<double>::infinity();
        for (std::uint32_t index = 0; index < triangles.size(); ++index) {
            if (!exact_hit(rays[k], triangles[index]).hit) continue;
            const double t = exact_t(rays[k], triangles[index]);
            if (t < least) least = t, E.clear();
            if (t == least) E.push_back(index);
        }
        ASSERT_EQ(answers[k].triangles, E) << "ray " << k;
        if (!E.empty()) {
            ASSERT_NEAR(answers[k].t, least, 1e-12 * least);
        }
        ++sizes.at(E.size());
    }
    EXPECT_GT(sizes[0], 0);    // beside the grid
    EXPECT_GT(sizes[2], 100);  // inside, in both of the upper layers
    EXPECT_GT(sizes[4], 100);  // on an edge
    EXPECT_GT(sizes[12], 20);  // on a vertex
}

// Also for rays along a triangle, where doubles alone lose most digits.
TEST(Reference, StatesTToElevenDigits) {
    Pairs pairs(5);
    int hits = 0;
    for (int k = 0; k < 500 * Pairs::kinds; ++k) {
        const Pair pair = pairs(k % Pairs::kinds);
        const std::vector<Triangle<float>> alone{pair.tri};
        const Geometry geometry(alone, Vec<double>(pair.ray.o));
        const ExactAnswer answer = make_reference(parse_method("exact"), geometry)(pair.ray);
        ASSERT_EQ(answer.triangles.size(), check(pair).hit) << describe(pair);
        if (answer.triangles.empty()) continue;
        ASSERT_NEAR(answer.t / exact_t(pair.ray, pair.tri), 1, 1e-11) << describe(pair);
        ++hits;
    }
    EXPECT_GT(hits, 1000);
}

// For a method that rounds, all triangles that it meets at its nearest t are right.
TEST(Reference, OfAMethodThatRoundsHoldsItsTies) {
    const Triangle<float> tri({-1, -1, 0}, {1, -1, 0}, {0, 1, 0});
    const Triangle<float> behind({-1, -1, -1}, {1, -1, -1}, {0, 1, -1});
    const std::vector<Triangle<float>> triangles{behind, tri, {tri.b, tri.c, tri.a}};
    const Geometry geometry(triangles, {0, 0, 4});
    const ExactAnswer answer =
        make_reference(parse_method("moller-trumbore"), geometry)({{0, 0, 4}, {0, 0, -1}});
    EXPECT_EQ(answer.triangles, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(answer.t, 4);
}

// Rays so nearly in the plane z = 0, of which n = (0, 0, 4), that doubles do not tell the side.
TEST(SeenFromFront, IsTheSignOfTheDirectionAlongTheNormal) {
    const Vec<float> a(0, 0, 0), b(2, 0, 0), c(0, 2, 0);
    for (const auto& tri : {Triangle<float>{a, b, c}, {b, c, a}, {c, a, b}})
        for (const Vec<float>& o : {Vec<float>(-3, -5, 0.5f), {7, 1, -2}, {0.5f, 0.25f, 1e-20f}})
            for (const float along : {-1.0f, -1e-20f, -1e-40f, 0.0f, 1e-40f, 1e-20f, 1.0f}) {
                const Ray<float> ray(o, {1, 3, along});
                EXPECT_EQ(seen_from_front(ray, tri), along < 0) << along;
                EXPECT_EQ(seen_from_front(ray, {tri.a, tri.c, tri.b}), along > 0) << along;
            }
}

}  // namespace
}  // namespace hitmiss
