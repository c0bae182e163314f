// Which meshes are closed, and where the rays aimed at them start and go.

#include "judge/aimed_rays.hpp"

#include <gtest/gtest.h>

#include <map>

#include "leaks_testing.hpp"
#include "sanitized.hpp"
#include "solids.hpp"

namespace hitmiss {
namespace {

/// Distance of the segment a b from the ray's line.
double distance(const Ray<float>& ray, const Vec<double>& a, const Vec<double>& b) {
    const auto beside = [&, d = glm::normalize(Vec<double>(ray.d))](const Vec<double>& p) {
        return p - glm::dot(p, d) * d;
    };
    const auto from = beside(a - Vec<double>(ray.o)), along = beside(b - a);
    const double square = glm::dot(along, along);
    const double s = square > 0 ? std::clamp(-glm::dot(from, along) / square, 0.0, 1.0) : 0;
    return glm::length(from + s * along);
}

TEST(BorderEdges, AreThoseThatDoNotBelongToTwoTriangles) {
    const auto borders = [](const std::vector<Triangle<float>>& triangles) {
        const Geometry geometry(triangles, {});
        return AimedRays(geometry).border_edges();
    };
    for (const char* closed : {"cube", sphere_1280, "torus-knot:faces=2000"})
        EXPECT_EQ(borders(make_mesh(closed).triangles), 0u) << closed;
    EXPECT_EQ(borders(make_mesh("grid:faces=32").triangles), 16u);
    auto triangles = make_mesh("cube").triangles;
    triangles.push_back(triangles.back());
    EXPECT_EQ(borders(triangles), 3u);
    triangles.resize(triangles.size() - 2);
    EXPECT_EQ(borders(triangles), 3u);
}

// Two triangles back to back are closed but enclose nothing.
TEST(AimedRays, KnowWhetherAMeshEnclosesSpace) {
    const Vec<float> a(0, 0, 0), b(1, 0.2f, 0), c(0.3f, 1, 0.5f);
    const std::vector<Triangle<float>> flat{{a, b, c}, {a, c, b}};
    const auto cube = make_mesh("cube").triangles;
    for (const auto& [triangles, expected] : {std::pair{&flat, false}, {&cube, true}}) {
        const Geometry geometry(*triangles, {});
        const AimedRays aimed(geometry);
        Random random(1);
        EXPECT_EQ(aimed.border_edges(), 0u);
        EXPECT_EQ(aimed.tries_for_start(random).has_value(), expected);
    }
}

// Rounding can merge all vertices of two bodies: then each edge has four triangles.
TEST(AimedRays, HaveNoEdgesWhereAllAreCrowded) {
    const auto cube = make_mesh("cube").triangles;
    auto twice = cube;
    twice.insert(twice.end(), cube.begin(), cube.end());
    for (const auto& [triangles, expected] : {std::pair{&cube, true}, {&twice, false}}) {
        const Geometry geometry(*triangles, {});
        const AimedRays aimed(geometry);
        for (const Aim aim : {Aim::edge, Aim::silhouette}) EXPECT_EQ(aimed.has(aim), expected);
        for (const Aim aim : {Aim::interior, Aim::random}) EXPECT_TRUE(aimed.has(aim));
    }
}

// Bodies of unit cubes: a point is inside if its integer parts are the place of one of them.
TEST(KnownCells, AreInsideWhereTheirPointsAre) {
    auto hollow = block(5, 5, 5);
    std::erase_if(hollow, [](const auto& at) { return std::ranges::count(at, 2) > 1; });
    for (const auto& places : {block(1, 1, 1), hollow, {{0, 0, 0}, {1, 0, 0}, {1, 7, 0}}})
        // Far away, floats are coarse.
        for (const auto& [size, away] :
             {std::pair{1e-20f, 0.0f}, {1.0f, 0.0f}, {1e15f, 0.0f}, {1.0f, 1e4f}}) {
            auto triangles = cubes(places);
            for (auto& tri : triangles)
                tri = {size * tri.a + away, size * tri.b + away, size * tri.c + away};
            const Geometry geometry(triangles, {});
            const KnownCells cells(geometry);
            const Vec<float> extent = geometry.box.extent();
            Random random(1);
            int known = 0;
            for (int k = 0; k < 20'000; ++k) {
                const Vec<float> at{random.uniform(-0.1, 1.1), random.uniform(-0.1, 1.1),
                                    random.uniform(-0.1, 1.1)};
                const Vec<float> point = at * extent + away;
                const Vec<float> place = glm::floor((point - away) / size);
                const bool inside =
                    std::ranges::find(places, std::array{int(place.x), int(place.y),
                                                         int(place.z)}) != places.end();
                const auto said = cells.inside(point);
                known += said.has_value();
                EXPECT_EQ(said.value_or(inside), inside);
            }
            EXPECT_GT(known, away > 0 ? 5'000 : 11'000);  // of some 11,600 in the box
            // A point of a face is neither inside nor outside.
            EXPECT_FALSE(cells.inside(size * Vec<float>(0.25f, 0.625f, 0) + away));
        }
}

// Half a sphere: no ray from a given point is aimed at the border, and all except those at
// silhouettes and at random meet the mesh or its silhouette.
TEST(AimedRays, FromOnePointLeaveBordersOut) {
    std::vector<Triangle<float>> half;
    for (const auto& tri : make_mesh(sphere_1280).triangles)
        if (tri.a.y + tri.b.y + tri.c.y > 0) half.push_back(tri);
    const Vec<float> eye(0.5f, 3, 1);
    const Geometry geometry(half, Vec<double>(eye));
    const AimedRays aimed(geometry, eye);
    EXPECT_GT(aimed.border_edges(), 10u);
    const Reference exact = make_reference(make_method("exact"), geometry);
    for (const Aim aim : {Aim::edge, Aim::vertex, Aim::interior}) {
        ASSERT_TRUE(aimed.has(aim));
        Random random(3);
        for (int k = 0; k < 500; ++k) {
            const Ray<float> ray = aimed(aim, random);
            EXPECT_EQ(ray.o, eye);
            EXPECT_FALSE(exact(ray).triangles.empty());
        }
    }
    // A single triangle has borders only.
    half.resize(1);
    const Geometry one(half, Vec<double>(eye));
    const AimedRays at_one(one, eye);
    for (const Aim aim : {Aim::edge, Aim::vertex, Aim::silhouette}) EXPECT_FALSE(at_one.has(aim));
    EXPECT_TRUE(at_one.has(Aim::interior) && at_one.has(Aim::random));
}

// The unit sphere itself is the oracle: for what is inside, for which sides of triangles a ray
// passes within a float's rounding, and for how the triangles at such a side face it.
TEST(AimedRays, StartAndAimWhereTheySay) {
    const Target sphere("icosphere:faces=80");
    const auto& triangles = sphere.mesh.triangles;
    for (const Aim aim : {Aim::edge, Aim::vertex, Aim::silhouette, Aim::interior, Aim::random}) {
        Random random(7);
        for (int k = 0; k < 300; ++k) {
            const auto ray = sphere.aimed(aim, random);
            EXPECT_NEAR(glm::length(ray.d), 1, 1e-6);
            EXPECT_EQ(glm::length(ray.o) > 1, aim == Aim::silhouette);
            const auto faces = [&](const Triangle<float>& tri) {
                return glm::dot(normal(Triangle<double>(tri)), Vec<double>(ray.o - tri.a)) > 0;
            };
            bool vertex = false, edge = false, silhouette = false;
            for (const auto& tri : triangles)
                for (const auto& [a, b] :
                     {std::pair(tri.a, tri.b), {tri.b, tri.c}, {tri.c, tri.a}}) {
                    vertex |= distance(ray, a, a) < 1e-6;
                    if (distance(ray, a, b) > 1e-6) continue;
                    for (const auto& [p, q, r] : triangles) {
                        const bool shares =
                            (b == p && a == q) || (b == q && a == r) || (b == r && a == p);
                        if (shares) (faces({p, q, r}) == faces(tri) ? edge : silhouette) = true;
                    }
                }
            EXPECT_EQ(vertex, aim == Aim::vertex);
            EXPECT_EQ(edge, aim == Aim::edge || aim == Aim::vertex);
            EXPECT_EQ(silhouette, aim == Aim::silhouette);
        }
    }
}

/// How often each cell was met by either of two samplers.
using Cells = std::map<std::size_t, std::array<double, 2>>;

/// Two samples of one size from one distribution: the sum over the cells has the mean and half the
/// variance of their number.
void expect_alike(const Cells& cells) {
    double sum = 0;
    for (const auto& [cell, of] : cells) {
        const auto& [a, b] = of;
        sum += (a - b) * (a - b) / (a + b);
    }
    EXPECT_LE(sum, double(cells.size()) + 5 * std::sqrt(2.0 * double(cells.size())));
}

std::size_t octant(const Vec<double>& p) {
    return std::size_t(p.x > 0) + 2 * std::size_t(p.y > 0) + 4 * std::size_t(p.z > 0);
}

/// An edge of two triangles with the normals n and m. From where it is a silhouette, height . (o -
/// a) is between -|o - a| and |o - a|.
struct Side {
    Vec<float> a, b;
    Vec<double> height;
};

std::vector<Side> sides_of(const std::vector<Triangle<float>>& triangles) {
    std::vector<Side> sides;
    for (std::size_t k = 0; k < triangles.size(); ++k)
        for (std::size_t other = 0; other < k; ++other)
            for (const auto& [a, b] : edges(triangles[k]))
                for (const auto& [c, d] : edges(triangles[other])) {
                    if (a != d || b != c) continue;
                    const auto n = glm::normalize(normal(Triangle<double>(triangles[k]))),
                               m = glm::normalize(normal(Triangle<double>(triangles[other])));
                    sides.push_back({a, b, (n + m) / glm::length(n - m)});
                }
    return sides;
}

/// The cube; on one of its edges a triangle without area, beside two halves of a triangle.
std::vector<Triangle<float>> seamed_cube() {
    auto triangles = make_mesh("cube").triangles;
    const auto [a, b, c] = triangles[0];
    const Vec<float> m = (a + b) / 2.0f;
    triangles[0] = {a, m, c};
    triangles.insert(triangles.end(), {{m, b, c}, {a, b, m}});
    return triangles;
}

// Silhouettes are drawn from bands around their planes, unless starts are placed: then any edge and
// any start are drawn until it is one. Both have the same distribution, also of folded, thin and
// far meshes, whose planes floats hardly know.
TEST(AimedRays, AtSilhouettesAreDrawnAsAnyEdgeAndStartWouldBe) {
    struct Moved {
        std::vector<Triangle<float>> triangles;
        Vec<float> scale = Vec<float>(1), by = Vec<float>(0);
    };
    const auto made = [](const char* kind) { return make_mesh(kind).triangles; };
    const Vec<float> a(0, 0, 0), b(1, 0.2f, 0), c(0.3f, 1, 0.5f);
    int number = 0;
    for (auto [triangles, scale, by] : {Moved{made("cube")},
                                        {seamed_cube()},
                                        {{{a, b, c}, {a, c, b}}},
                                        {made("icosphere:faces=80")},
                                        {made("icosphere:faces=80"), {1, 0.5f, 0.1f}},
                                        {made(sphere_1280)},
                                        {made("torus-knot:faces=2000")},
                                        {made(sphere_1280), {1, 1, 1e-6f}},
                                        {made(sphere_1280), Vec<float>(1), {3e5f, -2e6f, 1e5f}},
                                        {made(sphere_1280), Vec<float>(1e-25f)},
                                        {made("cube"), Vec<float>(1000), Vec<float>(1e8f)}}) {
        SCOPED_TRACE(++number);
        const auto moved = [s = scale, by = by](const Vec<float>& p) { return s * p + by; };
        for (auto& tri : triangles) tri = {moved(tri.a), moved(tri.b), moved(tri.c)};
        const auto sides = triangles.size() > 80 ? std::vector<Side>() : sides_of(triangles);
        const Geometry geometry(triangles, {});
        const auto centre = Vec<double>(geometry.box.centre()), size = Vec<double>(scale);
        const double radius = 1.5 * glm::length(Vec<double>(geometry.box.extent()));
        const AimedRays aimed(geometry);
        const AimedRays placed(
            geometry, {geometry.box, [](const Vec<double>& point) { return Vec<float>(point); }});
        Cells octants, of_edges, heights;
        for (const bool by_any : {false, true}) {
            Random random(5, by_any);
            for (int k = 0; k < repeated(4000); ++k) {
                const Ray<float> ray = (by_any ? placed : aimed)(Aim::silhouette, random);
                const Vec<double> from = (Vec<double>(ray.o) - centre) / size,
                                  d = glm::normalize(Vec<double>(ray.d) / size);
                ++octants[8 * octant(from) + octant(from - glm::dot(from, d) * d)][by_any];
                if (sides.empty()) continue;
                const auto met = std::ranges::min_element(
                    sides, {}, [&](const Side& side) { return distance(ray, side.a, side.b); });
                ++of_edges[std::size_t(met - sides.begin())][by_any];
                const double height = glm::dot(met->height, Vec<double>(ray.o - met->a)) / radius;
                if (height > -1.4 && height < 1.4) ++heights[std::size_t(10 + 7 * height)][by_any];
            }
        }
        EXPECT_GE(octants.size(), 8u);
        for (const auto& cells : {octants, of_edges, heights}) expect_alike(cells);
    }
}

// Over the sphere the mean of x^4 is 1/5, of x^2 1/3, of x 0.
TEST(AimedRays, AtRandomAreUniformOverDirections) {
    const Target sphere("icosphere:faces=80");
    Random random(7);
    constexpr int count = 10'000;
    Vec<double> sum(0), squares(0), fourths(0);
    for (int k = 0; k < count; ++k) {
        const Vec<double> d(sphere.aimed(Aim::random, random).d);
        sum += d, squares += d * d, fourths += d * d * d * d;
    }
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(sum[axis] / count, 0, 0.03);
        EXPECT_NEAR(squares[axis] / count, 1.0 / 3, 0.015);
        EXPECT_NEAR(fourths[axis] / count, 0.2, 0.0135);  // five standard deviations
    }
}

// The knot fills a small part of its box and is far from convex.
TEST(AimedRays, FromInsideAlwaysHit) {
    for (const char* kind : {"cube", "torus-knot:faces=2000"}) {
        const Target target(kind);
        for (const Aim aim : {Aim::edge, Aim::vertex, Aim::interior, Aim::random}) {
            const auto count = target.count("exact", aim, 3000);
            EXPECT_EQ(count.rays, 3000u) << kind;
            EXPECT_EQ(count.outcomes.leaks, 0u) << kind;
        }
    }
}

}  // namespace
}  // namespace hitmiss
