// Error curves: their epsilons, their counts against separate comparisons, and the valley.

#include "judge/sweep.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <set>
#include <tuple>

#include "base/random.hpp"
#include "draw/sweep_plot.hpp"
#include "draw/titles.hpp"
#include "figure_testing.hpp"
#include "judging.hpp"
#include "sanitized.hpp"
#include "scene/scene.hpp"

namespace hitmiss {
namespace {

auto counts(const OutcomeCounts& c) {
    return std::tuple(c.hits, c.leaks, c.leaks_background, c.false_hits, c.wrong_triangle, c.tie,
                      c.wrong_t, c.nan);
}

std::vector<ErrorCurve> sweep_scene(const Scene& scene, const std::vector<Method>& methods,
                                    const std::vector<double>& epsilons) {
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const Round rays = remembering({picture_rays(scene.camera, scene.width, scene.height),
                                    {},
                                    make_reference(scene.reference, geometry),
                                    geometry});
    std::vector<ErrorCurve> curves;
    for (const Method& method : methods)
        for (auto& point : curves.emplace_back(make_curve(method, epsilons)).points) {
            const Round round = with_method(rays, point.method, Traversal::one_ray);
            point.counts = judge_all(round)[0].outcomes;
        }
    return curves;
}

Scene icosphere(int width, int height) {
    Scene scene = load_scene(HITMISS_SCENES "/icosphere.toml");
    resize(scene, width, height);
    return scene;
}

TEST(DecimalSteps, AreTheNearestDoublesOfTheirDecimals) {
    EXPECT_EQ(decimal_steps(1e-7, 5e-6, 3), (std::vector{1e-7, 2e-7, 5e-7, 1e-6, 2e-6, 5e-6}));
    EXPECT_EQ(decimal_steps(0.0018, 0.0056, 4), (std::vector{1.8e-3, 3.2e-3, 5.6e-3}));
    const auto all = decimal_steps(1e-7, 3.2, 4);
    EXPECT_EQ(all.size(), 31u);
    EXPECT_EQ(all.front(), 1e-7);
    EXPECT_EQ(all.back(), 3.2);
    EXPECT_EQ(decimal_steps(0, 1e-323, 1).size(), 1u);  // no zero, which no log axis has
}

// Preferred numbers, ISO 3: R'10 and R'20.
TEST(DecimalSteps, OfTenAndTwentyPerDecadeArePreferredNumbers) {
    EXPECT_EQ(decimal_steps(1, 8, 10),
              (std::vector<double>{1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8}));
    EXPECT_EQ(decimal_steps(1, 9, 20),
              (std::vector<double>{1,    1.12, 1.25, 1.4, 1.6, 1.8, 2,   2.24, 2.5, 2.8,
                                   3.15, 3.55, 4,    4.5, 5,   5.6, 6.3, 7.1,  8,   9}));
}

TEST(DecimalSteps, AreEvenlySpacedOnALogAxis) {
    for (const int per_decade : {1, 2, 3, 4, 5, 10, 20}) {
        const auto steps = decimal_steps(1e-3, 1e3, per_decade);
        ASSERT_EQ(steps.size(), std::size_t(6 * per_decade + 1));
        for (std::size_t k = 0; k < steps.size(); ++k)
            EXPECT_NEAR(std::log10(steps[k]), -3 + double(k) / per_decade, 0.035) << steps[k];
    }
}

TEST(DecimalSteps, RefuseWhatTheyCannotDo) {
    EXPECT_STREQ(error_of([] { decimal_steps(1e-3, 1, 6); }).what(),
                 "--per-decade 6: 1, 2, 3, 4, 5, 10 or 20 would be right");
    for (const auto& [from, to, per_decade] :
         {std::tuple{1e-3, 1.0, 7}, {1e-3, 1.0, 0}, {1.0, 1e-3, 4}, {2.1, 2.9, 4}, {-2.0, -1.0, 4}})
        EXPECT_EQ(error_of([&, lo = from, hi = to, per = per_decade] {
                      decimal_steps(lo, hi, per);
                  }).exit,
                  Exit::usage);
}

TEST(Method, TakesAnotherNumberOrSaysThatThereIsNone) {
    EXPECT_EQ(to_string(parse_method("angle-sum:0.1,variant=corrected").with("epsilon", 0.25)),
              "angle-sum:epsilon=0.25,variant=corrected");
    EXPECT_EQ(error_of([] { parse_method("watertight").with("epsilon", 0.1); }).exit, Exit::usage);
    EXPECT_EQ(error_of([] { parse_method("angle-sum").with("epsilon", 7); }).exit, Exit::usage);
}

TEST(Sweep, CountsAsASeparateComparisonDoes) {
    const Scene scene = icosphere(97, 81);
    const std::vector<double> epsilons{1e-5, 1e-3, 0.1, 2};
    const std::vector methods{parse_method("angle-sum"),
                              parse_method("angle-sum-walking:precision=double"),
                              parse_method("moller-trumbore:cull=back"), parse_method("same-side")};
    const auto curves = sweep_scene(scene, methods, epsilons);
    ASSERT_EQ(curves.size(), methods.size());
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    for (const auto& curve : curves) {
        ASSERT_EQ(curve.points.size(), curve.method.name() == "same-side" ? 1 : epsilons.size());
        for (const auto& point : curve.points) {
            const std::vector alone{point.method};
            const auto comparison =
                compared(alone, geometry, scene.camera, scene.width, scene.height, scene.reference);
            EXPECT_EQ(counts(point.counts), counts(comparison.columns[0].tally.outcomes))
                << to_string(point.method);
        }
    }
}

// The central picture: leaks at a small epsilon, wrong triangles and false hits at a large one.
TEST(Sweep, ShowsTheValleyInFloatAndAFloorOfNoLeaksInDouble) {
    if (sanitized) GTEST_SKIP() << "the valley needs all of its pixels";
    const Scene scene = icosphere(512, 512);
    const auto curves =
        sweep_scene(scene, {parse_method("angle-sum"), parse_method("angle-sum:precision=double")},
                    {3e-15, 3e-11, 1e-9, 1e-6, 3e-4, 1});
    const auto& single = curves[0].points;
    EXPECT_GT(single[3].counts.leaks, 5000u);
    EXPECT_LT(single[4].counts.errors(), 100u);
    EXPECT_GT(single[4].counts.errors(), 0u);
    EXPECT_GT(single[5].counts.false_hits, 500u);
    EXPECT_GT(single[5].counts.wrong_triangle, 50'000u);
    EXPECT_EQ(valley(curves[0]).first, 4u);

    const auto& twice = curves[1].points;
    EXPECT_GT(twice[0].counts.leaks, 1000u);
    for (std::size_t k = 1; k < twice.size(); ++k) EXPECT_EQ(twice[k].counts.leaks, 0u) << k;
    for (std::size_t k = 1; k < 4; ++k) EXPECT_EQ(twice[k].counts.errors(), 0u) << k;
    // At 3e-4 the halo is there, L eps / 8 high: far more than a double's rounding.
    EXPECT_GT(twice[4].counts.errors(), 10u);
    for (const auto& point : twice) EXPECT_EQ(point.counts.tie, 0u);
    EXPECT_EQ(valley(curves[1]).first, 1u);
    EXPECT_EQ(valley(curves[1]).last, 3u);
}

TEST(Valley, IsTheFirstRunOfFewestErrors) {
    const auto found = [](const std::vector<std::uint64_t>& leaks) {
        const Method method = parse_method("angle-sum");
        ErrorCurve curve{method, {}};
        for (const auto n : leaks) {
            curve.points.push_back({method, 0.1, {}});
            curve.points.back().counts.leaks = n;
        }
        // The value after the last point, without an error, does not belong to it.
        curve.points.push_back({method, 0.1, {}}), curve.points.pop_back();
        const auto [first, last] = valley(curve);
        return std::pair(first, last);
    };
    EXPECT_EQ(found({5}), std::pair(0uL, 0uL));
    EXPECT_EQ(found({5, 5}), std::pair(0uL, 1uL));
    EXPECT_EQ(found({9, 3, 4, 3}), std::pair(1uL, 1uL));
    EXPECT_EQ(found({9, 3, 3, 7, 3}), std::pair(1uL, 2uL));
    EXPECT_EQ(found({3, 3, 2, 0, 0, 0}), std::pair(3uL, 5uL));
}

TEST(SweepFigure, HasAPanelPerMethodWithAnEpsilonAndALineForTheOthers) {
    const Scene scene = icosphere(41, 41);
    const auto curves = sweep_scene(scene,
                                    {parse_method("angle-sum"), parse_method("watertight"),
                                     parse_method("moller-trumbore:precision=double")},
                                    {1e-6, 1e-4});
    const Drawing figure = draw_sweep(scene, curves).front();
    const auto times = [&, boxes = text_boxes(figure)](const std::string& text) {
        return std::ranges::count_if(boxes, [&](auto& box) {
            return box.words->text == text && box.words->face == Face::regular;
        });
    };
    EXPECT_EQ(times("angle sum, float"), 1);
    EXPECT_EQ(times("Möller-Trumbore, double"), 1);
    EXPECT_EQ(times("watertight, float: 0 errors"), 2);
    EXPECT_EQ(times("tolerance ε (rad)"), 1);
    EXPECT_EQ(times("tolerance ε (units of det)"), 1);
    EXPECT_EQ(times("wrong triangle"), 2);
    EXPECT_EQ(fewest_errors(curves[1]), "0 errors");
    EXPECT_EQ(fewest_errors(curves[2]), "epsilon 1e-6 to 0.0001: 0 errors");
}

TEST(SweepFigure, ShowsMethodsOfOneUnitInOnePanel) {
    const Scene scene = icosphere(41, 41);
    const auto curves =
        sweep_scene(scene, {parse_method("angle-sum"), parse_method("angle-sum:precision=double")},
                    {1e-6, 1e-4});
    const Drawing figure = draw_sweep(scene, curves).front();
    std::size_t leaks = 0, axes = 0, bests = 0;
    for (const TextBox& box : text_boxes(figure)) {
        leaks += box.words->text.starts_with("leaks: angle sum, ");
        axes += box.words->text == "tolerance ε (rad)";
        bests += box.words->text.find(": fewest, at ε") != std::string::npos;
    }
    EXPECT_EQ(leaks, 2u);
    EXPECT_EQ(axes, 1u);
    EXPECT_EQ(bests, 2u);
}

// At one ε there is no line that dashes could tell apart: each test has its own mark.
TEST(SweepFigure, OfOneEpsilonHasAMarkForEachTest) {
    Scene scene;
    scene.width = 9, scene.height = 7;
    std::vector<ErrorCurve> curves;
    for (const char* method : {"angle-sum", "angle-sum:double"}) {
        curves.push_back(make_curve(parse_method(method), std::vector<double>{0.1}));
        OutcomeCounts& counts = curves.back().points[0].counts;
        counts.hits = 9, counts.leaks = curves.size(), counts.false_hits = 2 + curves.size();
    }
    std::set<std::size_t> shapes;  // the corners of marks; 1 is a circle's centre
    std::size_t marks = 0;
    const Drawing figure = draw_sweep(scene, curves).front();
    for (const auto& element : figure.elements)
        if (const auto* shape = std::get_if<Shape>(&element);
            shape && shape->closed && shape->fill && shape->pen)
            for (const Contour& mark : shape->contours) ++marks, shapes.insert(mark.points.size());
    EXPECT_EQ(marks, 4u) << "leaks and other errors of both";
    EXPECT_EQ(shapes, (std::set<std::size_t>{1, 4}));
}

// Tests without an ε count as tests, not among those that have one without errors.
TEST(SweepTitle, SpeaksOfTestsWithAnEpsilonWhereSomeHaveNone) {
    Scene scene;
    scene.width = 9, scene.height = 7;
    const auto title = [&](const std::vector<std::pair<const char*, std::uint64_t>>& leaks) {
        std::vector<ErrorCurve> curves;
        for (const auto& [method, least] : leaks) {
            ErrorCurve& curve = curves.emplace_back(
                make_curve(parse_method(method), std::vector<double>{0.01, 0.1}));
            for (auto& point : curve.points) point.counts.hits = 9, point.counts.leaks = least;
            if (curve.points.size() > 1) ++curve.points[0].counts.leaks;
        }
        return finding(scene, curves);
    };
    const char *one = "angle-sum", *two = "angle-sum:double", *three = "angle-sum-walking",
               *four = "moller-trumbore", *same_side = "same-side", *watertight = "watertight";
    EXPECT_EQ(title({{one, 0}, {two, 0}}),
              "On these 9 × 7 pixels, every test has an ε without errors");
    EXPECT_EQ(title({{one, 0}, {two, 0}, {same_side, 9}}),
              "On these 9 × 7 pixels, every test with an ε has one without errors");
    EXPECT_EQ(title({{one, 0}, {two, 3}, {three, 4}, {four, 0}}),
              "On these 9 × 7 pixels, only 2 of 4 tests have an ε without errors");
    EXPECT_EQ(title({{one, 0}, {two, 3}, {three, 4}, {four, 5}, {watertight, 0}}),
              "On these 9 × 7 pixels, only 1 of 4 tests with an ε has one without errors");
    EXPECT_EQ(title({{one, 0}, {same_side, 9}}),
              "Angle sum, float, makes no error on these 9 × 7 pixels at ε = 0.1");
    const std::string all = "On these 9 × 7 pixels, every ε tried errs in all tests";
    EXPECT_EQ(title({{one, 3}, {two, 2}}),
              all + "; angle sum, double, errs least: on 2 pixels at ε = 0.1");
    EXPECT_EQ(title({{one, 3}, {two, 2}, {same_side, 2}}),
              all + " with an ε; no test errs on fewer than 2 pixels");
    EXPECT_EQ(title({{one, 2}, {two, 2}}), all + "; no test errs on fewer than 2 pixels");
    EXPECT_EQ(title({{one, 1}, {same_side, 1}}),
              "On these 9 × 7 pixels, every ε tried errs; no test errs on fewer than 1 pixel");
    EXPECT_EQ(title({{one, 3}, {two, 2}, {three, 3}}),
              all + "; angle sum, double, errs least: on 2 pixels at ε = 0.1");
    EXPECT_EQ(title({{one, 3}, {same_side, 1}, {two, 2}}),
              all + " with an ε; same side, float, errs least: on 1 pixel");
    EXPECT_EQ(title({{one, 3}, {same_side, 1}, {watertight, 0}}),
              "On these 9 × 7 pixels, every ε tried errs; watertight, float, does not err");
}

std::set<std::string> texts(const Drawing& figure) {
    std::set<std::string> all;
    for (const TextBox& box : text_boxes(figure)) all.insert(box.words->text);
    return all;
}

// As the text has it, such a picture cannot say which ε is best.
TEST(SweepFigure, HasNoBestRangeWhereNoRayMeetsTheMesh) {
    for (const std::size_t methods : {1u, 2u})
        for (const std::uint64_t hits : {0u, 9u}) {
            std::vector<ErrorCurve> curves;
            for (const char* method : {"angle-sum", "angle-sum:double"})
                if (curves.size() < methods)
                    curves.push_back(
                        make_curve(parse_method(method), std::vector<double>{0.01, 0.1}));
            for (ErrorCurve& curve : curves)
                for (auto& point : curve.points) point.counts.hits = hits;
            std::string words;
            for (const std::string& text : texts(draw_sweep(Scene(), curves).at(0))) words += text;
            EXPECT_EQ(words.find("fewest") != words.npos, hits > 0) << words;
            EXPECT_EQ(words.find("No ray meets the mesh") != words.npos, hits == 0) << words;
        }
}

/// The heights of all marks with two points, solid and hollow.
std::array<std::vector<double>, 2> heights(const Drawing& figure) {
    std::array<std::vector<double>, 2> found;
    for (const auto& element : figure.elements)
        if (const auto* shape = std::get_if<Shape>(&element);
            shape && shape->contours.size() == 2 && shape->contours[0].radius > 0)
            for (const Contour& mark : shape->contours)
                found[shape->fill == palette::background].push_back(mark.points[0].y);
    return found;
}

// Where no test errs, errors of t in both precisions are on one axis, in units of a float; double
// is hollow.
TEST(StagedFigure, TellsFloatFromDouble) {
    std::vector<StagedCurve> curves;
    for (const char* name : {"moller-trumbore", "moller-trumbore:precision=double"}) {
        StagedCurve& curve = curves.emplace_back(StagedCurve{parse_method(name), {1, 10}, {}});
        for (int k = 0; k < 2; ++k) {
            Tally& count = curve.counts.emplace_back();
            count.rays = 1000, count.outcomes.right = 1000, count.t_ulps.add(1);
        }
    }
    const Drawing figure = draw_staged(Over::distance, curves, Scene(), {.own_title = "title"});
    const auto [solid, hollow] = heights(figure);
    ASSERT_EQ(solid.size(), 2u);
    ASSERT_EQ(hollow.size(), 2u);
    EXPECT_GT(hollow[0], solid[0] + 0.4 * figure.height) << "29 bits below";
    EXPECT_TRUE(texts(figure).contains("median error in t (ulps of a float)"));
}

TEST(StagedFigure, ShowsAllErrorsTogetherAndNamesWhoMakesNone) {
    const auto drawn = [](std::vector<std::uint64_t OutcomeCounts::*> made) {
        StagedCurve curve{parse_method("watertight"), {1, 10}, std::vector<Tally>(2)};
        for (Tally& count : curve.counts) count.rays = 10, count.t_ulps.add(1);
        for (const auto error : made) ++(curve.counts[1].outcomes.*error);
        Scene scene;
        scene.name = "cube";
        return draw_staged(Over::size, {curve}, scene, {.own_title = "title"});
    };
    for (const Drawing& none : {drawn({}), drawn({&OutcomeCounts::tie})}) {
        EXPECT_EQ(text_boxes(none).at(0).words->text, "title");
        EXPECT_TRUE(texts(none).contains(
            "cube, 0 triangles, 10 rays at each step, none wrong; ulp: a unit in the last place"))
            << "a tie is not an error";
    }
    const Drawing one = drawn({&OutcomeCounts::wrong_triangle}),
                  two = drawn({&OutcomeCounts::leaks, &OutcomeCounts::false_hits});
    for (const Drawing* figure : {&one, &two}) {
        EXPECT_TRUE(texts(*figure).contains("wrong answers (% of the rays)"));
        EXPECT_TRUE(texts(*figure).contains("watertight, float"));
        const auto solid = heights(*figure)[0];
        ASSERT_EQ(solid.size(), 2u) << "no curve of t";
        EXPECT_LT(solid[1], solid[0]);
    }
}

// One line at 0 for all directions, beside the curves of a test that errs.
TEST(StagedFigure, NamesATestThatNeverErrsOnce) {
    std::vector<StagedCurve> curves;
    for (const char* name : {"watertight", "moller-trumbore"})
        for (const char* along : {"1,0,0", "1,1,1"}) {
            StagedCurve& curve = curves.emplace_back(
                StagedCurve{parse_method(name), {1, 10, 100}, std::vector<Tally>(3), along});
            for (Tally& count : curve.counts) count.rays = 100;
        }
    curves[3].counts[2].outcomes.leaks = 17;
    const auto found = texts(draw_staged(Over::distance, curves, Scene(), {.own_title = "title"}));
    EXPECT_TRUE(found.contains("watertight: none wrong"));
    EXPECT_TRUE(found.contains("Möller-Trumbore, float, along (1, 0, 0)"));
    EXPECT_TRUE(found.contains("Möller-Trumbore, float, along (1, 1, 1)"));
    EXPECT_FALSE(found.contains("watertight, float, along (1, 0, 0)"));
}

// Tests that never err are one line; where one differs from another in its precision, all say it.
TEST(StagedFigure, NamesAllTestsThatNeverErrTogether) {
    std::vector<StagedCurve> curves;
    for (const char* name :
         {"watertight", "moller-trumbore:precision=double", "baldwin-weber", "moller-trumbore"}) {
        StagedCurve& curve = curves.emplace_back(
            StagedCurve{parse_method(name), {1, 10, 100}, std::vector<Tally>(3)});
        for (Tally& count : curve.counts) count.rays = 100;
    }
    curves[3].counts[2].outcomes.leaks = 17;
    const auto found = texts(draw_staged(Over::aspect, curves, Scene(), {.own_title = "title"}));
    // At the line's end, in lines of their own.
    for (const char* line : {"watertight, float;", "Möller-Trumbore,", "double and",
                             "Baldwin-Weber, float:", "none wrong"})
        EXPECT_TRUE(found.contains(line)) << line;
    EXPECT_TRUE(found.contains("Möller-Trumbore, float"));
    // The title names the first of steps that are equally bad.
    EXPECT_TRUE(finding(Over::aspect, curves).ends_with(" an aspect ratio of 100"));
    curves[3].counts[1].outcomes.leaks = 17;
    EXPECT_TRUE(finding(Over::aspect, curves).ends_with(" an aspect ratio of 10"));
}

// The counts that `--over size --aim edges` makes on a sphere, whose size cannot matter.
TEST(StagedFigure, NamesNoStepWhoseErrorsAreTheMostByChance) {
    std::vector<StagedCurve> curves{
        {parse_method("moller-trumbore"), {1, 300, 1000}, std::vector<Tally>(3)}};
    const auto title = [&](const std::array<std::uint64_t, 3>& leaks) {
        for (std::size_t k = 0; k < 3; ++k)
            curves[0].counts[k].rays = 20000, curves[0].counts[k].outcomes.leaks = leaks[k];
        return finding(Over::size, curves);
    };
    const std::string name = "Möller-Trumbore, float, errs on ";
    EXPECT_EQ(title({1711, 1842, 1790}), name + "9 % of the rays at every size tried");
    EXPECT_EQ(title({686, 686, 686}), name + "3 % of the rays at every size tried");
    EXPECT_EQ(title({1690, 1761, 1690}), name + "8 % to 9 % of the rays at every size tried");
    EXPECT_EQ(title({0, 1, 0}), name + "at most 0.005 % of the rays at any size tried");
    // 95 % intervals that do not meet, 8.18 to 8.95 % and 9.02 to 9.83 %: among fifty steps alike
    // there often are two such.
    EXPECT_EQ(title({1711, 1883, 1790}), name + "9 % of the rays at every size tried");
    EXPECT_EQ(title({1711, 2040, 1790}), name + "10 % of the rays at 300 times the size");
    EXPECT_EQ(title({0, 10, 0}), name + "at most 0.05 % of the rays at any size tried");
    EXPECT_EQ(title({0, 40, 0}), name + "0.2 % of the rays at 300 times the size");
    // A single step is named.
    curves[0] = {curves[0].method, {300}, {curves[0].counts[1]}};
    EXPECT_EQ(finding(Over::size, curves), name + "0.2 % of the rays at 300 times the size");
}

// The oracle draws the counts of one true rate anew for each sweep.
TEST(StagedFigure, SeldomNamesAStepWhereATestErrsAlikeAtAll) {
    Random random(7);
    int named = 0;
    for (int sweep = 0; sweep < 400; ++sweep) {
        std::vector<StagedCurve> curves{{parse_method("moller-trumbore"), {}, {}}};
        for (int k = 0; k < 25; ++k) {
            Tally& count = curves[0].counts.emplace_back();
            curves[0].steps.push_back(k + 1);
            count.rays = 1000;
            for (int ray = 0; ray < 1000; ++ray) count.outcomes.leaks += random.uniform() < 0.1;
        }
        named += finding(Over::size, curves).find("times the size") != std::string::npos;
    }
    EXPECT_LE(named, 20);
}

int exit_code(const std::string& arguments) {
    const auto command =
        "\"" HITMISS_PROGRAM "\" sweep " HITMISS_SCENES "/triangle.toml " + arguments;
    return WEXITSTATUS(std::system((command + " >/dev/null 2>&1").c_str()));
}

TEST(SweepCommand, SaysWhatItCannotSweep) {
    EXPECT_EQ(exit_code("--size 8x8 -o - -m angle-sum --from 0.1"), 0);
    for (const char* wrong : {"-m watertight", "-m angle-sum --to 20", "--from 2 --to 1",
                              "--per-decade 7", "--from nan"})
        EXPECT_EQ(exit_code(wrong), 2) << wrong;
}

}  // namespace
}  // namespace hitmiss
