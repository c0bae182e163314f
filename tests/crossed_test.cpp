// No text of a figure is crossed by a line or a mark, at any width and size of the letters.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "built.hpp"
#include "commands/command_line.hpp"
#include "draw/comparison_sheet.hpp"
#include "figure_testing.hpp"
#include "judging.hpp"
#include "svg_testing.hpp"

namespace hitmiss {
namespace {

bool is_inside(const Point& p, const std::vector<Point>& polygon) {
    bool inside = false;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Point& a = polygon[k];
        const Point& b = polygon[(k + 1) % polygon.size()];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) * (b.x - a.x) / (b.y - a.y))
            inside = !inside;
    }
    return inside;
}

/// Whether the outline of a line, an area or a mark runs through the text. Lines of a plot's grid,
/// which are pale, may, and what a later area covers there.
bool is_struck(const TextBox& box, const Drawing& drawing) {
    const double bottom = box.words->upright ? box.bottom : box.words->start.y;
    const double inset = 0.06 * box.words->size;
    const Point corner(box.left + inset, box.top + inset),
        size(box.right - box.left - 2 * inset, bottom - box.top - 2 * inset);
    bool struck = false;
    for (const auto& element : drawing.elements) {
        const auto* shape = std::get_if<Shape>(&element);
        if (!shape || (shape->pen && shape->pen->colour == palette::grid)) continue;
        for (const auto& [points, radius] : shape->contours) {
            std::vector<Point> outline = points;
            if (radius > 0) {
                outline.clear();
                for (int k = 0; k < 24; ++k)
                    outline.push_back(points[0] +
                                      radius * Point(std::cos(k * 0.2618), std::sin(k * 0.2618)));
            }
            bool crosses = false;
            for (std::size_t k = shape->closed ? 0 : 1; k < outline.size(); ++k)
                crosses |= clipped(outline[(k + outline.size() - 1) % outline.size()] - corner,
                                   outline[k] - corner, size.x, size.y)
                               .has_value();
            if (crosses)
                struck = true;
            else if (shape->fill && is_inside(corner + 0.5 * size, outline))
                struck = false;
        }
    }
    return struck;
}

void expect_clear(const Drawing& drawing) {
    expect_readable(drawing);
    for (const TextBox& box : text_boxes(drawing))
        EXPECT_FALSE(is_struck(box, drawing)) << box.words->text << " is crossed";
}

/// The figures that a command writes.
std::vector<Drawing> drawings_of(const std::string& line) {
    std::vector<std::string> words;
    std::istringstream stream(line + " --dpi 72 -o a.svg");
    for (std::string word; stream >> word;)
        words.push_back(word.ends_with(".toml") ? HITMISS_SCENES "/" + word : word);
    std::vector<Drawing> drawings;
    const Output kept{[&](const std::filesystem::path&, const Content& content) {
                          std::string bytes;
                          content([&](std::string_view piece) { bytes += piece; });
                          drawings.push_back(drawing_of(bytes));
                      },
                      [](std::string_view) {}, 80, false, ""};
    parse_command_line(words)(kept);
    return drawings;
}

TEST(Crossed, AnOutlineThroughATextIsFound) {
    Drawing drawing{100, 100};
    drawing.text(10, 50, 0, "a word", 12);
    EXPECT_FALSE(is_struck(text_boxes(drawing)[0], drawing));
    Drawing grid = drawing, line = drawing, mark = drawing, ring = drawing, ground = drawing;
    grid.line({{0, 46}, {90, 46}}, {palette::grid, 1});
    line.line({{0, 46}, {90, 46}}, {ink, 1});
    mark.dot({20, 46}, 2, ink);
    ring.add({{{{{20, 46}}, 2}}, {}, Pen{ink, 1}});
    ground.box(0, 0, 100, 100, palette::range);
    for (const auto& [drawn, struck] :
         {std::pair{&grid, false}, {&line, true}, {&mark, true}, {&ring, true}, {&ground, false}})
        EXPECT_EQ(is_struck(text_boxes(*drawn)[0], *drawn), struck);
}

TEST(Crossed, NoTextOfACommandsFigures) {
    std::vector<std::string> commands{
        "leaks icosphere.toml --rays 200",
        "leaks icosphere.toml --rays 200 --whole-rays -m watertight -m mt",
        "spawn room.toml --rays 100 -m watertight",
        "spawn cube.toml --rays 50 --over distance --to 100 --per-decade 1 -m watertight",
        "inside divided-cube.toml --points 50 --size 24x24 -m watertight",
        "inside icosphere.toml --sweep --points 50",
        "sweep icosphere.toml --size 24x24 --per-decade 1 -m angle-sum",
        "sweep cube.toml --size 24x24 --per-decade 1 -m angle-sum -m angle-sum:double",
        "sweep icosphere.toml --size 24x24 --over distance --per-decade 1 -m mt -m baldwin-weber "
        "-m watertight",
        "sweep cube.toml --size 24x24 --over grazing --per-decade 1",
        "accept icosphere.toml --triangle 100 --edge ab -m mt -m watertight",
        "accept cube.toml --samples 16"};
    for (const char* walk : {"door", "origin", "ray", "touch", "matrix", "plane"})
        commands.push_back(std::string("walk walk-") + walk + ".toml");
    for (const std::string& command : commands)
        for (const auto& [width, font] : {std::pair{"84", "8.6"},
                                          {"84", "12.7"},
                                          {"110", "8.6"},
                                          {"160", "8.6"},
                                          {"160", "12.7"}}) {
            const std::string line = command + " --width-mm " + width + " --font-pt " + font;
            SCOPED_TRACE(line);
            if (!built(line)) continue;
            const auto drawings = drawings_of(line);
            EXPECT_FALSE(drawings.empty());
            for (const Drawing& drawing : drawings) expect_clear(drawing);
        }
}

TEST(Crossed, NoTextOfASheet) {
    Scene scene = load_scene(HITMISS_SCENES "/cube.toml");
    resize(scene, 48, 36);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    for (const std::size_t count : {1u, 2u, 3u, 6u}) {
        scene.methods.clear();
        for (std::size_t k = 0; k < count; ++k)
            scene.methods.push_back(
                parse_method(std::array{"angle-sum:0.5", "moller-trumbore", "angle-sum:0.01",
                                        "baldwin-weber", "collision-matrix", "watertight"}[k]));
        const auto comparison = compared(scene.methods, geometry, scene.camera, 48, 36);
        for (const double width_mm : {84.0, 110.0, 160.0})
            for (const double font_pt : {8.6, 12.7}) {
                SCOPED_TRACE(testing::Message() << count << ' ' << width_mm << ' ' << font_pt);
                for (const Drawing& page :
                     comparison_pages(scene, comparison, {{width_mm, 72, font_pt}}))
                    expect_clear(page);
            }
    }
}

TEST(Crossed, NoTextOfTheCommittedFigures) {
    for (const auto& file : std::filesystem::directory_iterator(HITMISS_FIGURES))
        if (file.path().extension() == ".svg") {
            SCOPED_TRACE(file.path().filename());
            std::ifstream stream(file.path());
            const Drawing drawing =
                drawing_of(std::string(std::istreambuf_iterator<char>(stream), {}));
            EXPECT_FALSE(text_boxes(drawing).empty());
            expect_clear(drawing);
        }
}

}  // namespace
}  // namespace hitmiss
