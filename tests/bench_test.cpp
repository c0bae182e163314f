// The benchmark's arithmetic and reports; never a time.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

#include "base/exact.hpp"
#include "base/machine.hpp"
#include "bench/race.hpp"
#include "scene/make.hpp"

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
    EXPECT_EQ(quotients(other, own).lower, 3);
    EXPECT_EQ(quotients(other, own).upper, 3);
    const std::vector<double> six(3, 6.0);
    EXPECT_DOUBLE_EQ(quotients(six, own).median, 6);
    EXPECT_DOUBLE_EQ(quotients(six, own).lower, 4.5);
}

TEST(Clock, CountsWaitingUnlessItIsTheThreads) {
    const auto wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); };
    EXPECT_GE(seconds_of(wait, CLOCK_MONOTONIC), 0.005);
    EXPECT_LT(seconds_of(wait, CLOCK_THREAD_CPUTIME_ID), 0.005);
    EXPECT_GT(seconds_of([] {}, CLOCK_MONOTONIC), 0);
}

TEST(Turns, AreTakenByAllInEachRound) {
    std::string log;
    const auto run = [&](char name) {
        return Task{[&log, name] { log += name; }, [&log] { log += '.'; }};
    };
    const std::vector<Task> runs{run('a'), run('b'), run('c')};
    const auto seconds = take_turns(runs, 3, CLOCK_MONOTONIC);
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
    EXPECT_EQ(hits, std::size_t(GetParam() * 100 * 16));
}
INSTANTIATE_TEST_SUITE_P(Rates, AimedRays, testing::Values(0, 0.25, 0.5, 0.75, 1));

// The halo of the angle sum adds some of the misses, and rounding a few rays at edges.
TEST(Kernels, HitAsOftenAsTheRays) {
    for (const bool hit : {false, true}) {
        const auto aimed = aim_rays(100, hit);
        for (const Method& method : all_methods()) {
            const auto tests = aimed_tests(method, aimed);
            EXPECT_NEAR(double(tests()), 1600 * hit, 16) << to_string(method);
        }
    }
}

TEST(Kernels, AreMeasuredInEveryWayOnce) {
    const std::vector<Method> methods{parse_method("moller-trumbore"), parse_method("exact"),
                                      parse_method("angle-sum:epsilon=0.01,variant=atan2")};
    std::set<std::string> seen;
    for (const auto& m : kernel_costs(methods, 1)) {
        EXPECT_TRUE(seen.insert(m.subject + m.setting).second) << m.subject << ' ' << m.setting;
        EXPECT_GT(m.value.median, 0);
    }
    EXPECT_EQ(seen.size(), 3 * 5u);
    EXPECT_TRUE(seen.contains("moller-trumbore75 %"));
    EXPECT_TRUE(seen.contains("angle-sum:epsilon=0.01,variant=atan20 %"));
}

MethodCost cost_of(const char* method, double ns, double error_rate, std::uint64_t in_picture = 0,
                   bool front = true) {
    return {parse_method(method), ns, error_rate, in_picture, front};
}

TEST(ParetoFront, OfAHandMadeSet) {
    std::vector<MethodCost> costs;
    for (const auto& [ns, error_rate] :
         {std::pair{1, 9}, {2, 5}, {2, 6}, {3, 5}, {4, 1}, {4, 1}, {9, 1}, {5, 0}})
        costs.push_back(cost_of("exact", ns, error_rate));
    mark_front(costs);
    std::vector<bool> front;
    for (const MethodCost& cost : costs) front.push_back(cost.front);
    EXPECT_EQ(front, (std::vector<bool>{true, true, false, false, true, true, false, true}));
}

TEST(SpeedAndError, JudgesByTheExactAnswer) {
    Scene scene;
    scene.mesh = make_mesh("icosphere:faces=320");
    scene.camera = framing_camera(bounds(scene.mesh.triangles));
    scene.width = 400, scene.height = 200;
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const std::vector<Method> methods{parse_method("angle-sum:0.5"), parse_method("exact")};
    const auto costs = method_costs(scene, methods, geometry, Traversal::one_ray, 1);
    ASSERT_EQ(costs.size(), 2u);
    EXPECT_EQ(costs[0].method, methods[1]);
    EXPECT_TRUE(costs[0].front && costs[0].error_rate == 0 && costs[0].picture_errors == 0);
    EXPECT_GT(costs[1].error_rate, 1e-3);  // the halo
    EXPECT_TRUE(advice(costs).starts_with("Use exact: no errors, ")) << advice(costs);
    EXPECT_EQ(advice({}), "");
}

// One ray at a time, same-side is unbounded and tests every triangle: 256 x 128 rays, 20
// triangles.
TEST(SpeedAndError, LeavesOutWhatWouldTakeTooLong) {
    Scene scene;
    scene.mesh = make_mesh("icosphere:faces=20");
    scene.camera = framing_camera(bounds(scene.mesh.triangles));
    scene.width = 400, scene.height = 200;
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const std::vector<Method> methods{parse_method("same-side")};
    for (const double most : {256. * 128 * 20 - 1, 256. * 128 * 20})
        EXPECT_EQ(
            method_costs(scene, methods, geometry, Traversal::one_ray, 1, unwatched, most).size(),
            most == 256. * 128 * 20 ? 1u : 0u);
}

TEST(SpeedAndError, HasEverySettingOnce) {
    std::set<std::string> seen;
    for (const Method& method : all_settings()) {
        EXPECT_TRUE(seen.insert(to_string(method)).second) << to_string(method);
        EXPECT_EQ(parse_method(to_string(method)), method);
    }
    EXPECT_TRUE(seen.contains("watertight:precision=double"));
    EXPECT_TRUE(seen.contains("collision-matrix:precision=float"));
    EXPECT_TRUE(seen.contains("angle-sum:epsilon=0.5,variant=atan2"));
    EXPECT_TRUE(seen.contains("exact"));
}

TEST(Advice, NamesTheSurestAndWhatFasterOnesCost) {
    const auto sure = cost_of("exact", 20, 0), fast = cost_of("same-side", 5, 0.01, 1234);
    EXPECT_EQ(advice(std::vector{sure, fast}),
              "Use exact: no errors, 20 ns per ray; same-side is 4 times as fast, with 10,000 "
              "errors per million rays at edges and outlines, 1,234 in the picture");
    // Less than a tenth does not count as a difference.
    const std::string noise = "; none is faster by more than a tenth";
    EXPECT_TRUE(advice(std::vector{sure, cost_of("same-side", 18.5, 1e-3)}).ends_with(noise));
    EXPECT_FALSE(advice(std::vector{sure, cost_of("same-side", 18, 1e-3)}).ends_with(noise));
    const auto off_the_front = cost_of("watertight", 9, 0, 0, false);
    EXPECT_TRUE(advice(std::vector{off_the_front, fast}).starts_with("Use same-side: "));
}

// Somebody with a float renderer needs the best float test beside the best in double.
TEST(Advice, NamesTheBestInFloatToo) {
    const auto sure = cost_of("watertight:precision=double", 20, 0),
               wide = cost_of("signed-volume", 9, 0.02), fast = cost_of("same-side", 8, 0.2),
               unknown = [&] {
                   auto cost = cost_of("angle-sum", 99, 0);
                   cost.outdone = true;
                   return cost;
               }();
    EXPECT_EQ(
        float_advice(std::vector{sure, unknown, wide, fast}),
        "In float, use signed-volume: of a million rays at edges 20,000 err at inner ones, and "
        "0 at outlines, where every float test errs; 0 errors in the picture, 9 ns per ray");
    // At outlines every float test errs: one that is right elsewhere errs less.
    auto at_outlines = cost_of("watertight", 9, 0.16);
    at_outlines.outline_rate = 0.16;
    EXPECT_EQ(
        float_advice(std::vector{sure, wide, at_outlines}),
        "In float, use watertight: of a million rays at edges 0 err at inner ones, and 160,000 "
        "at outlines, where every float test errs; 0 errors in the picture, 9 ns per ray");
    EXPECT_EQ(float_advice(std::vector{sure, unknown}), "");
    EXPECT_EQ(float_advice(std::vector{wide, sure}), "") << "the first advice is in float already";
    EXPECT_TRUE(float_advice(std::vector{cost_of("exact", 20, 0), fast})
                    .starts_with("In float, use same-side: "));
}

// Where float ends, as on a mesh of size 1e-30, even the least bad test is wrong nearly everywhere.
TEST(Advice, NamesNoFloatTestThatIsWrongMoreOftenThanRight) {
    const auto sure = cost_of("watertight:precision=double", 20, 0);
    auto bad = cost_of("baldwin-weber", 9, 0.9638, 173), worse = cost_of("same-side", 8, 1);
    bad.outline_rate = 0.0378;
    const std::vector costs{sure, bad, worse};
    EXPECT_EQ(float_advice(costs),
              "In float no method serves: even baldwin-weber, the best at inner edges, has 964,000 "
              "errors per million rays at edges and outlines, 173 in the picture");
    EXPECT_EQ(advised(costs), std::vector{sure.method});
    // One that serves is named, whatever others do at inner edges.
    auto odd = cost_of("watertight", 9, 0.9);
    odd.outline_rate = 0.9;
    const auto good = cost_of("signed-volume", 9, 0.4);
    EXPECT_TRUE(float_advice(std::vector{sure, odd, good}).starts_with("In float, use signed-"));
    EXPECT_EQ(advised(std::vector{sure, odd, good}), (std::vector{sure.method, good.method}));
}

TEST(Advice, SaysWhyInOneLine) {
    std::vector<MethodCost> costs{cost_of("watertight", 10, 0), cost_of("exact", 10.5, 0),
                                  cost_of("signed-volume", 20, 0), cost_of("same-side", 5, 0.01)};
    EXPECT_EQ(reason(costs), "Why: it is the fastest of 3 settings without errors");
    costs.erase(costs.begin() + 1, costs.begin() + 3);
    EXPECT_EQ(reason(costs), "Why: it errs least of 2 settings");
    for (MethodCost& cost : costs) cost.error_rate = 0.5;
    EXPECT_EQ(reason(costs), "Why: it is the fastest of 2 settings with equally few errors");
    EXPECT_EQ(reason(std::span(costs).first(1)), "Why: no other setting was measured");
    EXPECT_EQ(reason({}), "");
}

// Errors at edges weigh more than those of the picture, and these more than time.
TEST(Advice, RanksErrorsBeforeTime) {
    std::vector<MethodCost> costs{cost_of("watertight", 1, 1e-6), cost_of("same-side", 2, 0, 3),
                                  cost_of("exact", 4, 0, 2), cost_of("signed-volume", 3, 0, 2)};
    rank(costs);
    std::string order;
    for (const MethodCost& cost : costs) order += cost.method.name() + ' ';
    EXPECT_EQ(order, "signed-volume exact same-side watertight ");
}

Measurements some_measurements() {
    return {{.part = "rays",
             .subject = "a,b",
             .setting = "",
             .unit = "Mrays/s",
             .value = {1, 2, 3},
             .threads = 1,
             .ratio = Quartiles{1, 1, 1},
             .ratio_to = "c",
             .hits = 4},
            {.part = "kernels", .subject = "d", .setting = "x", .unit = "ns", .value = {1, 2, 3}}};
}

// Not all processors have a name.
TEST(Machine, IsTheOneItRunsOn) {
    std::ifstream file("/proc/cpuinfo");
    const std::string info{std::istreambuf_iterator<char>(file), {}};
    const Machine machine = this_machine();
    if (info.find("model name") == info.npos)
        EXPECT_EQ(machine.cpu, "unknown");
    else
        EXPECT_NE(info.find("\nmodel name\t: " + machine.cpu + '\n'), info.npos) << machine.cpu;
    EXPECT_EQ(to_string({"name", 3, "g++ 1"}), "name, threads: 3; g++ 1");
}

TEST(Report, HasARowPerMeasurement) {
    const Rows rows = rows_of(some_measurements());
    ASSERT_EQ(rows.size(), 2u);
    const auto value = [&](std::size_t row, std::string_view key) {
        return rows[row].at(std::string(key));
    };
    EXPECT_EQ(value(0, "subject"), Value("a,b"));
    EXPECT_EQ(value(0, "median"), Value(2.0));
    EXPECT_EQ(value(0, "hits"), Value(std::uint64_t{4}));
    EXPECT_EQ(value(1, "hits"), Value());
    EXPECT_EQ(std::ranges::count(as_csv(rows), '\n'), 3);
    const std::string text = tables_text(tables_of(some_measurements(), true), any_width);
    EXPECT_TRUE(text.starts_with("rays, medians in Mrays/s\n")) << text;
    EXPECT_NE(text.find("\nkernels, medians in ns\n"), text.npos);
    EXPECT_EQ(text.find("setting"), text.npos);  // a column without values
}

TEST(Report, SpreadsTheCostsOfKernelsOut) {
    const auto row = [](const char* subject, const char* setting, double time) {
        return Measurement{.part = "kernels",
                           .subject = subject,
                           .setting = setting,
                           .unit = "ns",
                           .value = {time, time, time}};
    };
    const auto tables = tables_of({row("a", "x", 1), row("a", "y", 2), row("b", "y", 3)}, true);
    EXPECT_EQ(tables_text(tables, any_width),
              "kernels, medians in ns\n"
              "subject  x  y\n"
              "a        1  2\n"
              "b        -  3\n");
}

}  // namespace
}  // namespace hitmiss
