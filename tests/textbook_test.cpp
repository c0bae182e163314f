// What the labelled drawings say against what they draw.

#include "draw/textbook.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <optional>
#include <span>

#include "draw/text.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

double cross(Point a, Point b) {
    return a.x * b.y - a.y * b.x;
}

/// A part of the triangle, with a corner P, and the number that stands in it.
struct Region {
    Point p, q, r;
    double number = NAN;

    double area() const { return std::abs(cross(q - p, r - p)) / 2; }
    double angle() const {
        return std::abs(std::atan2(cross(q - p, r - p), glm::dot(q - p, r - p)));
    }
};

std::optional<double> number_in(std::string_view text) {
    const std::string_view minus = "−";
    const bool negative = text.starts_with(minus);
    if (negative) text.remove_prefix(minus.size());
    if (text.find_first_not_of("0123456789.") != text.npos) return {};
    return (negative ? -1 : 1) * std::stod(std::string(text));
}

// Methods that share a sketch compute the same numbers, and each method has its sketch.
TEST(Textbook, MethodsOfASketchDecideByTheSameNumbers) {
    std::vector<std::string> methods;
    for (const auto& same : drawn_numbers())
        for (const auto& [method, numbers] : same) {
            methods.push_back(method);
            for (std::size_t k = 0; k < 3; ++k)
                EXPECT_NEAR(numbers[k], same[0].numbers[k], 1e-4) << method;
        }
    for (const Entry* entry : catalogue()) {
        if (entry->info.shipped) continue;
        EXPECT_EQ(std::ranges::count(methods, entry->info.name), entry->info.name != "exact")
            << entry->info.name;
    }
}

// Angles are those at P; all else is in proportion to the areas. P cuts the triangles of four
// sketches into parts, each of which its number follows.
TEST(Textbook, NumbersRegionsByTheirAnglesOrAreas) {
    std::vector<Region> regions;
    const Drawing drawing = draw_what_methods_decide_by();
    for (std::size_t k = 0; k + 1 < drawing.elements.size(); ++k) {
        const auto* shape = std::get_if<Shape>(&drawing.elements[k]);
        const auto* words = std::get_if<Words>(&drawing.elements[k + 1]);
        if (!shape || !words || !shape->fill || shape->contours[0].points.size() != 3) continue;
        const auto& corners = shape->contours[0].points;
        const auto number = number_in(words->text);
        ASSERT_TRUE(number) << words->text;
        regions.push_back({corners[0], corners[1], corners[2], *number});
    }
    const auto sketches = drawn_numbers();
    const std::size_t cut[]{0, 1, 4, 5};
    ASSERT_EQ(regions.size(), 3 * std::size(cut));
    for (std::size_t s = 0; s < std::size(cut); ++s) {
        const std::span own(&regions[3 * s], 3);
        const auto& [method, numbers] = sketches[cut[s]][0];
        double sum = 0, area = 0;
        for (const Region& region : own) sum += region.number, area += region.area();
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_NEAR(own[k].number, numbers[k], 0.0051) << method;
            if (method == "angle-sum")
                EXPECT_NEAR(own[k].number, own[k].angle(), 0.0051);
            else
                EXPECT_NEAR(own[k].number / sum, own[k].area() / area, 0.011 / std::abs(sum))
                    << method;
        }
    }
}

// The other two: steps as long as their shares of the edges, and P at its place in the unit
// triangle.
TEST(Textbook, StepsAndCoordinatesAreAsLongAsTheirNumbersSay) {
    std::vector<std::vector<Point>> triangles, lines;  // those without parts; lines after the first
    const Drawing drawing = draw_what_methods_decide_by();
    for (std::size_t k = 0; k + 1 < drawing.elements.size(); ++k) {
        const auto* shape = std::get_if<Shape>(&drawing.elements[k]);
        if (!shape) continue;
        const auto& points = shape->contours[0].points;
        if (shape->fill && points.size() == 3 && !std::get_if<Words>(&drawing.elements[k + 1]))
            triangles.push_back(points);
        else if (!triangles.empty() && points.size() == 2)
            lines.push_back(points);
    }
    ASSERT_GE(triangles.size(), 2u);
    const auto at = [&](std::size_t sketch, std::size_t k) {
        return drawn_numbers()[sketch][0].numbers[k];
    };
    const auto expect_near = [](Point found, Point expected) {
        EXPECT_NEAR(found.x, expected.x, 0.5);
        EXPECT_NEAR(found.y, expected.y, 0.5);
    };
    const auto line_from = [&](Point from) {
        const auto found = std::ranges::find_if(lines, [&](const std::vector<Point>& line) {
            return glm::distance(line[0], from) < 0.5;
        });
        EXPECT_NE(found, lines.end());
        return found == lines.end() ? Point(0) : (*found)[1];
    };
    const Point a = triangles[0][0], b = triangles[0][1], c = triangles[0][2];
    const Point turn = line_from(a), P = line_from(turn);
    expect_near(turn, a + at(2, 1) * (b - a));
    expect_near(P, turn + at(2, 2) * (c - a));
    const Point origin = triangles[1][0], right = triangles[1][1] - origin,
                up = triangles[1][2] - origin;
    const Point unit_P = origin + at(3, 1) * right + at(3, 2) * up;
    expect_near(line_from(unit_P), origin + at(3, 1) * right);
    EXPECT_NEAR(glm::length(right), glm::length(up), 0.5);
}

// Where the edges go on beyond the corners: a's letter right of its corner, b's above, c's below.
TEST(Textbook, LettersOfTheSameSideTestStandStraightBesideTheirCorners) {
    std::vector<Point> corners, apart;  // apart: of all letters in their order, over their size
    for (const auto& element : draw_what_methods_decide_by().elements) {
        if (const auto* shape = std::get_if<Shape>(&element)) {
            const auto& points = shape->contours[0].points;
            if (shape->closed && !shape->fill && points.size() == 3) corners = points;
        } else if (const auto* words = std::get_if<Words>(&element)) {
            const std::string letters[]{"𝑎", "𝑏", "𝑐"};
            const auto letter = std::ranges::find(letters, words->text);
            if (letter == std::end(letters) || corners.empty()) continue;
            const double across = text_width(words->text, words->size);
            const Point middle = words->start + Point(across / 2, -0.35 * words->size);
            apart.push_back((middle - corners[std::size_t(letter - letters)]) / words->size);
        }
    }
    ASSERT_GE(apart.size(), 6u) << "three of the first sketch, three of this one";
    const Point a = apart[3], b = apart[4], c = apart[5];
    EXPECT_TRUE(a.x > 0.7 && a.x < 1.2 && std::abs(a.y) < 0.25);
    EXPECT_TRUE(b.y > -1.2 && b.y < -0.7 && std::abs(b.x) < 0.25);
    EXPECT_TRUE(c.y > 0.7 && c.y < 1.2 && std::abs(c.x) < 0.25);
}

TEST(Textbook, EveryMarkedPointIsNamedP) {
    const Drawing drawing = draw_what_methods_decide_by();
    int marked = 0;
    for (const auto& element : drawing.elements) {
        const auto* shape = std::get_if<Shape>(&element);
        if (!shape || shape->contours[0].radius < 0.5 / 25.4 * drawing.dpi || shape->pen) continue;
        EXPECT_TRUE(std::ranges::any_of(text_boxes(drawing), [&](const TextBox& box) {
            const Point middle(box.left + box.right, box.top + box.bottom);
            return box.words->text == "𝑃" &&
                   glm::distance(middle / 2.0, shape->contours[0].points[0]) <
                       1.6 * box.words->size;
        }));
        ++marked;
    }
    EXPECT_EQ(marked, 5) << "in all sketches but the one along the ray";
}

// What has their pen: two lines that meet at a corner, and short ones at the labels.
TEST(Textbook, TicksOfTheDeterminantStandOnItsAxes) {
    const Drawing drawing = draw_determinant();
    const auto lines = [&](std::size_t points) {
        std::vector<std::pair<std::vector<Point>, double>> found;
        for (const auto& element : drawing.elements)
            if (const auto* shape = std::get_if<Shape>(&element);
                shape && !shape->closed && shape->contours[0].points.size() == points)
                found.emplace_back(shape->contours[0].points, shape->pen->width);
        return found;
    };
    const auto bent = lines(3);
    ASSERT_EQ(bent.size(), 1u);
    const auto& [axes, width] = bent[0];
    EXPECT_EQ(axes[0].x, axes[1].x);
    EXPECT_EQ(axes[1].y, axes[2].y);
    int below = 0, beside = 0;
    for (const auto& [ends, own_width] : lines(2)) {
        if (own_width != width) continue;
        const Point tick = ends[0];
        if (ends[0].x == ends[1].x) {
            EXPECT_TRUE(tick.y == axes[1].y && tick.x >= axes[1].x && tick.x <= axes[2].x);
            ++below;
        } else {
            EXPECT_TRUE(tick.x == axes[1].x && tick.y >= axes[0].y && tick.y <= axes[1].y);
            ++beside;
        }
    }
    EXPECT_EQ(below, 9) << "decades from 1e-8 to 1";
    EXPECT_EQ(beside, 4) << "0, 30, 60 and 90 degrees";
}

}  // namespace
}  // namespace hitmiss
