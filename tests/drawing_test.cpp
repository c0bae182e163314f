// Where an SVG has what is drawn, against the places in the drawing.

#include "draw/drawing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "draw/text.hpp"
#include "figure_testing.hpp"
#include "svg_testing.hpp"

namespace hitmiss {
namespace {

/// All numbers of a text, in their order.
std::vector<double> numbers(const std::string& text) {
    std::vector<double> found;
    const char* at = text.c_str();
    while (*at != '\0') {
        char* end = nullptr;
        const bool starts = (*at >= '0' && *at <= '9') || *at == '-' || *at == '.';
        const double number = starts ? std::strtod(at, &end) : 0;
        if (starts && end != at)
            found.push_back(number), at = end;
        else
            ++at;
    }
    return found;
}

/// The values of an attribute, of all elements of that name in their order.
std::vector<std::string> values(const std::string& svg, const std::string& element,
                                const std::string& attribute) {
    std::vector<std::string> found;
    for (auto at = svg.find("<" + element + " "); at != svg.npos;
         at = svg.find("<" + element + " ", at + 1)) {
        const auto tag = svg.substr(at, svg.find('>', at) - at);
        const auto start = tag.find(" " + attribute + "=\"");
        if (start == tag.npos) continue;
        const auto begin = start + attribute.size() + 3;
        found.push_back(tag.substr(begin, tag.find('"', begin) - begin));
    }
    return found;
}

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t k = 0; k < actual.size(); ++k) EXPECT_NEAR(actual[k], expected[k], 0.005) << k;
}

TEST(Svg, HasEverythingWhereItIsDrawn) {
    Drawing drawing{300, 200, 254};
    drawing.line({{10.25, 20.5}, {30, -40.25}}, {{1, 2, 3}, 1.5, {4, 2.5}});
    drawing.box(5, 6.5, 70, 8.75, Rgb{255, 0, 16});
    drawing.dot({90, 110}, 7.5, {0, 171, 0});
    drawing.text(120, 130.5, 0, "A<&\"", 20, {0, 0, 255});
    drawing.upright(140, 150, "up", 10);
    drawing.elements.emplace_back(Raster{11, 22, noise(3, 2, 1), 4});
    const std::string text = svg(drawing);
    expect_svg(text);

    expect_near(numbers(values(text, "svg", "viewBox").at(0)), {0, 0, 300, 200});
    expect_near(numbers(values(text, "svg", "width").at(0)), {30});
    expect_near(numbers(values(text, "svg", "height").at(0)), {20});
    const std::string drawn = text.substr(text.find("</defs>"));
    EXPECT_LT(numbers(values(drawn, "rect", "x").at(0)).at(0), 0) << "the ground, beyond the edges";
    EXPECT_GT(numbers(values(drawn, "rect", "width").at(0)).at(0), 101);
    const auto paths = values(drawn, "path", "d");
    ASSERT_EQ(paths.size(), 3u);
    expect_near(numbers(paths[0]), {10.25, 20.5, 30, -40.25});
    EXPECT_NE(paths[0].back(), 'z') << "a line is open";
    expect_near(numbers(paths[1]), {5, 6.5, 75, 6.5, 75, 15.25, 5, 15.25});
    EXPECT_EQ(paths[1].back(), 'z');
    // From the left end of the circle half of it to the right end, and back.
    expect_near(numbers(paths[2]),
                {82.5, 110, 7.5, 7.5, 0, 1, 0, 15, 0, 7.5, 7.5, 0, 1, 0, -15, 0});
    EXPECT_EQ(values(drawn, "path", "fill"),
              (std::vector<std::string>{"none", "#ff0010", "#00ab00"}));
    EXPECT_EQ(values(drawn, "path", "stroke"), std::vector<std::string>{"#010203"});
    expect_near(numbers(values(drawn, "path", "stroke-width").at(0)), {1.5});
    expect_near(numbers(values(drawn, "path", "stroke-dasharray").at(0)), {4, 2.5});

    EXPECT_EQ(values(drawn, "g", "aria-label"),
              (std::vector<std::string>{"A&lt;&amp;&quot;", "up"}));
    EXPECT_EQ(values(drawn, "g", "fill"), (std::vector<std::string>{"#0000ff", "#000000"}));
    const auto transforms = values(drawn, "g", "transform");
    expect_near(numbers(transforms.at(0)), {120, 130.5, font_scale(20)});
    expect_near(numbers(transforms.at(1)),
                {140, 150 + text_width("up", 10) / 2, -90, font_scale(10)});
    EXPECT_NEAR(numbers(transforms[0]).back(), font_scale(20), 1e-5);
    EXPECT_EQ(values(drawn, "use", "x").size(), 6u) << "a letter each";
    expect_near(numbers(values(drawn, "use", "x")[1]), {double(letters_of("A<").at(1).pen)});

    for (const auto& [attribute, expected] :
         {std::pair{"x", 11.0}, {"y", 22.0}, {"width", 12.0}, {"height", 8.0}})
        expect_near(numbers(values(drawn, "image", attribute).at(0)), {expected});
}

TEST(Arrow, EndsInTwoBarbsAlikeOnBothSides) {
    for (const Point to : {Point(50, 20), Point(20, -3), Point(7, 12), Point(20.5, 20)}) {
        Drawing drawing;
        const Point from(20, 20), way = glm::normalize(to - from), aside(-way.y, way.x);
        drawing.arrow(from, to, {ink, 1.5, {4, 2}});
        ASSERT_EQ(drawing.elements.size(), 2u);
        const auto& head = std::get<Shape>(drawing.elements[1]);
        EXPECT_TRUE(!head.closed && head.pen->dashes.empty());
        const auto& ends = head.contours.at(0).points;
        ASSERT_EQ(ends.size(), 3u);
        EXPECT_EQ(ends[1], to);
        const Point left = ends[0] - to, right = ends[2] - to;
        EXPECT_LT(glm::dot(left, way), 0) << "backwards";
        EXPECT_NEAR(glm::dot(left, way), glm::dot(right, way), 1e-9);
        EXPECT_NEAR(glm::dot(left, aside), -glm::dot(right, aside), 1e-9);
        EXPECT_GT(std::abs(glm::dot(left, aside)), 1.5) << "wider than the line";
    }
    Drawing none;
    none.arrow({5, 5}, {5, 5}, {});
    EXPECT_EQ(none.elements.size(), 1u) << "no direction, no head";
}

// The other output, of the same places.
TEST(Pixels, HaveEverythingWhereItIsDrawn) {
    Drawing drawing{60, 40};
    drawing.box(5, 6, 10, 3, Rgb{255, 0, 0});
    drawing.dot({30, 20}, 4, {0, 0, 255});
    const Picture tile = noise(3, 2, 1);
    drawing.elements.emplace_back(Raster{40, 30, tile, 4});
    const Picture all = pixels(drawing);
    ASSERT_EQ(all.width, 60);
    ASSERT_EQ(all.height, 40);
    int red = 0, blue = 0;
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 60; ++x) {
            const bool in_tile = x >= 40 && x < 52 && y >= 30 && y < 38;
            const Rgb seen = all.at(x, y);
            if (in_tile) {
                EXPECT_EQ(seen, tile.at((x - 40) / 4, (y - 30) / 4));
            } else if (seen == Rgb{255, 0, 0}) {
                EXPECT_TRUE(x >= 5 && x < 15 && y >= 6 && y < 9);
                ++red;
            } else if (seen == Rgb{0, 0, 255}) {
                EXPECT_LT(std::hypot(x + 0.5 - 30, y + 0.5 - 20), 4);
                ++blue;
            }
        }
    EXPECT_EQ(red, 30);
    EXPECT_GT(blue, 30);
}

TEST(Pixels, CirclesAreRoundToATenthOfADot) {
    const Point centre(110, 110);
    for (const double radius : {3.0, 12.0, 40.0, 100.0}) {
        Drawing drawing{220, 220};
        drawing.dot(centre, radius, {0, 0, 255});
        const Picture all = pixels(drawing);
        for (int y = 0; y < all.height; ++y)
            for (int x = 0; x < all.width; ++x) {
                // From the centre to the pixel's farthest and nearest points.
                const Point away = glm::abs(Point(x + 0.5, y + 0.5) - centre);
                const double farthest = glm::length(away + 0.5), nearest = glm::length(away - 0.5);
                if (farthest < radius - 0.1) {
                    ASSERT_EQ(all.at(x, y), (Rgb{0, 0, 255})) << radius << ' ' << x << ' ' << y;
                } else if (nearest > radius) {
                    ASSERT_EQ(all.at(x, y), palette::background) << radius << ' ' << x << ' ' << y;
                }
            }
    }
}

}  // namespace
}  // namespace hitmiss
