// Plots: places against libm's logarithm, well-formed XML, labels that can be read.

#include "draw/plot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <map>
#include <random>
#include <set>

#include "base/math.hpp"
#include "draw/bar_plot.hpp"
#include "draw/notation.hpp"
#include "draw/textbook.hpp"
#include "figure_testing.hpp"
#include "svg_testing.hpp"

namespace hitmiss {
namespace {

TEST(CommonLogarithm, IsWithin1e13) {
    double worst = 0;
    std::mt19937_64 random(1);
    for (int k = 0; k < 200'000; ++k) {
        const double m = 1 + double(random() >> 11) * 0x1p-53,
                     x = std::ldexp(m, int(random() % 2098) - 1074);
        if (x > 0)
            worst = std::max(worst,
                             std::abs(common_logarithm(x) - double(std::log10((long double)(x)))));
    }
    EXPECT_LE(worst, 1e-13);
    EXPECT_EQ(common_logarithm(1), 0);
}

TEST(PlotAxis, PlacesValues) {
    const PlotAxis log{"", 1e-7, 3.2};
    for (const double x : {1e-7, 1.8e-5, 0.3, 3.2})
        EXPECT_NEAR(log.position(x), (std::log10(x) + 7) / (std::log10(3.2) + 7), 1e-14);
    const PlotAxis zero{"", 1, 1e5, true};
    const double first = zero.position(1);
    EXPECT_GT(zero.position(0), 0);
    EXPECT_GT(first, zero.position(0) + 0.05);  // zero has a place of its own
    for (const double y : {1.0, 7.0, 1000.0, 1e5})
        EXPECT_NEAR(zero.position(y), first + (1 - first) * std::log10(y) / 5, 1e-14);
    const PlotAxis linear{"", -0.5, 1.5, false, true};
    for (const double y : {-0.5, 0.0, 0.7, 1.5})
        EXPECT_NEAR(linear.position(y), (y + 0.5) / 2, 1e-15);
}

std::vector<std::string> labels(const PlotAxis& axis) {
    std::vector<std::string> result;
    for (const auto& tick : ticks(axis))
        if (!tick.label.empty()) result.push_back(tick.label);
    return result;
}

TEST(Ticks, AreDecades) {
    EXPECT_EQ(labels({"", 0.009, 2e4}),
              (std::vector<std::string>{"10⁻²", "10⁻¹", "1", "10", "10²", "10³", "10⁴"}));
    EXPECT_EQ(labels({"", 1, 10, true}), (std::vector<std::string>{"0", "1", "10"}));
    EXPECT_EQ(labels({"", 0.001, 150, true}),
              (std::vector<std::string>{"0", "0.001", "0.01", "0.1", "1", "10", "100"}));
    EXPECT_EQ(labels({"", 1e-5, 9e-5}), (std::vector<std::string>{"10⁻⁵"}));
    EXPECT_EQ(ticks({"", 1, 100}).size(), 19u);
    // None between the break, below lo, and the first decade.
    const auto above_zero = ticks({"", 50, 1000, true});
    ASSERT_EQ(above_zero.size(), 11u);
    EXPECT_EQ(above_zero[0].value, 0);
    EXPECT_EQ(above_zero[1].label, "10²");
    EXPECT_EQ(ticks({"", 50, 1000}).size(), 15u) << "without 0 they begin where the axis does";
    EXPECT_LE(labels({"", 1e-300, 1e300}).size(), 15u);
}

TEST(Ticks, OfALinearAxisAreRoundValues) {
    EXPECT_EQ(labels({"", -0.5, 0.5, false, true}),
              (std::vector<std::string>{"−0.4", "−0.2", "0", "0.2", "0.4"}));
    EXPECT_EQ(labels({"", -0.1, 1.2, false, true}), (std::vector<std::string>{"0", "0.5", "1"}));
    EXPECT_EQ(labels({"", 0, 100, false, true}),
              (std::vector<std::string>{"0", "20", "40", "60", "80", "100"}));
}

// Whatever the width of the panel, labels of decades are as many decades apart.
TEST(Ticks, OfASmallPanelAreLabelledInEvenSteps) {
    const auto labelled = [](double width) {
        std::map<std::string, int> exponents;
        for (int k = -13; k < 0; ++k) exponents[power_of_ten(k)] = k;
        const Plot plot{"", {"", 0.5e-13, 2e-5}, {"", 1, 10}, {}};
        Page page;
        page.width_mm = width;
        std::map<double, std::vector<double>>
            rows;  // by height: numbers below the frame stand alike
        for (const auto& element : draw_plots("", "", std::span(&plot, 1), page).elements)
            if (const auto* words = std::get_if<Words>(&element))
                if (exponents.count(words->text))
                    rows[words->start.y].push_back(exponents[words->text]);
        const auto longest =
            std::ranges::max_element(rows, {}, [](const auto& row) { return row.second.size(); });
        return longest->second;
    };
    std::set<double> seen;
    for (double width = 40; width < 200; width += 10) {
        const auto exponents = labelled(width);
        ASSERT_GE(exponents.size(), 2u) << width;
        const double step = exponents[1] - exponents[0];
        for (std::size_t k = 0; k < exponents.size(); ++k)
            EXPECT_EQ(exponents[k], -13 + step * double(k)) << width;
        seen.insert(step);
    }
    EXPECT_GE(seen.size(), 3u) << "every decade, every second, every third";
}

Plot example() {
    Plot plot{"a <b> & \"c\"", {"x & y", 0.01, 100}, {"n < 3", 1, 1000, true}, {}};
    plot.series.push_back({"falling & <steep>",
                           {{0.01, 1000}, {0.1, 50}, {1, 2}, {10, 0}, {100, 0}},
                           {213, 94, 0},
                           PlotMarker::circle});
    plot.series.push_back({"rising",
                           {{0.01, 0}, {0.1, 0}, {1, 5}, {10, 70}, {100, 900}},
                           {0, 0, 0},
                           PlotMarker::triangle,
                           {1, 2}});
    plot.series.push_back({"flat", {{0.01, 20}, {100, 20}}});
    plot.span = PlotSpan{0.5, 2, "here > there"};
    return plot;
}

TEST(Plot, IsWellFormedWhateverTheTexts) {
    const std::vector panels{example(), example()};
    expect_svg(svg(draw_plots("title \x01 < & >", "", panels)));
    expect_svg(svg(draw_plots("nothing", "", {})));
}

TEST(Plot, HeadingsBeginAtTheSamePlaceWhateverTheirSize) {
    for (const double font : {10.0, 14.0, 30.0}) {
        Drawing drawing{1000, 1000};
        draw_heading(drawing, "Title", "of a plot", font, 20);
        const auto& title = std::get<Words>(drawing.elements.at(0));
        const auto& subtitle = std::get<Words>(drawing.elements.at(1));
        EXPECT_EQ(title.size, 1.22 * font);
        EXPECT_NEAR(title.start.y, 20, 1e-9);
        EXPECT_NEAR(subtitle.start.y, 20 + 1.3 * font, 1e-9);
    }
}

// Lines across the panel where values are labelled, short strokes at the axes between them.
TEST(Plot, LinesOfTheGridAreThoseThatAreLabelled) {
    const Plot plot{"", {"", 1, 100}, {"", 1, 1000}, {}};
    std::map<bool, int> upright, level;  // how many that are long
    for (const auto& element : draw_plots("", "", std::span(&plot, 1)).elements)
        if (const auto* shape = std::get_if<Shape>(&element)) {
            const auto& ends = shape->contours[0].points;
            if (ends.size() == 2)
                ++(ends[0].x == ends[1].x ? upright : level)[glm::distance(ends[0], ends[1]) > 99];
        }
    ASSERT_TRUE(upright.size() == 2 && level.size() == 2);
    EXPECT_EQ(upright[true], 3) << "decades";
    EXPECT_EQ(upright[false], 16);
    EXPECT_EQ(level[true], 4);
    EXPECT_EQ(level[false], 24);
}

// In a figure without a head, a panel begins below a margin of a few millimetres: with its title
// and label, or with its frame if it has neither.
TEST(Plot, LeavesNoRoomForATitleThatIsNotThere) {
    Plot bare{"", {"", 1, 100}, {"", 1, 1000}, {}}, titled = bare;
    titled.title = "a panel's title", titled.span = PlotSpan{2, 3, "a label"};
    Page page;
    page.has_title = page.has_subtitle = false;
    const auto top = [&](std::span<const Plot> panels) {
        const Drawing drawing = draw_plots("title", "subtitle", panels, page, 2);
        double least = drawing.height;
        for (const TextBox& box : text_boxes(drawing)) least = std::min(least, box.top);
        for (const auto& element : drawing.elements)
            if (const auto* shape = std::get_if<Shape>(&element))
                for (const Point& p : shape->contours[0].points) least = std::min(least, p.y);
        return least / page.mm(1);
    };
    EXPECT_LE(top({&bare, 1}), 5);
    EXPECT_LE(top({&titled, 1}), 5);
    const std::vector both{bare, titled};
    EXPECT_EQ(top(both), top({&titled, 1}));
    EXPECT_GT(top({&titled, 1}), 0);
}

TEST(Plot, DrawsPointsWhereTheAxesPutThem) {
    const std::vector panels{example(), example()};
    const Page page;
    const Drawing drawing = draw_plots("", "", panels, page);
    std::vector<std::vector<Point>> lines;
    for (const auto& element : drawing.elements)
        if (const auto* shape = std::get_if<Shape>(&element))
            lines.push_back(shape->contours[0].points);
    const double unit = page.mm(0.25);
    for (std::size_t panel = 0; panel < panels.size(); ++panel) {
        const PlotFrame frame = plot_frame(panel);
        for (const auto& series : panels[panel].series) {
            std::vector<Point> expected;
            for (const auto& point : series.points) {
                const double across = (std::log10(point.x) + 2) / 4;
                const double first = panels[panel].y.position(1);
                const double up = point.y == 0 ? panels[panel].y.position(0)
                                               : first + (1 - first) * std::log10(point.y) / 3;
                expected.push_back(unit * (frame.lo + frame.size * Point(across, 1 - up)));
            }
            const auto same = [&](const std::vector<Point>& line) {
                if (line.size() != expected.size()) return false;
                for (std::size_t k = 0; k < line.size(); ++k)
                    if (!(glm::length(line[k] - expected[k]) < 1e-6)) return false;
                return true;
            };
            EXPECT_TRUE(std::ranges::any_of(lines, same)) << series.label;
        }
    }
}

// No line runs through a single point, so it has a mark, also in the key.
TEST(Plot, MarksACurveOfOnePoint) {
    Plot plot{"", {"", 1, 1000}, {"", 1, 10}, {}};
    const Rgb colours[]{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    plot.series = {{"alone", {{10, 5}}, colours[0]},
                   {"own", {{10, 7}}, colours[1], PlotMarker::square},
                   {"line", {{10, 3}, {100, 3}}, colours[2]}};
    for (const std::size_t columns : {1, 2}) {
        const std::vector panels(columns, plot);
        std::size_t marks[3]{};
        for (const auto& element : draw_plots("", "", panels, {}, columns).elements)
            if (const auto* shape = std::get_if<Shape>(&element);
                shape && shape->pen && shape->closed)
                for (std::size_t k = 0; k < 3; ++k)
                    if (shape->pen->colour == colours[k]) marks[k] += shape->contours.size();
        // Two columns have a key below them.
        const std::size_t each = columns == 1 ? 1 : 3;
        EXPECT_EQ(std::vector(marks, marks + 3), (std::vector<std::size_t>{each, each, 0}));
    }
}

// Where two curves coincide, both are seen: pieces alternate. On the line of 0 only their marks
// do, which are smaller, and a curve without marks is the line.
TEST(Plot, ShowsOnlyMarksOfCurvesThatCoincideAtZero) {
    Plot plot{"", {"", 1, 1000}, {"", 1, 10, true}, {}};
    const Rgb colours[]{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    for (int k = 0; k < 3; ++k)
        plot.series.push_back({"",
                               {{1, 0}, {10, 0}, {100, 0}, {1000, k < 2 ? 5.0 + k : 0.0}},
                               colours[k],
                               k < 2 ? PlotMarker::circle : PlotMarker::none});
    std::size_t pieces[3]{};
    std::multiset<double> sizes;
    for (const auto& element : draw_plots("", "", {&plot, 1}).elements)
        if (const auto* shape = std::get_if<Shape>(&element); shape && shape->pen)
            for (std::size_t k = 0; k < 3; ++k) {
                if (shape->pen->colour != colours[k]) continue;
                if (!shape->closed) pieces[k] += shape->contours[0].points.size() - 1;
                if (shape->closed)
                    for (const Contour& mark : shape->contours) sizes.insert(mark.radius);
            }
    EXPECT_EQ(std::vector(pieces, pieces + 3), (std::vector<std::size_t>{1, 1, 3}));
    ASSERT_EQ(sizes.size(), 5u) << "three at 0, by two in turn, and two above";
    EXPECT_EQ(sizes.count(*sizes.begin()), 3u);
    EXPECT_LT(*sizes.begin(), 0.7 * *sizes.rbegin());
}

// Where two curves coincide, both are seen: pieces alternate.
TEST(Plot, ShowsCurvesThatCoincideInTurn) {
    Plot plot{"", {"", 1, 1000}, {"", 1, 10}, {}};
    const Rgb colours[]{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    const std::vector<Point> shared{{1, 2}, {10, 2}, {100, 2}};
    for (int k = 0; k < 3; ++k) {
        plot.series.push_back({"", shared, colours[k], PlotMarker::circle, {}, k == 2});
        plot.series.back().points.push_back({1000, k == 2 ? 5.0 : 2.0});
    }
    std::size_t lines[3]{}, marks[3]{}, hollow = 0;
    for (const auto& element : draw_plots("", "", {&plot, 1}).elements)
        if (const auto* shape = std::get_if<Shape>(&element); shape && shape->pen)
            for (std::size_t k = 0; k < 3; ++k) {
                if (shape->pen->colour != colours[k]) continue;
                if (!shape->closed) {
                    lines[k] += shape->contours[0].points.size() - 1;
                    EXPECT_GE(shape->contours[0].points.size(), 2u) << "a dot in another's piece";
                }
                if (shape->closed) marks[k] += shape->contours.size();
                hollow += shape->closed && shape->fill == palette::background;
            }
    EXPECT_EQ(std::vector(lines, lines + 3), (std::vector<std::size_t>{2, 1, 1}));
    EXPECT_EQ(std::vector(marks, marks + 3), (std::vector<std::size_t>{1, 2, 2}));
    EXPECT_EQ(hollow, 1u);
}

// Where panels in two columns ask for it, labels stand beside their curves, and there is no key.
TEST(Plot, LabelsCurvesDirectlyInTwoColumnsIfAsked) {
    const PlotAxis axis{"axis", 0.5, 50};
    std::vector<Plot> panels(
        2, {"", axis, axis, {{"upper", {{1, 20}, {40, 20}}}, {"lower", {{1, 1}, {40, 1}}}}});
    for (const bool direct : {false, true}) {
        for (Plot& panel : panels) panel.direct = direct;
        const Drawing drawing = draw_plots("title", "", panels, {}, 2);
        expect_readable(drawing);
        const double bottom = plot_frame(0, 640, 2).hi().y / 640 * drawing.width;
        int inside = 0, below = 0;
        for (const TextBox& box : text_boxes(drawing))
            if (box.words->text == "upper" || box.words->text == "lower")
                ++(box.bottom < bottom ? inside : below);
        EXPECT_EQ(inside, direct ? 4 : 0);
        EXPECT_EQ(below, direct ? 0 : 2);
    }
}

// Each label once, below all axes, free of lines, right of a piece of its own.
TEST(Plot, HasAKeyBelowTwoColumns) {
    const PlotAxis axis{"axis", 0.5, 5};
    std::vector<Plot> panels(3, {"", axis, axis, {}});
    std::vector<PlotSeries> series;
    for (int k = 0; k < 9; ++k) {
        const std::string label = std::string(std::size_t(5 + 2 * k), 'x');
        series.push_back({label, {{1, 1}, {4, 3}}, {std::uint8_t(k), 0, 0}});
        panels[0].series.push_back(series.back());
        panels[std::size_t(k % 3)].series.push_back(series.back());
    }
    const Drawing drawing = draw_plots("title", "subtitle", panels, {}, 2);
    expect_readable(drawing);
    double below = 0;
    for (const auto& box : text_boxes(drawing))
        if (box.words->text == "axis") below = std::max(below, box.bottom);
    for (const PlotSeries& one : series) {
        int labels = 0, pieces = 0;
        for (const auto& box : text_boxes(drawing)) {
            if (box.words->text != one.label) continue;
            ++labels;
            EXPECT_GT(box.top, below);
            EXPECT_FALSE(is_crossed(box, drawing)) << one.label;
            for (const auto& element : drawing.elements)
                if (const auto* shape = std::get_if<Shape>(&element); shape && shape->pen) {
                    const Point end = shape->contours[0].points.back();
                    pieces += shape->pen->colour == one.colour && end.y > box.top &&
                              end.y < box.bottom && end.x < box.left && end.x > box.left - 100;
                }
        }
        EXPECT_EQ(labels, 1) << one.label;
        EXPECT_EQ(pieces, 1) << one.label;
    }
}

// At the ends: right of the frame, level with the last points, where there is room for that.
TEST(Plot, LabelsMarkedCurvesAtTheirEndsIfAsked) {
    Plot plot{"", {"axis", 1, 1000}, {"", 1, 1000}, {}};
    for (const double end : {800.0, 40.0, 2.0})
        plot.series.push_back({"curve to " + std::to_string(int(end)),
                               {{1, 1}, {900, end}},
                               ink,
                               PlotMarker::circle});
    plot.at_ends = true;
    const auto labels = [&](const Page& page) {
        const Drawing drawing = draw_plots("title", "", {&plot, 1}, page);
        expect_readable(drawing);
        double right = 0;  // of the lowest axis
        for (const auto& element : drawing.elements)
            if (const auto* shape = std::get_if<Shape>(&element); shape && !shape->closed)
                for (const Point& p : shape->contours[0].points) right = std::max(right, p.x);
        std::vector<bool> beside;
        for (const TextBox& box : text_boxes(drawing))
            if (box.words->text.starts_with("curve")) beside.push_back(box.left > right);
        return beside;
    };
    EXPECT_EQ(labels({}), (std::vector<bool>{true, true, true}));
    EXPECT_EQ(labels({60}), (std::vector<bool>{false, false, false}));
}

TEST(Ticks, NameTheLastValueIfAsked) {
    EXPECT_EQ(labels({.label = "", .lo = 0.009, .hi = 99, .last = 90}),
              (std::vector<std::string>{"0.01", "0.1", "1", "10", "90"}));
}

TEST(InFigure, WritesSmallAndLargeNumbersByPowersOfTen) {
    const std::pair<double, const char*> cases[]{{0, "0"},
                                                 {0.001, "0.001"},
                                                 {0.5, "0.5"},
                                                 {1e-4, "10⁻⁴"},
                                                 {3e-11, "3\u00A0×\u00A010⁻¹¹"},
                                                 {1e6, "1,000,000"},
                                                 {-2.5e-7, "−2.5\u00A0×\u00A010⁻⁷"},
                                                 {1e30, "10³⁰"}};
    for (const auto& [number, text] : cases) EXPECT_EQ(in_figure(number), text);
}

TEST(InFigure, NamesMethodsAsInRunningText) {
    for (const auto& [spec, name] : {std::pair{"moller-trumbore:1e-6", "Möller-Trumbore"},
                                     {"baldwin-weber", "Baldwin-Weber"},
                                     {"angle-sum", "angle sum"},
                                     {"embree-robust", "Embree-robust"},
                                     {"angle-sum:0.5,label=by angles", "by angles"}})
        EXPECT_EQ(printed_name(parse_method(spec)), name);
    EXPECT_EQ(parse_method("angle-sum:0.5,label=by angles").epsilon(), 0.5);
}

TEST(PlotLabels, StayClearOfEachOtherAndOfForeignCurves) {
    const PlotFrame frame{{50, 20}, {500, 200}};
    const std::vector<PlotSeries> curves{{"falling", {{50, 30}, {300, 150}, {550, 210}}},
                                         {"rising", {{50, 210}, {300, 120}, {550, 30}}},
                                         {"at the bottom", {{50, 215}, {550, 215}}}};
    const auto boxes = place_labels(curves, frame, 12);
    ASSERT_EQ(boxes.size(), curves.size());
    const auto away = [](const PlotFrame& box, double x, double y) {
        return std::hypot(std::max({box.lo.x - x, x - box.hi().x, 0.0}),
                          std::max({box.lo.y - y, y - box.hi().y, 0.0}));
    };
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        const auto& box = boxes[k];
        EXPECT_EQ(glm::max(box.lo, frame.lo), box.lo);
        EXPECT_EQ(glm::min(box.hi(), frame.hi()), box.hi());
        std::vector<double> nearest;
        for (const auto& curve : curves) {
            double least = 1e9;
            for (std::size_t p = 0; p + 1 < curve.points.size(); ++p)
                for (double s = 0; s <= 1; s += 0.001)
                    least = std::min(
                        least, away(box, std::lerp(curve.points[p].x, curve.points[p + 1].x, s),
                                    std::lerp(curve.points[p].y, curve.points[p + 1].y, s)));
            nearest.push_back(least);
        }
        for (std::size_t other = 0; other < curves.size(); ++other)
            EXPECT_TRUE(other == k || nearest[other] > 2 * nearest[k]) << curves[k].label;
        for (std::size_t other = 0; other < k; ++other) {
            const bool apart = boxes[other].hi().x <= box.lo.x || box.hi().x <= boxes[other].lo.x ||
                               boxes[other].hi().y <= box.lo.y || box.hi().y <= boxes[other].lo.y;
            EXPECT_TRUE(apart);
        }
    }
}

TEST(SmallestTriangles, HaveADotEachAtTheirLegs) {
    const Drawing drawing = draw_vanish();
    expect_readable(drawing);
    std::vector<double> dots;
    for (const auto& element : drawing.elements)
        if (const auto* shape = std::get_if<Shape>(&element);
            shape && shape->contours[0].radius > 0)
            dots.push_back(shape->contours[0].points[0].x);
    const auto shown = smallest_triangles();
    ASSERT_EQ(dots.size(), shown.size());
    const auto decades = [&](std::size_t k) { return std::log10(shown[0].leg / shown[k].leg); };
    for (std::size_t k = 0; k < dots.size(); ++k)
        EXPECT_NEAR((dots[0] - dots[k]) / (dots[0] - dots.back()),
                    decades(k) / decades(dots.size() - 1), 1e-6);
}

// The bars of a row begin at zero and are as long as their parts, in the parts' colours.
TEST(BarPlot, DrawsEachPartAsLongAsItsShare) {
    BarPlot plot;
    plot.title = "A title of some words";
    plot.parts = {{{1, 2, 3}, "some"}, {{4, 5, 6}, "others"}};
    plot.panels = {"edges", "vertices", "silhouettes"};
    plot.rows = {{"a method, float", {{{20, 30}, 48, 52}, {{0, 0}, 0, 1}, {{0, 0.05}, 0.02, 0.1}}},
                 {"a method, double", {{{0, 0}, 0, 1}, {{100, 0}, 99, 100}, {{17, 0}, 16, 18}}}};
    for (const double width_mm : {60.0, 84.0, 160.0}) {
        SCOPED_TRACE(width_mm);
        expect_readable(draw_bars(plot, {width_mm}));
    }
    const Drawing drawing = draw_bars(plot);
    // With headings each group of rows is set off, its labels indented.
    BarPlot grouped = plot;
    grouped.rows.push_back(plot.rows[0]), grouped.rows.back().label = "the last";
    grouped.rows[0].group = "first group", grouped.rows[2].group = "second group";
    for (const double width_mm : {60.0, 84.0, 160.0})
        expect_readable(draw_bars(grouped, {width_mm}));
    std::map<std::string, Point> starts_of;
    const Drawing with_groups = draw_bars(grouped);
    for (const TextBox& box : text_boxes(with_groups))
        starts_of[box.words->text] = box.words->start;
    EXPECT_GT(starts_of["a method, double"].x, starts_of["second group"].x);
    const double step = starts_of["a method, double"].y - starts_of["a method, float"].y;
    EXPECT_NEAR(starts_of["a method, float"].y - starts_of["first group"].y, step, 1e-6);
    EXPECT_GT(starts_of["second group"].y - starts_of["a method, double"].y, 1.2 * step);
    std::vector<double> some, others;  // lengths
    double starts = 0;                 // of the second part
    for (const auto& element : drawing.elements)
        if (const auto* shape = std::get_if<Shape>(&element); shape && shape->fill) {
            const auto& p = shape->contours[0].points;
            const double length = p[1].x - p[0].x;
            if (length < 1.2 * Page().font()) continue;  // a sample in the legend
            if (shape->fill == plot.parts[0].colour) some.push_back(length);
            if (shape->fill == plot.parts[1].colour) others.push_back(length), starts = p[0].x;
        }
    ASSERT_EQ(some.size(), 3u);  // 20, 100 and 17
    ASSERT_EQ(others.size(), 1u);
    EXPECT_NEAR(others[0] / some[0], 1.5, 1e-6);
    EXPECT_NEAR(some[1] / some[0], 5, 1e-6);
    EXPECT_GT(starts, some[0]);
    EXPECT_EQ(in_percent(0), "0");
    EXPECT_EQ(in_percent(0.05), "0.05 %");
    EXPECT_EQ(in_percent(28.4), "28 %");
}

// An interval is drawn from its low end to its high end, also that of a share of 0, and the number
// stands behind it.
TEST(BarPlot, DrawsTheIntervalOfAZero) {
    BarPlot plot;
    plot.parts = {{{1, 2, 3}, ""}};
    plot.panels = {"interior"};
    plot.rows = {{"a method", {{{8}, 4, 16}}}, {"another", {{{0}, 0, 16}}}, {"exact", {{{0}}}}};
    const Drawing drawing = draw_bars(plot);
    std::vector<std::vector<Point>> intervals;
    double eight = 0;  // the bar's length
    for (const auto& element : drawing.elements)
        if (const auto* shape = std::get_if<Shape>(&element)) {
            const auto& points = shape->contours[0].points;
            if (shape->pen && shape->pen->colour == pale_ink) intervals.push_back(points);
            if (shape->fill == plot.parts[0].colour) eight = points[1].x - points[0].x;
        }
    ASSERT_EQ(intervals.size(), 2u) << "none without an interval";
    const auto& [of_eight, of_zero] = std::pair(intervals[0], intervals[1]);
    EXPECT_NEAR(of_eight[1].x - of_eight[0].x, 1.5 * eight, 1e-6);
    EXPECT_NEAR(of_zero[1].x - of_zero[0].x, 2 * eight, 1e-6);
    EXPECT_NEAR(of_zero[1].x, of_eight[1].x, 1e-6);
    std::vector<double> zeros;
    for (const TextBox& box : text_boxes(drawing))
        if (box.words->text == "0") zeros.push_back(box.words->start.x);
    std::ranges::sort(zeros);
    EXPECT_GT(zeros.back(), of_zero[1].x);
    EXPECT_LT(zeros[1], of_zero[0].x + eight) << "without an interval it stands at the axis";
}

// Each page has its rows' and panels' own bars, on the axes of the whole plot, and all but the
// first say that they continue.
TEST(BarPlot, PagesShareOutRowsAndPanels) {
    BarPlot plot;
    plot.title = "Title";
    plot.parts = {{{1, 2, 3}, "some"}};
    plot.panels = {"first", "second"};
    for (int row = 0; row < 4; ++row) {
        plot.rows.push_back({fmt::format("row {}", row), {{{11.0 + row}}, {{51.0 + row}}}});
        if (row == 0) plot.rows[0].group = "group";
    }
    const auto words_on = [](const Drawing& page) {
        std::set<std::string> texts;
        for (const TextBox& box : text_boxes(page)) texts.insert(box.words->text);
        return texts;
    };
    for (const double width_mm : {60.0, 160.0})
        for (const double part : {0.9, 0.6, 0.45}) {
            Page page{width_mm};
            page.max_height_mm = part * draw_bars(plot, page).height * 25.4 / page.dpi;
            const auto pages = draw_bar_pages(plot, page);
            EXPECT_GT(pages.size(), 1u);
            std::vector<std::string> seen;
            for (const Drawing& one : pages) {
                const auto texts = words_on(one);
                EXPECT_EQ(texts.contains("Title (continued)"), &one != &pages.front());
                EXPECT_TRUE(texts.contains("group"));
                EXPECT_TRUE(texts.contains("100 %")) << "the axis";
                for (int row = 0; row < 4; ++row)
                    for (const auto& [panel, first] : {std::pair{"first", 11}, {"second", 51}}) {
                        const std::string share = fmt::format("{} %", first + row);
                        EXPECT_EQ(
                            texts.contains(share),
                            texts.contains(panel) && texts.contains(fmt::format("row {}", row)));
                        if (texts.contains(share)) seen.push_back(share);
                    }
            }
            EXPECT_EQ(seen.size(), 8u);  // each once
        }
}

}  // namespace
}  // namespace hitmiss
