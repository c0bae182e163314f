// Lines: what they cover, against the distance in closed form.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "base/math.hpp"
#include "draw/drawing.hpp"

namespace hitmiss {
namespace {

constexpr Rgb white{255, 255, 255}, black{0, 0, 0};

Picture drawn(int width, int height, const Shape& shape) {
    Drawing drawing{double(width), double(height)};
    drawing.add(shape);
    return pixels(drawing);
}

Picture line(int width, int height, Point from, Point to, double thickness, Rgb colour = black) {
    return drawn(width, height, {{{{from, to}}}, {}, Pen{colour, thickness}, false});
}

/// Fully covered near the line, untouched away from it, and the share in between.
void expect_line(const Picture& picture, double thickness, double tolerance, auto distance) {
    int covered = 0;
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            const double away = distance(glm::dvec2(x + 0.5, y + 0.5));
            const double cover = std::clamp(thickness / 2 + 0.5 - away, 0.0, 1.0);
            ASSERT_NEAR(255 - picture.at(x, y).r, 255 * cover, 1 + 255 * tolerance)
                << x << ", " << y;
            covered += cover == 1;
        }
    EXPECT_GT(covered, 0);
}

TEST(Stroke, SegmentCoversItsSurroundings) {
    using P = glm::dvec2;
    for (const auto& ends : {std::pair{P(10, 8), P(50, 41)},
                             {P(30.3, 60), P(30.3, 5)},
                             {P(20, 20), P(20, 20)},
                             {P(-1e9, -1e9), P(1e9, 1e9 + 7)},
                             {P(-50, 30), P(20, 12)}}) {
        const P from = ends.first, to = ends.second;
        expect_line(line(64, 48, from, to, 3), 3, 0.01, [&](P p) {
            if (from == to) return glm::length(p - from);
            const P e = (to - from) / glm::length(to - from), v = p - from;
            const double s = glm::dot(v, e);
            if (s < 0) return glm::length(v);
            if (s > glm::length(to - from)) return glm::length(p - to);
            return std::abs(v.x * e.y - v.y * e.x);
        });
    }
}

TEST(Polygon, CoversItsAreaPixelByPixel) {
    // A slanted quadrilateral, clipped by the picture's border, and others within one column and
    // one row; shares by 64 x 64 samples.
    for (const std::vector<Point>& shape :
         {std::vector<Point>{{-3.2, 4.1}, {20.7, 1.3}, {28.4, 17.9}, {5.5, 26.2}},
          {{4.2, 3.5}, {4.7, 3.5}, {4.9, 20.25}, {4.2, 20.25}},
          {{3.5, 4.2}, {20.25, 4.2}, {20.25, 4.9}, {3.5, 4.7}}}) {
        const Picture picture = drawn(24, 24, {{{shape}}, black});
        for (int y = 0; y < 24; ++y)
            for (int x = 0; x < 24; ++x) {
                int inside = 0;
                for (int k = 0; k < 64 * 64; ++k) {
                    const Point p(x + (k % 64 + 0.5) / 64, y + (k / 64 + 0.5) / 64);
                    bool in = true;
                    for (std::size_t c = 0; c < 4; ++c) {
                        const Point e = shape[(c + 1) % 4] - shape[c], v = p - shape[c];
                        in = in && e.x * v.y - e.y * v.x >= 0;
                    }
                    inside += in;
                }
                ASSERT_NEAR(255 - picture.at(x, y).r, 255 * inside / 4096.0, 2) << x << ", " << y;
            }
    }
}

TEST(Stroke, CoversLengthTimesWidth) {
    for (const Point to : {Point(80, 20), Point(80, 45.5), Point(20, 75), Point(70, 70)}) {
        const Point from(20, 20);
        const Picture picture = line(100, 100, from, to, 6);
        double covered = 0;
        for (const Rgb& p : picture.pixels) covered += (255 - p.r) / 255.0;
        const double length = glm::length(to - from);
        EXPECT_NEAR(covered, 6 * length + pi<double> * 9, 0.02 * 6 * length);
    }
}

TEST(Stroke, DashesFollowTheLineAroundItsCorners) {
    const std::vector<Point> corner{{10, 10.5}, {40, 10.5}, {40, 40}};
    const Picture picture = drawn(60, 60, {{{corner}}, {}, Pen{black, 1, {10, 10}}, false});
    EXPECT_EQ(picture.at(15, 10), black);
    EXPECT_EQ(picture.at(25, 10), white);
    EXPECT_EQ(picture.at(35, 10), black);
    EXPECT_LT(picture.at(40, 25).r, 200) << "30 on the way: a stroke from 40 to 50";
    EXPECT_EQ(picture.at(40, 15), white);
}

TEST(Stroke, IsClippedAndEndsFarOffCostNothing) {
    EXPECT_EQ(line(50, 50, {-10, 25}, {60, 25}, 3).pixels,
              line(50, 50, {-1e9, 25}, {1e9, 25}, 3).pixels);
    EXPECT_EQ(line(50, 50, {-5, -20}, {60, -20}, 3).pixels, Picture(50, 50).pixels);
}

}  // namespace
}  // namespace hitmiss
