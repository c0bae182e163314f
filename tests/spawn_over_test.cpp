// Rays that leave the surface of a scene that is moved, scaled, or left at other angles.

#include <fmt/format.h>

#include "draw/spawn_plot.hpp"
#include "draw/titles.hpp"
#include "json_testing.hpp"
#include "program.hpp"
#include "scene/scene.hpp"

namespace hitmiss {
namespace {

class SpawnOver : public Program {};

/// The rows of a step, without the step.
Json rows_at(const Json& result, const std::string& key, double step) {
    Json rows;
    for (Json row : result["spawned"])
        if (row[key] == step) row.erase(key), rows.push_back(row);
    return rows;
}

TEST_F(SpawnOver, OverStepsCountsWhatTheSceneMovedByHandGives) {
    // All coordinates are multiples of 1 / 4, around the origin; so they are moved and scaled
    // without rounding.
    const std::string faces = "f 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n";
    const auto mesh = [&](double scale, double x) {
        std::string text;
        for (const double z : {-0.5, 0.5})
            for (const auto& [u, v] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
                text += fmt::format("v {} {} {}\n", scale * u + x, scale * (v + z / 2), scale * z);
        return text + faces;
    };
    write("as_it_is.obj", mesh(1, 0)), write("far.obj", mesh(1, 1000)),
        write("large.obj", mesh(10, 0));
    const std::string rest =
        " --rays 300 -m watertight --rule t-min,normal,pbrt,nvidia --format json -o o.svg ";
    const auto asked = [&](const std::string& arguments) {
        const auto outcome = run("spawn " + arguments + rest);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return parse_json(outcome.out);
    };
    const auto far = asked(
        "as_it_is.obj --eye 0.25,0.5,0.25 --over distance "
        "--along 1,0,0 --from 1000 --to 1000");
    EXPECT_EQ(rows_at(far, "distance", 1000), asked("far.obj --eye 1000.25,0.5,0.25")["spawned"]);
    const auto large = asked(
        "as_it_is.obj --eye 0.25,0.5,0.25 --over size "
        "--from 10 --to 10");
    EXPECT_EQ(rows_at(large, "size", 10), asked("large.obj --eye 2.5,5,2.5")["spawned"]);
    const std::string here = "as_it_is.obj --eye 0.25,0.5,0.25";
    const auto flat = asked(here + " --over grazing --from 0.1 --to 10");
    for (const auto& [text, step] : {std::pair{"0.1", 0.1}, {"1", 1.0}, {"10", 10.0}})
        EXPECT_EQ(rows_at(flat, "grazing", step), asked(here + " --grazing " + text)["spawned"]);
    EXPECT_EQ(flat["spawned"].size(), 3 * rows_at(flat, "grazing", 1).size());
}

TEST_F(SpawnOver, TheEpsilonThatServesHereFailsFarAwayAndABoundDoesNot) {
    const std::string command = "spawn " + scene("room") +
                                " --over distance --from 1 --to 1e5 --rays 1000 -m watertight "
                                "--rule normal,nvidia -o o.svg";
    const auto outcome = run(command + " --format json");
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const Json found = parse_json(outcome.out);
    const Json near = rows_at(found, "distance", 1), far = rows_at(found, "distance", 1e4);
    ASSERT_EQ(near.size(), 11u);  // ten epsilons and a bound
    ASSERT_EQ(far.size(), 11u);
    std::vector<double> failing;  // epsilons that serve here, but not there
    for (std::size_t k = 0; k < near.size(); ++k) {
        ASSERT_EQ(near[k]["epsilon"], far[k]["epsilon"]);
        if (near[k]["rule"] == "nvidia") {
            EXPECT_EQ(near[k]["self_hit"], 0);
            EXPECT_EQ(far[k]["self_hit"], 0);
        } else if (near[k]["self_hit"] == 0 && near[k]["skipped"] == 0 && near[k]["shifted"] == 0 &&
                   far[k]["self_hit"] > 100) {
            failing.push_back(near[k]["epsilon"].get<double>());
        }
    }
    EXPECT_EQ(failing, (std::vector{1e-5, 1e-4}));
    const auto answer = found["answer"].get<std::string>();
    EXPECT_EQ(
        answer,
        "No epsilon serves this scene at distance 10,000, 100,000. Rules without a self-hit at any "
        "distance from 1 to 100,000: nvidia.");
    // The text begins with it, then says what serves at each step; the figure has a panel for each.
    const std::string text = run(command).out;
    EXPECT_TRUE(text.starts_with("No epsilon serves this scene at distance 10,000, 100,000."))
        << text;
    EXPECT_NE(text.find("\n  distance 100,000: no epsilon\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\n  nvidia: no self-hit and "), std::string::npos) << text;
    const std::string figure = read_all(folder_ / "o.svg");
    for (const char* panel : {"distance 1:", "distance 10:", "distance 1,000:"})
        EXPECT_NE(figure.find(panel), std::string::npos) << panel;
}

TEST_F(SpawnOver, SaysThatOneEpsilonServesEverywhereOrThatOneDoesNot) {
    const auto first = [&](const std::string& more) {
        const auto outcome = run("spawn " + scene("cube") +
                                 " --over size --from 0.1 --to 10 --rays 500 -m watertight "
                                 "--format json " +
                                 more);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return parse_json(outcome.out)["answer"].get<std::string>();
    };
    // From a convex solid no offset skips anything.
    EXPECT_EQ(first("--rule normal --epsilon 1e-3"),
              "Epsilon 0.001 by normal serves this scene at every size from 0.1 to 10.");
    EXPECT_EQ(first("--rule normal --epsilon 0"),
              "Epsilon 0 does not serve this scene at any size from 0.1 to 10.");
    EXPECT_EQ(first("--rule nvidia"),
              "Rules without a self-hit at any size from 0.1 to 10: nvidia.");
}

// Each of two rules serves with the epsilons with which it serves alone.
TEST_F(SpawnOver, NamesTheEpsilonsOfEachRule) {
    const auto at_size_1 = [&](const std::string& rules) {
        const std::string text = run("spawn " + scene("cube") +
                                     " --over size --from 1 --to 10 --rays 500 -m watertight "
                                     "--rule " +
                                     rules)
                                     .out;
        const std::string begins = "\n  size 1: ";
        const auto from = text.find(begins);
        EXPECT_NE(from, std::string::npos) << text;
        const auto line = text.substr(from + begins.size());
        return line.substr(0, line.find('\n'));
    };
    const std::string by_t_min = at_size_1("t-min"), by_normal = at_size_1("normal");
    EXPECT_TRUE(by_t_min.ends_with(" by t-min")) << by_t_min;
    EXPECT_TRUE(by_normal.ends_with(" by normal")) << by_normal;
    EXPECT_EQ(at_size_1("t-min,normal"), by_t_min + "; " + by_normal);
}

TEST_F(SpawnOver, WhatCannotBeMeantIsRefusedInOneLine) {
    const auto fails = [&](const std::string& arguments, int exit, const std::string& why) {
        const auto outcome = run("spawn " + scene("cube") + ' ' + arguments);
        EXPECT_EQ(outcome.exit, exit) << arguments;
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
        EXPECT_NE(outcome.err.find(why), std::string::npos) << outcome.err;
    };
    fails("--from 1", 2, "--from is for --over");
    fails("--along 1,0,0", 2, "--along is for --over distance");
    fails("--over size --along 1,0,0", 2, "--along is for --over distance");
    fails("--over distance --along 0,0,0", 2, "--along 0,0,0: is not a direction");
    fails("--over size --light 0,0,9", 2, "--over is for rays that go in random");
    fails("--over grazing --grazing 1", 2, "--grazing is for one angle");
    fails("--over grazing --to 91", 2, "--to 91: grazing angle (degrees) is in");
    fails("--over aspect", 2, "aspect");
}

TEST(SpawnTitle, SaysInHowManyPanelsAnEpsilonIsRightUnlessInAllOrNone) {
    SpawnedCounts right, wrong, err;
    right.rays = wrong.rays = err.rays = 1;
    err.by_outcome[std::size_t(SpawnedOutcome::error)] = 1;
    wrong.by_outcome[std::size_t(SpawnedOutcome::skipped)] = 1;
    const SpawnedPanel good{"good", {{1e-3, wrong}, {1e-2, right}}}, bad{"bad", {{1e-3, wrong}}};
    SpawnedPanel bad_above_zero = bad;
    bad_above_zero.at_zero = right;
    const auto says = [&](const std::vector<SpawnedPanel>& panels, const std::string& what) {
        const std::string title = finding(panels);
        EXPECT_NE(title.find(what), title.npos) << title;
    };
    says({good, good}, "There is an ε at which none of these rays hits the surface");
    says({good, bad, good}, "In 2 of 3 panels there is an ε at which");
    says({bad, bad}, "At every ε some ray hits");
    says({bad, bad_above_zero}, "At every ε > 0 some ray hits");
    EXPECT_EQ(finding({good, bad_above_zero}, "size"),
              "No ε > 0 is right at every size: some ray hits the surface that it "
              "leaves, or skips the next");
    says({{"errs otherwise", {{1e-2, err}}}}, "There is an ε at which none of these rays hits");
    // One in a thousand may be shifted, as the answer in words has it.
    SpawnedCounts few, many;
    few.rays = 1000, many.rays = 999;
    few.by_outcome[std::size_t(SpawnedOutcome::shifted)] = 1;
    many.by_outcome[std::size_t(SpawnedOutcome::shifted)] = 1;
    const SpawnedPanel shifted{"shifted", {{1e-3, wrong}, {1e-2, many}}};
    says({good, {"few shifted", {{1e-2, few}}}}, "There is an ε at which");
    says({good, shifted},
         "In 1 of 2 panels there is an ε at which none of these rays hits the surface that "
         "it leaves or skips the next, and few are shifted");
    says({shifted},
         "At every ε some ray hits the surface that it leaves or skips the next, or too many "
         "are shifted");
    says({{"all lost", {{1e-2, {}}}}}, "No test finds a point from which a second ray could start");
}

TEST(SpawnTitle, OfStepsNamesAnEpsilonThatIsRightAtAllOfThemOrSaysThatThereIsNone) {
    SpawnedCounts right, wrong;
    right.rays = wrong.rays = 1;
    wrong.by_outcome[std::size_t(SpawnedOutcome::skipped)] = 1;
    const auto steps = [&](SpawnedCounts near, SpawnedCounts far) {
        return std::vector<SpawnedPanel>{
            {"size 1", {{1e-3, wrong}, {1e-2, near}}, Leaving::normal},
            {"size 1", {{1e-3, right}}, Leaving::t_min},
            {"size 9", {{1e-3, right}, {1e-2, far}}, Leaving::normal},
            {"size 9", {{1e-3, wrong}, {1e-2, right}}, Leaving::t_min}};
    };
    EXPECT_EQ(finding(steps(right, right), "size"),
              "At ε = 10⁻² (ε along the normal) none of these rays hits the surface "
              "that it leaves or skips the next, at any size tried");
    const std::string none =
        "No ε is right at every size: some ray hits the surface that it leaves, or "
        "skips the next";
    EXPECT_EQ(finding(steps(right, wrong), "size"), none);
    EXPECT_EQ(finding(steps(wrong, right), "size"), none);
    // Where no ray starts, none goes wrong.
    EXPECT_NE(finding({{"size 1", {{1e-2, right}}, Leaving::normal},
                       {"size 9", {{1e-2, {}}}, Leaving::normal}},
                      "size"),
              none);
}

// A floor with another one so close above it that every ε but 0 skips it.
TEST_F(SpawnOver, TheTitleDoesNotSpeakOfAnEpsilonOfZeroThatServes) {
    write("sheets.obj",
          "v -8 -8 0\nv 8 -8 0\nv 0 8 0\n"
          "v -8 -8 9.313225746154785e-10\nv 8 -8 9.313225746154785e-10\n"
          "v 0 8 9.313225746154785e-10\n"
          "f 1 2 3\nf 6 5 4\n");
    const auto outcome =
        run("spawn sheets.obj --anywhere --rays 300 -m exact --point barycentric --rule t-min "
            "--rule normal -o o.svg");
    EXPECT_NE(outcome.out.find("Ignoring hits at t <= 0 (t-min) serves this scene."),
              std::string::npos)
        << outcome.out;
    EXPECT_NE(read_all(folder_ / "o.svg").find("<title>At every ε &gt; 0 some ray"),
              std::string::npos);
}

// The title against the answer, over steps at which other epsilons serve.
TEST_F(SpawnOver, TheTitleSaysWhatTheAnswerSays) {
    const auto title_and_answer = [&](const std::string& steps) {
        const auto outcome = run("spawn " + scene("cube") + " --rays 300 -m watertight --rule " +
                                 "normal --format json -o o.svg --over size " + steps);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        const std::string figure = read_all(folder_ / "o.svg");
        const auto from = figure.find("<title>") + 7;
        return std::pair(figure.substr(from, figure.find('<', from) - from),
                         parse_json(outcome.out)["answer"].get<std::string>());
    };
    const auto [title, answer] = title_and_answer("--from 1 --to 10");
    EXPECT_TRUE(answer.starts_with("Epsilon 1e-5 by normal serves this scene")) << answer;
    EXPECT_TRUE(title.starts_with("At ε = 10⁻⁵ (ε along the normal) none of these rays ")) << title;
    const auto [other_title, other_answer] = title_and_answer("--from 1e-12 --to 1e6");
    EXPECT_TRUE(other_answer.starts_with("No epsilon serves this scene at every size"))
        << other_answer;
    EXPECT_TRUE(other_title.starts_with("No ε is right at every size: some ray")) << other_title;
}

TEST(SpawnPanels, OfStepsAreHeadedInOneNotationAnglesInDegrees) {
    const auto heads = [](Over over, const std::vector<double>& values) {
        std::vector<SpawnStep> steps;
        for (const double value : values)
            steps.push_back({value, {{parse_method("watertight"), Leaving::normal, 1e-3, {}}}});
        std::string all;
        for (const SpawnedPanel& panel : panels_of(steps, over)) all += panel.title + '\n';
        return all;
    };
    EXPECT_EQ(heads(Over::grazing, {1e-4, 1e-3, 0.01, 90}),
              "grazing angle 10⁻⁴°: ε along the normal\ngrazing angle 10⁻³°: ε along the normal\n"
              "grazing angle 10⁻²°: ε along the normal\ngrazing angle 90°: ε along the normal\n");
    EXPECT_EQ(heads(Over::distance, {0.01, 1000}),
              "distance 0.01: ε along the normal\ndistance 1,000: ε along the normal\n");
}

// Thousands are separated in all numbers of a sentence.
TEST_F(SpawnOver, WritesLargeEpsilonsAsItWritesLargeSteps) {
    const std::string text =
        run("spawn " + scene("cube") +
            " --over size --from 10000 --to 10000 --rays 300 -m watertight --rule normal -o o.svg")
            .out;
    EXPECT_NE(text.find("\n  size 10,000: 0.01 to 100,000 by normal\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace hitmiss
