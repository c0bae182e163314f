// The sentences of explain: each says what the values beside it say, and where a ray leaks both
// sides are shown.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>
#include <regex>

#include "commands/explanation.hpp"
#include "json_testing.hpp"
#include "methods/catalogue.hpp"
#include "program.hpp"
#include "sanitized.hpp"

namespace hitmiss {
namespace {

/// Explanations of a square of two triangles, with a third one behind it, by every method, for
/// rays into it, on its edges and beside it.
class InWords : public testing::Test {
protected:
    const std::vector<Triangle<float>> square_{{{0, 0, 2}, {4, 0, 2}, {4, 3, 2}},
                                               {{0, 0, 2}, {4, 3, 2}, {0, 3, 2}},
                                               {{-90, -90, 5}, {90, -90, 5}, {0, 90, 5}}};
    const Geometry geometry_{square_, {1, 1, -2}};

    Json explained(const Method& method, const Vec<float>& to) const {
        const Ray<float> ray({1, 1, -2}, to - Vec<float>(1, 1, -2));
        return parse_json(as_json(report_on(explain(ray, {method}, geometry_), geometry_).json));
    }
    static bool has(const Json& text, const std::string& part) {
        return text.get<std::string>().find(part) != std::string::npos;
    }
};

TEST_F(InWords, EveryVerdictIsSaidAndHeldAgainstTheExactOne) {
    auto methods = all_methods();
    for (const char* more : {"moller-trumbore:60", "watertight:cull=back", "angle-sum:3"})
        methods.push_back(parse_method(more));
    for (const Method& method : methods) {
        if (method.kind() == Kind::exact) continue;
        int wrong = 0, right = 0;
        // A step that divides neither side of the grid visits all of its rows and columns.
        for (int k = 0; k < 150; k += sanitized ? 7 : 1) {
            const Vec<float> to(float(k % 15) * 0.4f - 1, float(k / 15) * 0.4f - 0.4f, 2);
            const Json report = explained(method, to);
            for (const Json& triangle : report.at("triangles")) {
                const Json& computed = triangle.at("methods")[0];
                const Json& why = computed.at("why");
                const bool hit = computed.at("hit").get<bool>(),
                           // The whole square is seen from behind.
                    truly = triangle.at("exact_hit").get<bool>() && !method.culls();
                ASSERT_TRUE(has(why, hit ? "so the test says hit." : "so the test says miss."))
                    << to_string(method) << ": " << why;
                ASSERT_TRUE(has(why, hit == truly ? " That is right."
                                     : truly      ? " It truly hits."
                                                  : " It truly misses."))
                    << to_string(method) << ": " << why;
                ++(hit == truly ? right : wrong);
            }
            const Json& answer = report.at("methods")[0];
            EXPECT_EQ(answer.at("why").get<std::string>().empty(), answer.at("outcome") == "right");
        }
        EXPECT_GT(right, 0) << to_string(method);
        EXPECT_TRUE(wrong > 0 || to_string(method) != "moller-trumbore:epsilon=60");
    }
}

// The three numbers of the sentence are those of its own angles, and agree with each other.
TEST_F(InWords, TheAnglesOfASentenceAddUp) {
    const std::regex sentence(
        R"(The angles add up to (\S+); 2π is (\S+); the difference, (\S+), is (less|more) than ε \((\S+)\), .*)");
    int misses = 0, hits = 0;
    for (const char* name : {"angle-sum:1e-6", "angle-sum:1e-6,double", "angle-sum-walking:1e-6"})
        for (int k = 0; k < 40; ++k) {
            const Json report = explained(parse_method(name), {0.1f + float(k) * 0.09f, 0.3f, 2});
            for (const Json& triangle : report.at("triangles")) {
                const Json& computed = triangle.at("methods")[0];
                double sum = 0;
                for (const Json& value : computed.at("values"))
                    if (has(value.at("name"), "angle")) sum += value.at("value").get<double>();
                const auto why = computed.at("why").get<std::string>();
                std::smatch part;
                ASSERT_TRUE(std::regex_match(why, part, sentence)) << why;
                const double full = 2 * std::numbers::pi, said = std::stod(part[1]);
                EXPECT_NEAR(said, sum, 1e-6) << why;
                EXPECT_NEAR(std::stod(part[2]), full, 1e-7) << why;
                const double off = std::abs(said - full);
                EXPECT_NEAR(std::stod(part[3]), off, 0.06 * off + 1e-7) << why;
                EXPECT_EQ(std::stod(part[5]), 1e-6);
                EXPECT_EQ(part[4] == "more", std::stod(part[3]) >= 1e-6) << why;
                ++(part[4] == "more" ? misses : hits);
            }
        }
    EXPECT_GT(misses, 5);
    EXPECT_GT(hits, 5);
}

// Beyond an edge, beside one but within a tolerance, in the plane, inside a triangle that is too
// small, and where products overflow.
TEST_F(InWords, TheSentenceNamesTheComparisonThatDecides) {
    const Triangle<float> tri({0, 0, 0}, {1, 0, 0}, {0, 1, 0}),
        tiny({0, 0, 0}, {1e-9f, 0, 0}, {0, 1e-9f, 0}),
        huge({0, 0, 0}, {1e16f, 0, 0}, {0, 1e16f, 0});
    const Ray<float> beyond({0.75f, 0.75f, 1}, {0, 0, -1}), beside({0.5f, -5e-5f, 1}, {0, 0, -1}),
        in_plane({0.25f, 0.25f, 0}, {1, 0, 0}), inside({2e-10f, 2e-10f, 1}, {0, 0, -1}),
        far({1e15f, 1e15f, 1e16f}, {0, 0, -1e16f});
    using Case = std::tuple<const char*, Ray<float>, Triangle<float>, const char*>;
    for (const auto& [name, ray, triangle, why] :
         {Case{"embree-fast", beyond, tri, "U + V is 1.5, more than |den| (1), so"},
          Case{"moller-trumbore:as=jolt", beyond, tri, "u + v is 1.5, more than 1, so"},
          Case{"moller-trumbore:as=physx", beside, tri, "v is -5e-5, less than 0, so"},
          Case{"area-sum", beyond, tri, "|area - sum| is 1, at least 1e-6, so"},
          Case{"moller-trumbore:inflate=0.5", beside, tri, "v is -5e-5, at least -0.5;"},
          Case{"bullet:length=2", beside, tri, "same sign to within a tolerance, so the test"},
          Case{"embree-fast", in_plane, tri, "den is 0, equal to 0, so"},
          Case{"embree-robust", in_plane, tri, "den is 0, equal to 0, so"},
          Case{"plucker", inside, tiny, "p2 is 0, equal to 0, so"},
          Case{"signed-volume", far, huge, "is not a number (NaN), and no comparison with NaN"}}) {
        const std::vector alone{triangle};
        const Geometry geometry(alone, Vec<double>(ray.o));
        const Json report = parse_json(
            as_json(report_on(explain(ray, {parse_method(name)}, geometry), geometry).json));
        const Json& said = report.at("triangles")[0].at("methods")[0].at("why");
        EXPECT_TRUE(has(said, why)) << name << ": " << said;
    }
}

TEST_F(InWords, EveryOutcomeSaysWhereTheRayGoes) {
    const auto why = [&](const char* method, const Vec<float>& to) {
        const Json answer = explained(parse_method(method), to).at("methods")[0];
        return answer.at("outcome").get<std::string>() + ": " + answer.at("why").get<std::string>();
    };
    // The square's edge y = 3, and then the triangle behind it.
    const auto halo = why("angle-sum:1", {2, 3.125f, 2});
    EXPECT_EQ(halo.find("wrong_triangle: The hit at t = 1 is wrong: the ray passes triangle 1 at a "
                        "distance of "),
              0u)
        << halo;
    EXPECT_NE(halo.find(". It hides triangle 2 at t = 1.75."), halo.npos) << halo;
    // (2, 3.125, 2) lies 1/8 above the edge, and the ray climbs 2.125 on 4: the distance of a line
    // from a parallel to x is 0.125 times 4 / sqrt(4^2 + 2.125^2).
    EXPECT_NE(halo.find("distance of 0.11."), halo.npos) << halo;
    const auto small = why("moller-trumbore:1e9", {3, 1, 2});
    EXPECT_EQ(small,
              "leak: The test rejects triangle 0 before it looks where the ray meets it, so no "
              "neighbour can catch it.");
    const auto behind = why("moller-trumbore:60", {3, 1, 2});
    EXPECT_NE(behind.find("What it hits instead, at t = 1.75, lies behind."), behind.npos)
        << behind;
    EXPECT_EQ(why("watertight", {3, 1, 2}), "right: ");

    const std::vector alone{square_[0]};
    const Geometry geometry(alone, {1, 1, -2});
    const Ray<float> past({1, 1, -2}, {1, -1.25f, 4});
    const auto report = report_on(explain(past, {parse_method("angle-sum:1")}, geometry), geometry);
    EXPECT_NE(report.text.find("The hit at t = 1 is wrong: the ray passes triangle 0 at a distance "
                               "of 0.24, and"),
              report.text.npos)
        << report.text;
}

// Far from the origin a t by n . o + D is coarse, so that a triangle behind may win, by the same t
// or a smaller one, though the test hits the right one too.
TEST_F(InWords, ATriangleThatTheTestHitsTooIsNotSaidToBeMissed) {
    const Vec<float> far(30000, 31000, 32000);
    const auto corners = [&](float x, float y, float z) {
        return Triangle<float>{far + Vec<float>(x, 0, 0), far + Vec<float>(0, y, 0),
                               far + Vec<float>(0, 0, z)};
    };
    const Triangle<float> front = corners(9, 8, 7), tilted = corners(9.004f, 8.006f, 7.004f);
    const Vec<float> by(0.002f, 0, 0);
    const Triangle<float> moved{front.a + by, front.b + by, front.c + by};
    const Method method = parse_method("angle-sum:0.1,plane=constant");
    int same = 0, smaller = 0;
    for (int k = 0; k < 300; ++k) {
        const std::vector two{k % 2 == 0 ? tilted : moved, front};
        const Ray<float> ray(far - Vec<float>(float(k % 7), float(k % 5), float(k) * 0.01f),
                             {1, 1, 1});
        const Geometry geometry(two, Vec<double>(ray.o));
        const auto explanation = explain(ray, {method}, geometry);
        const Json report = parse_json(as_json(report_on(explanation, geometry).json));
        const Json& answer = report.at("methods")[0];
        if (answer.at("outcome") != "leak" || explanation.triangles.size() != 2 ||
            !explanation.triangles[1].computations[0].verdict.hit())
            continue;
        const Json& why = answer.at("why");
        EXPECT_TRUE(has(why, "The test hits triangle 1 too, at t = ") &&
                    has(why, ", but takes triangle 0, which lies behind: "))
            << why;
        same += has(why, "its rounded t is the same, and its number is lower.");
        smaller += has(why, "it computes the smaller t there, ");
    }
    EXPECT_GT(same, 0);
    EXPECT_GT(smaller, 0);
}

// Both triangles at the nearest t are accepted, but a third one behind them has a smaller rounded
// t.
TEST_F(InWords, TwoTrianglesThatTheTestHitsTooAreNotSaidToBeMissed) {
    const float below = -9.5367431640625e-07f;
    const std::vector<Triangle<float>> mesh{
        {{-6144, 12288, -2048}, {6144, -12288, 2048}, {-3122.1064453125f, -23588, 21863.51171875f}},
        {{6144, -12288, 2048},
         {-6144, 12288, -2048},
         {5728.466796875f, 33949.671875f, -21556.251953125f}},
        {{-1, -1, below}, {1, -1, below}, {0, 1, below}}};
    const Ray<float> ray({0, 0, 1}, {0, 0, -1});
    const Geometry geometry(mesh, Vec<double>(ray.o));
    const auto explanation = explain(ray, {parse_method("watertight")}, geometry);
    const Json report = parse_json(as_json(report_on(explanation, geometry).json));
    const Json& answer = report.at("methods")[0];
    EXPECT_EQ(answer.at("outcome"), "leak");
    EXPECT_TRUE(has(answer.at("why"), "The test hits triangle 1 too, at t = 1.0000") &&
                has(answer.at("why"), ", but takes triangle 2, which lies behind: "))
        << answer.at("why");
}

using ExplainedLeak = Program;

// A file holds one answer, not what was decided about each triangle.
TEST_F(ExplainedLeak, OfAFileIsNotSaidToBeRejected) {
    write("two.obj",
          "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3\nf 1 3 4\n"
          "v -1 -1 -1\nv 1 -1 -1\nv 0 1 -1\nf 5 6 7\n");
    write("rays.csv", "0,0,1,0,0,-1\n0.5,-0.25,1,0,0,-1\n");
    write("far.csv", "2,2\n2,2\n");
    const auto why = [&](const std::string& row) {
        const auto said =
            run("explain two.obj --rays rays.csv --format json "
                "-m answers:file=far.csv --row " +
                row);
        return parse_json(said.out).at("methods")[0].at("why").get<std::string>();
    };
    EXPECT_EQ(
        why("0").find("The answer, at t = 2, lies behind triangles 0, 1: either the test rejects "
                      "them, or the farther hit is kept."),
        0u)
        << why("0");
    EXPECT_EQ(
        why("1").find("The answer, at t = 2, lies behind triangle 0, which the ray meets 0.5"), 0u)
        << why("1");
}

// A front and a back that share the side x = 0, a square, and a triangle behind both; rays 2^-30
// beside the side and the diagonal. The answer is the back, or what lies behind.
TEST_F(ExplainedLeak, OfAFileNearAnEdgeIsNotSaidToBeRejectedByWhatItNames) {
    write("fold.obj",
          "v 0 -1 0\nv 0 1 0\nv -1 0 0\nv -1 0 -1\nf 1 2 3\nf 2 1 4\n"
          "v 2 -1 0\nv 4 -1 0\nv 4 1 0\nv 2 1 0\nf 5 6 7\nf 5 7 8\n"
          "v -9 -9 -2\nv 9 -9 -2\nv 0 9 -2\nf 9 10 11\n");
    write("rays.csv",
          fmt::format("{0:.9g},0,1,0,0,-1\n{0:.9g},0,1,0,0,-1\n3,{0:.9g},1,0,0,-1\n", -0x1p-30));
    write("far.csv", fmt::format("{:.17g},1\n3,4\n3,4\n", 1 + 0x1p-30));
    const auto why = [&](int row) {
        const auto said =
            run("explain fold.obj --rays rays.csv --format json -m answers:file=far.csv,precision="
                "double --row " +
                std::to_string(row));
        return parse_json(said.out).at("methods")[0].at("why").get<std::string>();
    };
    EXPECT_EQ(why(0),
              "The answer, at t = 1.0000000009313226, lies behind triangle 0, which the ray meets "
              "9.3e-10 away from its edge with triangle 1: either the test rejects it, or the "
              "farther hit is kept.");
    EXPECT_EQ(
        why(1),
        "The answer, at t = 3, lies behind triangle 0, which the ray meets 9.3e-10 away from "
        "its edge with triangle 1: either the test rejects both, or the farther hit is kept.");
    EXPECT_EQ(why(2),
              "The answer, at t = 3, lies behind triangle 2, which the ray meets 6.6e-10 away from "
              "its edge with triangle 3: either the ray slips between the two, or the farther hit "
              "is kept.");
}

// Exactly on an edge there is nothing to slip through: the point belongs to each triangle.
TEST_F(ExplainedLeak, ExactlyOnABorderIsNotSaidToSlipThrough) {
    write("two.obj", "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3\nf 1 3 4\n");
    // The common edge, a common vertex, the border, and a vertex of one alone.
    write("rays.csv", "0,0,1,0,0,-1\n1,1,1,0,0,-1\n0,-1,1,0,0,-1\n1,-1,1,0,0,-1\n");
    write("none.csv", "inf,-1\ninf,-1\ninf,-1\ninf,-1\n");
    const auto why = [&](int row) {
        const auto said =
            run("explain two.obj --rays rays.csv --format json -m answers:file=none.csv --row " +
                std::to_string(row));
        return parse_json(said.out).at("methods")[0].at("why").get<std::string>();
    };
    const std::string belongs = " of each. It belongs to each of them, and none of them says yes.";
    const std::string met = "The ray meets triangles 0, 1 at one point, exactly ";
    EXPECT_EQ(why(0), met + "on an edge" + belongs);
    EXPECT_EQ(why(1), met + "at a vertex" + belongs);
    const std::string alone = ", which belongs to it, and no other triangle is hit there.";
    EXPECT_EQ(why(2), "Triangle 0 says no. The ray meets it exactly on an edge" + alone);
    EXPECT_EQ(why(3), "Triangle 0 says no. The ray meets it exactly at a vertex" + alone);
}

// Triangle 1 meets triangle 0 at its edge, 4e-7 below the ray, and the ray passes through it
// 2e-4 behind. Triangle 2 passes by there, at 3.9e-7, but meets no other point of these.
TEST_F(ExplainedLeak, FromTieToTieSaysWhereTheyMeet) {
    write("mesh.csv",
          "1,-1,-4e-7,1,1,-4e-7,1,0,1\n1,-1,-4e-7,2,0,0.0019996,1,1,-4e-7\n"
          "0,-1,0.00130065,0,1,0.00130065,3,0,-0.00259935\n");
    write("rays.csv", "0,0,0,1,0,0\n");
    write("hits.csv", "1.0005,2\n");
    const auto said =
        run("explain mesh.csv --rays rays.csv --row 0 --format json "
            "-m answers:file=hits.csv,precision=float");
    const Json answer = parse_json(said.out).at("methods")[0];
    EXPECT_EQ(answer.at("outcome"), "neighbour");
    std::smatch met;
    const auto why = answer.at("why").get<std::string>();
    ASSERT_TRUE(std::regex_match(
        why, met,
        std::regex("Triangle 2 meets triangle 1 at \\((\\S+), 0, (\\S+)\\), where the ray passes, "
                   "closer than float can tell \\(4.8e-7\\), and triangle 1 is a tie of triangle "
                   "0: a tie, which is not an error\\.")))
        << why;
    EXPECT_NEAR(std::stod(met[1]), 1.0002, 1e-6) << "where the ray passes through triangle 1";
    EXPECT_NEAR(std::stod(met[2]), 0, 1e-9);
}

/// The corners that the text shows below "triangle N: exact".
std::vector<std::string> corners_of(const std::string& text, const std::string& triangle) {
    const std::regex block("\ntriangle " + triangle + ": exact .*\n  a (.*)\n  b (.*)\n  c (.*)\n");
    std::smatch found;
    if (!std::regex_search(text, found, block)) return {};
    return {found[1], found[2], found[3]};
}

// Triangle 1 says no. Its neighbour says yes, but farther along, and triangle 2 lies before that.
TEST_F(ExplainedLeak, SaysThatTheNeighbourSaysYes) {
    write("bent.txt",
          "o 1.1862197 -0.12308015 0.37441057\nd -0.90328014 0.26803377 -0.33502677\n"
          "triangle 0 0 0  1 0.3 0.2  0.5 0.1500001 0.1\n"
          "triangle 1 0.3 0.2  0 0 0  0.5 0.1499999 0.1\ntriangle 0 0 -1e-7  1 1 0  1 0 0\n");
    const std::string text =
        std::regex_replace(run("explain - -m mt", "cat bent.txt |").out, std::regex("\n +"), " ");
    EXPECT_TRUE(std::regex_search(
        text,
        std::regex("Triangle 1 says no, \\S+ from its common edge with triangle 0, which says "
                   "yes, but at t = 1\\.\\d+\\. What it hits instead, at t = 1\\.1175543, "
                   "lies behind\\.")))
        << text;
}

// At an outline the ray meets a front and a back, and slips between neither: the sign of n . d of
// the two corners' triangles, in double, tells which it is.
TEST_F(ExplainedLeak, TellsAnOutlineFromAnEdgeWhoseTrianglesFaceAlike) {
    const auto number = [](const Json& text) {
        return std::strtod(text.get<std::string>().c_str(), nullptr);
    };
    const auto vector = [&](const Json& p) {
        return Vec<double>(number(p[0]), number(p[1]), number(p[2]));
    };
    for (const std::string aim : {"edges", "silhouettes"}) {
        int leaks = 0;
        for (int row = 0; row < 24; ++row) {
            const auto said =
                run("explain " + scene("icosphere") + " --aim " + aim +
                    " --rays 2000 --format json -m moller-trumbore --row " + std::to_string(row));
            const Json json = parse_json(said.out);
            const auto why = json.at("methods")[0].value("why", std::string());
            if (why.find("both say no") == why.npos) continue;
            ++leaks;
            std::vector<double> facing;
            for (const Json& tri : json.at("triangles")) {
                const auto a = vector(tri.at("a"));
                facing.push_back(
                    glm::dot(glm::cross(vector(tri.at("b")) - a, vector(tri.at("c")) - a),
                             vector(json.at("d"))));
            }
            ASSERT_EQ(facing.size(), 2u);
            const bool outline = (facing[0] < 0) != (facing[1] < 0);
            EXPECT_EQ(outline, aim == "silhouettes");
            EXPECT_EQ(why.find("the ray slips between them, ") != why.npos, !outline) << why;
            EXPECT_EQ(
                why.find(": the ray meets both, front and back, but rounding moves this outline "
                         "inwards past it, ") != why.npos,
                outline)
                << why;
            EXPECT_TRUE(why.ends_with(" from their common edge.")) << why;
        }
        EXPECT_GT(leaks, 0) << aim;
    }
}

// The triangle that should be hit and the one across the edge: they share two corners, both say no,
// in the text, in JSON and in CSV.
TEST_F(ExplainedLeak, ShowsBothSidesOfTheEdge) {
    const std::string at = " --aim edges --rays 2000 --seed 5 -m ";
    int explained = 0;
    for (const std::string method : {"moller-trumbore", "angle-sum:1e-7", "same-side"}) {
        const auto printed = run("leaks " + scene("icosphere") + at + method).out;
        const auto row = printed.find("--row ");
        ASSERT_NE(row, printed.npos) << printed;
        const std::string one = "explain " + scene("icosphere") + at + method + " " +
                                printed.substr(row, printed.find(" -m", row) - row);
        std::string text = run(one).out;
        std::string joined = std::regex_replace(text, std::regex("\n +"), " ");
        std::smatch pair;
        ASSERT_TRUE(std::regex_search(
            joined, pair,
            std::regex(
                "Triangle (\\d+) and its neighbour (\\d+) both say no: the ray slips between "
                "them, (\\S+) from their common edge\\.")))
            << text;
        const auto one_side = corners_of(text, pair[1]), other = corners_of(text, pair[2]);
        ASSERT_EQ(one_side.size(), 3u) << text;
        EXPECT_EQ(std::ranges::count_if(one_side,
                                        [&](const std::string& corner) {
                                            return std::ranges::find(other, corner) != other.end();
                                        }),
                  2)
            << text;
        EXPECT_LT(std::stod(pair[3]), 1e-6);
        const Json json = parse_json(run(one + " --format json").out);
        ASSERT_EQ(json.at("triangles").size(), 2u);
        for (const Json& triangle : json.at("triangles"))
            EXPECT_FALSE(triangle.at("methods")[0].at("hit").get<bool>());
        EXPECT_EQ(json.at("methods")[0].at("why").get<std::string>(), pair[0].str());
        for (const char* format : {"csv", "markdown", "latex"})
            EXPECT_NE(run(one + " --format " + format).out.find("from their common edge."),
                      std::string::npos)
                << format;
        ++explained;
    }
    EXPECT_EQ(explained, 3);
}

}  // namespace
}  // namespace hitmiss
