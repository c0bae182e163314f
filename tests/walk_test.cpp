// The walking demonstrations, each flaw against the text that states it.

#include <gtest/gtest.h>

#include <algorithm>

#include "base/exact.hpp"
#include "base/random.hpp"
#include "demos/walker.hpp"
#include "methods/kernel_of.hpp"
#include "scene/make.hpp"

namespace hitmiss {
namespace {

/// A wall at that z, 20 wide, 4 high, its two triangles not split at the eye's height.
Mesh wall_at(double z) {
    Mesh mesh = make_mesh("grid:faces=2");
    place(mesh, {{10, 2, 1}, Vec<double>(0), {0, 1, z}});
    return mesh;
}

/// A walker on the negative z axis.
Scene walk_scene(Mesh mesh, const Vec<float>& position, double step, std::string path) {
    Scene scene;
    scene.mesh = std::move(mesh);
    scene.walk = WalkSettings{position, {0, 0, -1}, step, 90, std::move(path), 0.01, 60};
    return scene;
}

/// The number of the first step that is blocked; 0 if none is.
int first_blocked(const WalkRun& run) {
    for (std::size_t k = 0; k < run.moves.size(); ++k)
        if (run.moves[k].blocked()) return int(k) + 1;
    return 0;
}

int first_blocked(const Scene& scene, const char* method, Variant variant) {
    return first_blocked(walk(scene, parse_method(method), variant));
}

using enum Variant;

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

// The tested point lies on the wall, however long the wall's normal is: 4 s s.
TEST(WalkPlane, CorrectedMeasuresWhereTheStepMeetsThePlane) {
    for (const double s : {0.25, 0.5, 1.0, 2.0, 8.0}) {
        Mesh wall = make_mesh("grid:faces=2");
        place(wall, {Vec<double>(s), Vec<double>(0), Vec<double>(0)});
        auto scene = walk_scene(wall, {0.1 * s, 0.3 * s, 0.5}, 1, "F");
        for (const char* method : {"angle-sum-walking", "angle-sum", "same-side"})
            for (const double side : {1, -1}) {
                scene.walk->position.z = float(side / 2), scene.walk->facing.z = -side;
                EXPECT_EQ(first_blocked(scene, method, corrected), 1) << method << ' ' << s;
            }
    }
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

/// Sees every triangle half a step ahead; its `length` has nothing to do with a segment.
template <typename Real, Variant>
struct HalfAStepAhead {
    static constexpr MethodInfo info{.name = "half-a-step-ahead", .source = "", .idea = ""};
    double length = 1;
    static constexpr void parameters(auto&& visit) {
        visit("length", &HalfAStepAhead::length, Range{0, 1}, "");
    }
    static Triangle<Real> prepare(const Triangle<Real>& tri) { return tri; }
    Candidate<Real> test(const Ray<Real>&, const Triangle<Real>&, auto) const {
        return {true, Real(0.5)};
    }
};
extern constinit const Entry half_a_step_ahead = entry<HalfAStepAhead>();

TEST(WalkRay, IsWhatARayTestIsAskedWhateverItsSettingsAreCalled) {
    const Collider collider(Method(half_a_step_ahead), corrected);
    EXPECT_EQ(collider.construction, Construction::ray);
    // The step leads away from the wall, which the collision matrix would not hit.
    const Triangle<float> wall{{0, 0, -1}, {1, 0, -1}, {0, 1, -1}};
    EXPECT_TRUE(collider.test({{5, 5, 0}, {0, 0, 1}}, {wall, wall, {}}).collides());
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
            const Ray<double> step(from, by);
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

// What the matrix says about a step, against distances from the plane and the exact answer.
TEST(WalkMatrix, TellsDistancesAndTheReason) {
    Random random(11);
    const auto draw = [&] {
        return Vec<float>(float(random.uniform(-1, 1)), float(random.uniform(-1, 1)),
                          float(random.uniform(-1, 1)));
    };
    const Collider collider(parse_method("collision-matrix"), corrected);
    std::array<int, reasons.size()> seen{};
    for (int k = 0; k < 2000; ++k) {
        const Vec<float> a = draw(), b = draw(), c = draw();
        const Triangle<float> wall(a, b, c);
        const Vec<double> n = normal(Triangle<double>(wall));
        if (glm::length(n) < 0.1) continue;
        const Ray<float> step(draw(), draw());
        const auto distance = [&](const Vec<double>& p) {
            return glm::dot(glm::normalize(n), p - Vec<double>(a));
        };
        const double before = distance(Vec<double>(step.o)),
                     after = distance(Vec<double>(step.o) + Vec<double>(step.d));
        const StepVerdict verdict = collider.test(step, {wall, wall, {}});
        EXPECT_NEAR(verdict.before, before, 1e-12);
        EXPECT_NEAR(verdict.after, after, 1e-12);
        EXPECT_NEAR(verdict.t * (before - after), before, 1e-12);
        EXPECT_EQ(verdict.asked, Vec<double>(step.d));
        EXPECT_EQ(verdict.reason, (before > 0) == (after > 0) ? Reason::same_side
                                  : exact_step(step, wall)    ? Reason::collision
                                                              : Reason::beside);
        ++seen[std::size_t(verdict.reason)];
    }
    for (const Reason reason : {Reason::same_side, Reason::beside, Reason::collision})
        EXPECT_GT(seen[std::size_t(reason)], 50) << reasons[std::size_t(reason)];
    // A step that starts on the plane, and one along it.
    const Triangle<float> wall({-1, -1, 0}, {1, -1, 0}, {0, 1, 0});
    for (const Vec<float>& by : {Vec<float>(0, 0, -1), Vec<float>(1, 0, 0)})
        EXPECT_EQ(collider.test({{0, 0, 0}, by}, {wall, wall, {}}).reason, Reason::touches);
    const StepVerdict ends = collider.test({{0, 0, 1}, {0, 0, -1}}, {wall, wall, {}});
    EXPECT_EQ(ends.reason, Reason::collision);
    EXPECT_EQ(ends.t, 1);
}

// If a step meets several walls, the nearest is reported, whichever is listed first.
TEST(Walk, TellsTheNearestWall) {
    for (const bool nearest_first : {false, true}) {
        Mesh walls = wall_at(nearest_first ? -2 : -4);
        for (const auto& tri : wall_at(nearest_first ? -4 : -2).triangles)
            walls.triangles.push_back(tri);
        const auto scene = walk_scene(walls, {0, 0.5f, 0}, 10, parse_path("F"));
        for (const char* method : {"collision-matrix", "angle-sum"}) {
            const WalkRun run = walk(scene, parse_method(method), corrected);
            ASSERT_TRUE(run.moves[0].verdict.collides()) << method;
            EXPECT_NEAR(run.moves[0].verdict.t, 0.2, 1e-6) << method;
        }
    }
}

// If a step meets none of several walls, the one ahead is reported, whichever is listed first.
TEST(Walk, TellsTheWallAheadRatherThanOneBehind) {
    for (const double listed_last : {-4, 4}) {
        Mesh walls = wall_at(float(-listed_last));
        for (const auto& tri : wall_at(float(listed_last)).triangles)
            walls.triangles.push_back(tri);
        const auto scene = walk_scene(walls, {0, 0.5f, 0}, 1, parse_path("F"));
        for (const char* method : {"collision-matrix", "angle-sum"}) {
            const WalkRun run = walk(scene, parse_method(method), corrected);
            EXPECT_FALSE(run.moves[0].verdict.collides()) << method;
            EXPECT_NEAR(run.moves[0].verdict.t, 4, 1e-6) << method << listed_last;
        }
    }
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

/// A point of the cube [-1, 1)^3 on a grid so coarse that sums of a few of them are exact.
Vec<float> anywhere(Random& random) {
    constexpr std::uint32_t half = 1u << 18;
    const auto draw = [&] { return (float(random.below(2 * half)) - float(half)) * 0x1p-18f; };
    return {draw(), draw(), draw()};
}

/// A step that leads anywhere, to a point of the triangle, or through the middle of an edge to as
/// far behind it. The last two miss the border by a unit of the grid or not at all.
Ray<float> draw_step(Random& random, int kind, const Triangle<float>& tri) {
    const Vec<float> from = anywhere(random);
    if (kind == 0) return {from, anywhere(random) - from};
    const Vec<float> corners[] = {tri.a, tri.b, tri.c};
    const auto first = random.below(3);
    const auto ab = corners[first] + corners[(first + 1) % 3], c = corners[(first + 2) % 3];
    const auto unit = [&] { return (float(random.below(3)) - 1) * 0x1p-18f; };
    const Vec<float> nudge{unit(), unit(), unit()};
    return {from, (kind == 1 ? 0.25f * (ab + 2.0f * c) - from : ab - 2.0f * from) + nudge};
}

/// How far a step's collision is from changing, in longest edges: the crossing would lie on an
/// edge, or the step start or end on the plane.
double distance_to_border(const Ray<float>& step, const Triangle<float>& stored) {
    const Triangle<double> tri(stored);
    const Vec<double> o(step.o), d(step.d), n = glm::normalize(normal(tri));
    const double before = glm::dot(n, o - tri.a), after = glm::dot(n, o + d - tri.a);
    const auto P = o + d * (before / (before - after));
    double distance = std::min(std::abs(before), std::abs(after)), longest = 0;
    for (const auto& [a, b] :
         {std::pair{tri.a, tri.b}, std::pair{tri.b, tri.c}, std::pair{tri.c, tri.a}}) {
        const auto e = b - a;
        const double along = std::clamp(glm::dot(P - a, e) / glm::dot(e, e), 0.0, 1.0);
        distance = std::min(distance, glm::length(P - a - along * e));
        longest = std::max(longest, glm::length(e));
    }
    return distance / longest;
}

/// Random steps against random walls, and where the collision test and the exact answer disagree.
struct Trials {
    int collisions = 0, disagreements = 0;  ///< collisions by the exact answer
    double farthest = 0;                    ///< of a disagreement from the border, in longest edges
};
Trials try_random_steps(const char* method, int count) {
    const Collider collider(parse_method(method), corrected);
    Random random(1);
    Trials trials;
    for (int k = 0; k < count; ++k) {
        const Vec<float> a = anywhere(random), b = anywhere(random), c = anywhere(random);
        const Triangle<float> wall(a, b, c);
        const Ray<float> step = draw_step(random, k % 3, wall);
        const bool exact = exact_step(step, wall);
        trials.collisions += exact;
        if (collider.test(step, {wall, wall, {}}).collides() == exact) continue;
        ++trials.disagreements;
        trials.farthest = std::max(trials.farthest, distance_to_border(step, wall));
    }
    return trials;
}

class WalkTrial : public testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(WalkTrial, CorrectedDiffersFromExactOnlyAtTheBorder) {
    const auto [method, bound] = GetParam();
    const Trials trials = try_random_steps(method, 100'000);
    EXPECT_GT(trials.collisions, 20'000);
    EXPECT_GT(trials.disagreements, 0) << "no step came near the border";
    EXPECT_LT(trials.farthest, bound);
}

INSTANTIATE_TEST_SUITE_P(Methods, WalkTrial,
                         testing::Values(std::pair("angle-sum-walking", 1e-3),
                                         std::pair("moller-trumbore", 1e-3),
                                         std::pair("collision-matrix:precision=float", 1e-3),
                                         std::pair("angle-sum-walking:precision=double", 1e-3),
                                         std::pair("collision-matrix:precision=double", 1e-9),
                                         std::pair("moller-trumbore:precision=double", 1e-9)));

TEST(WalkTrial, TheExactMethodNeverDiffers) {
    EXPECT_EQ(try_random_steps("exact", 20'000).disagreements, 0);
    // A step that ends 2^-60 before the wall: its t rounds to 1.
    const Triangle<float> wall({-1, -1, -0x1p-60f}, {1, -1, -0x1p-60f}, {0, 1, -0x1p-60f});
    const Ray<float> step({0, 0, 1}, {0, 0, -1});
    EXPECT_FALSE(exact_step(step, wall));
    EXPECT_FALSE(
        Collider(parse_method("exact"), corrected).test(step, {wall, wall, {}}).collides());
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

TEST(Walk, RowsForPeopleHaveFiveDigits) {
    EXPECT_EQ(as_csv(for_people({{{"x", 1.23456789}, {"y", -98765.4321}, {"n", 1234567u}}})),
              "x,y,n\n1.2346,-98765,1234567\n");
}

}  // namespace
}  // namespace hitmiss
