// A scene moved, scaled, squeezed or tilted: its shape, its rays, and what is counted for them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/exact.hpp"
#include "base/words.hpp"
#include "draw/notation.hpp"
#include "figure_testing.hpp"
#include "json_testing.hpp"
#include "judge/staged_rounds.hpp"
#include "program.hpp"
#include "sanitized.hpp"
#include "solids.hpp"

namespace hitmiss {
namespace {

Scene sphere(std::vector<Method> methods = {}) {
    Scene scene = load_scene(HITMISS_SCENES "/icosphere.toml");
    resize(scene, 65, 65);
    scene.methods = std::move(methods);
    return scene;
}

StagedQuestion question(const Scene& scene, Over over, std::vector<double> steps,
                        std::optional<Aim> aim = {}) {
    return {over,
            std::move(steps),
            aim,
            true,
            3000,
            1,
            [&scene](const Geometry& geometry, Traversal how) {
                return make_answerers(scene.methods, geometry, how);
            }};
}

/// By step and method.
std::vector<std::vector<Tally>> count(const Scene& scene, const StagedQuestion& asked) {
    const StagedRounds rounds(scene, asked);
    std::vector<std::vector<Tally>> sums;
    for (std::size_t step = 0; step < asked.steps.size(); ++step)
        sums.push_back(judge(*rounds.round(step), 0, rounds.batches()));
    return sums;
}

auto counts(const Tally& count) {
    const OutcomeCounts& c = count.outcomes;
    return std::tuple(count.rays, c.right, c.leaks, c.false_hits, c.wrong_triangle, c.tie, c.hits,
                      c.t_off, count.t_ulps.up_to);
}

// A mesh that is one point is as good as one of size 1.
TEST(Staging, UnitOfDistanceIsAPowerOfTen) {
    Scene scene;
    for (const auto& [size, unit] :
         {std::pair(0.0f, 1.0), {2.0f, 1.0}, {300.0f, 100.0}, {0.05f, 0.01}}) {
        scene.mesh.triangles = {{Vec<float>(1), Vec<float>(1), Vec<float>(1 + size, 1, 1)}};
        EXPECT_EQ(unit_of(Over::distance, scene), unit) << size;
    }
}

// Every difference of two points is the same float at every step.
TEST(Staging, MovesWithoutRounding) {
    const Scene scene = sphere();
    const Staging staging(Over::distance, scene, 1e5);
    const auto& base = staging.triangles();
    for (const double step : {1.0, 20.0, 3e3, 1e5}) {
        const Stage stage = staging.at(step);
        const Vec<double> by = Vec<double>(stage.triangles[0].a) - Vec<double>(base[0].a);
        EXPECT_NEAR(glm::length(by), step, 0.02) << step;
        for (std::size_t k = 0; k < base.size(); ++k)
            for (const auto corner :
                 {&Triangle<float>::a, &Triangle<float>::b, &Triangle<float>::c})
                ASSERT_EQ(Vec<double>(stage.triangles[k].*corner),
                          Vec<double>(base[k].*corner) + by);
        EXPECT_EQ(stage.eye, staging.camera().eye + by);
        const Ray<float> ray = stage({Vec<float>(staging.camera().eye), {0.1f, 0.2f, -0.97f}});
        EXPECT_EQ(Vec<double>(ray.o), stage.eye);
        EXPECT_EQ(ray.d, Vec<float>(0.1f, 0.2f, -0.97f));
    }
}

// The same in any direction, to a grid's cell; how long it is written does not matter.
TEST(Staging, MovesInTheDirectionThatItIsTold) {
    const Scene scene = sphere();
    for (const auto& along : {Vec<double>(1, 0, 0), {0, -5, 0}, {1e-9, 1e-9, 1e-9}, {-2, 1, 4}}) {
        const Staging staging(Over::distance, scene, 1e5, along);
        for (const double step : {20.0, 1e5}) {
            const Stage stage = staging.at(step);
            const Vec<double> by =
                Vec<double>(stage.triangles[0].a) - Vec<double>(staging.triangles()[0].a);
            EXPECT_LT(glm::length(by - step * glm::normalize(along)), staging.grid());
            EXPECT_EQ(stage.eye, staging.camera().eye + by);
            for (std::size_t k = 0; k < stage.triangles.size(); ++k)
                ASSERT_EQ(Vec<double>(stage.triangles[k].c),
                          Vec<double>(staging.triangles()[k].c) + by);
        }
    }
    const auto moved = Staging(Over::distance, scene, 1e5).at(1e4).triangles,
               same = Staging(Over::distance, scene, 1e5, {2, 3, 6}).at(1e4).triangles;
    for (std::size_t k = 0; k < moved.size(); ++k) ASSERT_EQ(moved[k].b, same[k].b);
}

// In a frame of the image: what the map does to its axes.
TEST(Staging, SqueezesAndTiltsAsItSays) {
    const Scene scene = sphere();
    const auto back = glm::normalize(scene.camera.eye - scene.camera.look_at);
    const auto right = glm::normalize(glm::cross(scene.camera.up, back));
    const auto up = glm::cross(back, right);
    const auto squeezed = Staging(Over::aspect, scene, 1000).at(1000).map.linear;
    EXPECT_NEAR(glm::length(squeezed * up), 1e-3, 1e-15);
    for (const auto& axis : {right, back}) EXPECT_NEAR(glm::length(squeezed * axis), 1, 1e-14);
    EXPECT_NEAR(glm::dot(squeezed * right, squeezed * back), 0, 1e-14);

    for (const double angle : {90.0, 30.0, 0.01}) {
        const auto tilted = Staging(Over::grazing, scene, 90).at(angle).map.linear;
        const auto x = tilted * right, y = tilted * up, view = tilted * back;
        EXPECT_NEAR(glm::length(x), 1, 1e-14);
        EXPECT_NEAR(glm::length(y), 1, 1e-14);
        EXPECT_NEAR(glm::dot(x, y), 0, 1e-14);
        const double sine = glm::dot(glm::normalize(view), glm::normalize(glm::cross(x, y)));
        EXPECT_NEAR(std::asin(std::min(1.0, sine)) * 180 / pi<double>, angle, 2e-6);
    }
    const Stage large = Staging(Over::size, scene, 8).at(8);
    for (std::size_t k = 0; k < large.triangles.size(); ++k)
        ASSERT_EQ(large.triangles[k].b, 8.0f * scene.mesh.triangles[k].b);
}

// To the last bit, because boxes hold for rays from the eye.
TEST(Staging, MovesTheEyeToWhereRaysStart) {
    Scene scene = sphere();
    scene.camera.eye += 1e-8;  // no float
    for (const auto& [over, least, most] : {std::tuple(Over::distance, 1.0, 1e5),
                                            {Over::size, 1e-6, 1e6},
                                            {Over::aspect, 1.0, 1e6},
                                            {Over::grazing, 1e-4, 90.0}}) {
        const Staging staging(over, scene, most);
        const PrimaryRays primary(staging.camera(), scene.width, scene.height);
        for (double step = least; step <= most; step *= 1.37) {
            const Stage stage = staging.at(step);
            ASSERT_EQ(Vec<double>(stage(primary(3, 4)).o), stage.eye)
                << row_of(over).name << ' ' << step;
        }
    }
}

TEST(Staging, RefusesWhatFloatsCannotHold) {
    const Scene scene = sphere();
    EXPECT_EQ(error_of([&] { Staging(Over::distance, scene, 1e8); }).exit, Exit::usage);
    EXPECT_EQ(error_of([&] { Staging(Over::distance, scene, 1e31); }).exit, Exit::usage);
    // Up to the largest coordinate that a scene may have, the eye's included.
    double most = 1;
    for (int axis = 0; axis < 3; ++axis)
        most = std::max(most, std::abs(double(float(scene.camera.eye[axis]))));
    const Staging sized(Over::size, scene, 1e30);
    EXPECT_EQ(sized.at(1e30 / most * (1 - 1e-6)).triangles.size(), scene.mesh.triangles.size());
    EXPECT_EQ(error_of([&] { sized.at(1e30 / most * (1 + 1e-6)); }).exit, Exit::usage);
    // The least float is 1e-45: areas vanish before.
    EXPECT_EQ(error_of([&] { sized.at(1e-45); }).exit, Exit::usage);
}

// Methods that compute only with differences of points do not notice where the scene stands; a
// plane's constant does. None notices a power of two.
TEST(StagedRounds, NoticesOnlyWhatRoundsOtherwise) {
    const Scene scene =
        sphere({parse_method("moller-trumbore:epsilon=0"), parse_method("watertight"),
                parse_method("exact"), parse_method("baldwin-weber")});
    for (const std::optional<Aim> aim : {std::optional<Aim>(), std::optional(Aim::edge)}) {
        const auto far = count(scene, question(scene, Over::distance, {1, 100, 1e5}, aim));
        for (const std::size_t step : {1u, 2u})
            for (const std::size_t m : {0u, 1u, 2u})
                EXPECT_EQ(counts(far[step][m]), counts(far[0][m])) << step << ' ' << m;
        EXPECT_EQ(far[2][2].outcomes.errors(), 0u);
        EXPECT_GT(far[2][3].outcomes.errors(), 2 * far[0][3].outcomes.errors() + 30);
        const auto large = count(scene, question(scene, Over::size, {0.25, 1, 1024}, aim));
        for (const std::size_t step : {0u, 2u})
            for (const std::size_t m : {0u, 1u, 2u})
                EXPECT_EQ(counts(large[step][m]), counts(large[1][m])) << step << ' ' << m;
    }
}

// Two bodies that rounding merges: the edges that are left are not those of either.
TEST(StagedRounds, RefuseToAimWhereRoundingMergesVertices) {
    Scene scene = sphere({parse_method("watertight")});
    const auto cube = make_mesh("cube").triangles;
    scene.mesh.triangles = cube;
    for (const auto& tri : cube) {
        const Vec<float> up(0, 0.01f, 0);
        scene.mesh.triangles.push_back({tri.a + up, tri.b + up, tri.c + up});
    }
    scene.camera.eye = {0, 0, 9}, scene.camera.look_at = Vec<double>(0);
    for (const bool inside : {true, false})
        for (const Aim aim : {Aim::edge, Aim::silhouette, Aim::random}) {
            auto asked = question(scene, Over::aspect, {1, 1e7}, aim);
            asked.inside = inside;
            const StagedRounds rounds(scene, asked);
            EXPECT_NO_THROW(rounds.round(0));
            const Error error = error_of([&] { rounds.round(1); });
            EXPECT_EQ(error.exit, Exit::usage);
            EXPECT_STREQ(error.what(),
                         "aspect 10000000: rounding merges vertices, and 18 edges get more than "
                         "two triangles");
        }
    // Sheets seen from outside: what were their borders would become edges.
    scene.mesh.triangles.clear();
    for (const float z : {0.0f, 0.2f}) {
        const Vec<float> a(-10, -10, z), b(10, -10, z), c(10, 10, z), d(-10, 10, z);
        scene.mesh.triangles.insert(scene.mesh.triangles.end(), {{a, b, c}, {a, c, d}});
    }
    auto asked = question(scene, Over::distance, {1e6}, Aim::edge);
    asked.inside = false;
    EXPECT_NO_THROW(StagedRounds(scene, asked));
    asked.steps = {1e7};
    EXPECT_STREQ(error_of([&] { StagedRounds(scene, asked); }).what(),
                 "distance 10000000: rounding merges vertices, and 1 edge gets more than two "
                 "triangles; choose a smaller --to");
    // A mesh in which faces lie on one another already is taken as it is.
    scene.mesh.triangles = cube;
    scene.mesh.triangles.push_back(cube.back());
    asked = question(scene, Over::distance, {1}, Aim::interior);
    asked.inside = false, asked.crowded_edges = 3;
    EXPECT_NO_THROW(StagedRounds(scene, asked));
}

// Plates of thickness 1 with floats 1 apart: all are on the plates' faces. Such rays were looked
// for without end.
TEST(StagedRounds, RefuseToStartInsideWhereNoFloatIs) {
    Scene scene = sphere({parse_method("watertight")});
    scene.mesh.triangles = cubes({{0, 0, 0}, {0, 0, 3}});
    scene.camera.eye = {0, 0, 50};
    // In x and y the plates go from -8 to 8.
    for (Triangle<float>& tri : scene.mesh.triangles)
        for (Vec<float>* const corner : {&tri.a, &tri.b, &tri.c})
            corner->x = 16 * corner->x - 8, corner->y = 16 * corner->y - 8;
    EXPECT_NO_THROW(StagedRounds(scene, question(scene, Over::distance, {1e6}, Aim::edge)));
    EXPECT_STREQ(error_of([&] {
                     StagedRounds(scene, question(scene, Over::distance, {1e7}, Aim::edge));
                 }).what(),
                 "distance 10000000: no float inside the mesh was found; choose a smaller --to");
    // Rays at silhouettes start outside.
    EXPECT_NO_THROW(StagedRounds(scene, question(scene, Over::distance, {1e7}, Aim::silhouette)));
}

// A picture's step again, ray by ray and by brute force.
TEST(StagedRounds, CountsAsPlainLoopsDo) {
    const Method method = parse_method("moller-trumbore");
    const Scene scene = sphere({method});
    const auto sums = count(scene, question(scene, Over::aspect, {1, 1e5}));
    const Staging staging(Over::aspect, scene, 1e5);
    const Stage stage = staging.at(1e5);
    const Geometry geometry(stage.triangles, stage.eye);
    const PrimaryRays primary(staging.camera(), scene.width, scene.height);
    const Tracer tracer(method, geometry, Traversal::brute_force);
    OutcomeCounts sum;
    Magnitudes sizes;
    for (int y = 0; y < scene.height; ++y)
        for (int x = 0; x < scene.width; ++x) {
            const Ray<float> ray = stage(primary(x, y));
            Hit hit;
            tracer({&ray, 1}, {&hit, 1});
            const ExactAnswer answer = make_reference(make_method("exact"), geometry)(ray);
            const Outcome outcome = outcome_of(hit, {ray, answer, geometry, Precision::single});
            sum.add(outcome, bool(hit));
            if (hit && outcome == Outcome::right)
                sizes.add(
                    ulps(hit.t, exact_t(ray, geometry.triangles[hit.triangle]), Precision::single));
        }
    const Tally& counted = sums[1][0];
    EXPECT_GT(sum.errors(), 20u);
    EXPECT_EQ(counted.rays, 65u * 65u);
    EXPECT_EQ(counted.outcomes.hits, sum.hits);
    for (const OutcomeRow& row : outcome_rows)
        EXPECT_EQ(counted.outcomes.*row.count, sum.*row.count) << row.name;
    EXPECT_EQ(counted.t_ulps.median(), sizes.median());
    EXPECT_NEAR(counted.t_ulps.most / sizes.most, 1, 1e-4);
    EXPECT_LT(sums[0][0].outcomes.errors(), sum.errors() / 10);
}

TEST(Magnitudes, HaveTheMedianToTheNextPowerOfTwo) {
    Magnitudes sizes;
    EXPECT_FALSE(sizes.median());
    for (const double ulps : {0.0, 0.3, 0.5, 0.6, 1e9}) sizes.add(ulps);
    EXPECT_EQ(sizes.median(), 0.5);
    EXPECT_EQ(sizes.most, 1e9);
    Magnitudes more;
    for (const double ulps : {3.0, 4.0, 5.0, std::ldexp(1, 400)}) more.add(ulps);
    EXPECT_EQ(more.median(), 4);
    more += sizes;  // 0, 0.3, 0.5, 0.6, 3, 4, 5, 1e9, 2^400
    EXPECT_EQ(more.median(), 4);
    Magnitudes hardly_any;
    for (const double ulps : {0.0, 0.0, 1e-9}) hardly_any.add(ulps);
    EXPECT_EQ(hardly_any.median(), 0);
    EXPECT_EQ(hardly_any.quantile(99), 0x1p-12);
}

TEST_F(Program, SweepsOverDistance) {
    const std::string sweep = "sweep " + scene("icosphere") + " --over ";
    const auto run_json = [&](const std::string& rest) {
        const auto outcome = run(sweep + rest + " --format json -o figure.svg");
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return parse_json(outcome.out);
    };
    const auto report =
        run_json(fmt::format("distance --aim edges --rays {} --per-decade 1 -m watertight "
                             "-m moller-trumbore -m baldwin-weber:precision=double",
                             repeated(2000)));
    EXPECT_EQ(report["points"].size(), 18u);
    EXPECT_EQ(report["points"][0]["distance"], 1);
    EXPECT_EQ(report["points"][5]["distance"], 1e5);
    EXPECT_EQ(report["points"][17]["precision"], "double");
    const auto line = report["answer"].get<std::string>();
    EXPECT_NE(line.find("watertight, float: no error"), line.npos) << line;
    EXPECT_NE(line.find("Möller-Trumbore, float: more than 1 in 1,000 everywhere"), line.npos);
    EXPECT_EQ(files(), std::vector<std::string>{"figure.svg"});
    for (const std::string axis : {"size", "aspect", "grazing"}) {
        EXPECT_FALSE(run_json(axis + " --size 32x32 --per-decade 1")["points"].empty());
        const auto inside =
            run_json(axis + " --aim edges --rays 30 --per-decade 1 -m watertight:precision=double");
        for (const auto& point : inside["points"]) EXPECT_EQ(point["hits"], 30) << point;
    }
    // From the eye, past the mesh's border.
    EXPECT_EQ(run("sweep " + scene("grid") + " --over grazing --aim edges --rays 100 -o -").exit,
              0);

    for (const char* wrong :
         {"grazing --to 91", "aspect --from 0.5", "distance --from 2 --to 1", "distance --to 1e9",
          "size --scene-methods", "distance -m answers:file=a.npy"})
        EXPECT_EQ(run(sweep + wrong).exit, 2) << wrong;
    EXPECT_EQ(run("sweep " + scene("icosphere") + " --aim edges").exit, 2);
}

// One figure and one table for several directions: each has the numbers that it has alone.
TEST_F(Program, SweepsOverDistanceInSeveralDirections) {
    const auto report_of = [&](const std::string& directions) {
        const auto outcome =
            run("sweep " + scene("icosphere") + " --over distance --size 64x64 --per-decade 1" +
                " -m baldwin-weber -m watertight --format json -o figure.svg" + directions);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return parse_json(outcome.out);
    };
    const auto errors_at_1e4 = [](const Json& points, const std::string& along) {
        std::vector<int> errors;
        for (const auto& point : points)
            if (point["distance"] == 1e4 && point["along"] == along)
                errors.push_back(point["errors"].get<int>());
        return errors;
    };
    const auto plain = report_of("");
    EXPECT_EQ(plain["points"], report_of(" --along=2,3,6")["points"]);
    EXPECT_EQ(plain["along"], "2,3,6");
    EXPECT_NE(plain["answer"].get<std::string>().find("distance along 2,3,6 from 1 to 100,000"),
              std::string::npos)
        << plain["answer"];
    const auto both = report_of(" --along 1,0,0 --along=-2,-2,-2");
    const auto figure = read_all(folder_ / "figure.svg");
    EXPECT_EQ(both["points"].size(), 2 * plain["points"].size());
    for (const std::string along : {"1,0,0", "-2,-2,-2"})
        EXPECT_EQ(errors_at_1e4(both["points"], along),
                  errors_at_1e4(report_of(" --along=" + along)["points"], along));
    // Rounding spares an axis; watertight subtracts first and errs nowhere.
    const auto mild = errors_at_1e4(both["points"], "1,0,0"),
               bad = errors_at_1e4(both["points"], "-2,-2,-2");
    ASSERT_EQ(mild.size(), 2u);
    ASSERT_EQ(bad.size(), 2u);
    EXPECT_GT(bad[0], 4 * mild[0]);
    EXPECT_EQ(mild[1] + bad[1], 0);
    const auto line = both["answer"].get<std::string>();
    for (const char* label :
         {"Baldwin-Weber, float, along 1,0,0", "watertight, float, along -2,-2,-2"})
        EXPECT_NE(line.find(label), line.npos) << line;
    EXPECT_NE(figure.find("along (1, 0, 0)"), figure.npos);
    const std::string sweep = "sweep " + scene("icosphere") + " --over ";
    for (const char* wrong : {"size --along 1,0,0", "distance --along 0,0,0",
                              "distance --along 1,0", "distance --along x"})
        EXPECT_EQ(run(sweep + wrong).exit, 2) << wrong;
}

// Rays at random may all hit by luck: a zero of theirs has an interval, a picture's has none.
TEST_F(Program, SaysHowOftenRandomRaysMayErrWhereNoneDoes) {
    const auto answer_of = [&](const std::string& rays) {
        const auto outcome = run("sweep " + scene("icosphere") + " --over size --per-decade 1 " +
                                 rays + " -m exact --format json -o figure.svg");
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return parse_json(outcome.out)["answer"].get<std::string>();
    };
    // 1.96^2 / (1.96^2 + 2000) of a million is 1917.05.
    EXPECT_TRUE(answer_of("--aim edges --rays 2000")
                    .ends_with(": no error (at each step less than 1,918 in a million)"))
        << answer_of("--aim edges --rays 2000");
    EXPECT_TRUE(answer_of("--size 16x16").ends_with(": no error"));
    // One of 30,000 has an interval, too: from 5.88 to 188.8 in a million.
    EXPECT_TRUE(
        answer_of("--aim random --from 1 --to 1 --rays 30000 -m mt")
            .ends_with(": at most 33 (5.9..189) in a million, at 1; exact: no error (at each "
                       "step less than 129 in a million)"))
        << answer_of("--aim random --from 1 --to 1 --rays 30000 -m mt");
}

// The sentence against the points of the same run: '#' where more than one ray in a thousand errs.
TEST_F(Program, SaysWhereAMethodErrsOften) {
    const std::map<std::string, const char*> kinds{
        {"#", "everywhere"}, {".#", "from F upwards"}, {"#.", "up to L"}, {".#.", "from F to L"}};
    std::set<std::string> seen;
    for (const char* rest :
         {"aspect --to 3000 -m moller-trumbore -m exact",
          "aspect --to 100000 -m moller-trumbore -m angle-sum:0.1",
          "aspect --from 2000 --to 20000 --per-decade 20 -m moller-trumbore -m watertight",
          "grazing --from 0.001 --to 0.1 --per-decade 20 -m same-side",
          "size --per-decade 1 -m moller-trumbore:epsilon=1e-6 -m collision-matrix:length=4"}) {
        const auto outcome = run("sweep " + scene("icosphere") +
                                 " --size 64x64 --format json -o figure.svg --over " + rest);
        ASSERT_EQ(outcome.exit, 0) << outcome.err;
        const auto report = parse_json(outcome.out);
        const auto over = report["over"].get<std::string>(),
                   line = report["answer"].get<std::string>();
        struct Curve {
            std::string often;
            std::vector<std::string> steps;
            double worst = 0;
        };
        std::map<std::string, Curve> curves;
        for (const auto& point : report["points"]) {
            Curve& curve = curves[point["method"].get<std::string>()];
            const double rate = point["errors"].get<double>() / point["rays"].get<double>();
            curve.often += rate > 1e-3 ? '#' : '.';
            curve.steps.push_back(with_separators(number_text(double(point[over]))));
            curve.worst = std::max(curve.worst, rate);
        }
        for (const auto& [method, curve] : curves) {
            std::string kind = curve.worst > 0 ? "at most" : "no error", text = kind;
            if (curve.often.find('#') != curve.often.npos) {
                std::string runs = curve.often;
                runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
                const auto found = kinds.find(runs);
                kind = found == kinds.end() ? "here and there from F to L" : found->second;
                text = "more than 1 in 1,000 " + kind;
            }
            const auto put = [&text = text, &steps = curve.steps](char place, std::size_t step) {
                if (const auto at = text.find(place); at != text.npos)
                    text.replace(at, 1, steps[step]);
            };
            if (kind != "at most" && kind != "no error")
                put('F', curve.often.find('#')), put('L', curve.often.rfind('#'));
            const auto begin = line.find(printed_name(parse_method(method)));
            ASSERT_NE(begin, line.npos) << method << line;
            EXPECT_NE(line.substr(begin, line.find(';', begin) - begin).find(": " + text),
                      line.npos)
                << method << ' ' << curve.often << ", not " << text << " in " << line;
            seen.insert(kind);
        }
    }
    EXPECT_EQ(seen, (std::set<std::string>{"at most", "everywhere", "from F upwards",
                                           "here and there from F to L", "no error", "up to L"}));
}

// A single triangle has no shared edge to aim at.
TEST_F(Program, SweepsNothingThatIsNotThere) {
    const auto outcome = run("sweep " + scene("triangle") + " --over distance --aim edges" +
                             " --per-decade 1 -m watertight -o figure.svg");
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_NE(outcome.err.find("no edge to aim at from the eye"), std::string::npos) << outcome.err;
    EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(Program, SweepsUpToTheLimitsAndNotBeyond) {
    const auto exit_at = [&](std::string_view over, std::string_view from, std::string_view to) {
        return run(fmt::format("sweep {} --over {} --from {} --to {} --size 8x8 --per-decade 1 "
                               "-m watertight -o -",
                               scene("cube"), over, from, to))
            .exit;
    };
    for (const auto& [over, least, less, most, more] :
         {std::array{"size", "1e-15", "9e-16", "1e15", "2e15"},
          std::array{"aspect", "1", "0.999", "1e7", "1.01e7"},
          std::array{"grazing", "1e-5", "9e-6", "90", "90.1"}}) {
        EXPECT_EQ(exit_at(over, least, most), 0) << over;
        EXPECT_EQ(exit_at(over, less, most), 2) << over;
        EXPECT_EQ(exit_at(over, least, more), 2) << over;
    }
}

}  // namespace
}  // namespace hitmiss
