// [walk], [probe] and [mesh.moving] in scene files, the scenes that come with the program, and
// the pictures of the walk.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "demos/walk_pictures.hpp"
#include "figure_testing.hpp"
#include "judge/acceptance.hpp"
#include "scene/make.hpp"
#include "scene/scene.hpp"
#include "test_folder.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

Scene scene_of(const std::string& text) {
    const TestFolder folder;
    const fs::path path = folder.path / "scene.toml";
    std::ofstream(path) << text;
    return load_scene(path);
}

const std::string wall = "[[mesh]]\nmake = \"grid:faces=2\"\n";

TEST(WalkScene, ReadsWalkProbeAndMoving) {
    const Scene scene = scene_of(wall +
                                 "[mesh.moving]\nscale = 2\nrotate = [0, 90, 0]\n"
                                 "translate = [0, 0, 5]\nspin = [0, 10, 0]\ndrift = [1, 0, 0]\n"
                                 "[walk]\nposition = [1, 2, 3]\nstep = 0.5\nturn = 30\n"
                                 "path = \"2F l 3b R\"\nnear = 0.2\nvertical_fov = 50\n"
                                 "[probe]\npoint = [4, 5, 6]\nstep = 0.2\nkeys = \"wA\"\n");
    ASSERT_TRUE(scene.walk && scene.probe);
    EXPECT_EQ(scene.walk->path, "FFLBBBR");
    EXPECT_EQ(scene.walk->position, Vec<float>(1, 2, 3));
    EXPECT_EQ(scene.walk->near, 0.2);
    EXPECT_EQ(scene.probe->keys, "WA");
    EXPECT_EQ(scene.probe->tolerance, 0.1) << "half a step";
    ASSERT_EQ(scene.moving.size(), 1u);
    EXPECT_EQ(scene.moving[0].rest[0].a, Vec<float>(-1, -1, 0));
    EXPECT_EQ(scene.mesh.triangles[0].a, Vec<float>(0, -2, 7)) << "where it stands at step 0";
    const Placement third = scene.moving[0].motion.at(3);
    EXPECT_EQ(third.rotate, Vec<double>(0, 120, 0));
    EXPECT_EQ(third.translate, Vec<double>(3, 0, 5));
}

TEST(WalkScene, ErrorsNameTheLineAndWhatWouldBeRight) {
    const std::string walk = wall + "[walk]\n", probe = wall + "[probe]\n";
    const struct {
        std::string text, line, hint;
    } cases[] = {
        {walk + "positon = [0, 0, 0]", ":4:", "'position'"},
        {walk + "step = 1\npath = \"F\"", ":3:", "position"},
        {walk + "position = [0, 0, 0]\nstep = 0\npath = \"F\"", ":5:", "step"},
        {walk + "position = [0, 0, 0]\nstep = 1\npath = \"2F X\"", ":6:", "3F L F"},
        {walk + "position = [0, 0, 0]\nstep = 1\npath = \"F 3\"", ":6:", "3F L F"},
        {walk + "position = [0, 0, 0]\nstep = 1\npath = \"99999999999F\"", ":6:", "1000"},
        {walk + "position = [0, 0, 0]\nstep = 1\npath = \"600F 600L\"", ":6:", "1000"},
        {walk + "position = [0, 0, 0]\nfacing = [0, 1, 0]\nstep = 1\npath = \"F\"",
         ":5:", "[0, 0, -1]"},
        {walk + "position = [0, 0, 0]\nnear = -1\nstep = 1\npath = \"F\"", ":5:", "near"},
        {probe + "pont = [0, 0, 0]", ":4:", "'point'"},
        {probe + "point = [0, 0, 0]\nkeys = \"WZ\"", ":5:", "A and D"},
        {wall + "[mesh.moving]\nspinn = [0, 1, 0]",
         ":4:", "[mesh.moving] has no setting 'spinn'; did you mean 'spin'"},
        {wall + "[mesh.moving]\ntranslate = [9e29, 0, 0]\nscale = 9e29", ":5:", "1e30"},
    };
    for (const auto& [text, line, hint] : cases) {
        const Error error = error_of([&, &scene_text = text] { scene_of(scene_text); });
        EXPECT_EQ(error.exit, Exit::bad_input) << text;
        EXPECT_NE(std::string(error.what()).find(line), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find(hint), std::string::npos) << error.what();
    }
}

/// What the comments at the head of the scenes promise.
TEST(WalkScene, ScenesShowWhatTheySay) {
    using Lines = std::vector<std::string>;
    const struct {
        const char* name;
        Lines published, corrected;
    } scenes[] = {
        {"walk-origin", {"blocked by a wall: 9–10"}, {"blocked by a wall: 9–10"}},
        {"walk-plane", {"walks through a wall: 12"}, {"blocked by a wall: 12–14"}},
        {"walk-touch", {"walks through a wall: 4"}, {"blocked by a wall: 4–7"}},
        {"walk-ray",
         {"walks through a wall: 11", "blocked although no wall is there: 5, 12–13"},
         {"blocked by a wall: 10–13"}},
        {"walk-matrix",
         {"walks through a wall: 14", "blocked although no wall is there: 6"},
         {"blocked by a wall: 13–18"}},
        {"walk-door", {"blocked by a wall: 4, 8"}, {"blocked by a wall: 4, 8"}},
    };
    for (const auto& [name, published, corrected] : scenes) {
        const auto runs =
            walk_all(load_scene(fs::path(HITMISS_SCENES) / (std::string(name) + ".toml")));
        ASSERT_EQ(runs.size(), 2u);
        EXPECT_EQ(describe(runs[0]), published) << name;
        EXPECT_EQ(describe(runs[1]), corrected) << name;
    }
}

TEST(WalkPicture, NearDistanceHidesTheWallThatStopsTheWalker) {
    Scene scene = load_scene(fs::path(HITMISS_SCENES) / "walk-origin.toml");
    scene.width = scene.height = 9;
    scene.mesh.materials[scene.mesh.material[0]].kd = {0.8f, 0.25f, 0.2f};  // the wall's
    const auto runs = walk_all(scene);
    const auto is_wall = [](Rgb p) { return p.r > 2 * p.g && p.r > 2 * p.b; };
    for (const auto& [near, hidden] : {std::pair{0.1, true}, {0.01, false}, {0.0, false}}) {
        scene.walk->near = near;
        const Picture picture = first_person(scene, runs[0], runs[0].moves.size());
        EXPECT_EQ(std::any_of(picture.pixels.begin(), picture.pixels.end(), is_wall), !hidden)
            << near;
    }
}

TEST(WalkPicture, PanelsHoldTheWholePath) {
    Scene scene = load_scene(fs::path(HITMISS_SCENES) / "walk-plane.toml");
    scene.walk->position.z = 50, scene.walk->step = 30, scene.walk->path = "F";
    for (const Drawing& panel : walk_panels(scene, walk_all(scene), {})) {
        int dots = 0;
        for (const auto& element : panel.elements) {
            const auto* shape = std::get_if<Shape>(&element);
            if (!shape || shape->contours[0].radius == 0) continue;
            const Point at = shape->contours[0].points[0];
            EXPECT_TRUE(at.x > 0 && at.y > 0 && at.x < panel.width && at.y < panel.height);
            ++dots;
        }
        EXPECT_EQ(dots, 4) << "where it was, and the ring where it set out";
    }
}

TEST(WalkPicture, PlanMarksTheStepThroughTheWall) {
    const Scene scene = load_scene(fs::path(HITMISS_SCENES) / "walk-plane.toml");
    const auto runs = walk_all(scene);
    const auto marks = [&](const std::vector<WalkRun>& shown) {
        const Picture picture = pixels(walk_plan(scene, shown).front());
        return std::count(picture.pixels.begin(), picture.pixels.end(), palette::leak);
    };
    EXPECT_GT(marks({runs[0]}), 100);
    EXPECT_EQ(marks({runs[1]}), 0);
}

// Three steps end far before the wall; the twelfth would cross it.
TEST(WalkPicture, ItsTitleSaysWhetherAnyWallWasMet) {
    Scene scene = load_scene(fs::path(HITMISS_SCENES) / "walk-plane.toml");
    const auto title = [&](const std::string& path) {
        scene.walk->path = parse_path(path);
        const auto runs = walk_all(scene);
        return walk_plan(scene, {runs[1]}, {}).front().title;
    };
    EXPECT_EQ(title("3F"), "The walker meets no wall on this path, and no test blocks the way");
    EXPECT_EQ(title("12F"), "Every test stops the walker at walls, and nowhere else");
}

/// A walker at the origin who looks along -z, one step of that length, and walls across his way.
Scene scene_with_walls(const std::vector<double>& walls, double step) {
    Scene scene;
    for (const double z : walls) {
        Mesh mesh = make_mesh("grid:faces=2");
        place(mesh, {{10, 2, 1}, Vec<double>(0), {0, 0.3, z}});
        scene.mesh.triangles.insert(scene.mesh.triangles.end(), mesh.triangles.begin(),
                                    mesh.triangles.end());
    }
    scene.walk = WalkSettings{{0, 0, 0}, {0, 0, -1}, step, 90, "F", 0.01, 60};
    return scene;
}

/// The line drawn in that colour along the walker's path, which leads to the right.
std::vector<Point> line_along(const Drawing& panel, Rgb colour) {
    for (const auto& element : panel.elements)
        if (const auto* shape = std::get_if<Shape>(&element);
            shape && shape->pen && shape->pen->colour == colour) {
            const auto& points = shape->contours[0].points;
            if (points.size() == 2 && points[0].y == points[1].y) return points;
        }
    return {};
}

/// Where walls are drawn, from left to right: lines across the walker's path.
std::vector<double> walls_in(const Drawing& panel) {
    std::set<double> found;
    for (const auto& element : panel.elements)
        if (const auto* shape = std::get_if<Shape>(&element);
            shape && shape->pen && shape->pen->colour == wall_colour)
            found.insert(shape->contours[0].points[0].x);
    return {found.begin(), found.end()};
}

// The nearest of several walls in the way ends the step, whichever is listed first; walls behind
// the walker do not.
TEST(WalkPicture, BlockedStepsEndShortOfTheNearestWall) {
    for (const auto& walls : {std::vector<double>{-2, -3, 4}, {4, -3, -2}, {-3, 4, -2}}) {
        Scene scene = scene_with_walls(walls, 5);
        scene.methods = {parse_method("exact")};
        const auto runs = walk_all(scene);
        ASSERT_EQ(event_of(runs[1].moves[0]), WalkEvent::blocked);
        const Page page;
        const Drawing panel = walk_panels(scene, runs, page)[1];
        const auto drawn = walls_in(panel);
        ASSERT_EQ(drawn.size(), 3u);
        const double unit = (drawn[2] - drawn[0]) / 7;  // of the scene, from z = 4 to z = -3
        const auto step = line_along(panel, legend_entry(WalkEvent::blocked).colour);
        ASSERT_EQ(step.size(), 2u);
        EXPECT_NEAR(step[0].x, drawn[0] + 4 * unit, 1e-6 * unit) << "starts at the walker";
        // Neither touches the other: half of both widths and 0.3 mm.
        EXPECT_NEAR(step[1].x, drawn[1] - page.mm(0.5 * (0.7 + 0.5) + 0.3), 1e-6 * unit);
    }
}

// Past a wall's end, up to a wall that ends beside the way, and without any: the whole step.
TEST(WalkPicture, FreeStepsAreDrawnWhole) {
    Scene scene = scene_with_walls({-2, -4}, 3);
    Mesh aside;
    aside.triangles.assign(scene.mesh.triangles.begin(), scene.mesh.triangles.begin() + 2);
    place(aside, {Vec<double>(1), Vec<double>(0), {20, 0, 0}});
    std::ranges::copy(aside.triangles, scene.mesh.triangles.begin());
    scene.methods = {parse_method("exact")};
    const auto runs = walk_all(scene);
    ASSERT_EQ(event_of(runs[1].moves[0]), WalkEvent::free);
    const Drawing panel = walk_panels(scene, runs, {})[1];
    const auto step = line_along(panel, legend_entry(WalkEvent::free).colour);
    const auto drawn = walls_in(panel);
    ASSERT_EQ(step.size(), 2u);
    ASSERT_EQ(drawn.size(), 2u);
    const double unit = (drawn[1] - drawn[0]) / 2;
    EXPECT_NEAR(step[1].x - step[0].x, 3 * unit, 1e-6 * unit);
    EXPECT_NEAR(step[1].x, drawn[1] - unit, 1e-6 * unit);
}

TEST(WalkPicture, NumbersOfMovesStandClearOfLinesAndTexts) {
    for (const char* name :
         {"walk-plane", "walk-ray", "walk-matrix", "walk-touch", "walk-origin"}) {
        const Scene scene = load_scene(HITMISS_SCENES "/" + std::string(name) + ".toml");
        for (const Drawing& panel : walk_panels(scene, walk_all(scene), {})) {
            expect_readable(panel);
            int numbers = 0;
            for (const TextBox& box : text_boxes(panel)) {
                if (box.words->colour == pale_ink || box.words->text.starts_with('z')) continue;
                EXPECT_FALSE(is_crossed(box, panel)) << name << ": " << box.words->text;
                ++numbers;
            }
            EXPECT_GE(numbers, 2) << name << ": of a move, and of the scale";
        }
    }
}

TEST(WalkPicture, LegendTellsAStepsWallsFromTheOthersOnlyWhereTheyMove) {
    Scene scene = load_scene(fs::path(HITMISS_SCENES) / "walk-plane.toml");
    const auto first = [&] { return walk_legend(scene, walk_all(scene))[0].label; };
    EXPECT_EQ(first(), "wall");
    scene = load_scene(fs::path(HITMISS_SCENES) / "walk-door.toml");
    EXPECT_EQ(first(), "wall at a numbered step");
}

TEST(PlanView, CutsTrianglesAtAHeight) {
    const Triangle<float> tri({0, 0, 0}, {4, 0, 2}, {0, 2, 0});
    const auto cut = cut_by_plane(tri, 1, 1);
    ASSERT_TRUE(cut);
    const Vec<double> ends[] = {{2, 1, 1}, {0, 1, 0}};
    EXPECT_TRUE((cut->first == ends[0] && cut->second == ends[1]) ||
                (cut->first == ends[1] && cut->second == ends[0]));
    EXPECT_FALSE(cut_by_plane(tri, 1, 3));
    EXPECT_FALSE(cut_by_plane({{0, 1, 0}, {1, 1, 0}, {0, 1, 1}}, 1, 1)) << "lies in the plane";
}

TEST(PlanView, NamesLinesOfOneZBesideThemAndWithinThePanel) {
    PlanBounds bounds({0, 0, -1});
    bounds.include({-5, 0, 0}), bounds.include({5, 0, -10});
    int right = 0, left = 0;
    for (double z = 0.5; z > -13; z -= 0.5) {
        PlanView view(bounds, 900, {});
        const Vec<double> from(-5, 0, z), to(5, 0, z);
        view.axis_label(from, to, ink);
        const double x = view.at(from).x;
        if (x > view.drawing.width) continue;
        const auto boxes = text_boxes(view.drawing);
        ASSERT_EQ(boxes.size(), 1u);
        EXPECT_TRUE(boxes[0].left > 0 && boxes[0].right < view.drawing.width) << z;
        EXPECT_EQ(boxes[0].words->text,
                  z < 0 ? fmt::format("𝑧 = −{}", -z) : fmt::format("𝑧 = {}", z));
        EXPECT_TRUE(boxes[0].left > x || boxes[0].right < x) << "over its line";
        ++(boxes[0].left > x ? right : left);
    }
    EXPECT_TRUE(left > 0 && right > left);
    PlanView view(bounds, 900, {});
    view.axis_label({-5, 0, -3}, {5, 0, -3.5}, ink);
    EXPECT_TRUE(view.drawing.elements.empty()) << "of several z";
    // Two triangles of one wall, and a plane in which a wall lies.
    view.axis_label({-5, 0, -3}, {0, 0, -3}, ink);
    view.axis_label({0, 0, -3}, {5, 0, -3}, ink);
    view.axis_label({-5, 0, -4}, {5, 0, -4}, ink);
    EXPECT_EQ(text_boxes(view.drawing).size(), 2u);
}

}  // namespace
}  // namespace hitmiss
