// The walking demonstrations, each flaw against the text that states it.

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "demos/walk_matrix.hpp"
#include "demos/walk_trials.hpp"
#include "demos/walker.hpp"
#include "methods/catalogue.hpp"
#include "scene/make.hpp"
#include "truth/exact.hpp"

namespace hitmiss {
namespace {

/// A wall at that z, 20 wide, 4 high, its two triangles not split at the eye's height.
Mesh wall_at(double z) {
    Mesh mesh = make_mesh("grid:faces=2");
    place(mesh, {{10, 2, 1}, Vec<double>(0), {0, 1, z}});
    return mesh;
}

/// A walker on the negative z axis's way.
Scene walk_scene(Mesh mesh, const Vec<float>& position, double step, std::string path) {
    Scene scene;
    scene.mesh = std::move(mesh);
    scene.walk = WalkSettings{position, {0, 0, -1}, step, 90, std::move(path), 0.01, 60};
    return scene;
}

/// The number of the step that is blocked first; 0 if none is.
int first_blocked(const WalkRun& run) {
    for (std::size_t k = 0; k < run.moves.size(); ++k)
        if (run.moves[k].blocked()) return int(k) + 1;
    return 0;
}

int first_blocked(const Scene& scene, const char* method, Variant variant) {
    return first_blocked(walk(scene, parse_method(method), variant));
}

constexpr auto published = Variant::published, corrected = Variant::corrected;

TEST(WalkPlane, ConstantHasTheWrongSignUnlessThePlaneHoldsTheOrigin) {
    for (const char* method : {"angle-sum-walking", "angle-sum", "same-side", "signed-angle-sum"}) {
        // From 1.9 in steps of 0.25 the eighth would cross z = 0.
        const auto at_origin = walk_scene(wall_at(0), {0, 0.5f, 1.9f}, 0.25, parse_path("12F"));
        EXPECT_EQ(first_blocked(at_origin, method, published), 8) << method;
        EXPECT_EQ(first_blocked(at_origin, method, corrected), 8) << method;
        // From -3.1 to beyond -5: again the eighth.
        const auto beyond = walk_scene(wall_at(-5), {0, 0.5f, -3.1f}, 0.25, parse_path("12F"));
        EXPECT_EQ(first_blocked(beyond, method, published), 0) << method;
        EXPECT_EQ(first_blocked(beyond, method, corrected), 8) << method;
    }
}

TEST(WalkPlane, PublishedStopsAtTheMirroredPlaneOnlyIfTheCrossingIsInside) {
    // The plane z = 5 is crossed, but far from the triangle, which P is then measured against.
    const auto scene = walk_scene(wall_at(-5), {0, 0.5f, 5.9f}, 0.25, parse_path("8F"));
    const WalkRun run = walk(scene, parse_method("angle-sum-walking"), published);
    EXPECT_EQ(first_blocked(run), 0);
    EXPECT_EQ(run.moves[3].verdict.reason, Reason::beside);
    EXPECT_NEAR(run.moves[3].verdict.before, 0.15, 1e-6);
}

TEST(WalkPlane, TouchingLetsTheNextStepThrough) {
    const auto scene = walk_scene(wall_at(0), {0, 0.5f, 1}, 0.25, parse_path("6F"));
    const WalkRun through = walk(scene, parse_method("angle-sum-walking"), published);
    EXPECT_EQ(first_blocked(through), 0);
    EXPECT_EQ(through.moves[3].verdict.reason, Reason::touches);
    EXPECT_EQ(through.moves[4].verdict.reason, Reason::touches);
    EXPECT_EQ(through.moves[4].position.z, 0);
    EXPECT_EQ(first_blocked(scene, "angle-sum-walking", corrected), 4);
}

TEST(WalkPlane, OnlyStepsForwardAreTestedAndWithTheHeightTheyDoNotClimb) {
    auto scene = walk_scene(wall_at(0), {0, 0.5f, -0.6f}, 0.25, parse_path("4B"));
    EXPECT_EQ(first_blocked(scene, "angle-sum-walking", published), 0);
    EXPECT_EQ(first_blocked(scene, "angle-sum-walking", corrected), 3);
    // Looking up, the tested step leads over the wall and the walker through it.
    scene = walk_scene(wall_at(0), {0, 2.95f, 0.5f}, 1, "F");
    scene.walk->facing = {0, 1, -1};
    for (const auto variant : {published, corrected}) {
        const auto run = walk(scene, parse_method("angle-sum-walking"), variant);
        EXPECT_TRUE(run.moves[0].exact);
        EXPECT_EQ(run.moves[0].blocked(), variant == corrected);
    }
}

TEST(WalkRay, PublishedStopsWithinOneUnitOfTheOriginsWall) {
    // On the axis dir = (0, 0, z - 1): it looks at the wall only for z < 1.
    const auto on_axis = [](float z) { return walk_scene(wall_at(0), {0, 0, z}, 0.0625, "F"); };
    const char* as_in_text = "moller-trumbore:cull=back,epsilon=1e-6";
    for (const float z : {4.0f, 2.0f, 1.25f, 1.0f, 0.9375f, 0.5f, 0.125f}) {
        EXPECT_EQ(first_blocked(on_axis(z), as_in_text, published), z < 1) << z;
        EXPECT_EQ(first_blocked(on_axis(z), as_in_text, corrected), 0) << z;
    }
    EXPECT_EQ(first_blocked(on_axis(0.0625f), as_in_text, corrected), 1);
}

TEST(WalkRay, PublishedIsRightInDirectionOnlyAtTheOriginAndNeverChecksT) {
    // At the origin, in front of a wall five units off: any distance collides.
    auto scene = walk_scene(wall_at(-5), {0, 0, 0}, 0.25, "F");
    EXPECT_EQ(first_blocked(scene, "moller-trumbore", published), 1);
    EXPECT_EQ(walk(scene, parse_method("moller-trumbore"), corrected).moves[0].verdict.reason,
              Reason::beyond);
    // With the back to it: t = -5 collides too.
    scene.walk->facing = {0, 0, 1};
    EXPECT_EQ(first_blocked(scene, "moller-trumbore", published), 1);
    EXPECT_EQ(walk(scene, parse_method("moller-trumbore"), corrected).moves[0].verdict.reason,
              Reason::behind);
    // Far to the side, where dir is nearly (60, 0, 0), the walker runs through the wall he faces.
    Mesh wall = wall_at(3.25);
    place(wall, {Vec<double>(1), Vec<double>(0), {60, 0, 0}});
    scene = walk_scene(wall, {60, 0, 4}, 1, "F");
    EXPECT_EQ(first_blocked(scene, "moller-trumbore", published), 0);
    EXPECT_EQ(first_blocked(scene, "moller-trumbore", corrected), 1);
}

Triangle<double> apply(const Affine& W, const Triangle<double>& tri) {
    const auto move = [&](const Vec<double>& p) { return W.linear * p + W.translation; };
    return {move(tri.a), move(tri.b), move(tri.c)};
}

// T^-1 W^-1 against the matrix made from the moved triangle.
TEST(WalkMatrix, MovedMapIsTheRebuiltOne) {
    Random random(7);
    const Placement turned{Vec<double>(1), {0, 30, 0}, {0.5, -1, 2}};
    const Placement scaled{{2, 0.5, 1}, {20, 30, -40}, {0.5, -1, 2}};
    const auto draw = [&] {
        return Vec<double>{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    };
    int collisions = 0, wrong_when_turned = 0, wrong_when_scaled = 0;
    for (int k = 0; k < 20'000; ++k) {
        const Triangle<double> rest{draw(), draw(), draw()};
        for (const auto* placement : {&turned, &scaled}) {
            const Affine W = to_affine(*placement);
            const CollisionMatrix<double> text;
            const CollisionMatrix<double, Variant::corrected> mended;
            const auto placed = apply(W, rest);
            const auto from = placed.a + draw(), by = 3.0 * draw();
            const Step<double> step{from, by};
            const bool rebuilt =
                step_by_matrix(mended, mended.prepare(placed), step, corrected).collides();
            collisions += rebuilt;
            ASSERT_EQ(
                step_by_matrix(mended, moved(mended.prepare(rest), W, corrected), step, corrected)
                    .collides(),
                rebuilt)
                << k;
            (placement == &turned ? wrong_when_turned : wrong_when_scaled) +=
                step_by_matrix(text, moved(text.prepare(rest), W, published), step, published)
                    .collides() != rebuilt;
        }
    }
    EXPECT_GT(collisions, 1000);
    EXPECT_EQ(wrong_when_turned, 0);
    EXPECT_GT(wrong_when_scaled, 500);
}

TEST(WalkMatrix, MovedRowsEqualRebuiltRowsToRounding) {
    const Triangle<double> rest{{0.25, -1, 0.5}, {1, 0.125, 0}, {-0.5, 1, 0.75}};
    const Affine W = to_affine({Vec<double>(1), {0, 30, 0}, {0.5, -1, 2}});
    const CollisionMatrix<double> method;
    const auto by_W = moved(method.prepare(rest), W, published),
               rebuilt = method.prepare(apply(W, rest));
    for (const auto row :
         {&decltype(by_W)::x, &decltype(by_W)::y, &decltype(by_W)::z, &decltype(by_W)::origin})
        EXPECT_LT(glm::length(by_W.*row - rebuilt.*row), 1e-14);
}

TEST(Walk, WallsMoveBetweenSteps) {
    // A wall that comes half a unit nearer with every step reaches a walker who stays behind.
    Scene scene = walk_scene(wall_at(0), {0, 0.5f, 2.2f}, 0.1, parse_path("8F"));
    Motion motion;
    motion.drift = {0, 0, 0.5};
    scene.moving.push_back({0, scene.mesh.triangles, motion});
    for (const char* method : {"collision-matrix:precision=double", "moller-trumbore", "same-side"})
        // At step k + 1 the wall is at k / 2 and the walker at 2.2 - k / 10: they meet after k = 3.
        EXPECT_EQ(first_blocked(scene, method, corrected), 0) << method;
    scene.walk->step = 0.5;
    for (const char* method : {"collision-matrix:precision=double", "moller-trumbore", "same-side"})
        EXPECT_EQ(first_blocked(scene, method, corrected), 3) << method;
}

TEST(Walk, TurnsLeftAndRightInAPlan) {
    Scene scene = walk_scene(wall_at(-50), {0, 0, 0}, 1, parse_path("F L 2F R B"));
    const auto run = walk(scene, parse_method("exact"), corrected);
    EXPECT_EQ(run.end, Vec<float>(-2, 0, 0));
    EXPECT_EQ(run.facing, Vec<double>(0, 0, -1));
}

class WalkTrial : public testing::TestWithParam<std::pair<std::string, double>> {};

TEST_P(WalkTrial, CorrectedDiffersFromExactOnlyAtTheBorder) {
    const auto [method, bound] = GetParam();
    const auto trials = try_random_steps(make_collider(parse_method(method), corrected), 100'000);
    EXPECT_EQ(trials.steps, 100'000u);
    EXPECT_GT(trials.collisions, 20'000u);
    EXPECT_GT(trials.walked_through + trials.stopped, 0u) << "no step came near the border";
    EXPECT_LT(trials.farthest, bound);
}

INSTANTIATE_TEST_SUITE_P(Methods, WalkTrial,
                         testing::Values(std::pair("angle-sum-walking", 1e-3),
                                         std::pair("moller-trumbore", 1e-3),
                                         std::pair("collision-matrix", 1e-3),
                                         std::pair("angle-sum-walking:precision=double", 1e-3),
                                         std::pair("collision-matrix:precision=double", 1e-9),
                                         std::pair("moller-trumbore:precision=double", 1e-9)));

TEST(WalkTrial, TheExactMethodNeverDiffers) {
    const auto trials =
        try_random_steps(make_collider(parse_method("exact:precision=double"), corrected), 20'000);
    EXPECT_EQ(trials.walked_through + trials.stopped, 0u);
}

// Ends of steps on the plane, just short of it and just beyond, where a rounded t says nothing.
TEST(ExactStep, DecidesTheEndOfTheStepExactly) {
    const Triangle<float> wall{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    const float z = 1e-20f;
    const auto ends_at = [&](float end) { return exact_step({{0, 0, 1}, {0, 0, end - 1}}, wall); };
    EXPECT_TRUE(ends_at(0));
    EXPECT_TRUE(ends_at(-0x1p-23f));
    EXPECT_FALSE(ends_at(0x1p-24f));
    // From z up to the plane and an ulp less, in steps that double cannot tell from 1.
    EXPECT_TRUE(exact_step({{0, 0, z}, {0, 0, -z}}, wall));
    EXPECT_FALSE(exact_step({{0, 0, z}, {0, 0, -std::nextafter(z, 0.0f)}}, wall));
    EXPECT_FALSE(exact_step({{0, 0, 0}, {0, 0, -1}}, wall)) << "a step may start on the plane";
}

}  // namespace
}  // namespace hitmiss
