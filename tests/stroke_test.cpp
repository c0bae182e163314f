// Lines: what they cover, against the distance in closed form.

#include "figure/stroke.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace hitmiss {
namespace {

constexpr Rgb white{255, 255, 255}, black{0, 0, 0};

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
        Picture picture(64, 48, white);
        draw_line(picture, from, to, 3, black);
        expect_line(picture, 3, 0.01, [&](P p) {
            if (from == to) return glm::length(p - from);
            const P e = (to - from) / glm::length(to - from), v = p - from;
            const double s = glm::dot(v, e);
            if (s < 0) return glm::length(v);
            if (s > glm::length(to - from)) return glm::length(p - to);
            return std::abs(v.x * e.y - v.y * e.x);
        });
    }
}

}  // namespace
}  // namespace hitmiss
