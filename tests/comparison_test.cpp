// What counts as an error, on hand-made cases and on the triangle that faces the camera.

#include "judge/comparison.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <atomic>

#include "judging.hpp"
#include "methods/halo.hpp"
#include "scene/scene.hpp"

namespace hitmiss {
namespace {

// In the maps below L, F and W are errors, n and c are none. Groups touch by side or corner; the
// largest counts, whatever its kinds, and in it the pixel nearest to its centre.
TEST(WorstPixel, IsInTheMiddleOfTheLargestGroup) {
    const struct {
        std::string_view map;  // rows of six
        std::optional<std::size_t> pixel;
    } cases[] = {
        {"......"
         "..nd..",
         {}},
        {"L....."
         "..WWW.",
         9},
        {"LLLL.F"
         "nnnn.F"
         "nnnn.F"
         "nnnn.W"
         "nnnn.F",
         17},
        {"F....."
         ".F...L"
         "..F.L.",
         7},
    };
    for (const auto& [map, pixel] : cases) {
        Comparison comparison{6, int(map.size() / 6), {}, {}};
        Comparison::Column column{};
        for (const char c : map)
            column.outcomes.push_back(c == 'L'   ? Outcome::leak
                                      : c == 'F' ? Outcome::false_hit
                                      : c == 'W' ? Outcome::wrong_triangle
                                      : c == 'n' ? Outcome::tie
                                      : c == 'd' ? Outcome::degenerate
                                                 : Outcome::right);
        EXPECT_EQ(worst_pixel(column.outcomes, comparison.width), pixel) << map;
    }
}

Comparison compare_scene(const Scene& scene, const std::vector<Method>& methods, int side) {
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    return compared(methods, geometry, scene.camera, side, side);
}

// The cube is turned inside out: whoever culls is right to see its far faces.
TEST(Comparison, CulledFacesAreNoLeaks) {
    Scene scene = load_scene(HITMISS_SCENES "/cube.toml");
    for (auto& tri : scene.mesh.triangles) std::swap(tri.b, tri.c);  // all turned away
    const auto result = compare_scene(
        scene, {parse_method("watertight:cull=back"), parse_method("watertight")}, 64);
    const auto& culling = result.columns[0].tally.outcomes;
    EXPECT_EQ(culling.errors(), 0u);
    EXPECT_GT(culling.culling_changed, 1000u);
    EXPECT_EQ(culling.culling_changed, result.columns[1].tally.outcomes.hits);
    EXPECT_EQ(result.columns[1].tally.outcomes.culling_changed, 0u);
    EXPECT_EQ(result.columns[1].tally.outcomes.errors(), 0u);
}

TEST(Comparison, MeasuresTInUlps) {
    // An exact t of 1 + 2^-23, which floats hold, seen through methods that compute it exactly.
    const std::vector<Triangle<float>> triangles{
        {{-9, -9, 1 + 0x1p-23f}, {9, -9, 1 + 0x1p-23f}, {0, 9, 1 + 0x1p-23f}}};
    Camera camera;
    camera.eye = {0, 0, 0}, camera.look_at = {0, 0, 1}, camera.vertical_fov = 20;
    const Geometry geometry(triangles, camera.eye);
    const std::vector methods{parse_method("exact"), parse_method("moller-trumbore"),
                              parse_method("moller-trumbore:precision=double")};
    const auto comparison = compared(methods, geometry, camera, 21, 21);
    for (const auto& column : comparison.columns) EXPECT_EQ(column.t_ulps.hits, 21u * 21u);
    EXPECT_LE(comparison.columns[0].t_ulps.max, 0.5);  // rounded once
    EXPECT_GT(comparison.columns[1].t_ulps.max, 0.5);
    EXPECT_LT(comparison.columns[1].t_ulps.max, 10);
    EXPECT_GT(comparison.columns[2].t_ulps.max, 0.5);
    EXPECT_LT(comparison.columns[2].t_ulps.max, 10);
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
        EXPECT_NEAR(double(result.columns[k].tally.outcomes.false_hits) / predicted, 1, 0.02)
            << epsilons[k];
    }
}

TEST(Comparison, SaysAfterEachTileThatItIsDone) {
    const Scene scene = load_scene(HITMISS_SCENES "/triangle.toml");
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const Method exact = make_method("exact");
    const Round round{picture_rays(scene.camera, 100, 50),
                      make_answerers({&exact, 1}, geometry, Traversal::tiles),
                      make_reference(exact, geometry), geometry};
    std::atomic<std::size_t> tiles = 0;
    compare(round, 100, 50, [&] { ++tiles; });
    EXPECT_EQ(tiles, round.source.batches);
    EXPECT_GT(round.source.batches, 1u);
}

// A method that is the reference is right by definition, also where the exact answer is another.
TEST(Comparison, FindsNoErrorsOfTheReferenceItself) {
    const Scene scene = load_scene(HITMISS_SCENES "/triangle.toml");
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const Method method = parse_method("angle-sum:0.5");
    std::vector<std::uint64_t> false_hits;
    for (const Method& reference : {method, make_method("exact")}) {
        const Round round{picture_rays(scene.camera, 100, 100),
                          make_answerers({&method, 1}, geometry, Traversal::tiles),
                          make_reference(reference, geometry), geometry};
        false_hits.push_back(compare(round, 100, 100).columns[0].tally.outcomes.false_hits);
    }
    EXPECT_EQ(false_hits[0], 0u);
    EXPECT_GT(false_hits[1], 10u);
}

TEST(Comparison, LeaksAt1e5InFloatAndNotInDouble) {
    const Scene scene = load_scene(HITMISS_SCENES "/triangle.toml");
    const auto result = compare_scene(
        scene, {parse_method("angle-sum:1e-5"), parse_method("angle-sum:1e-5,precision=double")},
        1024);
    EXPECT_GT(result.columns[0].tally.outcomes.leaks, 0u);
    EXPECT_EQ(result.columns[1].tally.outcomes.leaks, 0u);
}

TEST(Comparison, DeterminantEpsilonLosesTheTinySphere) {
    const Scene scene = load_scene(HITMISS_SCENES "/icosphere-tiny.toml");
    const auto result =
        compare_scene(scene,
                      {parse_method("moller-trumbore:epsilon=1e-6,cull=back"),
                       parse_method("moller-trumbore:epsilon=1e-6,cull=back,variant=corrected"),
                       parse_method("moller-trumbore")},
                      128);
    EXPECT_EQ(result.columns[0].tally.outcomes.hits, 0u);
    EXPECT_EQ(result.columns[1].tally.outcomes.leaks, 0u);
    EXPECT_EQ(result.columns[2].tally.outcomes.leaks, 0u);
    EXPECT_GT(result.columns[2].tally.outcomes.hits, 1000u);
}

// The streak of the published same-side test runs over the background, where nothing is.
TEST(Comparison, SameSideStreakLeavesTheGrid) {
    const Scene scene = load_scene(HITMISS_SCENES "/grid.toml");
    const auto result = compare_scene(
        scene, {parse_method("same-side"), parse_method("same-side:variant=corrected")}, 513);
    EXPECT_GT(result.columns[0].tally.outcomes.false_hits, 100u);
    EXPECT_EQ(result.columns[1].tally.outcomes.false_hits, 0u);
}

}  // namespace
}  // namespace hitmiss
