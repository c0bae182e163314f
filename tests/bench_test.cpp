// The benchmark's arithmetic and reports; never a time.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

#include "base/exact.hpp"
#include "bench/embree_peer.hpp"
#include "bench/kernels.hpp"
#include "bench/scaling.hpp"
#include "bench/speed_error.hpp"
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
    EXPECT_EQ(speedup(own, other).lower, 3);
    EXPECT_EQ(speedup(own, other).upper, 3);
    EXPECT_DOUBLE_EQ(rate(6, own).median, 6);
    EXPECT_DOUBLE_EQ(rate(6, own).lower, 4.5);
}

TEST(Clock, CountsWaitingUnlessItIsTheThreads) {
    const auto wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); };
    EXPECT_GE(seconds_of(wait), 0.005);
    EXPECT_LT(seconds_of(wait, Clock::thread), 0.005);
    EXPECT_GT(seconds_of([] {}), 0);
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
    EXPECT_EQ(hits, std::size_t(GetParam() * 100 * lanes));
}
INSTANTIATE_TEST_SUITE_P(Rates, AimedRays, testing::Values(0, 0.25, 0.5, 0.75, 1));

// The halo of the angle sum takes in some of the misses, and rounding a few rays at edges.
TEST(Kernels, HitAsOftenAsTheRays) {
    for (const bool hit : {false, true}) {
        const auto aimed = aim_rays(100, hit);
        for (const Method& method : all_methods()) {
            AimedTests tests(method, aimed);
            const std::string name = to_string(method);
            EXPECT_NEAR(double(tests.one_by_one()), 1600 * hit, 16) << name;
            EXPECT_NEAR(double(tests.unprepared()), 1600 * hit, 16) << name;
            if (tests.scalar()) continue;
            tests.in_lanes();
            EXPECT_NEAR(double(tests.kept()), 1600 * hit, 16) << name;
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
    // Five rates and cold; without lanes also unprepared and to prepare. The exact one has no
    // lanes.
    EXPECT_EQ(seen.size(), (6 + 2) + 6 + (6 + 2) + (6 + 2) + 6u);
    EXPECT_TRUE(seen.contains("moller-trumbore, lanes75 %"));
    EXPECT_TRUE(seen.contains("angle-sum:epsilon=0.01,variant=atan2, scalarto prepare"));
}

TEST(ParetoFront, OfAHandMadeSet) {
    const std::vector<Cost> costs{{1, 9}, {2, 5}, {2, 6}, {3, 5}, {4, 1}, {4, 1}, {9, 1}, {5, 0}};
    const std::vector<bool> front{true, true, false, false, true, true, false, true};
    EXPECT_EQ(pareto_front(costs), front);
}

TEST(SpeedAndError, JudgesByTheExactAnswer) {
    Scene scene;
    scene.mesh = make_mesh("icosphere:faces=320");
    scene.camera = framing_camera(bounds(scene.mesh.triangles));
    scene.width = 400, scene.height = 200;
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const std::vector<Method> methods{parse_method("exact"), parse_method("angle-sum:0.5")};
    const auto rows = speed_and_error(scene, methods, geometry, Traversal::one_ray, 1);
    ASSERT_EQ(rows.size(), 2u);
    for (const auto& row : rows) {
        if (row.subject == "exact")
            EXPECT_TRUE(row.front && *row.error_rate == 0);
        else
            EXPECT_GT(*row.error_rate, 1e-3);  // the halo
    }
    EXPECT_TRUE(advice(rows).starts_with("take exact: no errors, ")) << advice(rows);
    EXPECT_EQ(advice({}), "");
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

Measurement chart_row(std::string subject, double time, double error_rate, bool front) {
    return {.part = "chart",
            .subject = std::move(subject),
            .setting = "",
            .unit = "ns/ray",
            .value = {time / 2, time, 2 * time},
            .threads = 1,
            .error_rate = error_rate,
            .front = front};
}

TEST(Advice, NamesTheSurestAndWhatFasterOnesCost) {
    const auto row = [](const char* name, double time, double error_rate, std::uint64_t picture) {
        Measurement made = chart_row(name, time, error_rate, true);
        made.picture_errors = picture;
        return made;
    };
    const auto sure = row("sure", 20, 0, 0), fast = row("fast", 5, 0.01, 1234);
    EXPECT_EQ(
        advice({fast, sure}),
        "take sure: no errors, 20 ns per ray; fast is 4 times as fast, with 10,000 errors per "
        "million rays at edges and 1,234 in the picture");
    // Less than a tenth is no difference.
    const std::string noise = "; none is faster by more than a tenth";
    EXPECT_TRUE(advice({row("near", 18.5, 1e-3, 0), sure}).ends_with(noise));
    EXPECT_FALSE(advice({row("far", 18, 1e-3, 0), sure}).ends_with(noise));
    // Errors at edges weigh more than those of the picture, and these more than time.
    const auto chart =
        ranked({row("d", 1, 1e-6, 0), row("c", 2, 0, 3), row("b", 4, 0, 2), row("a", 3, 0, 2)});
    std::string order;
    for (const auto& one : chart) order += one.subject;
    EXPECT_EQ(order, "abcd");
    auto slow = row("slow", 9, 0, 0);
    slow.front = false;
    EXPECT_TRUE(advice({slow, fast}).starts_with("take fast: ")) << "off the front";
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
            chart_row("d", 20, 0, true)};
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
    EXPECT_EQ(value(0, "error_rate"), Value());
    EXPECT_EQ(value(0, "front"), Value());
    EXPECT_EQ(value(1, "front"), Value(true));
    EXPECT_EQ(std::ranges::count(as_csv(rows), '\n'), 3);
    const std::string text = report_text(some_measurements());
    EXPECT_NE(text.find("\nrays, medians in Mrays/s\n"), text.npos);
    EXPECT_NE(text.find("\nchart, medians in ns/ray\n"), text.npos);
    EXPECT_EQ(text.find("triangles"), text.npos);  // a column without values
}

TEST(Report, SpreadsTheCostsOfKernelsOut) {
    const auto row = [](const char* subject, const char* setting, double time) {
        return Measurement{.part = "kernels",
                           .subject = subject,
                           .setting = setting,
                           .unit = "ns",
                           .value = {time, time, time}};
    };
    EXPECT_EQ(report_text({row("a", "x", 1), row("a", "y", 2), row("b", "y", 3)}),
              "\nkernels, medians in ns\n"
              "subject  x  y\n"
              "a        1  2\n"
              "b        -  3\n");
}

TEST(Chart, NamesTheFrontAndTheMethodsThatErr) {
    const std::string text = svg(
        draw_chart({chart_row("a<b:x=1", 20, 0, true), chart_row("fast:x=2", 5, 0.01, true),
                    chart_row("bad:x=3", 30, 0.02, false), chart_row("right:x=4", 900, 0, false)},
                   "title", {"processor", 2, "compiler"}));
    EXPECT_TRUE(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    for (const char* label : {"a&lt;b:x=1", "fast:x=2", "\"bad\"", "no errors",
                              "processor, threads: 2; compiler", "Pareto front"})
        EXPECT_NE(text.find(label), text.npos) << label;
    EXPECT_EQ(text.find("right"), text.npos);
}

// No errors have no logarithm; they stand at 0, on a line of their own.
TEST(Chart, HasA0WhereThereAreNoErrors) {
    for (const double rate : {0.0, 0.25}) {
        const std::string text = svg(draw_chart(
            {chart_row("one", 20, rate, true), chart_row("other", 5, 0.5, true)}, "title", {}));
        EXPECT_EQ(text.find("aria-label=\"0\"") != text.npos, rate == 0) << rate;
    }
}

TEST(Chart, IsDrawnOfOneRow) {
    const std::string text = svg(draw_chart({chart_row("lone", 1e-3, 0, true)}, "title", {}));
    EXPECT_NE(text.find("lone"), text.npos);
    for (const char* word : {"nan", "inf", "Pareto front"})
        EXPECT_EQ(text.find(word), text.npos) << word;
}

TEST(Scaling, MeasuresEachView) {
    auto views = scaled_views(400'000);
    EXPECT_GT(views.size(), 8u);
    std::erase_if(views, [](const ScaledView& view) {
        return view.make != "torus-knot:faces=1000" && view.make != "atrium:faces=30000";
    });
    std::set<std::uint64_t> triangles;
    std::set<std::string> settings;
    for (ScaledView& view : views)
        view.camera = [framed = view.camera](auto mesh, double aspect) {
            EXPECT_EQ(aspect, 32.0 / 24);
            return framed(mesh, aspect);
        };
    for (const auto& row : scaling(views, 32, 24, Traversal::one_ray, 1)) {
        triangles.insert(*row.triangles);
        settings.insert(row.setting);
        EXPECT_GE(row.value.median, 0);
        EXPECT_TRUE(!row.ratio || !peer_name().empty()) << "compared with nobody";
        if (row.hits && row.setting.starts_with("atrium")) {
            EXPECT_EQ(*row.hits, 32u * 24u);
        }
    }
    EXPECT_EQ(triangles.size(), 2u);
    for (const char* setting : {"build", "trace", "atrium inside, build", "atrium inside, trace"})
        EXPECT_EQ(settings.count(setting), 1u) << setting;
}

}  // namespace
}  // namespace hitmiss
