// Triangulation against the shoelace formula and exact integer arithmetic.

#include "scene/triangulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/math.hpp"

namespace hitmiss {
namespace {

using Polygon = std::vector<Vec<double>>;  // in the plane z = 0

double uniform(std::mt19937_64& bits) {
    return double(bits() >> 11) * 0x1p-53;
}

double shoelace(const Polygon& polygon) {
    double twice = 0;
    for (std::size_t k = 0; k < polygon.size(); ++k)
        twice += glm::cross(polygon[k], polygon[(k + 1) % polygon.size()]).z;
    return twice / 2;
}

/// A rotation by a random unit quaternion (x, y, z, w), then a move by up to `distance`.
std::vector<Vec<float>> place(const Polygon& polygon, std::mt19937_64& bits, double distance) {
    const auto symmetric = [&] { return 2 * uniform(bits) - 1; };
    Vec<double> axis{symmetric(), symmetric(), symmetric()};
    double w = symmetric();
    const double length = std::sqrt(glm::dot(axis, axis) + w * w);
    axis /= length, w /= length;
    const Vec<double> move = distance * Vec<double>{symmetric(), symmetric(), symmetric()};
    std::vector<Vec<float>> corners;
    for (const auto& p : polygon) {
        const auto turned = p + 2.0 * glm::cross(axis, glm::cross(axis, p) + w * p);
        corners.emplace_back(turned + move);
    }
    return corners;
}

/// Checks that the triangles are n - 2, wind like the polygon, and cover its area.
void expect_covers(const Polygon& polygon, const std::vector<Vec<float>>& corners,
                   double tolerance) {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    EXPECT_TRUE(triangulate(corners, triangles));
    EXPECT_EQ(triangles.size(), corners.size() - 2);
    const double area = shoelace(polygon);
    double covered = 0;
    for (const auto& [a, b, c] : triangles) {
        const double part = shoelace({polygon[a], polygon[b], polygon[c]});
        EXPECT_GE(part * area, -tolerance) << a << ' ' << b << ' ' << c;
        covered += std::abs(part);
    }
    EXPECT_NEAR(covered, std::abs(area), tolerance);
}

/// Seen from the origin every corner is farther round than the last: it never crosses itself.
Polygon star(std::mt19937_64& bits, std::size_t corners) {
    Polygon polygon;
    for (std::size_t k = 0; k < corners; ++k) {
        const auto [sin, cos] =
            sine_cosine(2 * pi<double> * (double(k) + 0.8 * uniform(bits)) / double(corners));
        polygon.push_back((0.2 + 0.8 * uniform(bits)) * Vec<double>{cos, sin, 0});
    }
    return polygon;
}

TEST(Triangulate, CoversRandomConcavePolygonsOfAnyWindingAndPlace) {
    std::mt19937_64 bits(1);
    for (std::size_t round = 0; round < 2000; ++round) {
        auto polygon = star(bits, 4 + round % 40);
        if (round % 2 == 0) std::reverse(polygon.begin(), polygon.end());
        SCOPED_TRACE(round);
        expect_covers(polygon, place(polygon, bits, 0), 1e-5);
        expect_covers(polygon, place(polygon, bits, 10), 1e-4);
    }
}

TEST(Triangulate, LeavesNoDegenerateTriangleAtCollinearCorners) {
    // Every edge of a triangle, a square, an L and a notched outline carries corners of its own.
    // The notch ends on the line from the second to the fourth corner, all at the largest x of
    // these.
    const std::vector<Polygon> outlines{
        {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}},
        {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}},
        {{0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {2, 2, 0}, {2, 4, 0}, {0, 4, 0}},
        {{4, 0, 0}, {2, 4, 0}, {1, 2, 0}, {2, 0, 0}, {2, 3, 0}}};
    for (const auto& outline : outlines) {
        for (const int parts : {1, 2, 4}) {
            Polygon polygon;
            std::vector<Vec<float>> corners;
            for (std::size_t k = 0; k < outline.size(); ++k)
                for (int part = 0; part < parts; ++part) {
                    polygon.push_back(glm::mix(outline[k], outline[(k + 1) % outline.size()],
                                               double(part) / parts));
                    corners.emplace_back(polygon.back());
                }
            expect_covers(polygon, corners, 0);
            std::vector<std::array<std::uint32_t, 3>> triangles;
            triangulate(corners, triangles);
            for (const auto& [a, b, c] : triangles)
                EXPECT_FALSE(is_degenerate({corners[a], corners[b], corners[c]}));
        }
    }
}

TEST(Triangulate, CoversOutlinesWithHoles) {
    // A hole is joined to the outline by a bridge that is walked both ways.
    std::mt19937_64 bits(2);
    for (std::size_t round = 0; round < 500; ++round) {
        const auto outer = star(bits, 5 + round % 20), inner = star(bits, 3 + round % 7);
        Polygon polygon;
        for (std::size_t k = 0; k <= outer.size(); ++k) polygon.push_back(outer[k % outer.size()]);
        for (std::size_t k = 0; k <= inner.size(); ++k)
            polygon.push_back(0.1 * inner[(2 * inner.size() - k) % inner.size()]);
        std::vector<Vec<float>> corners(polygon.begin(), polygon.end());
        SCOPED_TRACE(round);
        expect_covers(polygon, corners, 1e-5);
    }
}

TEST(Triangulate, SplitsQuadsAtTheShorterDiagonalThatIsInside) {
    using Split = std::vector<std::array<std::uint32_t, 3>>;
    const Split first{{0, 1, 2}, {0, 2, 3}}, second{{0, 1, 3}, {1, 2, 3}};
    const struct {
        std::vector<Vec<float>> corners;
        Split split;
    } cases[]{
        {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, first},    // equal diagonals
        {{{0, 0, 0}, {3, 0, 0}, {4, 1, 0}, {1, 1, 0}}, second},   // 1-3 is shorter
        {{{1, 1, 0}, {0, 0, 0}, {3, 0, 0}, {4, 1, 0}}, first},    // the same, turned by one
        {{{0, 0, 0}, {1, 4, 0}, {0, 1, 0}, {-1, 4, 0}}, first},   // a dart: 1-3 is outside
        {{{0, 5, 0}, {-2, 0, 0}, {0, 1, 0}, {2, 0, 0}}, first},   // 1-3 is shorter, but outside
        {{{-2, 0, 0}, {0, 1, 0}, {2, 0, 0}, {0, 5, 0}}, second},  // the same, turned by one
        {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 3, 0}}, second},   // 0-2 runs along an edge
        {{{0, 0, 0}, {1, 0, 1}, {1, 1, 0}, {0, 1, 1}}, first},    // not planar
    };
    for (const auto& [corners, split] : cases) {
        Split triangles;
        EXPECT_TRUE(triangulate(corners, triangles));
        EXPECT_EQ(triangles, split) << (&split - &cases[0].split);
    }
}

TEST(Triangulate, EndsOnOutlinesThatCrossThemselvesOrHaveNoArea) {
    const struct {
        std::vector<Vec<float>> corners;
        bool simple;
    } cases[]{
        {{{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}, false},              // a bow tie
        {{{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 2, 0}, {-1, 1, 0}}, false},  // with five corners
        {std::vector<Vec<float>>(7, {1, 2, 3}), true},                      // one point
        {{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}}, true},    // one line
    };
    for (const auto& [corners, simple] : cases) {
        std::vector<std::array<std::uint32_t, 3>> triangles;
        EXPECT_EQ(triangulate(corners, triangles), simple);
        EXPECT_EQ(triangles.size(), corners.size() - 2);
    }
    std::mt19937_64 bits(3);
    for (int round = 0; round < 1000; ++round) {
        std::vector<Vec<float>> corners;
        for (int k = 0; k < 3 + round % 20; ++k)
            corners.emplace_back(bits() % 4, bits() % 4, round % 2 == 0 ? bits() % 4 : 0);
        std::vector<std::array<std::uint32_t, 3>> triangles;
        triangulate(corners, triangles);
        EXPECT_EQ(triangles.size(), corners.size() - 2);
    }
}

using Integers = glm::vec<3, std::int64_t>;

Integers cross(const Integers& a, const Integers& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

std::int64_t dot(const Integers& a, const Integers& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Whether the outline crosses itself as seen along n: 1 or -1, exactly; 0 where a corner lies on
/// the line through two others, which the test leaves out.
int crosses(const std::vector<Integers>& p, const Integers& n) {
    const auto side = [&](std::size_t a, std::size_t b, std::size_t c) {
        return dot(n, cross(p[b] - p[a], p[c] - p[a]));
    };
    bool crossing = false;
    const std::size_t count = p.size();
    for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = 0; b < count; ++b)
            for (std::size_t c = 0; c < count; ++c) {
                if (a == b || b == c || c == a) continue;
                if (side(a, b, c) == 0) return 0;
                const std::size_t e = (a + 1) % count, f = (c + 1) % count;
                if (b != e || f == a || c == e) continue;
                crossing |= (side(a, e, c) > 0) != (side(a, e, f) > 0) &&
                            (side(c, f, a) > 0) != (side(c, f, e) > 0);
            }
    return crossing ? 1 : -1;
}

// Corners on a small grid in space. Their plane's normal and all signs are exact integers.
TEST(Triangulate, JudgesBentOutlinesInTheirOwnPlane) {
    std::mt19937_64 bits(6);
    int saved = 0, crossed = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::vector<Integers> p;
        std::vector<Vec<float>> corners;
        for (int k = 0; k < 4 + round % 3; ++k) {
            p.emplace_back(bits() % 9, bits() % 9, bits() % 9);
            corners.push_back(Vec<float>(p.back()) * 0.25f + 100.0f);
        }
        Integers n{0, 0, 0};
        for (std::size_t k = 2; k < p.size(); ++k) n += cross(p[k - 1] - p[0], p[k] - p[0]);
        const Integers size = glm::abs(n);
        const auto most = std::max({size.x, size.y, size.z});
        if ((size.x == most) + (size.y == most) + (size.z == most) != 1) continue;
        const int axis = size.x == most ? 0 : size.y == most ? 1 : 2;
        Integers along{0, 0, 0};
        along[axis] = n[axis];
        const int own = crosses(p, n), seen = crosses(p, along);
        if (own == 0 || seen == 0) continue;
        std::vector<std::array<std::uint32_t, 3>> triangles;
        const bool accepted = triangulate(corners, triangles), simple = own < 0 || seen < 0;
        EXPECT_EQ(triangles.size(), corners.size() - 2);
        // Not every crossing of a larger outline is found.
        EXPECT_TRUE(accepted || !simple) << round;
        if (p.size() > 4) continue;
        EXPECT_EQ(accepted, simple) << round;
        crossed += !simple;
        if (own > 0 || seen < 0) continue;
        // The triangles cover it there, all on one side.
        ++saved;
        std::int64_t covered = 0;
        for (const auto& [a, b, c] : triangles) {
            const auto part = dot(n, cross(p[b] - p[a], p[c] - p[a]));
            EXPECT_GT(part, 0) << round;
            covered += part;
        }
        EXPECT_EQ(covered, dot(n, n));
        // At any size alike: a power of two rounds nothing.
        for (const float scale : {0x1p-130f, 0x1p90f}) {
            auto scaled = corners;
            for (auto& corner : scaled) corner *= scale;
            std::vector<std::array<std::uint32_t, 3>> again;
            EXPECT_TRUE(triangulate(scaled, again)) << round;
            EXPECT_EQ(again, triangles) << round;
        }
    }
    EXPECT_GT(saved, 50);
    EXPECT_GT(crossed, 1000);
}

TEST(Triangulate, TakesTensOfThousandsOfCorners) {
    std::mt19937_64 bits(4);
    const auto polygon = star(bits, 20'000);
    expect_covers(polygon, {polygon.begin(), polygon.end()}, 1e-5);
}

TEST(Orientation, AgreesWithIntegerArithmetic) {
    std::mt19937_64 bits(5);
    const auto coordinate = [&] { return std::int64_t(bits() % (1 << 24)); };
    int collinear = 0;
    for (int round = 0; round < 100'000; ++round) {
        std::int64_t ax = coordinate(), ay = coordinate(), bx = coordinate(), by = coordinate();
        // The third point lies within a unit of the line through the others.
        std::int64_t cx = (ax + bx) / 2 + round % 2, cy = (ay + by) / 2;
        const auto det = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx);
        collinear += det == 0;
        // Scaled by a power of two, which changes no sign.
        const auto scaled = [&](std::int64_t x) { return std::ldexp(float(x), round % 200 - 120); };
        EXPECT_EQ(orientation({scaled(ax), scaled(ay)}, {scaled(bx), scaled(by)},
                              {scaled(cx), scaled(cy)}),
                  int(det > 0) - int(det < 0));
    }
    EXPECT_GT(collinear, 1000);
}

TEST(Orientation, SeesWhatDoubleRoundsAway) {
    // b and c lie on the line x = y through the origin, a at an invisible distance from it.
    for (const float tiny : {1e-45f, 1e-30f, 1e-3f}) {
        EXPECT_EQ(orientation({tiny, 0}, {3e38f, 3e38f}, {-1e38f, -1e38f}), 1);
        EXPECT_EQ(orientation({0, tiny}, {3e38f, 3e38f}, {-1e38f, -1e38f}), -1);
        EXPECT_FALSE(is_degenerate({{tiny, 0, 0}, {3e38f, 3e38f, 0}, {-1e38f, -1e38f, 0}}));
    }
    EXPECT_EQ(orientation({0, 0}, {3e38f, 3e38f}, {-1e-45f, -1e-45f}), 0);
    EXPECT_TRUE(is_degenerate({{1, 2, 3}, {2, 4, 6}, {-1, -2, -3}}));
    EXPECT_FALSE(is_degenerate({{1, 2, 3}, {2, 4, 6}, {-1, -2, -4}}));
}

}  // namespace
}  // namespace hitmiss
