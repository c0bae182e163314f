// Answers that must not be blamed on a tracer, and errors that must not hide: what readers of the
// program once found untrue.

#include <fmt/format.h>

#include <regex>

#include "base/error.hpp"
#include "built.hpp"
#include "draw/notation.hpp"
#include "draw/spawn_plot.hpp"
#include "found.hpp"
#include "json_testing.hpp"
#include "judge/aimed_rays.hpp"
#include "judge/outcome_of.hpp"
#include "judge/spawning.hpp"
#include "judge/ties.hpp"
#include "judge/traits.hpp"
#include "judging.hpp"
#include "program.hpp"
#include "sanitized.hpp"

namespace hitmiss {
namespace {

using Triangles = std::vector<Triangle<float>>;

void add_quad(Triangles& triangles, const Vec<float>& a, const Vec<float>& b, const Vec<float>& c,
              const Vec<float>& d) {
    triangles.insert(triangles.end(), {{a, b, c}, {a, c, d}});
}

/// A floor in y = 0 and a wall at x = 12, which begins at that height.
Triangles floor_and_wall(float bottom) {
    Triangles triangles;
    add_quad(triangles, {-50, 0, -50}, {-50, 0, 50}, {50, 0, 50}, {50, 0, -50});
    add_quad(triangles, {12, bottom, -1}, {12, bottom, 1}, {12, 3, 1}, {12, 3, -1});
    return triangles;
}

// The ray is 2e-7 above the floor where it meets the wall, and the floor there is a point of the
// wall, however far the wall is sunk.
TEST(Fair, AWallThatPiercesTheFloorIsATieLikeOneThatStandsOnIt) {
    const Ray<float> ray({0, 1e-6f, 0.3f}, {1, -1e-7f, 0});
    for (const float bottom : {0.0f, -1e-7f, -1e-5f, -1e-3f, -1.0f}) {
        const Triangles triangles = floor_and_wall(bottom);
        const Geometry geometry(triangles, Vec<double>(0));
        const ExactAnswer answer = make_reference(make_method("exact"), geometry)(ray);
        ASSERT_EQ(answer.triangles, std::vector<std::uint32_t>{1});
        EXPECT_EQ(outcome_of({12, 2}, {ray, answer, geometry, Precision::single}), Outcome::tie)
            << bottom;
    }
}

// The ray meets the floor at t = 10, and passes the floor at the wall by 0.2: the wall, which is
// sunk or not.
TEST(Fair, AWallBehindWhereTheRayMeetsTheFloorIsNoTie) {
    for (const float bottom : {0.0f, -1.0f}) {
        const Triangles triangles = floor_and_wall(bottom);
        const Geometry geometry(triangles, Vec<double>(0));
        const Ray<float> ray({0, 1, 0.3f}, {1, -0.1f, 0});
        const ExactAnswer answer = make_reference(make_method("exact"), geometry)(ray);
        EXPECT_FALSE(is_tie(2, {ray, answer, geometry, Precision::single})) << bottom;
    }
}

// The wall is right at t = 12, and the floor below it is a tie at any t: a t alone may be that.
TEST(Fair, ATAloneMayBeATies) {
    const Triangles triangles = floor_and_wall(0);
    const Geometry geometry(triangles, Vec<double>(0));
    const Ray<float> ray({0, 1e-6f, 0.3f}, {1, -8e-8f, 0});
    const ExactAnswer answer = make_reference(make_method("exact"), geometry)(ray);
    ASSERT_EQ(answer.triangles, std::vector<std::uint32_t>{2});
    for (const double t : {11.9, 12.0, 12.3}) {
        const Hit hit =
            located({t, unknown_triangle}, Faces::all, {ray, answer, geometry, Precision::single});
        EXPECT_EQ(hit.triangle >= 2, t == 12) << t;
        EXPECT_EQ(outcome_of(hit, {ray, answer, geometry, Precision::single}),
                  t == 12 ? Outcome::right : Outcome::tie)
            << t;
    }
}

TEST(Fair, OfTwoSidesNearACornerTheOutlineCounts) {
    // A thin triangle, whose first side has a neighbour and whose third has none.
    const Triangles triangles{Triangle<float>({0, 0, 0}, {1, 0, 0}, {1, 0.01f, 0}),
                              Triangle<float>({0, 0, 0}, {1, -1, 0}, {1, 0, 0})};
    const Geometry geometry(triangles, Vec<double>(0));
    // Less than 8 u from both sides, and farther from the corner.
    const Ray<float> ray({7.15e-5f, 3.6e-7f, 1}, {0, 0, -1});
    const ExactAnswer answer = make_reference(make_method("exact"), geometry)(ray);
    ASSERT_EQ(answer.triangles, std::vector<std::uint32_t>{0});
    Traits traits;
    count_traits({}, Outcome::leak, {ray, answer, geometry, Precision::single}, traits);
    EXPECT_EQ(traits.errors_at[std::size_t(Place::outline)], 1u);
}

// A tie is meant rather than what the ray meets at exactly that t, behind the right triangle: also
// in one leaf of the tree.
TEST(Fair, ATAloneIsATieBeforeItIsAFartherHit) {
    const Triangle<float> floor({0, 0, -4}, {12.2f, 0, -4}, {12.2f, 0, 4}),
        wall({12, 0, -1}, {12, 0, 1}, {12, 3, 1}),
        behind({12.5f, -4, -4}, {12.5f, 4, 4}, {12.5f, -4, 4});
    const Ray<float> ray({0, 1e-6f, 0.3f}, {1, -8e-8f, 0});
    Triangles triangles{floor, wall, behind};
    for (int turn = 0; turn < 3; ++turn) {
        std::rotate(triangles.begin(), triangles.begin() + 1, triangles.end());
        const Geometry geometry(triangles, Vec<double>(0));
        const ExactAnswer answer = make_reference(make_method("exact"), geometry)(ray);
        ASSERT_EQ(triangles[answer.triangles.at(0)].a, wall.a);
        const Hit hit = located({12.5, unknown_triangle}, Faces::all,
                                {ray, answer, geometry, Precision::single});
        EXPECT_EQ(outcome_of(hit, {ray, answer, geometry, Precision::single}), Outcome::tie)
            << turn;
    }
}

// With |d| = 1e30 a box test in float loses all boxes.
TEST(Fair, ATAloneIsJudgedAlikeForAnyLengthOfTheDirection) {
    const float size = 1e-15f;
    Triangles triangles;
    for (const float z : {1.0f, 2.0f})
        add_quad(triangles, {-1, -1, z}, {1, -1, z}, {1, 1, z}, {-1, 1, z});
    for (auto& tri : triangles) tri = {tri.a * size, tri.b * size, tri.c * size};
    const Geometry geometry(triangles, Vec<double>(0));
    for (const float length : {1.0f, 1e30f}) {
        const Ray<float> ray({0.1f * size, 0.2f * size, 0}, {0, 0, length});
        const ExactAnswer answer = make_reference(make_method("exact"), geometry)(ray);
        const double behind = 2 * double(size) / double(length);
        const Hit hit = located({behind, unknown_triangle}, Faces::all,
                                {ray, answer, geometry, Precision::single});
        EXPECT_EQ(outcome_of(hit, {ray, answer, geometry, Precision::single}), Outcome::leak)
            << length;
    }
}

// Möller and Trumbore's u and v, from which a rule takes its point, are not numbers where a product
// underflows. Nobody knows whether the lamp is seen from there.
TEST(Fair, NoLampIsSeenFromAPointThatIsNotANumber) {
    const float size = 1e-24f;
    const Triangles triangles{{{-size, 0, -size}, {size, 0, -size}, {0, 0, size}}};
    const Geometry geometry(triangles, Vec<double>(0));
    const Ray<float> ray({0, size, 0}, {0, -1, 0});
    const Vec<float> at(0, 3 * size, 0);
    const Method method = parse_method("moller-trumbore:double");
    const auto sees = [&](Leaving rule) {
        return sees_lamp(method, {at, rule, 0}, geometry)(ray, {double(size), 0});
    };
    ASSERT_TRUE(turned_to(at, ray, triangles[0]));
    EXPECT_FALSE(sees(Leaving::nvidia));
    EXPECT_TRUE(sees(Leaving::own_triangle));
}

// An octahedron with every second face turned round: from inside, no edge has both its faces alike.
TEST(Fair, AimingEndsWhereNoStartHasARay) {
    Triangles triangles;
    for (int k = 0; k < 8; ++k) {
        const Vec<float> x(k & 1 ? 1 : -1, 0, 0), y(0, k & 2 ? 1 : -1, 0), z(0, 0, k & 4 ? 1 : -1);
        triangles.push_back({x, y, z});  // outwards for every second one
    }
    const Geometry geometry(triangles, Vec<double>(0));
    const AimedRays mixed(geometry);
    ASSERT_EQ(mixed.border_edges(), 0u);
    Random random(1);
    for (const Aim aim : {Aim::edge, Aim::vertex}) EXPECT_THROW(mixed(aim, random), Error);
    mixed(Aim::silhouette, random), mixed(Aim::interior, random);
    // A point at the eye.
    const Triangles point{{Vec<float>(0), Vec<float>(0), Vec<float>(0)}};
    const Geometry there(point, Vec<double>(0));
    EXPECT_THROW(AimedRays(there, Vec<float>(0))(Aim::random, random), Error);
}

// Every setting tells tests apart, in a figure too.
TEST(Fair, CaptionsNameEverySetting) {
    for (const auto& [one, words] : {std::pair{"same-side:variant=corrected", "corrected"},
                                     {"moller-trumbore:inflate=0.01", "inflate 0.01"},
                                     {"moller-trumbore:as=physx-2026,inflate=0.5", "inflate 0.5"},
                                     {"moller-trumbore:cull=back", "cull back"},
                                     {"same-side:plane=constant", "plane constant"},
                                     {"moller-trumbore:as=blender,inflate=0", "inflate 0"},
                                     {"bullet:length=2", "length 2"}})
        for (const Caption kind : {Caption::row, Caption::column, Caption::curve}) {
            const auto lines = caption(parse_method(one), kind);
            EXPECT_NE(lines.back().find(words), std::string::npos) << one << ": " << lines.back();
        }
    EXPECT_EQ(caption(parse_method("same-side:precision=double"), Caption::column).back(),
              "double");
}

TEST(Fair, APanelOfSpawnedRaysIsOneMethods) {
    std::vector<LeavingCount> counted;
    for (const char* name : {"watertight:label=A", "moller-trumbore:label=A"})
        for (const double epsilon : {0.0, 0.25, 0.5}) {
            LeavingCount one{parse_method(name), Leaving::t_min, epsilon, {}};
            one.counts.rays = 7;
            counted.push_back(one);
        }
    const auto panels = panels_of(counted);
    ASSERT_EQ(panels.size(), 2u);
    for (const SpawnedPanel& panel : panels) {
        ASSERT_EQ(panel.points.size(), 2u);
        EXPECT_EQ(panel.points[1].second.rays, 7u);
    }
}

class Judged : public Program {
protected:
    Judged() {
        run("mesh icosphere:faces=80 -o m.npy");
        run("rays m.npy --aim random --rays 600 -o r.npy");
        run("compare m.npy --rays r.npy -m exact --answers right.csv");
    }
    /// The answers with that change, as CSV: the t and the triangle of each.
    void change(const std::string& file, const std::function<void(double& t, long& number)>& how,
                bool alone = false) const {
        std::istringstream lines(read_all(folder_ / "right.csv"));
        std::string text, line;
        std::getline(lines, line);
        while (std::getline(lines, line)) {
            double t = std::stod(line);
            long number = std::stol(line.substr(line.find(',') + 1));
            how(t, number);
            text += alone ? fmt::format("{}\n", t) : fmt::format("{},{}\n", t, number);
        }
        write(file, text);
    }
    Json asked(const std::string& more) const {
        return parse_json(run("compare m.npy --rays r.npy --format json " + more).out);
    }
};

// The page about a picture says of a t alone what that about rays says: it names no triangle.
TEST_F(Judged, AWrongTAloneNamesNoTriangleInAnyReport) {
    run("compare m.npy --size 24x24 -m exact --answers right.csv");
    std::istringstream lines(read_all(folder_ / "right.csv"));
    std::string text, both, line;
    std::getline(lines, line);
    int wrong = 0;
    for (int row = 0; std::getline(lines, line); ++row) {
        const bool change = !line.starts_with("inf") && ++wrong == 100;
        const double t = change ? 0.8 * std::stod(line) : std::stod(line);
        text += fmt::format("{}\n", t);
        both += fmt::format("{}{}\n", t, line.substr(line.find(',')));
    }
    ASSERT_GT(wrong, 100);
    write("alone.csv", text), write("both.csv", both);
    run("rays m.npy --size 24x24 -o r.npy");
    for (const std::string rays : {"--size 24x24", "--rays r.npy"})
        for (const std::string file : {"alone", "both"}) {
            const auto said =
                run("compare m.npy " + rays + " --report r.md -m answers:file=" + file + ".csv");
            EXPECT_EQ(said.exit, 0) << said.err;
            const std::string report = read_all(folder_ / "r.md");
            const auto at = report.find("### ");
            ASSERT_NE(at, report.npos) << report;
            const std::string page = report.substr(at);
            EXPECT_TRUE(page.starts_with("### " + file + ".csv (double): wrong_t at ")) << page;
            const bool names = file == "both";
            EXPECT_EQ(page.find("- " + file + ".csv (double): t = ") != page.npos, !names) << page;
            EXPECT_EQ(page.find("- " + file + ".csv (double): triangle ") != page.npos, names);
            EXPECT_EQ(page.find("- No hit of the ray has t = ") != page.npos, !names) << page;
        }
}

TEST_F(Judged, TracersDisagreeWhereTheirTDo) {
    change("a.csv", [](double&, long&) {});
    change("b.csv", [](double& t, long&) { t *= 1.5; });
    change("c.csv", [](double& t, long&) { t *= 1 + 1e-6; });
    const Json pairs =
        asked("-m answers:file=a.csv -m answers:file=b.csv -m answers:file=c.csv")["disagreements"];
    ASSERT_EQ(pairs.size(), 3u);
    EXPECT_EQ(pairs[0]["rays"], 600);
    EXPECT_EQ(pairs[1]["rays"], 0);
}

// A wrong t agrees with itself, whether its triangle is told or not, and is written again.
TEST_F(Judged, AWrongTAloneIsNoDisagreement) {
    const auto longer = [](double& t, long&) { t *= 1.01; };
    change("both.csv", longer);
    change("alone.csv", longer, true);
    const Json pairs = asked("-m answers:file=both.csv -m answers:file=alone.csv")["disagreements"];
    EXPECT_EQ(pairs[0]["rays"], 0) << pairs;
    EXPECT_EQ(run("compare m.npy --rays r.npy -m answers:file=alone.csv --answers again.npy").exit,
              0);
}

// At an edge a tie names another triangle than the right one; a t alone names none.
TEST_F(Judged, AnEqualTAloneIsNoDisagreement) {
    run("rays m.npy --aim edges --rays 600 -o r.npy");
    run("compare m.npy --rays r.npy -m mt --answers right.csv");
    const auto as_it_is = [](double&, long&) {};
    change("both.csv", as_it_is), change("alone.csv", as_it_is, true);
    change(
        "missed.csv", [](double& t, long& number) { t = number % 2 ? t : HUGE_VAL; }, true);
    const Json said =
        asked("-m answers:file=both.csv -m answers:file=alone.csv -m answers:file=missed.csv");
    EXPECT_GT(said["methods"][0]["neighbour"], 100);
    EXPECT_EQ(said["disagreements"][0]["rays"], 0);
    EXPECT_GT(said["disagreements"][1]["rays"], 100);
    EXPECT_EQ(said["disagreements"][1]["rays"], said["disagreements"][2]["rays"]);
}

// In double, watertight's ties at edges would be leaks; what computed the t nobody knows.
TEST_F(Judged, AReadingSaysWhatTheOtherPrecisionWouldCharge) {
    run("rays m.npy --aim edges --rays 600 -o r.npy");
    run("compare m.npy --rays r.npy -m watertight --answers right.csv");
    change("a.csv", [](double& t, long&) { t *= 1.1; });
    const auto said = run("compare m.npy --rays r.npy -m answers:file=a.csv").out;
    EXPECT_NE(said.find("With t divided by 1.1,"), said.npos) << said;
    EXPECT_TRUE(std::regex_search(said, std::regex("\\(0 if t\\s+was\\s+computed\\s+in\\s+float")))
        << said;
    const Json asked = this->asked("-m answers:file=a.csv,precision=float")["diagnosis"][0];
    EXPECT_EQ(asked["readings"][0]["errors"], 0);
}

// Two triangles a number: no order of the mesh's triangles mends that.
TEST_F(Judged, NumbersOfPolygonsAreNoOrder) {
    change("a.csv", [](double&, long& number) { number /= 2; });
    const Json said = asked("-m answers:file=a.csv")["diagnosis"][0];
    EXPECT_TRUE(said["readings"].empty()) << said;
    EXPECT_NE(said.dump().find("Does this tracer number polygons"), std::string::npos) << said;
    change("b.csv", [](double&, long& number) { number = number * 7 % 80; });
    const Json moved = asked("-m answers:file=b.csv")["diagnosis"][0];
    ASSERT_EQ(moved["readings"].size(), 1u);
    EXPECT_EQ(moved["readings"][0]["reading"], "reordered");
}

// A few wrong numbers among right ones do not mean another order.
TEST_F(Judged, AFewWrongNumbersAreNoOtherOrder) {
    int row = 0;
    change("a.csv",
           [&](double&, long& number) { number = ++row % 50 == 0 ? (number + 40) % 80 : number; });
    const auto outcome = run("compare m.npy --rays r.npy -m answers:file=a.csv");
    EXPECT_EQ(outcome.out.find("another order"), outcome.out.npos) << outcome.out;
    EXPECT_NE(outcome.out.find("only the triangle's number is wrong"), outcome.out.npos);
}

// A t that is a little off on five rays: by how much, in a number.
TEST_F(Judged, AFewErrorsOfTHaveASize) {
    int row = 0;
    change("a.csv", [&](double& t, long&) { t *= ++row % 120 == 0 ? 1.003 : 1; });
    const auto outcome = run("compare m.npy --rays r.npy -m answers:file=a.csv");
    EXPECT_NE(outcome.out.find("t is off by about 0.00"), outcome.out.npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("inf"), outcome.out.npos) << outcome.out;
}

TEST_F(Judged, AColumnOfYesAndNoInCsvSaysHowItIsRead) {
    change(
        "a.csv", [](double& t, long&) { t = std::isinf(t) ? 0 : 1; }, true);
    EXPECT_NE(
        run("compare m.npy --rays r.npy -m answers:file=a.csv").err.find("a.csv: 0 and 1, which"),
        std::string::npos);
    change(
        "b.csv", [](double&, long&) {}, true);
    EXPECT_EQ(run("compare m.npy --rays r.npy -m answers:file=b.csv").err, "");
}

// One face stored twice, with opposite sides: nothing is between them.
TEST_F(Judged, NothingSlipsBetweenTwoSidesOfAFace) {
    write("two.obj", "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n");
    write("ray.csv", "0,0,2,0,0,-1\n");
    const auto said =
        run("explain two.obj --rays ray.csv --row 0 -m moller-trumbore:epsilon=9").out;
    EXPECT_EQ(said.find("slips"), said.npos) << said;
    EXPECT_NE(said.find("rejects each"), said.npos) << said;
}

// A hit behind the right one does not hide it.
TEST_F(Judged, OnlyWhatIsNearerHides) {
    write("m.obj",
          "v -50 0 -50\nv -50 0 50\nv 50 0 50\nv 50 0 -50\nf 1 2 3\nf 1 3 4\n"
          "v 12 1e-3 -1\nv 12 1e-3 1\nv 12 3 1\nf 5 6 7\n");
    write("ray.csv", "0,1e-6,0.3,1,-1e-7,0\n");
    write("a.csv", "11.999999,2\n");
    const auto said = run("explain m.obj --rays ray.csv --row 0 -m answers:file=a.csv").out;
    EXPECT_EQ(said.find("It hides"), said.npos) << said;
    EXPECT_NE(said.find("The right one is"), said.npos) << said;
}

TEST_F(Judged, FalseHitsOfAllKindsOfRaysAreNamed) {
    const auto said = run("leaks " + scene("triangle") + " --rays 500 -m angle-sum:0.5").out;
    EXPECT_TRUE(std::regex_search(said, std::regex("false\\shits\\sof\\srandom\\srays"))) << said;
}

TEST_F(Judged, FilesForStandardOutputStandThereAlone) {
    for (const char* option : {"--answers - -m mt", "--outcomes - -m mt"}) {
        const auto npy = run("compare m.npy --rays r.npy " + std::string(option)).out;
        EXPECT_EQ(npy.substr(1, 5), "NUMPY") << option;
        EXPECT_EQ(npy.find("wrong"), npy.npos) << option;
        EXPECT_EQ(run("compare m.npy --size 8x8 " + std::string(option)).out.substr(1, 5), "NUMPY");
    }
    const auto page = run("compare m.npy --rays r.npy -m angle-sum:0.5 --report -").out;
    EXPECT_EQ(page.substr(0, 3), "## ");
    EXPECT_EQ(page.find("To see why"), page.npos);
    const auto png = run("compare m.npy m.npy --size 8x8 -m mt -o -").out;
    EXPECT_EQ(png.substr(1, 3), "PNG");
    EXPECT_EQ(png.find("leaks"), png.npos);
    for (const char* several : {"sweep m.npy --frames -o -", "figures ray-triangle -o -"})
        EXPECT_NE(run(several).err.find("-: several files"), std::string::npos) << several;
}

TEST_F(Judged, NamesOfFilesNeedNotBeUtf8) {
    change("caf\xe9.csv", [](double&, long&) {});
    run("compare m.npy --rays r.npy -m answers:file=caf\xe9.csv --outcomes o.csv");
    const auto csv = read_all(folder_ / "o.csv");
    EXPECT_EQ(csv.find('\xe9'), csv.npos);
    EXPECT_NE(csv.find("caf"), csv.npos);
}

TEST_F(Judged, AReportShowsEveryPageOfItsFigure) {
    std::string methods;
    for (int k = 1; k < 10; ++k) methods += fmt::format(" -m angle-sum:0.{}", k);
    run("compare m.npy --size 16x16 -o a.svg --report r.md --max-height-mm 60" + methods);
    const auto page = read_all(folder_ / "r.md");
    std::size_t links = 0, pages = 0;
    for (std::size_t at = 0; (at = page.find("![the errors](", at)) != page.npos; ++at) ++links;
    for (const std::string& file : files()) pages += file.ends_with(".svg");
    EXPECT_GT(pages, 1u);
    EXPECT_EQ(links, pages);
}

// On a narrow page, where some frames alone have wrong triangles that cannot be seen.
TEST_F(Judged, FramesHaveOneSize) {
    const auto command = "sweep " + scene("icosphere") +
                         " -m angle-sum --from 1e-3 --to 1 --per-decade 1 --size 64x64 ";
    EXPECT_EQ(run(command + "--width-mm 80 -o x.apng").exit, 0);
    EXPECT_NE(run(command + "--frames -o low --max-height-mm 60")
                  .err.find("is for figures, not for frames"),
              std::string::npos);
}

TEST_F(Judged, OptionsWithoutEffectAreRefused) {
    EXPECT_NE(
        run("spawn m.npy --rule nvidia -m mt -o a.svg").err.find("--output is for rules with"),
        std::string::npos);
    EXPECT_NE(run("spawn m.npy --rule nvidia -m mt --point ray").err.find("--point is for rules"),
              std::string::npos);
    EXPECT_NE(
        run("compare m.npy --rays r.npy --grid=x --size 9x9 -m mt").err.find("two kinds of rays"),
        std::string::npos);
    EXPECT_NE(
        run("compare m.npy --rays r.npy -m mt --triangles m.npy").err.find("--triangles is for"),
        std::string::npos);
    EXPECT_NE(run("compare m.npy --size 9x9 -m mt --overlay halo").err.find("--overlay halo: "),
              std::string::npos);
    EXPECT_NE(run("compare m.npy --rows pic -m mt").err.find("did you mean 'picture'?"),
              std::string::npos);
}

TEST_F(Judged, MeshesWithMisleadingPartsAreRefused) {
    write("names.csv", "ax,bx,cx,ay,by,cy,az,bz,cz\n0,1,0,0,0,1,5,6,7\n");
    EXPECT_NE(run("mesh names.csv").err.find("ax,ay,az,bx,by,bz,cx,cy,cz would be right"),
              std::string::npos);
    write("two.ply",
          "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
          "property float z\nelement face 1\nproperty list uchar int vertex_indices\n"
          "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
          "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 2 1 0\n");
    EXPECT_NE(run("mesh two.ply").err.find("two.ply:9: a second 'element face'"),
              std::string::npos);
    write("n.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -99999999999999999999 1 2\n");
    EXPECT_NE(run("mesh n.obj").err.find("vertex -"), std::string::npos);
}

// The panels of --over hold all methods: the figure names them, and counts the rays of all.
TEST_F(Judged, AFigureOfSpawnedRaysNamesItsMethods) {
    run("spawn m.npy --over size --from 1 --to 1 --rays 50 -m mt -m wt -o a.svg");
    const auto svg = read_all(folder_ / "a.svg");
    EXPECT_NE(svg.find("together: Möller-Trumbore, float; watertight, float; 100 rays"), svg.npos);
}

// XML has no character U+FFFE.
TEST_F(Judged, TitlesHoldOnlyWhatXmlCanHold) {
    run("compare m.npy --size 9x9 -m mt --title 'a\xef\xbf\xbe\xef\xbf\xbd<' -o a.svg");
    const auto svg = read_all(folder_ / "a.svg");
    EXPECT_EQ(svg.find("\xef\xbf\xbe"), svg.npos);
    EXPECT_NE(svg.find("a\xef\xbf\xbd\xef\xbf\xbd&lt;</title>"), svg.npos);
}

// The street alone tells that mpirun has started it several times, as a program without MPI does.
TEST_F(Judged, SeveralProcessesNeedMpi) {
    if (std::string_view(HITMISS_MPIRUN) != "") GTEST_SKIP() << "built with MPI";
    const auto said =
        run("leaks m.npy --rays 1 -m mt", "export OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2;");
    EXPECT_EQ(said.exit, 2);
    EXPECT_NE(said.err.find("started 2 times by mpirun"), std::string::npos) << said.err;
}

// A file's name may hold a line end, and the checkpoint still be that of the same count.
TEST_F(Judged, CheckpointsOfAnyNamesAreResumed) {
    if (!built("compare --checkpoint")) GTEST_SKIP() << "checkpoints are a wing";
    const std::string name = "\"$(printf 'a\\nb.obj')\" ";
    run("mesh m.npy -o " + name);
    for (int twice = 0; twice < 2; ++twice) {
        const auto said = run("compare " + name + "m.npy --size 8x8 -m mt --checkpoint c");
        EXPECT_EQ(said.exit, 0) << said.err;
    }
}

// A closed rod takes 4e-5 of its box: points inside are rare, but there are some.
TEST(Fair, AimingFindsTheInsideOfAThinRod) {
    Triangles triangles;
    const Vec<float> u = 0.0025f * glm::normalize(Vec<float>(1, -1, 0)),
                     v = 0.0025f * glm::normalize(Vec<float>(1, 1, -2)), to(1);
    const std::array<Vec<float>, 4> ring{u, v, -u, -v};
    for (std::size_t k = 0; k < 4; ++k) {
        const auto &a = ring[k], &b = ring[(k + 1) % 4];
        add_quad(triangles, a, b, b + to, a + to);
    }
    add_quad(triangles, ring[3], ring[2], ring[1], ring[0]);
    add_quad(triangles, ring[0] + to, ring[1] + to, ring[2] + to, ring[3] + to);
    const Geometry geometry(triangles, Vec<double>(0));
    const AimedRays aimed(geometry);
    ASSERT_EQ(aimed.border_edges(), 0u);
    Random random(1);
    for (int k = 0; k < repeated(40); ++k) aimed(Aim::edge, random);
}

TEST_F(Judged, PointsOfTheSurfaceAreNotCountedAsJudged) {
    write("cube.toml", "[[mesh]]\nmake = \"cube\"\n");
    const auto command = std::string("inside cube.toml --size 32x32 --points 50 -m mt -o a.svg");
    const Json said = parse_json(run(command + " --format json").out);
    const auto judged = said["points"].get<int>() - said["on_surface"].get<int>();
    EXPECT_EQ(said["on_surface"], 64);
    EXPECT_NE(run(command).out.find(fmt::format("of the {} of the slice that do not", judged)),
              std::string::npos);
}

}  // namespace
}  // namespace hitmiss
