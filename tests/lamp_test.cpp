// Pictures with a lamp: who sees it by hand-made shadows, what a rule does to them, the program as
// a user runs it, and the page's engine.

#include "draw/lit.hpp"
#include "found.hpp"
#include "json_testing.hpp"
#include "judge/spawning.hpp"
#include "program.hpp"
#include "scene/camera.hpp"
#include "solids.hpp"

namespace hitmiss {
namespace {

constexpr float board = 0.125f;
const Vec<float> lamp_at(0.3f, -0.2f, 2);

/// A floor of side 8 at z = 0 and above it a board of side 1, around the z axis.
Triangles floor_and_board() {
    Triangles triangles;
    for (const auto& [half, z] : {std::pair{4.0f, 0.0f}, {0.5f, board}}) {
        const Vec<float> a(-half, -half, z), b(half, -half, z), c(half, half, z), d(-half, half, z);
        triangles.push_back({a, b, c}), triangles.push_back({a, c, d});
    }
    return triangles;
}

/// Looks from the side, so that it sees much of the floor below the board.
PrimaryRays side_view() {
    Camera camera;
    camera.eye = {3, 0.7, 0.9}, camera.look_at = {0, 0, 0}, camera.up = {0, 0, 1};
    return {camera, 120, 90};
}

/// Where the segment from a point of the floor to the lamp passes the board's plane: the distance
/// of that from the board's border, positive inside.
double inside_board(const Vec<double>& X, const Vec<double>& lamp) {
    const Vec<double> at = X + (double(board) / lamp.z) * (lamp - X);
    return 0.5 - std::max(std::abs(at.x), std::abs(at.y));
}

TEST(Lamp, CastsTheShadowThatIsTheBoardFromTheLamp) {
    const auto triangles = floor_and_board();
    const Geometry geometry(triangles, {3, 0.7, 0.9});
    const auto pairs = pairs_to_lamp(side_view(), lamp_at, geometry);
    int dark = 0, lit = 0;
    for (const auto& [first, met, second, right] : pairs) {
        if (met.empty()) continue;
        const double inside = inside_board(second.start.point, Vec<double>(lamp_at));
        if (met.front() >= 2)  // on the board nothing stands between
            EXPECT_TRUE(right.triangles.empty());
        else if (std::abs(inside) > 1e-9) {
            EXPECT_EQ(!right.triangles.empty(), inside > 0);
            dark += inside > 0, lit += inside < 0;
        }
        if (right.triangles.empty()) continue;
        EXPECT_NEAR(right.t, board / lamp_at.z, 1e-6);
        EXPECT_GE(right.triangles.front(), 2u);
    }
    EXPECT_GT(dark, 200);
    EXPECT_GT(lit, 1000);
    // Below the floor it lights nothing that is seen from above, and nothing is between the floor
    // and a lamp below the board.
    for (const auto& pair : pairs_to_lamp(side_view(), {0, 0, -1}, geometry))
        EXPECT_TRUE(pair.met.empty());
    for (const auto& pair : pairs_to_lamp(side_view(), {0, 0, board / 2}, geometry))
        EXPECT_TRUE(pair.right.triangles.empty());
}

// Seen and lit from right above, and lit from where the floor ends.
TEST(Lamp, LightsByTheCosineAndDarkensTheRest) {
    Scene scene;
    scene.mesh.triangles = {{{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}};
    scene.shading = Shading::facet;
    scene.width = scene.height = 1;
    scene.camera.eye = {0, 0, 4}, scene.camera.look_at = {0, 0, 0}, scene.camera.up = {0, 1, 0};
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const Tracer tracer(parse_method("watertight"), geometry);
    const Vec<float> kd = scene.mesh.material_of(0).kd;
    const auto expect = [&](const Vec<float>& lamp, bool seen, float share) {
        const Picture picture = lit_picture(scene, geometry, tracer, {lamp},
                                            [&](const Ray<float>&, const Hit&) { return seen; });
        EXPECT_EQ(picture.at(0, 0), to_rgb(share * kd)) << share;
    };
    expect({0, 0, 2}, true, 1);
    expect({2, 0, 2}, true, 0.6f + 0.4f * std::sqrt(0.5f));
    expect({1e6f, 0, 1}, true, 0.6f);
    expect({0, 0, 2}, false, 0.4f);
}

SpawnedCounts lit_by(const Lamp& lamp, const std::vector<SpawnedPair>& pairs,
                     const Geometry& geometry) {
    const Answerer answerer = make_aimed_answerer(parse_method("watertight"), geometry);
    const auto hits = first_hits(pairs, answerer);
    return judge_all(leaving_round(pairs, hits, answerer, lamp.rule, lamp.epsilon,
                                   info_of(lamp.rule).point, geometry))[0]
        .spawned;
}

TEST(Lamp, IsLostByAnEpsilonOnTIfTheNextSurfaceIsNearer) {
    const auto triangles = floor_and_board();
    const Geometry geometry(triangles, {3, 0.7, 0.9});
    const auto pairs = pairs_to_lamp(side_view(), lamp_at, geometry);
    const auto leaks = [](const SpawnedCounts& counts) {
        return counts.opposite[std::size_t(SpawnedOutcome::skipped)];
    };
    for (const double epsilon : {0.12, 0.128, 0.13, 0.14, 0.2}) {
        // Distances from X to the board: the leaks are those up to epsilon.
        std::uint64_t near = 0, unsure = 0;
        for (const auto& [first, met, second, right] : pairs) {
            const double gap = right.t * glm::length(second.direction());
            near += gap < epsilon * (1 - 1e-5), unsure += std::abs(gap / epsilon - 1) < 1e-5;
        }
        const auto counts = lit_by({lamp_at, Leaving::t_min, epsilon}, pairs, geometry);
        EXPECT_GE(leaks(counts), near);
        EXPECT_LE(leaks(counts), near + unsure);
        EXPECT_EQ(counts.opposite[std::size_t(SpawnedOutcome::self_hit)], 0);
        EXPECT_EQ(near > 0, epsilon > 0.126);
    }
    for (const Leaving rule : {Leaving::nvidia, Leaving::own_triangle}) {
        const auto counts = lit_by({lamp_at, rule, 0}, pairs, geometry);
        EXPECT_EQ(leaks(counts), 0);
        EXPECT_EQ(counts.opposite[std::size_t(SpawnedOutcome::self_hit)], 0);
    }
}

TEST(Lamp, IsHiddenByTheSurfaceItselfWithoutAnOffset) {
    const auto sphere = solids().at("sphere");
    Camera camera;
    camera.eye = {4, 3, 5};
    const Geometry geometry(sphere, camera.eye);
    const PrimaryRays rays(camera, 90, 90);
    const Vec<float> at(5, 6, 7);
    const auto pairs = pairs_to_lamp(rays, at, geometry);
    const auto counts = lit_by({at, Leaving::t_min, 0}, pairs, geometry);
    const auto acne = counts.opposite[std::size_t(SpawnedOutcome::self_hit)];
    EXPECT_GT(acne, counts.rays / 10);
    EXPECT_LT(acne, counts.rays * 7 / 10);
    // A sphere casts no shadow on what is turned to the lamp; the rule decides nothing else.
    for (const auto& pair : pairs) EXPECT_TRUE(pair.right.triangles.empty());
    // What the picture shows is what is counted.
    const Method method = parse_method("watertight");
    const SeesLamp sees = sees_lamp(method, {at, Leaving::t_min, 0}, geometry);
    const auto hits = first_hits(pairs, make_aimed_answerer(method, geometry));
    std::uint64_t dark = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k)
        if (!pairs[k].met.empty() && std::ranges::count(pairs[k].met, hits[k].triangle) > 0)
            dark += !sees(pairs[k].first, hits[k]);
    EXPECT_EQ(dark, acne);
    const SeesLamp truly = sees_lamp(make_method("exact"), {at}, geometry);
    for (const auto& pair : pairs)
        if (!pair.met.empty()) {
            EXPECT_TRUE(truly(pair.first, {1, pair.met.front()}));
        }
}

class Light : public Program {
protected:
    std::string boxes(const std::string& command, const std::string& more) const {
        return command + ' ' + scene("boxes") + " --size 48x36 --light 3.5,2.4,-1.4 " + more;
    }
};

TEST_F(Light, ShowsAcneThenLeaksAndCountsThem) {
    const auto outcome =
        run(boxes("compare", "-m watertight --epsilon 0,1e-4,0.3 --format json -o o.svg"));
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const Json rows = parse_json(outcome.out)["pictures"];
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_GT(rows[0]["self_hit"], 100);
    EXPECT_EQ(rows[0]["skipped"], 0);
    EXPECT_EQ(rows[1]["self_hit"], 0);
    EXPECT_EQ(rows[1]["skipped"], 0);
    EXPECT_EQ(rows[2]["self_hit"], 0);
    EXPECT_GT(rows[2]["skipped"], 10);
    EXPECT_EQ(files(), std::vector<std::string>{"o.svg"});
    EXPECT_EQ(run(boxes("compare", "-m watertight --epsilon 0 --fail-over 5 -o o.svg")).exit, 1);
    EXPECT_EQ(run(boxes("compare", "-m watertight --rule nvidia --fail-over 5 -o o.svg")).exit, 0);
}

TEST_F(Light, RendersTheSameByAnyThreadsAndTraversal) {
    const auto picture = [&](const std::string& more) {
        const auto outcome = run(boxes("render", "-o - " + more));
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return outcome.out;
    };
    const auto once = picture("-m watertight --threads 1");
    EXPECT_EQ(once, picture("-m watertight --threads 2"));
    EXPECT_EQ(once, picture("-m watertight --one-ray"));
    // NVIDIA's rule is what is taken if nothing is said; here it errs nowhere.
    EXPECT_EQ(once, picture("-m exact"));
    EXPECT_NE(once, picture("-m watertight --epsilon 0"));
    EXPECT_NE(once, picture("-m watertight --epsilon 0.3"));
}

TEST_F(Light, SaysThatNoSideThatIsSeenIsTurnedToTheLamp) {
    const std::string note = "note: no side of the mesh that is seen is turned to the lamp";
    for (const std::string command : {"render ", "compare "}) {
        const std::string seen = command + scene("cube") + " --size 16x16 -m watertight -o o.png";
        const auto dark = run(seen + " --light 0,0,0"), lit = run(seen + " --light 3,3,3");
        EXPECT_EQ(dark.exit, 0);
        EXPECT_NE(dark.err.find(note), std::string::npos) << dark.err;
        EXPECT_EQ(std::ranges::count(dark.err, '\n'), std::ranges::count(lit.err, '\n') + 1);
        EXPECT_EQ(lit.err.find(note), std::string::npos) << lit.err;
        const auto away = run(seen + " --light 0,0,0 --look-at 99,99,99");
        EXPECT_NE(away.err.find("note: no ray of the picture meets the mesh"), std::string::npos);
        EXPECT_EQ(away.err.find(note), std::string::npos) << "the camera is what is wrong";
    }
}

TEST_F(Light, SaysWhatIsWrongInOneLine) {
    write("line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    const auto fails = [&](const std::string& arguments, int exit, const std::string& why) {
        const auto outcome = run(arguments);
        EXPECT_EQ(outcome.exit, exit) << arguments;
        const auto last = outcome.err.rfind("hitmiss: ");
        ASSERT_NE(last, outcome.err.npos) << arguments;
        EXPECT_EQ(std::ranges::count(outcome.err.substr(last), '\n'), 1) << outcome.err;
        EXPECT_NE(outcome.err.find(why, last), std::string::npos) << outcome.err;
    };
    const std::string seen = scene("cube") + " --size 8x8 -m watertight ";
    for (const std::string command : {"render ", "compare "}) {
        fails(command + seen + "--light 1,0,0.5", 2, "lies on triangle");
        fails(command + seen + "--light 0,0", 2, "--light 0,0: not x,y,z");
        fails(command + seen + "--light nan,0,0", 2, "--light");
        fails(command + seen + "--light 3,3,3 --epsilon=-1", 2, "--epsilon -1: not a number");
        fails(command + seen + "--light 3,3,3 --epsilon nan", 2, "--epsilon nan: not a number");
        fails(command + seen + "--light 3,3,3 --rule pbrt --epsilon 1", 2, "pbrt has none");
        fails(command + seen + "--epsilon 1", 2, "rays to a lamp: --light x,y,z");
        fails(command + "line.obj --eye 0,0,5 --look-at 0,0,0 -m watertight --light 1,1,1", 3,
              "line.obj: no triangle has an area");
        fails(command + scene("cube") + " -m watertight -m moller-trumbore:cull=back --light 3,3,3",
              2, "cull=none");
    }
    fails("render " + seen + "--light 3,3,3 --epsilon 0,1", 2, "one would be right");
    fails("compare " + seen + "-m answers:file=a.npy --light 3,3,3", 2,
          "cannot answer rays that start where it found a point");
    fails("compare " + seen + "--light 3,3,3 --crop 0,0,2,2", 2, "--crop");
    fails("compare " + seen + scene("room") + " --light 3,3,3", 2, "--light is for one scene");
}

// No direction leads from the point to the lamp: no cosine. It is as if its light only grazed.
TEST(Lamp, OnTheVeryPointThatIsSeenShowsItsLeastLight) {
    Scene scene;
    scene.mesh.triangles = {{{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}}};
    scene.mesh.materials[0].kd = {1, 0.5f, 0.25f};
    scene.camera.eye = {0, 0, 2};
    scene.width = scene.height = 1, scene.shading = Shading::facet;
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const auto seen = [&](const Vec<float>& lamp) {
        return lit_picture(scene, geometry, Tracer(make_method("exact"), geometry), {lamp},
                           [](const Ray<float>&, const Hit&) { return true; })
            .at(0, 0);
    };
    EXPECT_EQ(seen({0, 0, 1}), to_rgb({1, 0.5f, 0.25f}));
    EXPECT_EQ(seen({1, 0, 0}), to_rgb({0.6f, 0.3f, 0.15f}));
    EXPECT_EQ(seen({0, 0, 0}), seen({1, 0, 0}));
}

}  // namespace
}  // namespace hitmiss
