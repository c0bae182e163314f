// Labels of plots: on the page, clear of each other, one for each curve.

#include <gtest/gtest.h>

#include <set>

#include "built.hpp"
#include "commands/command_line.hpp"
#include "draw/sweep_plot.hpp"
#include "figure_testing.hpp"
#include "sanitized.hpp"
#include "svg_testing.hpp"

namespace hitmiss {
namespace {

const std::vector<std::string> some_methods{"angle-sum",
                                            "moller-trumbore",
                                            "angle-sum:precision=double,variant=atan2",
                                            "watertight",
                                            "collision-matrix:precision=float",
                                            "baldwin-weber:fused",
                                            "angle-sum-walking",
                                            "same-side:variant=corrected",
                                            "moller-trumbore:precision=double,cull=back"};

/// A sweep with a valley at the left, in the middle or at the right.
ErrorCurve curve_of(const Method& method, int shape) {
    ErrorCurve curve = make_curve(method, decimal_steps(1e-7, 3.2, 4));
    for (std::size_t k = 0; k < curve.points.size(); ++k) {
        OutcomeCounts& counts = curve.points[k].counts;
        counts.leaks = shape != 0 && k < 12 ? 900 - 70 * k : 0;
        counts.wrong_triangle = shape != 2 && k > 18 ? 40 * (k - 18) * (k - 18) : 0;
        counts.false_hits = counts.wrong_triangle / 3;
    }
    return curve;
}

TEST(Labels, OfSweepsAreOnThePageAndClearOfEachOther) {
    Scene scene = load_scene(HITMISS_SCENES "/icosphere.toml");
    int sheets = 0;
    for (const double width_mm : {60.0, 84.0, 120.0, 160.0})
        for (const double font_pt : {8.6, 12.7})
            for (int shape = 0; shape < 3; ++shape)
                for (std::size_t count = 1; count <= some_methods.size();
                     count += sanitized ? 4 : 1) {
                    std::vector<ErrorCurve> curves;
                    for (std::size_t k = 0; k < count; ++k)
                        curves.push_back(curve_of(parse_method(some_methods[k]), shape));
                    SCOPED_TRACE(testing::Message()
                                 << width_mm << " mm, " << font_pt << " pt, shape " << shape << ", "
                                 << count << " methods");
                    for (const Drawing& one : draw_sweep(scene, curves, {width_mm, 150, font_pt}))
                        expect_readable(one);
                    ++sheets;
                }
    EXPECT_GE(sheets, sanitized ? 70 : 200);
}

std::vector<StagedCurve> staged(const std::vector<std::string>& methods) {
    std::vector<StagedCurve> curves;
    for (std::size_t k = 0; k < methods.size(); ++k) {
        StagedCurve& curve = curves.emplace_back(StagedCurve{parse_method(methods[k]), {}, {}});
        for (int step = 0; step < 7; ++step) {
            Tally tally;
            tally.rays = 4096;
            tally.outcomes.leaks = std::uint64_t(step * (10 + int(k)));
            tally.outcomes.false_hits = std::uint64_t(step * step);
            curve.steps.push_back(std::pow(10, -step));
            curve.counts.push_back(tally);
        }
        std::ranges::reverse(curve.steps);
    }
    return curves;
}

TEST(Labels, OfStagesAreOnThePageAndClearOfEachOther) {
    for (const double width_mm : {84.0, 120.0, 160.0})
        for (std::size_t count = 1; count <= some_methods.size(); ++count) {
            SCOPED_TRACE(testing::Message() << width_mm << " mm, " << count << " methods");
            expect_readable(draw_staged(
                Over::grazing, staged({some_methods.begin(), some_methods.begin() + long(count)}),
                Scene(), {.width_mm = width_mm, .dpi = 150, .own_title = "A title"}));
        }
}

/// One command for each kind of figure.
const std::vector<std::string> drawing_commands{
    "compare cube.toml --size 24x24 -m angle-sum:0.5 -m mt",
    "compare cube.toml --size 24x24 -m angle-sum:0.5 -m mt -m angle-sum:1e-6 -m watertight -m "
    "same-side:corrected",
    "compare cube.toml triangle.toml --size 24x24 -m mt -m angle-sum:0.5",
    "compare boxes.toml --size 24x18 --light 3.5,2.4,-1.4 -m mt -m watertight -m baldwin-weber "
    "-m signed-volume -m same-side",
    "sweep cube.toml --size 16x16 --per-decade 1 -m angle-sum -m angle-sum:double",
    "sweep cube.toml --over size --size 16x16 --per-decade 1 -m angle-sum:0.001 -m angle-sum:0.5 "
    "-m collision-matrix:float -m signed-angle-sum",
    "leaks icosphere.toml --rays 40 -m mt -m signed-volume:fused,canonical -m angle-sum:0.1",
    "leaks icosphere.toml --rays 40 --whole-rays -m mt -m signed-volume:fused,canonical",
    "spawn cube.toml --rays 40 -m mt",
    "inside divided-cube.toml --size 24x24 --points 50 -m watertight",
    "inside icosphere.toml --sweep --points 40",
    "accept cube.toml --triangle 3 --samples 16",
    "accept icosphere.toml --triangle 100 --edge ab --samples 8 -m mt -m watertight",
    "walk walk-plane.toml",
    "walk walk-door.toml",
    "probe probe-cube.toml --size 16x16"};

/// A figure's pages with their texts; none if the command says that the page is too narrow for it.
std::vector<Drawing> pages_of(const std::string& command) {
    std::vector<std::string> words;
    std::istringstream stream(command + " -o a.svg");
    for (std::string word; stream >> word;)
        words.push_back(word.ends_with(".toml") ? HITMISS_SCENES "/" + word : word);
    std::vector<Drawing> pages;
    const auto keep = [&](const std::filesystem::path& path, const Content& content) {
        if (path.extension() != ".svg") return;
        std::string file;
        content([&](std::string_view piece) { file += piece; });
        for (auto& element : pages.emplace_back(texts_of(file)).elements)
            for (std::string& text = std::get<Words>(element).text; text.find("&gt;") != text.npos;)
                text.replace(text.find("&gt;"), 4, ">");
    };
    try {
        parse_command_line(words)({keep, [](std::string_view) {}});
    } catch (const Error& error) {
        EXPECT_EQ(error.exit, Exit::usage) << error.what();
        EXPECT_NE(std::string_view(error.what()).find("too narrow"), std::string::npos)
            << error.what();
    }
    return pages;
}

TEST(Labels, OfEveryFigureAreOnThePageOrThePageIsTooNarrow) {
    int sheets = 0;
    std::size_t combination = 0;
    for (const std::string& command : drawing_commands)
        for (const char* width : {"20", "30", "50", "84"})
            for (const char* font : {"8.6", "12.7", "16", "28"}) {
                // One of four, which of them from command to command.
                const std::size_t turn = combination / 16 + combination / 4 + combination;
                if (++combination; !built(command) || turn % (sanitized ? 8 : 4) != 0) continue;
                const std::string sized = command + " --width-mm " + width + " --font-pt " + font;
                SCOPED_TRACE(sized);
                for (const Drawing& page : pages_of(sized)) expect_readable(page), ++sheets;
            }
    EXPECT_GT(sheets, sanitized ? 8 : 25);
    for (const std::string& command : drawing_commands)
        if (built(command)) {
            EXPECT_FALSE(pages_of(command + " --width-mm 84").empty()) << command;
        }
}

/// How each curve of a panel is drawn: colour, dashes, mark and whether that is hollow. Only lines
/// and marks inside frames have these, so the key is read.
TEST(Labels, EachCurveOfAStageHasItsOwnLabelAndStyle) {
    const auto curves =
        staged({"angle-sum:0.001", "angle-sum:0.01", "angle-sum:0.5", "same-side", "watertight",
                "angle-sum:epsilon=0.5,precision=double", "moller-trumbore"});
    const Drawing drawing = draw_staged(Over::grazing, curves, Scene(), {.own_title = "A title"});
    std::set<std::string> labels;
    for (const TextBox& box : text_boxes(drawing))
        for (const char* name : {"ngle sum", "ame side", "atertight", "Trumbore", "angle-sum",
                                 "same-side", "moller-trumbore"})
            if (box.words->text.find(name) != std::string::npos) labels.insert(box.words->text);
    EXPECT_EQ(labels.size(), curves.size());
    // In the key a curve's piece of line precedes its mark, which precedes its label.
    using Style = std::tuple<int, std::size_t, std::size_t, double, bool>;
    std::set<Style> styles;
    const Shape *line = nullptr, *mark = nullptr;
    for (const auto& element : drawing.elements) {
        if (const auto* shape = std::get_if<Shape>(&element)) {
            (shape->closed ? mark : line) = shape;
        } else if (const auto* words = std::get_if<Words>(&element);
                   words && labels.contains(words->text)) {
            ASSERT_TRUE(line && mark);
            const auto& contour = mark->contours[0];
            const double turned = contour.points.empty() ? 0
                                  : contour.points.size() < 3
                                      ? 0
                                      : contour.points[0].y - contour.points[1].y;
            styles.insert({int(line->pen->colour.r),
                           line->pen->dashes.empty() ? 0 : std::size_t(line->pen->dashes[0]),
                           contour.points.size(), std::round(turned),
                           mark->fill == palette::background});
        }
    }
    EXPECT_EQ(styles.size(), curves.size());
}

}  // namespace
}  // namespace hitmiss
