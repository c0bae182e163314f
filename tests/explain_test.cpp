// What explain shows against values computed here, and reproducers there and back.

#include "judge/explain.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "commands/explanation.hpp"
#include "json_testing.hpp"
#include "judge/judge.hpp"
#include "scene/camera.hpp"
#include "scene/make.hpp"

namespace hitmiss {
namespace {

std::map<std::string, double> values_of(const Explanation& explanation, std::size_t method = 0) {
    std::map<std::string, double> values;
    for (const auto& noted : explanation.triangles.at(0).computations.at(method).notes.values)
        values[noted.name] = noted.value;
    return values;
}

Explanation explain_one(const char* method, const Ray<float>& ray, const Triangle<float>& tri) {
    const std::vector triangles{tri};
    return explain(ray, {parse_method(method)}, Geometry(triangles, Vec<double>(ray.o)));
}

// A 3-4-5 triangle in z = 2, and a ray that meets it in (1, 1, 2) at t = 4.
const Triangle<float> example({0, 0, 2}, {4, 0, 2}, {0, 3, 2});
const Ray<float> into_it({1, 1, -2}, {0, 0, 1});

TEST(Explain, ShowsMollerTrumbore) {
    const auto values =
        values_of(explain_one("moller-trumbore:precision=double", into_it, example));
    const std::map<std::string, double> expected{
        {"pvec.x", -3}, {"pvec.y", 0}, {"pvec.z", 0},    {"det", -12},
        {"tvec.x", 1},  {"tvec.y", 1}, {"tvec.z", -4},   {"inv_det", -1 / 12.},
        {"u", 0.25},    {"qvec.x", 0}, {"qvec.y", -16},  {"qvec.z", -4},
        {"v", 1 / 3.},  {"t", 4},      {"tolerance", 0}, {"|det|", 12}};
    ASSERT_EQ(values.size(), expected.size());
    for (const auto& [name, value] : expected) EXPECT_NEAR(values.at(name), value, 1e-15) << name;
}

// Neither a guard, nor a comparison for equality, nor one that would hold at 0 and does not.
TEST(Explain, TheNarrowestDecisionIsOneAboutInside) {
    Notes notes;
    notes.decisions = {{{"t", 1, Meaning::guard}, ">", {"", 1}, true},
                       {{"u", 0.5, Meaning::edge_ca}, ">=", {"", 0}, true},
                       {{"v", 6.25, Meaning::edge_ab}, ">=", {"", 6}, true},
                       {{"w", 0.125, Meaning::edge_bc}, "==", {"", 0}, false},
                       {{"w", 0.125, Meaning::edge_bc}, "<=", {"", 0}, false}};
    const Decision* narrowest = narrowest_inside(notes);
    ASSERT_NE(narrowest, nullptr);
    EXPECT_EQ(narrowest->left.name, "v");
    notes.decisions.resize(1);
    EXPECT_EQ(narrowest_inside(notes), nullptr);
}

TEST(Explain, ShowsTheAngleSum) {
    const auto explanation = explain_one("angle-sum:precision=double", into_it, example);
    const auto values = values_of(explanation);
    // From P = (1, 1) the vertices are at (-1, -1), (3, -1), (-1, 2).
    const double cos01 = (-3 + 1) / std::sqrt(2. * 10), cos12 = (-3 - 2) / std::sqrt(10. * 5),
                 cos20 = (1 - 2) / std::sqrt(5. * 2);
    EXPECT_NEAR(values.at("P.x"), 1, 1e-15);
    EXPECT_NEAR(values.at("n.z"), 12, 1e-15);
    EXPECT_NEAR(values.at("cos01"), cos01, 1e-15);
    EXPECT_NEAR(values.at("cos12"), cos12, 1e-15);
    EXPECT_NEAR(values.at("cos20"), cos20, 1e-15);
    EXPECT_NEAR(values.at("angle01"), std::acos(cos01), 1e-14);
    EXPECT_NEAR(values.at("angle12"), std::acos(cos12), 1e-14);
    EXPECT_NEAR(values.at("angle20"), std::acos(cos20), 1e-14);
    EXPECT_NEAR(values.at("sum"), 2 * std::acos(-1.), 1e-14);
    EXPECT_NEAR(values.at("|sum - 2 pi|"), 0, 1e-14);
    EXPECT_TRUE(explanation.triangles[0].computations[0].verdict.hit());
    EXPECT_EQ(explanation.triangles[0].exact.position, Position::inside);
}

TEST(Explain, ShowsTheAngleSumOfTheWalkingText) {
    const auto values =
        values_of(explain_one("angle-sum-walking:precision=double", into_it, example));
    const double l1 = std::sqrt(2.), l2 = std::sqrt(10.), l3 = std::sqrt(5.);
    const double angle12 = std::acos(-2 / (l1 * l2)), angle23 = std::acos(-5 / (l2 * l3));
    for (const auto& [name, value] : {std::pair{"l1", l1},
                                      {"l2", l2},
                                      {"l3", l3},
                                      {"angle12", angle12},
                                      {"angle23", angle23},
                                      {"sum", 2 * std::acos(-1.)},
                                      {"sum - 2 pi", 0.}})
        EXPECT_NEAR(values.at(name), value, 1e-14) << name;
}

// An answer without a triangle is one about the triangle whose t is nearest.
TEST(Explain, FindsTheTriangleOfAnAnswerThatNamesNone) {
    const std::vector<Triangle<float>> triangles{{{0, 0, 7}, {4, 0, 7}, {0, 3, 7}}, example};
    const Geometry geometry(triangles, Vec<double>(into_it.o));
    const Method theirs = parse_method("answers:file=hits.csv");
    const std::array answers{Hit{4, unknown_triangle}, Hit{9, unknown_triangle}};
    const auto methods = explain(into_it, {theirs, theirs}, geometry, answers).methods;
    EXPECT_EQ(methods.at(0).hit.triangle, 1u);
    EXPECT_EQ(methods.at(0).outcome, Outcome::right);
    EXPECT_EQ(methods.at(1).hit.triangle, 0u);
    EXPECT_EQ(methods.at(1).outcome, Outcome::leak);
}

TEST(Explain, ShowsTheMappedSegment) {
    const auto values = values_of(explain_one("collision-matrix:length=8", into_it, example));
    EXPECT_NEAR(values.at("J.x"), 0.25, 1e-6);
    EXPECT_NEAR(values.at("J.y"), 1 / 3., 1e-6);
    EXPECT_NEAR(values.at("J.z"), -4 / 12., 1e-6);  // in units of n
    EXPECT_NEAR(values.at("K.z"), 4 / 12., 1e-6);
    EXPECT_NEAR(values.at("t"), 4, 1e-6);
}

// As everywhere: 1e-7, not 1e-07.
TEST(Explain, WritesNumbersAsPeopleDo) {
    const std::vector<Triangle<float>> triangles{{{-1e-7f, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const Ray<float> low({0.25f, 1e-7f, 1}, {0, 0, -1});
    const Geometry geometry(triangles, Vec<double>(low.o));
    const auto report =
        report_on(explain(low, {parse_method("moller-trumbore:1e-7")}, geometry), geometry);
    for (const char* part : {"a (-1e-7, 0, 0)", "o (0.25, 1e-7, 1)", "tolerance = 1e-7"})
        EXPECT_NE(report.text.find(part), report.text.npos) << part << "\nin\n" << report.text;
    for (const auto& text : {report.text, as_csv(report.csv)})
        EXPECT_EQ(text.find("e-0"), text.npos) << text;
    EXPECT_NE(as_json(report.json).find("\"moller-trumbore:epsilon=1e-7\""), std::string::npos);
}

TEST(Explain, TextEndsEachBlockWithTheVerdicts) {
    const std::vector triangles{example};
    const Geometry geometry(triangles, Vec<double>(into_it.o));
    const auto text = [&](const char* method, const Ray<float>& r) {
        return report_on(explain(r, {parse_method(method)}, geometry), geometry).text;
    };
    const auto has = [](std::string all, const char* part) {
        const auto both_blank = [](char c, char next) { return c == ' ' && next == ' '; };
        all.erase(std::unique(all.begin(), all.end(), both_blank), all.end());
        return all.find(part) != all.npos;
    };
    EXPECT_TRUE(has(text("moller-trumbore", into_it), "\n u 0.25 0x1p-2\n"));
    EXPECT_TRUE(has(text("moller-trumbore", into_it), "\n tvec (1, 1, -4)\n"));
    EXPECT_TRUE(has(text("moller-trumbore", into_it), "\n t = 4 > 0: hit (exact: hit, inside)\n"));
    const Ray<float> beside({-0.1f, 1, -2}, {0, 0, 1}), behind({1, 1, 3}, {0, 0, 1});
    EXPECT_TRUE(has(text("angle-sum:1", beside), "\n t = 4 > 0\n |sum - 2 pi| = 0."));
    EXPECT_TRUE(has(text("angle-sum:1", beside),
                    "\n nearest: triangle 0 at t = 4; exact: no hit: wrong (false hit)\n"));
    EXPECT_TRUE(has(text("moller-trumbore", behind),
                    "\n t = -1 <= 0: miss (exact: miss, inside but not in front)\n"));
}

// The ray at (4, 1) in the plane of the 3-4-5 triangle, where u = 1 and v = 1/3.
TEST(Explain, EndsWithTheComparisonThatDecides) {
    const std::vector triangles{example};
    const Ray<float> past({4, 1, -2}, {0, 0, 1});
    const Geometry geometry(triangles, Vec<double>(past.o));
    const auto text = [&](const char* method) {
        return report_on(explain(past, {parse_method(method)}, geometry), geometry).text;
    };
    const auto expect = [](const std::string& all, const char* part) {
        EXPECT_NE(all.find(part), all.npos) << part << "\nin\n" << all;
    };
    const auto cramer = text("moller-trumbore:epsilon=0.5");
    expect(cramer,
           "    |det| = 12 >= tolerance = 0.5\n"
           "    u = 1 >= 0\n"
           "    u = 1 <= 1\n"
           "    v = 0.33333334 >= 0\n"
           "    u + v = 1.3333334 > 1: miss (exact: miss, outside)\n"
           "  nearest: no hit; exact: no hit: right\n");
    expect(text("moller-trumbore:epsilon=13"),
           "    |det| = 12 < tolerance = 13: miss (exact: miss, outside)\n");
    expect(text("moller-trumbore:cull=back"), "    det = -12 < tolerance = 0: miss");
    expect(text("collision-matrix:length=2"), "    J.z * K.z = 0.05555555555555555 >= 0: miss");
    expect(text("collision-matrix:length=8"), "    x + y = 1.3333333333333333 > 1: miss");
    // Seen from (4, 1): the vertices (0, 0), (4, 0), (0, 3) at (-4, -1), (0, -1), (-4, 2).
    const double largest = std::acos((0. * -4 + -1 * 2) / std::sqrt(20.));
    EXPECT_NEAR(values_of(explain(past, {parse_method("angle-sum")}, geometry)).at("|sum - 2 pi|"),
                2 * std::acos(-1.) - 2 * largest, 1e-6);
    expect(text("angle-sum"), " >= 0.1: miss (exact: miss, outside)\n");
    expect(text("signed-volume"), "    volume ab = 4 > 0: miss");
    expect(text("exact"), "  triangle 0\n    miss (exact: miss, outside)\n");
}

// For a point that is accepted beside the triangle: the comparison that let it in, not t > 0.
TEST(Explain, EndsWithTheComparisonThatLetAWrongPointIn) {
    const std::vector triangles{example};
    const auto decision = [&](const char* method, const Ray<float>& at) {
        const Geometry geometry(triangles, Vec<double>(at.o));
        const auto explanation = explain(at, {parse_method(method)}, geometry);
        EXPECT_TRUE(explanation.methods[0].hit) << method;
        const auto text = report_on(explanation, geometry).text;
        EXPECT_NE(text.find("    t = 4 > 0\n"), text.npos) << text;
        const auto end = text.find("\n  nearest"), begin = text.rfind("\n    ", end - 1);
        EXPECT_NE(begin, text.npos) << text;
        return text.substr(begin + 5, end - begin - 5);
    };
    const auto expect = [](const std::string& line, const char* begin, const char* end) {
        EXPECT_TRUE(line.starts_with(begin) && line.ends_with(end)) << line;
    };
    const Ray<float> beside({-0.1f, 1, -2}, {0, 0, 1});
    const char* const outside = ": hit (exact: miss, outside)";
    expect(decision("angle-sum:1", beside), "|sum - 2 pi| = 0.",
           " < 1: hit (exact: miss, outside)");
    // Near a corner, where a squared length that is not zero is the smaller number.
    const Ray<float> near({-0.01f, -0.01f, -2}, {0, 0, 1});
    expect(decision("angle-sum:epsilon=4,variant=corrected", near), "|sum - 2 pi| = ", outside);
    expect(decision("angle-sum-walking:epsilon=4", near), "sum = ", outside);
    EXPECT_NE(decision("angle-sum-walking:epsilon=4", near).find(" >= 2 pi - epsilon = "),
              std::string::npos);
    // On the line through b and c two normals' products are zero.
    const Ray<float> on_line({-4, 6, -2}, {0, 0, 1});
    expect(decision("same-side", on_line), "PBC.PAB = ", " >= 0: hit (exact: miss, outside)");
}

// An edge on which the cosine of opposite unit vectors rounds beyond -1.
TEST(Explain, SaysThatNoComparisonWithNanHolds) {
    const Mesh mesh = make_mesh("grid:faces=2");
    const Geometry geometry(mesh.triangles, {0, 0, 5});
    const Method method = parse_method("angle-sum:epsilon=3");
    for (int k = 1; k < 1000; ++k) {
        const float at = -1 + float(k) / 500;
        const auto explanation = explain({{0, 0, 5}, {at, at, -5}}, {method}, geometry);
        if (!std::isnan(values_of(explanation).at("sum"))) continue;
        const auto text = report_on(explanation, geometry).text;
        EXPECT_NE(text.find("|sum - 2 pi| = nan not < 3: miss (exact: hit, edge)"), text.npos)
            << text;
        return;
    }
    FAIL() << "no NaN on the edge";
}

// The outcome follows from the comparisons that are shown: wherever a method makes the same ones,
// with the same results, it answers the same; and each is true of its own two sides.
TEST(Explain, ShowsAllComparisonsThatTheOutcomeFollowsFrom) {
    const auto holds = [](const Decision& d) {
        const double x = d.left.value, y = d.right.value;
        return d.op == "<"    ? x < y
               : d.op == "<=" ? x <= y
               : d.op == ">"  ? x > y
               : d.op == ">=" ? x >= y
                              : x == y;
    };
    std::vector<Method> methods = all_methods();
    methods.push_back(parse_method("moller-trumbore:cull=back"));
    methods.push_back(parse_method("watertight:cull=back"));
    for (const Method& method : methods) {
        if (method.kind() == Kind::exact) continue;
        const Kernel kernel = method.kernel({Vec<double>(0, 0, -2), bounds(example)});
        std::map<std::string, bool> outcomes;
        int hits = 0;
        for (int x = -8; x <= 40; ++x)
            for (int y = -8; y <= 32; ++y) {
                // from in front and from behind
                const float from = y % 2 == 0 ? -2 : 6;
                const Ray<float> one({1, 1, from}, {float(x) / 8 - 2, float(y) / 8 - 2, 2 - from});
                Notes notes;
                const bool hit = kernel.explain(one, example, notes).hit();
                ASSERT_EQ(hit, kernel.test(one, example).hit());
                ASSERT_FALSE(notes.decisions.empty()) << to_string(method);
                std::string path;
                for (const Decision& decision : notes.decisions) {
                    ASSERT_EQ(decision.holds, holds(decision)) << to_string(method);
                    path += decision.left.name + std::string(decision.op) + decision.right.name +
                            (decision.holds ? "+" : "-");
                }
                const auto [known, first] = outcomes.emplace(path, hit);
                ASSERT_EQ(known->second, hit) << to_string(method) << ": " << path;
                hits += hit;
            }
        EXPECT_GT(hits, 100) << to_string(method);
        EXPECT_GT(outcomes.size(), 1u) << to_string(method);
    }
}

TEST(Explain, PaintsRedWhatIsWrong) {
    const std::vector triangles{example};
    const Ray<float> beside({-0.1f, 1, -2}, {0, 0, 1});
    const Geometry geometry(triangles, Vec<double>(beside.o));
    const auto explanation =
        explain(beside, {parse_method("angle-sum:1"), parse_method("watertight")}, geometry);
    const auto painted = report_on(explanation, geometry, true).text;
    const std::string red = "\x1b[31m", plain = "\x1b[0m";
    EXPECT_NE(painted.find("\n" + red + "    |sum - 2 pi| = 0."), painted.npos);
    EXPECT_NE(painted.find(" < 1: hit (exact: miss, outside)" + plain), painted.npos);
    EXPECT_NE(painted.find("wrong (false hit)" + plain), painted.npos);
    EXPECT_EQ(painted.find(red, painted.find("watertight")), painted.npos);
    EXPECT_EQ(report_on(explanation, geometry).text.find('\x1b'), std::string::npos);
}

// t is beyond any float, 4e40, but the ray hits.
TEST(Explain, KnowsTheExactAnswerForTinyDirections) {
    const std::vector triangles{example};
    const Ray<float> tiny({1, 1, -2}, {0, 0, 1e-40f});
    const Geometry geometry(triangles, Vec<double>(tiny.o));
    const auto explanation = explain(tiny, {parse_method("exact")}, geometry);
    EXPECT_EQ(explanation.answer.triangles, std::vector<std::uint32_t>{0});
    EXPECT_EQ(explanation.answer.t, 4 / double(1e-40f));
    EXPECT_EQ(explanation.methods[0].outcome, Outcome::right);
    const auto text = report_on(explanation, geometry).text;
    EXPECT_EQ(text.find("no triangle is hit"), text.npos) << text;
}

TEST(Explain, JsonHoldsTheValuesBitForBit) {
    const std::vector triangles{example};
    const Ray<float> edge({0, 1, -2}, {0, 0, 1});
    const Geometry geometry(triangles, Vec<double>(edge.o));
    const auto explanation = explain(edge, {parse_method("angle-sum:1e-6")}, geometry);
    const auto json = parse_json(as_json(report_on(explanation, geometry).json));
    EXPECT_EQ(json.at("triangles")[0].at("exact_position"), "edge");
    EXPECT_EQ(json.at("triangles")[0].at("b")[0], "0x1p+2");
    const auto& values = json.at("triangles")[0].at("methods")[0].at("values");
    const auto& shown = explanation.triangles[0].computations[0].notes.values;
    ASSERT_EQ(values.size(), shown.size());
    for (std::size_t k = 0; k < shown.size(); ++k) {
        EXPECT_EQ(values[k].at("name"), shown[k].name);
        if (std::isnan(shown[k].value))
            EXPECT_TRUE(values[k].at("value").is_null());
        else
            EXPECT_EQ(values[k].at("value").get<double>(), shown[k].value);
    }
    const auto& first = json.at("triangles")[0].at("methods")[0].at("comparisons")[0];
    EXPECT_EQ(first.at("left").at("name"), "|sum - 2 pi|");
    EXPECT_EQ(first.at("left").at("value"), values.back().at("value"));
    EXPECT_EQ(first.at("op"), "<");
    EXPECT_TRUE(first.at("right").at("name").is_null());
    EXPECT_EQ(first.at("right").at("value"), 1e-6);
    EXPECT_EQ(first.at("holds"), std::abs(values.back().at("value").get<double>()) < 1e-6);
    const auto& method = json.at("methods")[0];
    EXPECT_EQ(method.at("judgement"), method.at("outcome") == "leak" ? "wrong" : "right");
}

// Each pixel's explanation tells what the tracers of the whole picture do: the hit it names counts,
// at that t, and no explained triangle counts nearer.
TEST(Explain, AgreesWithTheTracers) {
    const Mesh mesh = make_mesh("icosphere:faces=320");
    const Camera camera = framing_camera(bounds(mesh.triangles));
    const Geometry geometry(mesh.triangles, camera.eye);
    const PrimaryRays rays(camera, 24, 24);
    std::vector<Method> methods;
    std::vector<Tracer> tracers;
    for (const Entry* entry : catalogue()) {
        methods.emplace_back(*entry);
        tracers.emplace_back(methods.back(), geometry, Traversal::brute_force);
    }
    for (int k = 0; k < 24 * 24; k += 5) {
        const auto one = rays(k % 24, k / 24);
        const auto explanation = explain(one, methods, geometry);
        ASSERT_FALSE(explanation.triangles.empty());
        for (std::size_t m = 0; m < methods.size(); ++m) {
            Hit traced;
            tracers[m]({&one, 1}, {&traced, 1});
            const auto& shown = explanation.methods[m];
            ASSERT_EQ(shown.hit.triangle, traced.triangle) << to_string(methods[m]);
            Hit nearest;
            for (const auto& about : explanation.triangles)
                if (const auto& verdict = about.computations[m].verdict; verdict.hit())
                    nearest.keep_nearer({verdict.t, about.index});
            ASSERT_EQ(nearest.triangle, traced.triangle) << to_string(methods[m]);
            ASSERT_EQ(nearest.t, traced.t) << to_string(methods[m]);
        }
    }
}

TEST(Explain, OfARayThroughAnEdgeGivesTheCountedOutcome) {
    const std::vector<Triangle<float>> triangles{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const Ray<float> through{{0.5f, 0.5f, 1}, {0, 0, -1}};
    const Geometry geometry(triangles, Vec<double>(through.o));
    const auto source = consecutive_rays(
        1, [&](std::size_t, std::span<Ray<float>> rays) { rays[0] = through; }, geometry.eye);
    std::set<Outcome> seen;
    for (const Method& method : {parse_method("exact"), parse_method("exact:once=moved")}) {
        const auto explained = explain(through, {method}, geometry).methods[0].outcome;
        const Round round{source, make_answerers({&method, 1}, geometry, Traversal::one_ray),
                          make_reference(make_method("exact"), geometry), geometry};
        judge(round, 0, 1, [&](const JudgedBatch& judged) {
            EXPECT_EQ(explained, judged.columns[0].outcomes[0]) << to_string(method);
        });
        seen.insert(explained);
    }
    EXPECT_EQ(seen, (std::set{Outcome::right, Outcome::leak})) << "moved, the ray passes by";
}

TEST(Explain, PicksTheClosestTriangleWhereNothingIsHit) {
    const std::vector<Triangle<float>> triangles{{{9, 0, 2}, {10, 0, 2}, {9, 1, 2}},
                                                 {{2, 0, 2}, {3, 0, 2}, {2, 1, 2}},
                                                 {{0, 0, -9}, {1, 0, -9}, {0, 1, -9}}};  // behind
    const Ray<float> past({0, 0, 0}, {0, 0, 1});
    const auto explanation =
        explain(past, {parse_method("moller-trumbore")}, Geometry(triangles, Vec<double>(0)));
    ASSERT_EQ(explanation.triangles.size(), 1u);
    EXPECT_EQ(explanation.triangles[0].index, 1u);
}

// Seen from behind, the first sheet does not count for a method that culls.
TEST(Explain, OfAMethodThatCullsTellsOfFrontFaces) {
    const auto sheet = [](float z) { return Triangle<float>({-1, -1, z}, {1, -1, z}, {0, 1, z}); };
    std::vector triangles{sheet(-1), sheet(-2)};
    std::swap(triangles[0].b, triangles[0].c);
    const Geometry geometry(triangles, Vec<double>(0));
    const auto explanation = explain(
        {{0, 0, 0}, {0, 0, -1}},
        {parse_method("moller-trumbore:cull=back"), parse_method("moller-trumbore")}, geometry);
    const Report report = report_on(explanation, geometry);
    for (const char* part :
         {"miss (exact: hit, inside, a back face)",
          "nearest: triangle 1 at t = 2; exact, of front faces: triangle 1 at t = 2: right",
          "nearest: triangle 0 at t = 1; exact: triangle 0 at t = 1: right"})
        EXPECT_NE(report.text.find(part), std::string::npos) << part << "\nin\n" << report.text;
    EXPECT_EQ(deciding_triangle(explanation, 0).index, 1u) << "it fails on neither";
    const Json json = parse_json(as_json(report.json));
    EXPECT_EQ(json.at("methods")[0].at("exact_triangles"), Json::array({1}));
    EXPECT_EQ(json.at("methods")[1].at("exact_triangles"), Json::array({0}));
}

// The ray passes just beside the diagonal of a wall.
TEST(Explain, SaysOfATieAtAnotherTThatOnlyTheTIsWrong) {
    const std::vector<Triangle<float>> wall{{{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}},
                                            {{-1, -1, -1}, {1, 1, -1}, {-1, 1, -1}}};
    const Geometry geometry(wall, Vec<double>(0));
    const auto text = [&](const Hit& hit) {
        const auto explanation = explain({{0.25f, 0.2499999f, 0}, {0, 0, -1}},
                                         {parse_method("answers:file=x")}, geometry, {&hit, 1});
        return report_on(explanation, geometry).text;
    };
    const std::string tie = text({0.001, 1}), right = text({0.001, 0});
    EXPECT_NE(tie.find("Triangle 1 is as good as the right one, but t = 0.001 is not"), tie.npos)
        << tie;
    EXPECT_NE(right.find("Triangle 0 is right, but t = 0.001 is not"), right.npos) << right;
}

}  // namespace
}  // namespace hitmiss
