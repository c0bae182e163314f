// hitmiss inside, and leaks along whole rays, as a user runs them.

#include <fmt/format.h>

#include "base/words.hpp"
#include "draw/inside_map.hpp"
#include "draw/solid_angle_plot.hpp"
#include "json_testing.hpp"
#include "methods/halo.hpp"
#include "program.hpp"
#include "solids.hpp"

namespace hitmiss {
namespace {

class Inside : public Program {
protected:
    static std::string obj(const Triangles& triangles) {
        std::string text;
        for (const auto& tri : triangles)
            for (const auto& v : {tri.a, tri.b, tri.c})
                text += fmt::format("v {} {} {}\n", v.x, v.y, v.z);
        for (std::size_t k = 0; k < triangles.size(); ++k)
            text += fmt::format("f {} {} {}\n", 3 * k + 1, 3 * k + 2, 3 * k + 3);
        return text;
    }
    Json result(const std::string& arguments) const {
        const auto outcome = run("inside " + arguments + " --format json");
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return parse_json(outcome.out);
    }
    static Json row(const Json& result, const std::string& rule) {
        for (const auto& row : result["rules"])
            if (row["rule"] == rule) return row;
        return {};
    }
    /// A box with these bounds on all axes.
    static Triangles box(float lo, float hi) {
        auto triangles = solids().at("cube");
        for (auto& tri : triangles)
            for (auto* v : {&tri.a, &tri.b, &tri.c}) *v = lo + (hi - lo) * *v;
        return triangles;
    }
    /// Two of them that partly overlap, from 2.5 to 4.
    static Triangles overlapping() {
        auto two = box(0, 4);
        const auto other = box(2.5f, 4.5f);
        two.insert(two.end(), other.begin(), other.end());
        return two;
    }
    const std::string small_ = " --size 64x64 --points 500 -m watertight -o o.png";
};

TEST_F(Inside, NamesTheRulesWithTheFewestWrongPointsFirst) {
    write("box.obj", obj(solids().at("grid of cubes")));
    const Json counted = result("box.obj" + small_);
    std::uint64_t fewest = ~std::uint64_t{0};
    std::string names;
    for (const auto& row : counted["rules"]) {
        std::uint64_t errors = 0;
        for (const char* column : {"slice_missing", "slice_added", "random", "near"})
            errors += row[column].get<std::uint64_t>();
        auto name = row["rule"].get<std::string>();
        if (row["method"] != "") name += " (" + row["method"].get<std::string>() + ")";
        if (errors > fewest) continue;
        names = errors < fewest ? name : names + ", " + name;
        fewest = errors;
    }
    ASSERT_GT(counted["rules"][0]["slice_missing"], 0);  // the diagonal ray errs
    const auto outcome = run("inside box.obj" + small_);
    std::string first = outcome.out.substr(0, outcome.out.find("\n\n"));
    for (std::size_t at; (at = first.find("\n  ")) != std::string::npos;) first.replace(at, 3, " ");
    EXPECT_EQ(first, (fewest == 0 ? "No wrong point: "
                                  : fmt::format("Fewest wrong points, {}: ", fewest)) +
                         names + ".");
}

TEST_F(Inside, ADiagonalRayMeetsTheEdgesOfABoxExactlyAndShowsStripes) {
    write("box.obj", obj(solids().at("grid of cubes")));
    const auto found = result("box.obj" + small_);
    EXPECT_EQ(found["border_edges"], 0);
    EXPECT_EQ(found["winding_differs"], 0);
    // A row and a column of points on each inner line of the grid; none is called inside wrongly.
    EXPECT_GT(row(found, "ray")["slice_missing"], 100);
    EXPECT_EQ(row(found, "ray")["slice_added"], 0);
    for (const char* mended : {"opposite", "vote", "nearest-face", "solid-angle"})
        EXPECT_EQ(row(found, mended)["slice_missing"], 0) << mended;
    EXPECT_EQ(row(found, "solid-angle")["random"], 0);
    // The figure has one map, the same points seen along the ray, and the names of the others.
    run("inside box.obj --size 64x64 --points 500 -m watertight -o o.svg");
    const std::string figure = read_all(folder_ / "o.svg");
    for (const char* text : {"the mesh seen along the ray",
                             "no wrong points: opposite, watertight; vote, watertight; "
                             "nearest face; solid angle, float; solid angle, double",
                             "inside, called outside"})
        EXPECT_NE(figure.find(fmt::format("\"{}\"", text)), std::string::npos) << text;
    EXPECT_EQ(figure.find("outside, called inside"), std::string::npos) << "there are none";
    EXPECT_NE(figure.find(" points, 1/8 apart, "), std::string::npos);
    // Where each crossing counts once, one ray is enough.
    const auto once = result("box.obj --size 64x64 --points 500 -m exact:once=moved -o o.png");
    EXPECT_EQ(row(once, "ray")["slice_missing"], 0);
    EXPECT_EQ(row(once, "ray")["near"], 0);
}

// Against the rays a wrong point lies where its ray leaves the mesh: at the same weights of the
// face's corners.
TEST_F(Inside, AWrongPointIsSeenOnTheFaceByWhichItsRayLeaves) {
    const Triangles mesh = solids().at("grid of cubes");
    const Vec<double> d(1, 2, 0.7);
    const Box box = bounds(mesh);
    InsideFigure figure{"title", "", make_slice(box, 2, box.centre().z, 24, 24), {}, {}};
    InsideMap& map = figure.maps.emplace_back(InsideMap{{"ray", "a method"}});
    map.begin(figure.slice);
    const std::size_t number = map.outcomes.index(9, 14);
    figure.one_ray = {&map, d};
    std::optional<Shape> faces;
    std::optional<Point> wrong;
    const auto look = [&] {
        faces.reset(), wrong.reset();
        const auto pages = draw_inside(figure, mesh, {});
        for (const auto& element : pages.front().elements)
            if (const auto* shape = std::get_if<Shape>(&element)) {
                if (shape->fill == palette::silhouette && shape->contours.size() > 1)
                    faces = *shape;
                if (shape->fill == palette::leak && shape->contours[0].radius > 0)
                    wrong = shape->contours[0].points[0];
            }
    };
    map.tally.missing = 0;
    look();
    EXPECT_FALSE(faces || wrong) << "no point is wrong";
    map.outcomes.pixels[number] = hitmiss::Outcome::leak, map.tally.missing = 1;
    look();
    ASSERT_TRUE(faces && wrong);
    const Vec<double> p(figure.slice.point(number));
    std::size_t face = 0, met = 0;
    for (const auto& tri : mesh) {
        const Triangle<double> t(tri);
        if (glm::dot(normal(t), d) <= 0) continue;
        const auto& at = faces->contours.at(face++).points;
        // Cramer's rule for a + u (b - a) + v (c - a) = p + t d.
        const Vec<double> e1 = t.b - t.a, e2 = t.c - t.a, from_a = p - t.a;
        const double det = glm::dot(glm::cross(e1, e2), d);
        const double u = glm::dot(glm::cross(from_a, e2), d) / det,
                     v = glm::dot(glm::cross(e1, from_a), d) / det;
        if (u < 0 || v < 0 || u + v > 1) continue;
        ++met;
        EXPECT_LT(glm::length((1 - u - v) * at[0] + u * at[1] + v * at[2] - *wrong), 1e-6);
    }
    EXPECT_EQ(face, faces->contours.size());
    EXPECT_GE(met, 1u);
}

TEST_F(Inside, TheWindingNumberDiffersWhereBoxesOverlapOrAFaceIsTurned) {
    const auto two = overlapping();
    write("two.obj", obj(two));
    // In both boxes a point is inside twice: parity says outside, the winding number inside.
    const Geometry geometry(two, {});
    const auto in_both = [](const PointSource& points, std::uint64_t count) {
        std::uint64_t sum = 0;
        for (std::uint64_t k = 0; k < count; ++k) {
            const Vec<float> p = points(k);
            sum += std::min({p.x, p.y, p.z}) > 2.5f && std::max({p.x, p.y, p.z}) < 4;
        }
        return sum;
    };
    const auto random = in_both(random_points(geometry, 1), 2000);
    const auto near = in_both(points_near_surface(geometry, 1), 2000);
    // The share of 1.5^3 in the box, larger by a tenth on every side.
    EXPECT_NEAR(double(random) / 2000, std::pow(1.5 / 5.4, 3), 0.01);
    const std::string command = "two.obj --size 64x64 --points 2000 --rules solid-angle -o o.svg";
    // The points of the slice are 1 / 8 apart; between 2.5 and 4 are 11.
    for (const auto& [plane, in_slice] :
         std::vector<std::pair<std::string, std::uint64_t>>{{"", 0}, {" --plane z=3", 121}}) {
        const Json found = result(command + plane);
        EXPECT_EQ(found["winding_differs"], in_slice);
        EXPECT_EQ(found["points"], 1764);
        // Those of the surface are not judged.
        const auto judged = 1764 - found["on_surface"].get<std::uint64_t>();
        const Json row = found["rules"].back();
        EXPECT_EQ(row["rule"], "winding-number");
        EXPECT_EQ(row["slice_missing"], 0);
        EXPECT_EQ(row["slice_added"], in_slice);
        EXPECT_EQ(row["random"], random);
        EXPECT_EQ(row["near"], near);
        // The sum there is 8 pi, and libraries that ask for more than 2 pi say inside.
        const Json sum = found["rules"][1];
        EXPECT_EQ(sum["method"], "double");
        EXPECT_EQ(sum["slice_added"], in_slice);
        EXPECT_EQ(sum["slice_missing"], 0);
        EXPECT_EQ(sum["random"], random);
        const std::string figure = read_all(folder_ / "o.svg");
        EXPECT_NE(figure.find("parity"), std::string::npos);
        EXPECT_NE(figure.find("winding number"), std::string::npos);
        const std::string note = run("inside " + command + plane).err;
        EXPECT_NE(note.find(fmt::format(
                      "at {} of {} points of the slice and {} of 2,000 random points the "
                      "winding number says otherwise than the parity",
                      in_slice, with_separators(judged), random)),
                  std::string::npos)
            << note;
    }
    // Where they agree, one exact map is enough.
    write("box.obj", obj(box(0, 4)));
    const Json one = result("box.obj --size 64x64 --points 500 --rules solid-angle -o o.svg");
    EXPECT_EQ(one["rules"].size(), 2u);
    const std::string figure = read_all(folder_ / "o.svg");
    EXPECT_NE(figure.find("parity"), std::string::npos);
    EXPECT_EQ(figure.find("winding number"), std::string::npos);
    auto turned = solids().at("cube");
    std::swap(turned[0].b, turned[0].c);
    write("turned.obj", obj(turned));
    EXPECT_GT(result("turned.obj" + small_)["winding_differs"], 10);
}

TEST_F(Inside, AnOpenMeshHasNoExactAnswerAndStillAPicture) {
    auto open = solids().at("cube");
    open.resize(10);
    write("open.obj", obj(open));
    const auto outcome = run("inside open.obj" + small_ + " --format json");
    EXPECT_EQ(outcome.exit, 0);
    EXPECT_NE(outcome.err.find("the mesh has borders (4 edges"), std::string::npos) << outcome.err;
    EXPECT_TRUE(parse_json(outcome.out)["rules"][0]["slice_missing"].is_null());
    EXPECT_EQ(run("inside open.obj" + small_).out,
              "No exact answer, so no wrong points are counted.\n");
    EXPECT_EQ(files(), (std::vector<std::string>{"o.png", "open.obj"}));
}

// Points of the surface show nothing that was said about them: they are counted.
TEST_F(Inside, PointsOfTheSurfaceHaveAColourOfTheirOwn) {
    const Triangles mesh = solids().at("cube");
    const Geometry geometry(mesh, {});
    const PointGrid slice = make_slice(geometry.box, 1, 0.25f, 24, 24);
    for (const bool judged : {true, false}) {
        std::vector<InsideMap> maps(1);
        const Insider everywhere = [](const Vec<float>&, std::uint64_t) { return true; };
        const auto exact = map_slice(slice, {everywhere}, geometry, judged, maps);
        const Picture picture = picture_of(maps[0]);
        std::uint64_t on_surface = 0;
        for (std::size_t k = 0; k < slice.points(); ++k) {
            const Vec<float> p = slice.point(k);
            const bool within = std::min(p.x, p.z) >= 0 && std::max(p.x, p.z) <= 1;
            const bool border = within && (p.x == 0 || p.x == 1 || p.z == 0 || p.z == 1);
            on_surface += border;
            EXPECT_EQ(picture.pixels[k], !judged  ? palette::silhouette
                                         : border ? palette::area
                                         : within ? palette::silhouette
                                                  : palette::false_hit);
        }
        EXPECT_EQ(exact.on_surface, on_surface);
        EXPECT_GT(on_surface, 40u);
    }
    write("cube.obj", obj(mesh));
    const auto said =
        run("inside cube.obj --plane y=0.25 --size 64x64 --points 50 --format json -o o.svg");
    const auto count = parse_json(said.out)["on_surface"].get<std::uint64_t>();
    const std::string figure = read_all(folder_ / "o.svg");
    EXPECT_NE(figure.find(fmt::format(", {} of them on the surface", count)), figure.npos);
    EXPECT_NE(figure.find("on the surface, not judged"), figure.npos);
}

TEST_F(Inside, ItsTitlesAreSentences) {
    auto two = solids().at("cube");
    write("cube.obj", obj(two));
    write("overlap.obj", obj(overlapping()));
    two.resize(10);
    write("open.obj", obj(two));
    const auto title = [&](const std::string& asked) {
        EXPECT_EQ(run("inside " + asked + " --size 20x20 --points 10 -o o.svg").exit, 0);
        const std::string figure = read_all(folder_ / "o.svg");
        const auto from = figure.find("<title>") + 7;
        return figure.substr(from, figure.find('<', from) - from);
    };
    EXPECT_EQ(title("open.obj -m watertight"), "What each rule calls the inside of the mesh");
    EXPECT_TRUE(title("overlap.obj --rules nearest-face --plane z=3")
                    .starts_with("Nearest face is wrong at "));
    // A wide halo makes a ray count too many faces.
    EXPECT_TRUE(title("cube.obj --rules ray -m angle-sum:3")
                    .starts_with("Ray, angle sum, ε = 3, is wrong at "));
}

// The angle sum's points lie in a box of 1.2 x 1.1 around a triangle of side 1.
TEST_F(Inside, SweepsTheAngleSumBesideTheSolidAngle) {
    write("cube.obj", obj(solids().at("cube")));
    const double epsilon = 0.3;
    std::set<std::uint64_t> wrong;
    for (const int seed : {1, 2}) {
        const auto curve = sweep_angle_sum({epsilon, 7}, 20'000, std::uint64_t(seed));
        ASSERT_EQ(curve.wrong.size(), 1u) << "no tolerance of more than a full turn";
        EXPECT_NEAR(double(curve.wrong[0]) / 20'000, 3 * halo_area(1, epsilon) / 1.32, 0.006);
        const Json swept =
            result(fmt::format("cube.obj --sweep --points 500 --seed {} -o o.svg", seed));
        std::vector<double> epsilons;
        for (const auto& row : swept["curves"])
            if (row["points"] == "triangle's plane, float") {
                epsilons.push_back(row["epsilon"].get<double>());
                EXPECT_EQ(row["judged"], 500);
                if (row["epsilon"] == 1e-7) wrong.insert(row["wrong"].get<std::uint64_t>());
            }
        EXPECT_GE(epsilons.size(), 10u);
        EXPECT_LT(epsilons.back(), 2 * pi<double>);
        const std::string figure = read_all(folder_ / "o.svg");
        for (const char* named : {"angle sum: a triangle of side 1", "cube, 12 triangles",
                                  "edge lengths from the border"})
            EXPECT_NE(figure.find(named), figure.npos) << named;
    }
    EXPECT_EQ(wrong.size(), 2u) << "each seed has points of its own";
}

// Each row is one line of a terminal's width, whose words are whole.
TEST_F(Inside, ItsSweepIsATableThatCanBeRead) {
    write("cube.obj", obj(solids().at("cube")));
    const std::string sweep = "inside cube.obj --sweep --points 200 -o o.svg";
    std::istringstream lines(run(sweep).out);
    std::map<std::string, int> rows;  // by the kind of points
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(character_count(line), 80u) << line;
        ++rows[line.substr(0, line.find("  "))];
    }
    const Json swept = result("cube.obj --sweep --points 200 -o o.svg");
    std::map<std::string, int> kinds;
    for (const auto& row : swept["curves"]) ++kinds[row["points"].get<std::string>()];
    EXPECT_EQ(kinds.size(), 5u);
    for (const auto& [kind, count] : kinds) EXPECT_EQ(rows[kind], count) << kind;
    // 0 of 200: the upper end of Wilson's interval is z² / (n + z²).
    const double z2 = 1.959964 * 1.959964, most = 1e6 * z2 / (200 + z2);
    EXPECT_NE(run(sweep).out.find(" 0 (0.." + with_separators(std::uint64_t(most)) + ")\n"),
              std::string::npos);
    EXPECT_NE(run(sweep + " --wide").out.find("wrong low"), std::string::npos);
}

TEST_F(Inside, CountsItsPointsInWords) {
    write("cube.obj", obj(solids().at("cube")));
    for (const auto& [points, text] : std::vector<std::pair<int, std::string>>{
             {1, "1 point of each kind."}, {2, "2 points of each kind."}}) {
        std::string said =
            run(fmt::format("inside cube.obj --size 9x9 -o o.svg --points {}", points)).out;
        std::ranges::replace(said, '\n', ' ');
        EXPECT_NE(said.find(" intervals. " + text), said.npos) << said;
    }
}

TEST_F(Inside, WhatCannotBeMeantIsRefusedInOneLine) {
    write("cube.obj", obj(solids().at("cube")));
    auto open = solids().at("cube");
    open.resize(10);
    write("open.obj", obj(open));
    const auto swept = run("inside open.obj --sweep -o o.svg");
    EXPECT_EQ(swept.exit, 3);
    EXPECT_NE(swept.err.find("the mesh is not closed"), std::string::npos) << swept.err;
    EXPECT_EQ(std::ranges::count(swept.err, '\n'), 1) << swept.err;
    for (const auto& [options, message] : std::vector<std::pair<std::string, std::string>>{
             {"--plane z=7", "--plane z=7: misses the mesh, whose z goes from 0 to 1"},
             {"--plane 7", "--plane 7: an axis and a number, as in z=0.3, would be right"},
             {"--plane z=nan", "--plane z=nan: an axis and a number"},
             {"--direction 0,0,0",
              "--direction 0,0,0: three numbers of a size between 1e-6 and 1e6"},
             {"--votes 100", "--votes 100: not a whole number from 1 to 99"},
             {"--votes 4", "--votes 4: an odd number would be right"},
             {"--rules rays", "--rules"},
             {"-m embree", "embree"}}) {
        const auto outcome = run("inside cube.obj -o o.png " + options);
        EXPECT_EQ(outcome.exit, 2) << options;
        EXPECT_EQ(outcome.err.find("hitmiss: " + message), 0u) << outcome.err;
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    }
}

TEST_F(Inside, LeaksCountWholeRaysIfAsked) {
    const std::string command = "leaks " + scene("icosphere") +
                                " --rays 2000 --aim silhouettes -m watertight --format json";
    const auto plain = parse_json(run(command).out)["rates"][0];
    EXPECT_FALSE(plain.contains("parity"));
    const auto whole = parse_json(run(command + " --whole-rays").out)["rates"][0];
    EXPECT_EQ(whole["parity"], 0);
    EXPECT_GT(whole["parity_high"], 0);
    EXPECT_GT(whole["outline"], 0);
    EXPECT_EQ(whole["leaks"], plain["leaks"]);
    // The figure's bars are percents, by kind of error; extra ones only where there are some.
    run("leaks " + scene("icosphere") +
        " --rays 2000 --aim silhouettes -m watertight -m exact:once=moved --whole-rays -o o.svg");
    const std::string figure = read_all(folder_ / "o.svg");
    const double percent = 100 * whole["missed"].get<double>() / whole["rays"].get<double>();
    for (const std::string& label :
         {std::string("watertight, float"), std::string("missed"), std::string("counted twice"),
          std::string("extra"), std::string("exact"), std::string("none of these"),
          fmt::format("{:.0f} %", percent)})
        EXPECT_NE(figure.find(fmt::format("\"{}\"", label)), std::string::npos) << label;
    EXPECT_GT(whole["extra"], 0);
    run("leaks " + scene("icosphere") +
        " --rays 2000 --aim edges -m watertight --whole-rays -o o.svg");
    EXPECT_EQ(read_all(folder_ / "o.svg").find("extra"), std::string::npos);
    const auto text = run("leaks " + scene("cube") + " --rays 500 -m exact --whole-rays").out;
    EXPECT_NE(text.find("Along the whole ray, rays per million"), std::string::npos) << text;
    // No error on 500 rays: a rate of up to 7,624.2 per million is within the interval.
    EXPECT_NE(text.find("edge        exact   < 7,625"), std::string::npos) << text;
    // The title of a figure speaks of these rays only.
    run("leaks " + scene("cube") + " --rays 50 -m exact --whole-rays -o o.svg");
    EXPECT_NE(read_all(folder_ / "o.svg").find("Every test counts every crossing of these rays"),
              std::string::npos);
}

TEST_F(Inside, LeaksLeadToARayWhoseHitsAreMiscounted) {
    const auto leaks = run("leaks " + scene("icosphere") +
                           " --rays 200 --aim edges -m exact:once=moved -m wt --whole-rays");
    const auto command = leaks.out.substr(leaks.out.rfind("explain "));
    EXPECT_NE(command.find(" --whole-rays -m watertight"), std::string::npos) << leaks.out;
    EXPECT_EQ(leaks.out.find("explain "), leaks.out.size() - command.size()) << "one counts right";
    const auto explained = run(command.substr(0, command.find('\n'))).out;
    EXPECT_NE(explained.find("2 hits; it crosses the surface 1 time."), std::string::npos)
        << explained;
}

}  // namespace
}  // namespace hitmiss
