// The benchmark's arithmetic and reports; never a time.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bench/aimed_rays.hpp"
#include "bench/charts.hpp"
#include "bench/kernels.hpp"
#include "bench/scaling.hpp"
#include "bench/speed_error.hpp"
#include "commands/table.hpp"
#include "methods/catalogue.hpp"
#include "scene/make.hpp"
#include "truth/exact.hpp"

namespace hitmiss {
namespace {

TEST(Quartiles, OfSmallSamplesAreThoseOfTheDefinition) {
    struct Case {
        std::vector<double> sample;
        double lower, median, upper;
    };
    for (const auto& [sample, lower, median, upper] : {
             Case{{7}, 7, 7, 7},
             Case{{3, 1}, 1.5, 2, 2.5},
             Case{{5, 1, 3}, 2, 3, 4},
             Case{{40, 10, 30, 20}, 17.5, 25, 32.5},
             Case{{1, 1000, 2, 3, 4}, 2, 3, 4},
         }) {
        const Quartiles result = quartiles(sample);
        EXPECT_DOUBLE_EQ(result.lower, lower);
        EXPECT_DOUBLE_EQ(result.median, median);
        EXPECT_DOUBLE_EQ(result.upper, upper);
    }
}

// The machine is half as fast in the second round: the rates spread, their quotient does not.
TEST(Quartiles, OfSpeedupsCompareWithinARound) {
    const std::vector<double> own{1, 2, 1}, other{3, 6, 3};
    EXPECT_EQ(speedup(own, other).lower, 3);
    EXPECT_EQ(speedup(own, other).upper, 3);
    EXPECT_DOUBLE_EQ(rate(6, own).median, 6);
    EXPECT_DOUBLE_EQ(rate(6, own).lower, 4.5);
}

TEST(Turns, AreTakenByAllInEachRound) {
    std::string log;
    const auto run = [&](char name) {
        return Task{[&log, name] { log += name; }, [&log] { log += '.'; }};
    };
    const std::vector<Task> runs{run('a'), run('b'), run('c')};
    const auto seconds = take_turns(runs, 3);
    EXPECT_EQ(log, ".a.b.c.b.c.a.c.a.b.a.b.c");
    ASSERT_EQ(seconds.size(), 3u);
    for (const auto& sample : seconds) EXPECT_EQ(sample.size(), 3u);  // the first round is untimed
}

class AimedRays : public testing::TestWithParam<double> {};

TEST_P(AimedRays, HitAsOftenAsAsked) {
    const auto aimed = aim_rays(100, GetParam());
    std::size_t hits = 0;
    for (const auto& [triangle, rays] : aimed)
        for (const auto& ray : rays) hits += exact_hit(ray, triangle).hit;
    EXPECT_EQ(hits, std::size_t(GetParam() * 100 * lane_count));
}
INSTANTIATE_TEST_SUITE_P(Rates, AimedRays, testing::Values(0, 0.25, 0.5, 0.75, 1));

TEST(Kernels, AreMeasuredInEveryWayOnce) {
    const std::vector<MethodSpec> methods{parse_method("moller-trumbore"), parse_method("exact"),
                                          parse_method("angle-sum:epsilon=0.01,precision=double")};
    std::set<std::string> seen;
    for (const auto& m : kernel_costs(methods, 1)) {
        EXPECT_TRUE(seen.insert(m.subject + m.setting).second) << m.subject << ' ' << m.setting;
        EXPECT_GT(m.value.median, 0);
    }
    // Two forms of nine settings and the preparation; exact has one form, and no weights to give.
    EXPECT_EQ(seen.size(), (2 * 9 + 1) + (8 + 1) + (2 * 8 + 1u));
    EXPECT_TRUE(seen.contains("moller-trumbore, lanest u v"));
    EXPECT_FALSE(seen.contains("angle-sum:epsilon=0.01,precision=double, scalart u v"));
}

TEST(ParetoFront, OfAHandMadeSet) {
    const std::vector<Cost> costs{{1, 9}, {2, 5}, {2, 6}, {3, 5}, {4, 1}, {4, 1}, {9, 1}, {5, 0}};
    const std::vector<bool> front{true, true, false, false, true, true, false, true};
    EXPECT_EQ(pareto_front(costs), front);
}

TEST(SpeedAndError, JudgesByTheExactAnswer) {
    Scene scene;
    scene.mesh = make_mesh("icosphere:faces=320");
    scene.camera = framing_camera(bounds(scene.mesh));
    scene.width = 400, scene.height = 200;
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const std::vector<MethodSpec> methods{parse_method("exact"), parse_method("angle-sum:0.5")};
    const auto rows = speed_and_error(scene, methods, geometry, Walk::tree, 1);
    ASSERT_EQ(rows.size(), 2u);
    for (const auto& row : rows) {
        if (row.subject == "exact")
            EXPECT_TRUE(row.front && *row.error_rate == 0);
        else
            EXPECT_GT(*row.error_rate, 1e-3);  // the halo
    }
    EXPECT_TRUE(advice(rows).find("exact errs least (0 per") != std::string::npos) << advice(rows);
    EXPECT_EQ(advice({}), "");
}

Measurements some_measurements() {
    Measurement bar{.part = "rays",
                    .subject = "a<b:x=1,y=2",
                    .setting = "",
                    .unit = "Mrays/s",
                    .value = {1, 2, 3},
                    .threads = 1,
                    .ratio = Quartiles{1, 1, 1},
                    .ratio_to = "c",
                    .hits = 4};
    Measurement point{.part = "chart",
                      .subject = "d",
                      .setting = "",
                      .unit = "ns/ray",
                      .value = {10, 20, 30},
                      .threads = 1,
                      .error_rate = 0.0,
                      .front = true};
    return {bar, point};
}

TEST(Report, HasARowPerMeasurementInEveryFormat) {
    const auto rows = rows_of(some_measurements());
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(nlohmann::ordered_json::parse(rows.dump()), rows);
    EXPECT_EQ(rows[0]["subject"], "a<b:x=1,y=2");
    EXPECT_EQ(rows[0]["median"], 2);
    EXPECT_TRUE(rows[0]["error_rate"].is_null());
    const std::string csv = as_csv(rows);
    EXPECT_EQ(std::ranges::count(csv, '\n'), 3);
    const std::string text = report_text(some_measurements());
    EXPECT_NE(text.find("\nrays\n"), text.npos);
    EXPECT_NE(text.find("\nchart\n"), text.npos);
    EXPECT_EQ(text.find("triangles"), text.npos);  // a column without values
}

TEST(Report, IsDrawn) {
    const std::string svg = draw_report(some_measurements(), "title");
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    EXPECT_NE(svg.find("a&lt;b:x=1,y=2"), svg.npos);
    EXPECT_EQ(svg.find("nan"), svg.npos);
    EXPECT_EQ(svg.find("inf"), svg.npos);
}

TEST(Scaling, MeasuresEachSize) {
    const std::vector<int> sizes{1000, 2000};
    std::set<std::uint64_t> triangles;
    for (const auto& row : scaling(sizes, 32, 24, Walk::tree, 1)) {
        triangles.insert(*row.triangles);
        EXPECT_GE(row.value.median, 0);
    }
    EXPECT_EQ(triangles.size(), 2u);
}

}  // namespace
}  // namespace hitmiss
