// Which meshes are closed, and where the rays aimed at them start and go.

#include "judge/aimed_rays.hpp"

#include <gtest/gtest.h>

#include "leaks_testing.hpp"
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
        EXPECT_EQ(aimed.encloses_space(random), expected);
    }
}

// Bodies of unit cubes: a point is inside if its integer parts are the place of one of them.
TEST(KnownCells, AreInsideWhereTheirPointsAre) {
    auto hollow = block(5, 5, 5);
    std::erase_if(hollow, [](const auto& at) { return std::ranges::count(at, 2) > 1; });
    for (const auto& places : {block(1, 1, 1), hollow, {{0, 0, 0}, {1, 0, 0}, {1, 7, 0}}})
        for (const float size : {1e-20f, 1.0f, 1e15f}) {
            auto triangles = cubes(places);
            for (auto& tri : triangles) tri = {size * tri.a, size * tri.b, size * tri.c};
            const Geometry geometry(triangles, {});
            const KnownCells cells(geometry);
            const Vec<float> extent = geometry.box.extent();
            Random random(1);
            int known = 0;
            for (int k = 0; k < 20'000; ++k) {
                const Vec<float> at{random.uniform(-0.1, 1.1), random.uniform(-0.1, 1.1),
                                    random.uniform(-0.1, 1.1)};
                const Vec<float> point = at * extent, place = glm::floor(point / size);
                const bool inside =
                    std::ranges::find(places, std::array{int(place.x), int(place.y),
                                                         int(place.z)}) != places.end();
                const auto said = cells.inside(point);
                known += said.has_value();
                EXPECT_EQ(said.value_or(inside), inside);
            }
            EXPECT_GT(known, 4'000);
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

// Which edges are silhouettes is told in float first, unless starts are placed: the rays are the
// same. From points near planes of thin or far meshes floats do not tell.
TEST(AimedRays, AtSilhouettesAreThoseThatDoublesFind) {
    struct Moved {
        const char* kind;
        Vec<float> scale, by;
    };
    const Vec<float> one(1), none(0);
    for (const auto& [kind, scale, by] : {Moved{"cube", one, none},
                                          {sphere_1280, one, none},
                                          {"torus-knot:faces=2000", one, none},
                                          {sphere_1280, {1, 1, 1e-6f}, none},
                                          {sphere_1280, one, {3e5f, -2e6f, 1e5f}},
                                          {sphere_1280, Vec<float>(1e-25f), none},
                                          {"cube", Vec<float>(1000), Vec<float>(1e8f)}}) {
        auto triangles = make_mesh(kind).triangles;
        const auto moved = [s = scale, by = by](const Vec<float>& p) { return s * p + by; };
        for (auto& tri : triangles) tri = {moved(tri.a), moved(tri.b), moved(tri.c)};
        const Geometry geometry(triangles, {});
        const AimedRays aimed(geometry);
        const AimedRays placed(
            geometry, {geometry.box, [](const Vec<double>& point) { return Vec<float>(point); }});
        Random random(5), again(5);
        for (int k = 0; k < 2000; ++k) {
            const Ray<float> ray = aimed(Aim::silhouette, random),
                             expected = placed(Aim::silhouette, again);
            ASSERT_EQ(ray.o, expected.o) << kind;
            ASSERT_EQ(ray.d, expected.d) << kind;
        }
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
