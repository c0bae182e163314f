// What counts as an error, on hand-made cases and on the triangle that faces the camera.

#include "truth/comparison.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "methods/halo.hpp"
#include "scene/scene.hpp"

namespace hitmiss {
namespace {

TEST(Judge, KnowsEachKindOfError) {
    const Answer nothing{}, two{10, {3, 7}};
    struct Case {
        Hit hit;
        const Answer& answer;
        bool culled;
        Outcome expected;
    };
    const double diagonal = 100;  // a leak lies more than 0.1 behind E
    for (const auto& [hit, answer, culled, expected] : {
             Case{{}, nothing, false, Outcome::right},
             Case{{5, 1}, nothing, false, Outcome::false_hit},
             Case{{10, 3}, two, false, Outcome::right},
             Case{{10, 7}, two, false, Outcome::right},
             Case{{}, two, false, Outcome::leak_background},
             Case{{10.2, 5}, two, false, Outcome::leak_through},
             Case{{10.05, 5}, two, false, Outcome::wrong_triangle},
             Case{{9, 5}, two, false, Outcome::wrong_triangle},
             Case{{}, two, true, Outcome::culled},
             Case{{20, 5}, two, true, Outcome::culled},
             Case{{10, 3}, two, true, Outcome::right},
         })
        EXPECT_EQ(judge(hit, answer, diagonal, culled), expected)
            << hit.triangle << " at " << hit.t;
}

TEST(WorstPixel, IsTheFirstOfTheWorstKind) {
    using enum Outcome;
    const struct {
        std::vector<Outcome> outcomes;
        std::optional<std::size_t> pixel;
    } cases[] = {
        {{}, {}},
        {{right, culled}, {}},
        {{right, wrong_triangle, wrong_triangle}, 1},
        {{wrong_triangle, right, false_hit, false_hit}, 2},
        {{wrong_triangle, false_hit, leak_through, leak_background}, 2},
    };
    for (const auto& c : cases) EXPECT_EQ(worst_pixel({{}, c.outcomes, {}, {}}), c.pixel);
}

Comparison compare_scene(const Scene& scene, const std::vector<Method>& methods, int side) {
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    std::vector<Tracer> tracers;
    for (const auto& method : methods) tracers.push_back(Tracer(method, geometry));
    return compare(methods, tracers, make_reference(parse_method("exact"), geometry), geometry,
                   PrimaryRays(scene.camera, side, side));
}

TEST(Comparison, CulledFacesAreNoLeaks) {
    Scene scene = load_scene(HITMISS_SCENES "/cube.toml");
    for (auto& tri : scene.mesh.triangles) std::swap(tri.b, tri.c);  // all turned away
    const auto result = compare_scene(
        scene, {parse_method("watertight:cull=back"), parse_method("watertight")}, 64);
    const auto& culling = result.columns[0].confusion;
    EXPECT_EQ(culling.leaks, 0u);
    EXPECT_EQ(culling.wrong_triangle, 0u);
    EXPECT_EQ(culling.culled, result.columns[1].confusion.hits);
    EXPECT_EQ(result.columns[1].confusion.errors(), 0u);
}

TEST(Comparison, MeasuresTInUlps) {
    // An exact t of 1 + 2^-23, which floats hold, seen through methods that compute it exactly.
    const std::vector<Triangle<float>> triangles{
        {{-9, -9, 1 + 0x1p-23f}, {9, -9, 1 + 0x1p-23f}, {0, 9, 1 + 0x1p-23f}}};
    Camera camera;
    camera.eye = {0, 0, 0}, camera.look_at = {0, 0, 1}, camera.vertical_fov = 20;
    const Geometry geometry(triangles, camera.eye);
    const std::vector methods{parse_method("exact"), parse_method("moller-trumbore"),
                              parse_method("exact:precision=double"),
                              parse_method("moller-trumbore:precision=double")};
    std::vector<Tracer> tracers;
    for (const auto& method : methods) tracers.push_back(Tracer(method, geometry));
    const PrimaryRays rays(camera, 21, 21);
    const auto comparison =
        compare(methods, tracers, make_reference(parse_method("exact"), geometry), geometry, rays);
    for (const auto& column : comparison.columns) {
        ASSERT_EQ(column.t_ulps.size(), 21u * 21u);
        EXPECT_TRUE(std::is_sorted(column.t_ulps.begin(), column.t_ulps.end()));
    }
    EXPECT_LE(comparison.columns[0].t_ulps.back(), 0.5);  // rounded once to float
    EXPECT_GT(comparison.columns[0].t_ulps.back(), 0.3);
    EXPECT_GT(comparison.columns[1].t_ulps.back(), 0.5);
    EXPECT_LT(comparison.columns[1].t_ulps.back(), 10);
    EXPECT_EQ(comparison.columns[2].t_ulps.back(), 0);
    EXPECT_GE(comparison.columns[3].t_ulps.back(), 1);  // a whole number of ulps
    EXPECT_LT(comparison.columns[3].t_ulps.back(), 10);
}

TEST(Comparison, FalseHitsOfTheAngleSumFollowTheHaloLaw) {
    const Scene scene = load_scene(HITMISS_SCENES "/triangle.toml");
    const Triangle<double> tri(scene.mesh.triangles[0]);
    const double distance = scene.camera.eye.z - tri.a.z;
    const double pixel =
        2 * distance * tangent(scene.camera.vertical_fov * pi<double> / 360) / 1024;
    const std::vector<double> epsilons{0.5, 0.1, 0.05};
    std::vector<Method> methods;
    for (const double epsilon : epsilons)
        methods.push_back(make_method("angle-sum", {{"epsilon", fmt::format("{}", epsilon)}}));
    const auto result = compare_scene(scene, methods, 1024);
    for (std::size_t k = 0; k < epsilons.size(); ++k) {
        double area = 0;
        for (const auto& edge : {tri.b - tri.a, tri.c - tri.b, tri.a - tri.c})
            area += halo_area(glm::length(edge), epsilons[k]);
        const double predicted = area / (pixel * pixel);
        EXPECT_NEAR(double(result.columns[k].confusion.false_hits) / predicted, 1, 0.02)
            << epsilons[k];
    }
}

TEST(Comparison, LeaksAt1e5InFloatAndNotInDouble) {
    const Scene scene = load_scene(HITMISS_SCENES "/triangle.toml");
    const auto result = compare_scene(
        scene, {parse_method("angle-sum:1e-5"), parse_method("angle-sum:1e-5,precision=double")},
        1024);
    EXPECT_GT(result.columns[0].confusion.leaks, 0u);
    EXPECT_EQ(result.columns[1].confusion.leaks, 0u);
}

TEST(Comparison, DeterminantEpsilonLosesTheTinySphere) {
    const Scene scene = load_scene(HITMISS_SCENES "/icosphere-tiny.toml");
    const auto result =
        compare_scene(scene,
                      {parse_method("moller-trumbore:epsilon=1e-6,cull=back"),
                       parse_method("moller-trumbore:epsilon=1e-6,cull=back,variant=corrected"),
                       parse_method("moller-trumbore")},
                      128);
    EXPECT_EQ(result.columns[0].confusion.hits, 0u);
    EXPECT_EQ(result.columns[1].confusion.leaks, 0u);
    EXPECT_EQ(result.columns[2].confusion.leaks, 0u);
    EXPECT_GT(result.columns[2].confusion.hits, 1000u);
}

// The streak of the published same-side test runs over the background, where nothing is.
TEST(Comparison, SameSideStreakLeavesTheGrid) {
    const Scene scene = load_scene(HITMISS_SCENES "/grid.toml");
    const auto result = compare_scene(
        scene, {parse_method("same-side"), parse_method("same-side:variant=corrected")}, 513);
    EXPECT_GT(result.columns[0].confusion.false_hits, 100u);
    EXPECT_EQ(result.columns[1].confusion.false_hits, 0u);
}

}  // namespace
}  // namespace hitmiss
