// The halo law against counted pixels, and its arcs against inscribed angles.

#include "methods/halo.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random.hpp"
#include "judge/comparison.hpp"
#include "judge/halo_law.hpp"
#include "judging.hpp"
#include "methods/catalogue.hpp"
#include "sanitized.hpp"
#include "scene/scene.hpp"

namespace hitmiss {
namespace {

Mesh mesh_of(const Triangle<float>& tri) {
    Mesh mesh;
    mesh.triangles = {tri}, mesh.material = {0};
    return mesh;
}

/// Pixels that each method hits beyond the triangle.
std::vector<double> counted(const Triangle<float>& tri, const PrimaryRays& rays,
                            const std::vector<Method>& methods, const Camera& camera) {
    const std::vector<Triangle<float>> one{tri};
    const Geometry geometry(one, camera.eye);
    std::vector<double> counts;
    for (const auto& column :
         compared(methods, geometry, camera, rays.width(), rays.height()).columns)
        counts.push_back(double(column.tally.outcomes.false_hits));
    return counts;
}

Method angle_sum(double epsilon, const std::string& precision) {
    return parse_method(fmt::format("angle-sum:{},precision={}", epsilon, precision));
}

/// The eye looks along -z from (0, 0, 4): y from -1.45 to 1.45 in the plane z = 0.
const Camera camera{{0, 0, 4}, {0, 0, 0}};

double degrees_from_axes(const Vec<float>& from, const Vec<float>& to) {
    const Vec<double> edge(to - from);
    const double steep = std::abs(std::atan2(edge.y, edge.x)) * 180 / std::numbers::pi;
    return std::min({steep, std::abs(90 - steep), std::abs(180 - steep)});
}

struct HaloCase {
    const char* name;
    Triangle<float> tri;
};
void PrintTo(const HaloCase& test, std::ostream* out) {
    *out << test.name;
}
class HaloLaw : public testing::TestWithParam<HaloCase> {};

TEST_P(HaloLaw, AgreesWithCountedPixels) {
    if (sanitized) GTEST_SKIP() << "the law needs all of its pixels";
    const auto& tri = GetParam().tri;
    for (const auto& [p, q] : {std::pair{tri.a, tri.b}, {tri.b, tri.c}, {tri.c, tri.a}})
        ASSERT_GE(degrees_from_axes(p, q), 5);
    ASSERT_GE(halo_law_limit(Triangle<double>(tri)), 1);
    const PrimaryRays rays(camera, 2048, 2048);
    std::vector<Method> methods;
    std::vector<double> predicted;
    for (const double epsilon : {0.05, 0.1, 0.2, 0.5, 1.0})
        for (const char* precision : {"float", "double"}) {
            methods.push_back(angle_sum(epsilon, precision));
            predicted.push_back(halo_in_pixels(mesh_of(tri).triangles, rays, epsilon).value());
        }
    const auto count = counted(tri, rays, methods, camera);
    for (std::size_t m = 0; m < methods.size(); ++m)
        EXPECT_NEAR(count[m] / predicted[m], 1, 0.005) << to_string(methods[m]);
}

INSTANTIATE_TEST_SUITE_P(
    Triangles, HaloLaw,
    testing::Values(HaloCase{"acute", {{-0.35f, 1.2f, 0}, {-1.1f, -0.95f, 0}, {1.15f, -0.6f, 0}}},
                    HaloCase{"right", {{-0.9f, -1.05f, 0}, {1.15f, -0.55f, 0}, {-1.3f, 0.59f, 0}}},
                    HaloCase{"obtuse", {{-1.25f, -0.9f, 0}, {1.25f, 0.5f, 0}, {0.25f, 0.75f, 0}}},
                    HaloCase{"behind", {{-1.4f, -0.9f, -1}, {0.2f, 1.4f, -1}, {1.3f, -1.15f, -1}}}),
    [](const auto& test) { return test.param.name; });

TEST(HaloLawOnTheScene, IsWithinTwoPercentAt1024) {
    Scene scene = load_scene(HITMISS_SCENES "/triangle.toml");
    resize(scene, 1024, 1024);
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    const std::vector methods{angle_sum(0.5, "float"), angle_sum(0.1, "float"),
                              angle_sum(0.05, "float")};
    const auto count = counted(scene.mesh.triangles[0], rays, methods, scene.camera);
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const double epsilon = *methods[m].epsilon();
        const auto predicted = halo_in_pixels(scene.mesh.triangles, rays, epsilon);
        EXPECT_NEAR(count[m] / predicted.value(), 1, 0.02) << epsilon;
    }
}

TEST(HaloLawOnPaper, EquilateralTriangleGrows) {
    const Triangle<double> tri{{0, 0, 0}, {2, 0, 0}, {1, std::sqrt(3.0), 0}};
    const double area = std::sqrt(3.0);
    EXPECT_NEAR(100 * halo_law(tri, 0.5) / area, 29.11, 0.005);
    EXPECT_NEAR(100 * halo_law(tri, 0.1) / area, 5.78, 0.005);
    EXPECT_NEAR(halo_law_limit(tri), 4 * std::numbers::pi / 3, 1e-14);
}

/// An isosceles triangle with the angle at c, turned by 11 degrees against the image.
Triangle<float> obtuse(double angle, double legs) {
    const double half = angle * std::numbers::pi / 360, tilt = 11 * std::numbers::pi / 180;
    const auto turned = [&](double x, double y) {
        return Vec<float>(float(x * std::cos(tilt) - y * std::sin(tilt)),
                          float(x * std::sin(tilt) + y * std::cos(tilt)), 0);
    };
    const double x = legs * std::sin(half), y = legs * std::cos(half);
    return {turned(-x, 0), turned(x, 0), turned(0, y)};
}

// The obtuse corner lies within the lens over the longest edge, which the law does not count. The
// ratios come from an independent count on a fine grid of points.
TEST(HaloLawBeyondItsLimit, IsALowerBound) {
    const PrimaryRays rays(camera, 1024, 1024);
    for (const auto& [angle, epsilon, ratio] :
         {std::tuple{120.0, 3.0, 1.053}, {170.0, 1.0, 1.172}}) {
        const auto tri = obtuse(angle, angle == 120 ? 0.7 : 1.1);
        const Triangle<double> exact(tri);
        EXPECT_NEAR(halo_law_limit(exact), 2 * (180 - angle) * std::numbers::pi / 180, 1e-6);
        EXPECT_GT(epsilon, halo_law_limit(exact));
        EXPECT_FALSE(halo_in_pixels(mesh_of(tri).triangles, rays, epsilon));
        const double unit = 1024 / (2 * 4 * std::tan(20 * std::numbers::pi / 180));
        const auto count = counted(tri, rays, {angle_sum(epsilon, "double")}, camera);
        EXPECT_NEAR(count[0] / (halo_law(exact, epsilon) * unit * unit), ratio, 0.004) << angle;
    }
}

TEST(HaloInPixels, OnlyWherePixelsCountAreas) {
    const PrimaryRays rays(camera, 256, 256);
    const Triangle<float> flat{{-0.5f, -0.5f, 0}, {0.5f, -0.4f, 0}, {0, 0.5f, 0}};
    Triangle<float> tilted = flat, large = flat, behind = flat;
    tilted.c.z = 0.001f;
    large.a = {-1.4f, -1.4f, 0}, large.b = {1.4f, -1.3f, 0};
    behind.a.z = behind.b.z = behind.c.z = 5;
    const auto predicted = [&](const std::vector<Triangle<float>>& mesh, double epsilon) {
        return halo_in_pixels(mesh, rays, epsilon).has_value();
    };
    EXPECT_TRUE(predicted({flat}, 0.5));
    EXPECT_FALSE(predicted({flat, flat}, 0.5));
    EXPECT_FALSE(predicted({}, 0.5));
    EXPECT_FALSE(predicted({tilted}, 0.5));
    EXPECT_FALSE(predicted({behind}, 0.5));
    for (auto corner : {&Triangle<float>::a, &Triangle<float>::b, &Triangle<float>::c}) {
        Triangle<float> partly_behind = flat;
        (partly_behind.*corner).z = 5;
        EXPECT_FALSE(predicted({partly_behind}, 0.5));
    }
    EXPECT_FALSE(predicted({Triangle<float>{flat.a, flat.a, flat.b}}, 0.5));
    EXPECT_TRUE(predicted({large}, 0.01));
    EXPECT_FALSE(predicted({large}, 0.5));  // its arcs leave the image
}

// It is a share of the distance that decides what is parallel to the image, at any scale.
TEST(HaloInPixels, OnlyOfATriangleParallelToTheImageAtAnyScale) {
    for (const float scale : {0x1p-10f, 1.0f, 0x1p10f}) {
        const PrimaryRays rays({{0, 0, 4.0 * scale}, {0, 0, 0}}, 256, 256);
        const auto predicted = [&](float tilt) {
            const std::vector<Triangle<float>> mesh{{scale * Vec<float>(-0.5f, -0.5f, 0),
                                                     scale * Vec<float>(0.5f, -0.4f, 0),
                                                     scale * Vec<float>(0, 0.5f, 4 * tilt)}};
            return halo_in_pixels(mesh, rays, 0.5).has_value();
        };
        EXPECT_TRUE(predicted(0.9e-6f)) << scale;
        EXPECT_FALSE(predicted(1.1e-6f)) << scale;
    }
}

// Inscribed angles: at every point of an arc its edge subtends pi - epsilon / 2.
TEST(HaloArcs, AreWhereTheirEdgeSubtendsOneAngle) {
    const Triangle<double> tri{{1, 2, -1}, {4, 1, 0.5}, {2, 5, 1}};
    const Vec<double> corners[] = {tri.a, tri.b, tri.c}, n = glm::normalize(normal(tri));
    for (const double epsilon : {1e-6, 0.01, 0.5, 3.0, 6.0}) {
        const auto arcs = halo_arcs(tri, epsilon);
        double enclosed = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto& arc = arcs[k];
            const auto &from = corners[k], &to = corners[(k + 1) % 3];
            EXPECT_LT(glm::length(arc.front() - from), 1e-12);
            EXPECT_LT(glm::length(arc.back() - to), 1e-12);
            for (std::size_t p = 1; p + 1 < arc.size(); ++p) {
                const auto u = from - arc[p], v = to - arc[p];
                const double angle = std::atan2(glm::length(glm::cross(u, v)), glm::dot(u, v));
                EXPECT_NEAR(angle, std::numbers::pi - epsilon / 2, 1e-9) << epsilon;
                EXPECT_NEAR(glm::dot(u, n), 0, 1e-9);
                EXPECT_LE(glm::dot(glm::cross(to - from, arc[p] - from), n), 0) << "inwards";
                enclosed += glm::dot(glm::cross(arc[p] - from, arc[p + 1] - from), n) / 2;
            }
        }
        EXPECT_NEAR(enclosed / halo_law(tri, epsilon), 1, 0.01) << epsilon;
    }
}

// The oracle makes points from weights in long double. Triangles of all sizes, near and far, some
// of them slivers or flat along an axis.
TEST(Reach, HoldsPointsOfNegativeWeightsAndHardlyMore) {
    using Exact = glm::vec<3, long double>;
    Random random(19);
    for (int repeat = 0; repeat < 50'000; ++repeat) {
        const double size = std::exp2(random.uniform(-50, 30)), far = repeat % 3 == 0 ? 1000 : 1;
        const auto any = [&] {
            return Vec<double>(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        };
        const Vec<double> middle = far * size * any();
        const auto corner = [&] {
            Vec<float> at(middle + size * any());
            if (repeat % 5 == 0) at.z = float(middle.z);
            return at;
        };
        Triangle<float> tri{corner(), corner(), corner()};
        if (repeat % 7 == 0) tri.c = tri.b;
        const double beyond = std::exp2(random.uniform(-40, 20));
        const double area = glm::length(normal(Triangle<double>(tri)));
        const bool by_area = repeat % 2 == 0 && area > 0;
        const Reach reach = by_area ? Reach{.by_area = beyond * area} : Reach{.beyond = beyond};
        const Box box = reach(tri);
        const std::array corners{Exact(tri.a), Exact(tri.b), Exact(tri.c)};
        Exact lo(Box::inf), hi(-Box::inf);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto e = (long double)(beyond);
            const Exact P =
                (1 + 2 * e) * corners[k] - e * (corners[(k + 1) % 3] + corners[(k + 2) % 3]);
            lo = glm::min(lo, P), hi = glm::max(hi, P);
        }
        const Exact more = (hi - lo) * 1e-6L + (glm::abs(lo) + glm::abs(hi)) * 1e-6L;
        for (int axis = 0; axis < 3; ++axis) {
            ASSERT_LE(box.lo[axis], lo[axis] * (1 + (lo[axis] > 0 ? 1 : -1) * 1e-12L)) << repeat;
            ASSERT_GE(box.hi[axis], hi[axis] * (1 - (hi[axis] > 0 ? 1 : -1) * 1e-12L)) << repeat;
            ASSERT_GE(box.lo[axis], lo[axis] - more[axis]) << repeat;
            ASSERT_LE(box.hi[axis], hi[axis] + more[axis]) << repeat;
        }
    }
}

TEST(Reach, IsTheTriangleByDefaultAndAllOfSpaceWithoutArea) {
    const Triangle<float> tri({0.1f, 2, -3}, {0.1f, 5, 7}, {0.1f, -1, 0.3f});
    EXPECT_EQ(Reach()(tri), bounds(tri));
    const Triangle<float> point({1, 1, 1}, {1, 1, 1}, {1, 1, 1});
    EXPECT_EQ(Reach{.by_area = 1e-9}(point), Box::everything());
    EXPECT_EQ(Reach{.beyond = 1e31}(tri), Box::everything());
    Reach both{.height = 0.5};
    both.include({.beyond = 0.25});
    EXPECT_EQ(both.height, 0.5);
    EXPECT_EQ(both.beyond, 0.25);
}

}  // namespace
}  // namespace hitmiss
