// What the labelled drawings say against what they draw.

#include "draw/textbook.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <span>

#include "draw/notation.hpp"
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

// Angles are those at P; all else is in proportion to the areas, and weights are these shares.
TEST(Textbook, NumbersRegionsByTheirAnglesOrAreas) {
    std::vector<std::string> methods;
    std::vector<Region> regions;
    for (const auto& element : draw_what_methods_decide_by().elements)
        if (const auto* shape = std::get_if<Shape>(&element)) {
            if (const auto& corners = shape->contours[0].points; shape->fill && corners.size() == 3)
                regions.push_back({corners[0], corners[1], corners[2]});
        } else if (const auto* words = std::get_if<Words>(&element)) {
            const std::string minus = "−";
            const bool negative = words->text.starts_with(minus);
            const std::string text = words->text.substr(negative ? minus.size() : 0);
            for (const Entry* entry : catalogue())
                if (text == printed_name(Method(*entry))) methods.emplace_back(entry->info.name);
            if (text.find_first_not_of("0123456789.") == text.npos && !regions.empty())
                regions.back().number = negative ? -std::stod(text) : std::stod(text);
        }
    const auto shipped =
        std::ranges::count_if(catalogue(), [](const Entry* entry) { return entry->info.shipped; });
    ASSERT_EQ(methods.size() + 1 + std::size_t(shipped), catalogue().size())
        << "all but the exact one";
    ASSERT_EQ(regions.size(), 3 * methods.size());
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const std::span own(&regions[3 * m], 3);
        double sum = 0, area = 0;
        for (const Region& region : own) sum += region.number, area += region.area();
        for (const Region& region : own)
            if (methods[m].find("angle-sum") != std::string::npos)
                EXPECT_NEAR(region.number, region.angle(), 0.0051) << methods[m];
            else
                EXPECT_NEAR(region.number / sum, region.area() / area, 0.011 / std::abs(sum))
                    << methods[m];
    }
}

}  // namespace
}  // namespace hitmiss
