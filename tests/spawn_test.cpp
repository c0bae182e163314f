// Rays that start on the surface: each rule against its closed form, what is counted against what a
// made scene must give, and the program as a user runs it.

#include <fmt/format.h>

#include "json_testing.hpp"
#include "judge/judge.hpp"
#include "judge/spawning.hpp"
#include "program.hpp"
#include "sanitized.hpp"
#include "solids.hpp"

namespace hitmiss {
namespace {

const Method moller_trumbore = parse_method("moller-trumbore");

/// A triangle in the plane z = h that a ray from above meets at (x, y, h), and a way up from there.
Met met_at(float x, float y, float h) {
    Met met;
    met.triangle = {{-1, -1, h}, {3, -1, h}, {-1, 3, h}};
    met.ray = {{x, y, h + 4}, {0, 0, -2}};
    met.hit = {2, 7};
    met.precision = Precision::single;
    met.exact = {x, y, h};
    met.d = {0, 0.5f, 0.5f};
    return met;
}

float floats_up(float x, int count) {
    for (int k = 0; k < count; ++k) x = std::nextafter(x, Box::inf);
    return x;
}

TEST(Leaving, ComputesThePointInThreeWays) {
    const Met met = met_at(0.5f, 0.25f, 1);
    for (const PointBy by : {PointBy::along_ray, PointBy::barycentric, PointBy::exact})
        EXPECT_EQ(point_of(met, by), Vec<float>(0.5f, 0.25f, 1));
    // Far away o + t d is rounded to floats that are 1 / 2 apart, beside the plane; in double it is
    // rounded once.
    Met far = met_at(0, 0, 1);
    far.ray = {{0, 0, 4'000'001}, {0, 0, -1}}, far.hit.t = 3'999'999.7;
    EXPECT_EQ(point_of(far, PointBy::along_ray).z, 1.25f);
    far.precision = Precision::twice;
    EXPECT_NEAR(point_of(far, PointBy::along_ray).z, 1.3, 1e-6);
    EXPECT_EQ(point_of(far, PointBy::barycentric).z, 1);
}

TEST(Leaving, CountsHowFarAPointIsOffItsPlane) {
    // From 4,000,001 above the origin down to z = 1.
    const Ray<float> down{{0, 0, 4'000'001}, {0, 0, -1}};
    const ExactStart start = exact_start(down, met_at(0, 0, 1).triangle);
    EXPECT_EQ(off_plane({0.5f, 0.5f, 1}, start), 0);
    EXPECT_DOUBLE_EQ(off_plane({0, 0, 1.25f}, start), 0.25 / (0x1p-24 * 8'000'001));
    EXPECT_DOUBLE_EQ(off_plane({7, 7, 0.75f}, start), 0.25 / (0x1p-24 * 8'000'001));
}

TEST(Leaving, ByEpsilonChangesTheFilterOrTheStart) {
    const Met met = met_at(0.5f, 0.25f, 1);
    const Left by_t = leave(Leaving::t_min, 0.125, PointBy::along_ray, met);
    EXPECT_EQ(by_t.o, Vec<float>(0.5f, 0.25f, 1));
    EXPECT_FALSE(by_t.filter.lets(0.125, 3));
    EXPECT_TRUE(by_t.filter.lets(0.126, 7));
    const Left along = leave(Leaving::normal, 0.125, PointBy::along_ray, met);
    EXPECT_EQ(along.o, Vec<float>(0.5f, 0.25f, 1.125f));
    EXPECT_EQ(along.point, by_t.o);
    Met down = met;
    down.d.z = -0.5f;
    EXPECT_EQ(leave(Leaving::normal, 0.125, PointBy::along_ray, down).o.z, 0.875f);
    const Left number = leave(Leaving::own_triangle, 0, PointBy::along_ray, met);
    EXPECT_EQ(number.o, by_t.o);
    EXPECT_FALSE(number.filter.lets(1, 7));
    EXPECT_TRUE(number.filter.lets(1e-30, 8));
}

// The error of 1.5 is gamma(7) 1.5, or 10.5 u. The interval reaches 12 u on either side, because
// its ends are rounded, then moved outwards. One more float of 2 u follows.
TEST(Leaving, ByPbrtTakesAnIntervalWhoseEndsAreRoundedOutwards) {
    const Left left = leave(Leaving::pbrt, 0, PointBy::barycentric, met_at(0.5f, 0.25f, 1.5f));
    EXPECT_EQ(left.o.z, 1.5f + 14 * 0x1p-24f);
}

TEST(Leaving, ByPublishedRulesMovesAsFarAsTheirSourcesSay) {
    constexpr double u = 0x1p-24;
    for (const float h : {1.0f, 1000.0f, -0.3f, 1e-6f}) {
        const Met met = met_at(0.5f, 0.25f, h);
        const double size = std::abs(h);
        // 256 floats up, but 1 / 65536 near 0; x and y stay.
        const Left integer = leave(Leaving::integer, 0, PointBy::exact, met);
        EXPECT_EQ(integer.o.z, size < 1 / 32.0 ? h + 1 / 65536.0f : floats_up(h, 256));
        EXPECT_EQ(integer.o.x, 0.5f);
        // gamma(7) times the sum of the absolute terms, here h, and one float more.
        const Left pbrt = leave(Leaving::pbrt, 0, PointBy::barycentric, met);
        const double box = 7 * u / (1 - 7 * u) * size;
        EXPECT_NEAR(pbrt.o.z, h + box, 6 * u * size);
        EXPECT_GT(double(pbrt.o.z), h + box);
        // u |a| + 3 u extent, then 3 u and 2 u of the point there and back; the extent is 4 + 0
        // + 4.
        const double nvidia = u * size + 3 * u * 8 + 3 * u * size + 2 * u * size;
        EXPECT_NEAR(nvidia_offset(met.triangle, {0.5f, 0.25f, h}, {0, 0, 1}), nvidia,
                    1e-6 * nvidia);
        EXPECT_NEAR(leave(Leaving::nvidia, 0, PointBy::exact, met).o.z, h + nvidia,
                    u * size + 1e-6 * nvidia);
        EXPECT_EQ(mitsuba_offset(met.triangle, {0, 0, 1}), 0x1p-19f * float(size));
        EXPECT_EQ(leave(Leaving::mitsuba, 0, PointBy::exact, met).o.z, h + 0x1p-19f * float(size));
    }
}

/// A unit square in the plane z = h.
void add_square(Triangles& triangles, float h) {
    const Vec<float> a(0, 0, h), b(1, 0, h), c(1, 1, h), d(0, 1, h);
    triangles.push_back({a, b, c}), triangles.push_back({a, c, d});
}

SpawnedCounts counted(const Triangles& triangles, Leaving rule, double epsilon,
                      const Spawning& spawning, const Method& method = moller_trumbore) {
    const Geometry geometry(triangles, {});
    const auto pairs = spawned_pairs(spawning, geometry, "made");
    const Answerer answerer = make_aimed_answerer(method, geometry);
    const auto hits = first_hits(pairs, answerer);
    const auto counts = judge_all(leaving_round(pairs, hits, answerer, rule, epsilon,
                                                info_of(rule).point, geometry))[0]
                            .spawned;
    EXPECT_EQ(counts.rays + counts.lost, spawning.rays);
    return counts;
}

TEST(Spawned, SkipAGapThatIsNarrowerThanTheOffset) {
    // Rays from a floor to a ceiling so large that all but the flattest meet it. Both are in planes
    // where points are exact; the eye is between them.
    constexpr float gap = 0x1p-6f;
    Triangles room;
    add_square(room, 0.5f);
    const Triangles floor = room;
    room.push_back(
        {{-1e5f, -1e5f, 0.5f + gap}, {3e5f, -1e5f, 0.5f + gap}, {-1e5f, 3e5f, 0.5f + gap}});
    const Geometry geometry(room, {});
    auto pairs = spawned_pairs({20'000, 1, Vec<float>(0.4f, 0.3f, 0.5f + gap / 2)},
                               Geometry(floor, {}), "made");
    for (auto& pair : pairs) pair.right = exact_answer(pair.second, geometry);
    const Answerer answerer = make_aimed_answerer(moller_trumbore, geometry);
    const auto hits = first_hits(pairs, answerer);
    const auto skipped = [&](Leaving rule, double epsilon) {
        const Round round =
            leaving_round(pairs, hits, answerer, rule, epsilon, PointBy::barycentric, geometry);
        const SpawnedCounts counts = judge_all(round)[0].spawned;
        // Rays up skip the least gap, slanted ones more.
        EXPECT_TRUE(counts.of(SpawnedOutcome::skipped) == 0 || counts.widest_skip > 0.999 * gap);
        return double(counts.of(SpawnedOutcome::skipped)) / double(counts.rays);
    };
    EXPECT_EQ(skipped(Leaving::normal, 0.99 * gap), 0);
    EXPECT_EQ(skipped(Leaving::normal, 1.01 * gap), 1);
    EXPECT_EQ(skipped(Leaving::t_min, 0.99 * gap), 0);
    // t = gap / cos; the cosine is uniform, so t <= 2 gap for half of them.
    EXPECT_NEAR(skipped(Leaving::t_min, 2 * gap), 0.5, 0.02);
    EXPECT_NEAR(skipped(Leaving::t_min, 4 * gap), 0.75, 0.02);
    for (const Leaving rule :
         {Leaving::pbrt, Leaving::nvidia, Leaving::mitsuba, Leaving::own_triangle})
        EXPECT_EQ(skipped(rule, 0), 0);
}

TEST(Spawned, HitThemselvesWithoutAnOffsetAndNotWithTheirTriangleLeftOut) {
    const auto sphere = solids().at("sphere");
    const Spawning outside{20'000, 1, Vec<float>(4, 3, 5)};
    const auto none = counted(sphere, Leaving::t_min, 0, outside);
    // Rounding puts the start below its triangle about half of the time.
    EXPECT_GT(none.of(SpawnedOutcome::self_hit), none.rays / 10);
    EXPECT_LT(none.of(SpawnedOutcome::self_hit), none.rays * 7 / 10);
    EXPECT_EQ(counted(sphere, Leaving::own_triangle, 0, outside).of(SpawnedOutcome::self_hit), 0);
    EXPECT_EQ(counted(sphere, Leaving::normal, 1e-3, outside).of(SpawnedOutcome::self_hit), 0);
    // Each triangle twice: the second lies where the first is left out.
    auto doubled = sphere;
    doubled.insert(doubled.end(), sphere.begin(), sphere.end());
    EXPECT_EQ(counted(doubled, Leaving::own_triangle, 0, outside).of(SpawnedOutcome::self_hit),
              counted(doubled, Leaving::t_min, 0, outside).of(SpawnedOutcome::self_hit));
    // The exact method too: the point is rounded.
    EXPECT_GT(counted(sphere, Leaving::t_min, 0, outside, make_method("exact"))
                  .of(SpawnedOutcome::self_hit),
              0);
}

TEST(Spawned, NeverHitThemselvesByABoundButWhereItIsNothing) {
    const Method watertight = parse_method("watertight");
    // Sizes and, in sizes, distances from the origin.
    for (const double size : {1e-6, 1e-3, 1.0, 1e3, 1e6})
        for (const double away : {3.0, 1e3, 1e6}) {
            if (sanitized && away == 1e3) continue;
            const auto moved = [&](const Vec<double>& v) {
                return size * (v + away * Vec<double>(0.07, 1, -0.3));
            };
            auto sphere = solids().at("sphere");
            move_vertices(sphere, moved);
            const Spawning outside{2000, 1, Vec<float>(moved({4, 2, 7}))};
            for (const Leaving rule : {Leaving::pbrt, Leaving::nvidia, Leaving::mitsuba})
                EXPECT_EQ(
                    counted(sphere, rule, 0, outside, watertight).of(SpawnedOutcome::self_hit), 0)
                    << leaving_names[std::size_t(rule)] << " at " << size << ", " << away;
        }
    // In a plane through the origin that is at right angles to an axis, the coordinates along the
    // normal are 0, and so are the bounds that are made of them alone.
    Triangles floor;
    add_square(floor, 0);
    const Spawning above{4000, 1, Vec<float>(0.3f, -0.7f, 1.1f)};
    for (const Leaving rule : {Leaving::pbrt, Leaving::mitsuba}) {
        const auto counts = counted(floor, rule, 0, above, watertight);
        EXPECT_GT(counts.of(SpawnedOutcome::self_hit), 0);
        EXPECT_LT(counts.first_self_hit, 4000u);
        EXPECT_EQ(counts.beside, 0u);
    }
    EXPECT_EQ(counted(floor, Leaving::nvidia, 0, above, watertight).of(SpawnedOutcome::self_hit),
              0);
}

// A blade much thinner than the rounding of a start on its upper face: a start below that face is
// below the lower one too, which its ray hits first.
TEST(Spawned, HitTheLowerFaceOfABladeBesideTheirOwn) {
    const Triangle<float> upper{{0, 0, 0}, {1, 0, 0.3f}, {1, 1, 0.7f}};
    Triangle<float> lower = upper;
    lower.a.z = -0x1p-60f;
    const auto counts_of = [](const Triangles& triangles) {
        return counted(triangles, Leaving::t_min, 0, {2000, 1, Vec<float>(0.5f, 0.4f, 9)},
                       make_method("exact"));
    };
    const auto alone = counts_of({upper}), blade = counts_of({upper, lower});
    EXPECT_GT(alone.self_hits(), 200u);
    EXPECT_EQ(alone.beside, 0u);
    EXPECT_EQ(blade.self_hits(), alone.self_hits());
    EXPECT_EQ(blade.beside, blade.self_hits());
}

TEST(SpawnedCounts, AddUpToTheWidestSkipOfBoth) {
    SpawnedCounts near, far;
    near.widest_skip = 1, far.widest_skip = 2;
    near.off_plane.add(3), far.off_plane.add(5);
    SpawnedCounts sum = near, other = far;
    sum += far, other += near;
    EXPECT_EQ(sum.widest_skip, 2);
    EXPECT_EQ(other.widest_skip, 2);
    EXPECT_EQ(sum.off_plane.most, 5);
}

class Spawn : public Program {
protected:
    void write_floor() const {
        write("floor.obj", "v 0 0 0\nv 1 0 0.3\nv 1 1 0.7\nv 0 1 0.4\nf 1 2 3\nf 1 3 4\n");
    }
};

TEST_F(Spawn, AnswersInItsFirstLine) {
    write_floor();
    const auto outcome = run("spawn floor.obj --rays 500 -m moller-trumbore -o o.svg");
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("Ignoring hits at t <= ")) << outcome.out;
    EXPECT_NE(outcome.out.find(" serves this scene. "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("Among 500 rays, each rule at its best"), std::string::npos)
        << outcome.out;
    EXPECT_NE(outcome.out.find("nvidia"), std::string::npos);
    EXPECT_EQ(files(), (std::vector<std::string>{"floor.obj", "o.svg"}));
    const std::string figure = read_all(folder_ / "o.svg");
    EXPECT_NE(figure.find("self-hits"), std::string::npos);
}

TEST_F(Spawn, SaysThatAnEpsilonThatShiftsManyRaysDoesNotServe) {
    // Two floors, 1 apart: from half-way between, other rays meet the upper one.
    write("floors.obj",
          "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
          "f 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n");
    const auto first = [&](const std::string& epsilon, const std::string& methods) {
        const auto outcome =
            run("spawn floors.obj --eye 0.4,0.3,0.5 --rays 500 "
                "--rule normal --epsilon " +
                epsilon + methods);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        // What is counted is explained before the table.
        EXPECT_LT(outcome.out.find("\nself_hit: the ray hits"), outcome.out.find("Counts among"));
        return outcome.out.substr(0, outcome.out.find("self_hit:"));
    };
    EXPECT_EQ(first("1e-6", " -m watertight"),
              "Moving the start by 1e-6 along the normal serves this scene. Among 500 rays:\n"
              "  normal, epsilon 1e-6: no self-hit and no skipped surface\n\n");
    const std::string far = first("0.5", " -m watertight -m exact");
    EXPECT_TRUE(
        far.starts_with("Epsilon 0.5 does not serve this scene. Among 1,000 rays by 2 methods "
                        "together:\n  normal, epsilon 0.5: no self-hit and no skipped surface; "))
        << far;
    EXPECT_NE(far.find(" rays shifted\n"), std::string::npos) << far;
}

TEST_F(Spawn, CountsTheSameWithOneThreadAndTwo) {
    write_floor();
    const std::string call = "spawn floor.obj --rays 5000 --epsilon 0 --format json --threads ";
    const auto one = run(call + "1"), two = run(call + "2");
    ASSERT_EQ(one.exit, 0) << one.err;
    EXPECT_EQ(one.out, two.out);
    const Json json = parse_json(one.out);
    ASSERT_EQ(json["spawned"].size(), 14u);  // seven rules, two methods
    for (const auto& row : json["spawned"])
        EXPECT_EQ(row["rays"].get<int>() + row["lost"].get<int>(), 5000);
    EXPECT_GT(json["spawned"][0]["self_hit"], 500);
    // The point o + t d is off by a few roundings.
    EXPECT_GT(json["spawned"][0]["off_plane_max"], 0.1);
    EXPECT_LT(json["spawned"][0]["off_plane_max"], 20);
    EXPECT_EQ(files(), std::vector<std::string>{"floor.obj"});
}

// Two triangles overlap in one plane: a ray that its own one cannot stop hits the other.
TEST_F(Spawn, NamesTheTriangleThatIsHitBesideTheOneThatIsLeft) {
    write("overlap.obj", "v 0 0 0\nv 1 0 0.25\nv 1 1 0.75\nv 0 1 0.5\nf 1 2 3\nf 1 2 4\n");
    const auto said =
        run("spawn overlap.obj --rays 500 -m moller-trumbore --rule own-triangle").out;
    const auto triangle = [](int index) {
        return fmt::format("triangle {}\n  0x0p+0,0x0p+0,0x0p+0\n  0x1p+0,0x0p+0,0x1p-2\n  {}\n",
                           index, index == 0 ? "0x1p+0,0x1p+0,0x1.8p-1" : "0x0p+0,0x1p+0,0x1p-1");
    };
    const bool other = std::ranges::any_of(std::array{0, 1}, [&](int left) {
        return said.find("\n  off " + triangle(left) + "  it hits " + triangle(1 - left)) !=
               said.npos;
    });
    EXPECT_TRUE(other) << said;
}

TEST_F(Spawn, GoesToALampAndStopsThere) {
    // A roof above the lamp hides nothing; a board below it, at z = 1, hides all of the floor.
    write("roof.obj",
          "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv -1 -1 3\nv 2 -1 3\nv 2 2 3\nv -1 2 3\n"
          "f 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n");
    write("board.obj",
          "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv -1 -1 1\nv 2 -1 1\nv 2 2 1\nv -1 2 1\n"
          "f 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n");
    const auto skipped = [&](const std::string& mesh, const std::string& epsilon) {
        const auto outcome = run("spawn " + mesh +
                                 " --eye 0.4,0.3,0.5 --rays 500 -m watertight "
                                 "--rule t-min --light 0.4,0.6,2 --format json --epsilon " +
                                 epsilon);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        const Json row = parse_json(outcome.out)["spawned"][0];
        EXPECT_EQ(row["rays"], 500);
        return row["skipped"].get<int>();
    };
    EXPECT_EQ(skipped("roof.obj", "1e-3"), 0);
    EXPECT_EQ(skipped("roof.obj", "2.5"), 0);
    // From X to the board is 1 / cos of the angle with the way up.
    EXPECT_EQ(skipped("board.obj", "0.99"), 0);
    EXPECT_GT(skipped("board.obj", "1.05"), 10);
}

TEST_F(Spawn, SaysWhatIsWrongInOneLine) {
    write_floor();
    write("line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    const auto fails = [&](const std::string& arguments, int exit, const std::string& why) {
        const auto outcome = run("spawn " + arguments);
        EXPECT_EQ(outcome.exit, exit) << arguments;
        const auto last = outcome.err.rfind("hitmiss: ");
        EXPECT_EQ(std::ranges::count(outcome.err.substr(last), '\n'), 1) << outcome.err;
        EXPECT_NE(outcome.err.find(why, last), std::string::npos) << outcome.err;
    };
    fails(scene("cube") + " --light 0,0,0", 3,
          "meet none of it that is turned to the lamp; a lamp on the side that is seen would be "
          "right\n");
    fails("floor.obj --epsilon=-1e-3", 2, "--epsilon");
    fails("floor.obj --epsilon nan", 2, "--epsilon");
    fails("floor.obj --epsilon 1 --rule pbrt", 2, "--epsilon");
    fails("floor.obj --rule woop", 2, "woop");
    fails("floor.obj --light 0,0,0", 2, "lies on triangle");
    fails("floor.obj --light 0,0,nan", 2, "--light");
    fails("floor.obj --light 0,0,9 --grazing 1", 2, "--grazing is for rays that go in random");
    fails("floor.obj -m moller-trumbore:cull=back", 2, "cull=none");
    fails("line.obj --eye 0,0,5", 3, "line.obj: no triangle has an area");
}

}  // namespace
}  // namespace hitmiss
