// Acceptance maps: their counts, the angle sum as a field, and the grid of single floats.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.hpp"
#include "draw/acceptance_map.hpp"
#include "methods/catalogue.hpp"
#include "methods/halo.hpp"

namespace hitmiss {
namespace {

const Triangle<float> acute{{-0.30f, 0.96f, 0}, {-0.77f, -0.66f, 0}, {0.94f, -0.32f, 0}};
const Triangle<float> equilateral{{0.5f, std::sqrt(0.75f), 0}, {0, 0, 0}, {1, 0, 0}};

struct Edge {
    Vec<double> p, q;
};
std::array<Edge, 3> edges(const Triangle<float>& tri) {
    return {{{tri.a, tri.b}, {tri.b, tri.c}, {tri.c, tri.a}}};
}

// Far from the origin floats lie as far apart as samples do, and some samples are one float.
TEST(PositionAmong, IsThatOfASampleAtBothEnds) {
    for (const double from : {0.0, 1e4, -1e4}) {
        const auto samples = even_coordinates(from, 1e-3, 256);
        EXPECT_EQ(position_among(samples, samples.front()), 0.5);
        EXPECT_NEAR(position_among(samples, from + 0.1), 100.5, 1);
        EXPECT_DOUBLE_EQ(position_among(samples, samples.back()), 255.5);
    }
    EXPECT_EQ(position_among(even_coordinates(1e6, 1e-3, 8), 1e6), 0.5) << "all are one float";
}

TEST(PositionAmong, IsTheIndexInAListOfFloats) {
    const auto floats = consecutive_floats(1, 48);
    EXPECT_EQ(position_among(floats, 1), 24.5);
    EXPECT_EQ(position_among(floats, 1 + 0x1p-22), 26.5);
    EXPECT_EQ(position_among(floats, 1 - 0x1p-23), 22.5);
    EXPECT_EQ(position_among(floats, 1 + 0x1p-24), 25) << "halfway to the next";
    EXPECT_EQ(position_among({1, 0.5f, 0}, 0.75), 1) << "descending";
}

/// A row of a column is above the edge or not, exactly; the drawn edge runs between such rows.
TEST(EdgeAmong, RunsBetweenInsideAndOutside) {
    const Triangle<float> triangles[]{
        {{0.5f, 0.2f, 0}, {0.5f, -0.7f, 0}, {-0.3f, -0.1f, 0}},
        {{-1, 0.5f, 0}, {1, 0.5f, 0}, {1, -1, 0}},
        {{-1, -0.3f, 0}, {1, 0.3f, 0}, {-0.4f, 0.9f, 0}},
        {{0.1f, 0.7f, 0}, {1.9f, -0.2f, 0}, {1.5f, 2, 0}},
        {{3, -1e-3f, 0}, {5, 1e-3f, 0}, {4, 1, 0}},
        {{0.17f, 0.12f, 0}, {0.92f, 0.41f, 0}, {0.31f, 0.93f, 0}},
        // Its end at the last column is rounded to a place beyond.
        {{0.5f, 0.2f, 0}, {0.8118591f, 1.0169914f, 0}, {1.1881428f, 0.9053200f, 0}}};
    for (const auto& tri : triangles)
        for (const auto& [p, q] : edges(tri)) {
            const Vec<float> from(p), to(q);
            const PointGrid grid = float_grid(0.5f * (from + to), 48);
            const auto line = edge_among(grid, from, to);
            ASSERT_GE(line.size(), 2u);
            // Through the middle and out of the map at both ends.
            for (const auto& end : {line.front(), line.back()})
                EXPECT_LT(std::min({end.x, end.y, 48 - end.x, 48 - end.y}), 1e-5)
                    << end.x << ' ' << end.y;
            int crossed = 0;
            const auto crosses = [&](int axis, std::size_t k, std::size_t first) {
                // On the line through the samples k, where the edge is.
                const double at = double(k) + 0.5;
                for (std::size_t piece = 1; piece < line.size(); ++piece) {
                    const auto &a = line[piece - 1], &b = line[piece];
                    if (std::min(a[axis], b[axis]) > at || std::max(a[axis], b[axis]) <= at)
                        continue;
                    const double share = (at - a[axis]) / (b[axis] - a[axis]);
                    const double there = a[1 - axis] + share * (b[1 - axis] - a[1 - axis]);
                    EXPECT_GE(there, double(first) + 0.5 - 1e-6);
                    EXPECT_LE(there, double(first) + 1.5 + 1e-6);
                    ++crossed;
                }
            };
            const auto inside = [&](std::size_t column, std::size_t row) {
                return exactly_inside(grid.point(48 * row + column), tri);
            };
            for (std::size_t k = 0; k < 48; ++k)
                for (std::size_t first = 0; first + 1 < 48; ++first) {
                    if (inside(k, first) != inside(k, first + 1)) crosses(0, k, first);
                    if (inside(first, k) != inside(first + 1, k)) crosses(1, k, first);
                }
            EXPECT_GE(crossed, 20) << from.x << ' ' << from.y << " to " << to.x << ' ' << to.y;
        }
}

TEST(Acceptance, FalseHitsCoverTheHalo) {
    const double pitch = 1.0 / 256;
    const PointGrid grid{even_coordinates(-1.6, pitch, 820), even_coordinates(1.6, -pitch, 820)};
    for (const auto& [spec, epsilon] : {std::pair{"angle-sum:0.1", 0.1},
                                        {"angle-sum:epsilon=0.5,variant=corrected", 0.5},
                                        {"angle-sum-walking:epsilon=1,variant=atan2", 1.0}}) {
        double predicted = 0;
        for (const auto& [p, q] : edges(acute)) predicted += halo_area(glm::length(q - p), epsilon);
        const InsideMap map = map_acceptance(parse_method(spec), acute, grid);
        EXPECT_NEAR(double(map.tally.added) * pitch * pitch / predicted, 1, 0.01) << spec;
        std::uint64_t inside = 0;
        for (std::size_t k = 0; k < grid.points(); ++k) inside += map.is_inside(k);
        const double area = 0.5 * glm::length(normal(Triangle<double>(acute)));
        EXPECT_NEAR(double(inside) * pitch * pitch / area, 1, 0.001);
    }
}

TEST(Acceptance, CountsAgreeWithTheMap) {
    const PointGrid grid{even_coordinates(-0.5, 0.01, 200), even_coordinates(1.2, -0.01, 150)};
    const InsideMap map = map_acceptance(parse_method("angle-sum-walking:0.3"), equilateral, grid);
    const Kernel kernel = parse_method("angle-sum-walking:0.3").kernel({});
    ASSERT_EQ(map.said.size(), 200u * 150u);
    std::uint64_t leaks = 0, false_hits = 0;
    for (std::size_t k = 0; k < map.said.size(); ++k) {
        const Vec<float> P(grid.columns[k % 200], grid.rows[k / 200], 0);
        ASSERT_EQ(map.said[k], kernel.inside(Vec<double>(P), equilateral));
        ASSERT_EQ(map.is_inside(k), exactly_inside(P, equilateral));
        leaks += map.is_inside(k) && !map.said[k], false_hits += map.said[k] && !map.is_inside(k);
    }
    EXPECT_EQ(map.tally.missing, leaks);
    EXPECT_EQ(map.tally.added, false_hits);
    EXPECT_GT(false_hits, 0u);
}

/// The normals of the pyramid's faces over the centroid are at right angles at sqrt(1/6) = 0.408.
TEST(Acceptance, SameSideAcceptsAVolume) {
    const auto accepts = [](const char* method, double height) {
        return parse_method(method).kernel({}).inside({0.5, std::sqrt(0.75) / 3, height},
                                                      equilateral);
    };
    for (const double side : {1, -1}) {
        EXPECT_TRUE(accepts("same-side", 0.40 * side));
        EXPECT_FALSE(accepts("same-side", 0.42 * side));
        EXPECT_TRUE(accepts("same-side:variant=corrected", 100 * side)) << "a prism without end";
    }
    // Over all points of the triangle it is sqrt(3)/4 = 0.433, at the weights 1/2, 1/4, 1/4.
    const Kernel kernel = parse_method("same-side:precision=double").kernel({});
    double highest = 0;
    Vec<double> below(0);
    for (int i = 0; i <= 100; ++i)
        for (int j = 0; i + j <= 100; ++j)
            for (int level = 1; level <= 1000; ++level) {
                const Vec<double> P = (Vec<double>(equilateral.a) * double(100 - i - j) +
                                       Vec<double>(equilateral.b) * double(i) +
                                       Vec<double>(equilateral.c) * double(j)) /
                                      100.0;
                const double height = level / 1000.0;
                if (height > highest && kernel.inside({P.x, P.y, height}, equilateral))
                    highest = height, below = {1 - (i + j) / 100.0, i / 100.0, j / 100.0};
            }
    EXPECT_NEAR(highest, std::sqrt(3.0) / 4, 1e-3);
    EXPECT_EQ(below, Vec<double>(0.5, 0.25, 0.25));
    const PointGrid upright{{0.1f, 0.2f}, {0.3f, 0.0f}, 0.5f, 0};
    EXPECT_EQ(upright.point(1), Vec<float>(0.5f, 0.2f, 0.3f));
    const InsideMap map = map_acceptance(parse_method("same-side"), equilateral, upright);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(map.is_inside(k), k >= 2);
}

TEST(Acceptance, PublishedSameSideAcceptsTheLineThroughBAndC) {
    const double pitch = 1.0 / 192;
    const PointGrid grid{even_coordinates(-9, 0.1, 200), even_coordinates(8 * pitch, -pitch, 20)};
    ASSERT_EQ(grid.rows[8], 0);
    const InsideMap map = map_acceptance(parse_method("same-side"), equilateral, grid);
    for (std::size_t k = 0; k < map.said.size(); ++k)
        EXPECT_EQ(map.said[k], k / 200 == 8 || map.is_inside(k)) << k;
    EXPECT_EQ(
        map_acceptance(parse_method("same-side:variant=corrected"), equilateral, grid).tally.added,
        0u);
}

TEST(Acceptance, EveryPredicateOfTheCatalogueAnswers) {
    int predicates = 0;
    for (const Method& method : all_methods()) {
        const std::string name = method.name();
        const Kernel kernel = method.kernel({});
        EXPECT_EQ(bool(kernel.inside), method.entry->info.kind == Kind::point_test);
        EXPECT_EQ(bool(kernel.inside),
                  name.find("angle-sum") != name.npos || name == "same-side" || name == "area-sum");
        if (kernel.inside) {
            EXPECT_TRUE(kernel.inside({0.01, 0.02, 0}, acute)) << to_string(method);
            EXPECT_FALSE(kernel.inside({0.9, 0.9, 0}, acute)) << to_string(method);
            ++predicates;
            continue;
        }
        try {
            map_acceptance(method, acute, {});
            ADD_FAILURE() << name;
        } catch (const Error& error) {
            EXPECT_EQ(error.exit, Exit::usage);
        }
    }
    EXPECT_EQ(predicates, 20);
    EXPECT_THROW(map_acceptance(parse_method("same-side"), {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, {}),
                 Error);
}

// Side 1, with samples 1/192 apart; the inside, accepted or not, lies within the drawn edges.
TEST(AcceptanceFigure, DrawsTheTriangleAroundItsSamples) {
    constexpr double pitch = 1.0 / 192;
    const AcceptanceFigure shown{
        "",
        "",
        {{0.5f, std::sqrt(0.75f), 0}, {0, 0, 0}, {1, 0, 0}},
        {even_coordinates(-32 * pitch, pitch, 256), even_coordinates(184 * pitch, -pitch, 214)},
        {parse_method("same-side"), parse_method("same-side:variant=corrected"),
         parse_method("signed-angle-sum"), parse_method("angle-sum:0.1"),
         parse_method("angle-sum:0.5"), parse_method("angle-sum-walking")}};
    const Drawing figure = draw_acceptance(shown, maps_of(shown)).front();
    const Raster* map = nullptr;
    struct Side {
        hitmiss::Point from, along;  // in samples
    };
    std::vector<Side> edges;
    int maps = 0;
    for (const auto& element : figure.elements) {
        if (const auto* raster = std::get_if<Raster>(&element)) map = raster, edges.clear();
        const auto* shape = std::get_if<Shape>(&element);
        if (!map || !shape || shape->closed) continue;
        const auto sample = [&](const hitmiss::Point& p) {
            return (p - hitmiss::Point(map->x, map->y)) / double(map->factor);
        };
        const auto& ends = shape->contours[0].points;
        edges.push_back({sample(ends[0]), sample(ends[1]) - sample(ends[0])});
        EXPECT_NEAR(glm::length(edges.back().along), 192, 1e-3);
        if (edges.size() < 3) continue;
        for (int y = 0; y < map->picture.height; ++y)
            for (int x = 0; x < map->picture.width; ++x) {
                double depth = 192;
                for (const auto& [from, along] : edges) {
                    const auto to = hitmiss::Point(x + 0.5, y + 0.5) - from;
                    depth = std::min(depth, (along.y * to.x - along.x * to.y) / 192);
                }
                if (std::abs(depth) < 0.01) continue;
                const Rgb colour = map->picture.at(x, y);
                ASSERT_EQ(colour == palette::silhouette || colour == row_of(Outcome::leak).colour,
                          depth > 0)
                    << x << ' ' << y;
            }
        ++maps, map = nullptr;
    }
    EXPECT_EQ(maps, 6);
}

TEST(UlpGrid, HoldsConsecutiveFloats) {
    for (const float middle : {0.615f, 0.5f, 1e-3f, 3e20f}) {
        const auto values = consecutive_floats(middle, 96);
        ASSERT_EQ(values.size(), 96u);
        EXPECT_EQ(values[48], middle);
        for (std::size_t k = 1; k < values.size(); ++k)
            EXPECT_EQ(std::bit_cast<std::uint32_t>(values[k]),
                      std::bit_cast<std::uint32_t>(values[k - 1]) + 1);
    }
}

/// All coordinates are multiples of 2^-27 below 1, so int64 holds products of their differences.
TEST(UlpGrid, ExactSideAgreesWithIntegers) {
    const Triangle<float> tri{{0.17f, 0.12f, 0}, {0.92f, 0.41f, 0}, {0.31f, 0.93f, 0}};
    struct Point {
        std::int64_t x, y;
        explicit Point(const Vec<float>& v) : x(whole(v.x)), y(whole(v.y)) {}
        static std::int64_t whole(float value) {
            const double scaled = std::ldexp(double(value), 27);
            EXPECT_EQ(scaled, std::floor(scaled));
            return std::int64_t(scaled);
        }
    };
    const auto left_of = [](const Point& p, const Point& q, const Point& r) {
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) >= 0;
    };
    const Point a(tri.a), b(tri.b), c(tri.c);
    for (const auto& middle :
         {0.5f * (tri.b + tri.c), 0.5f * (tri.a + tri.b), 0.5f * (tri.c + tri.a), tri.b}) {
        int inside = 0;
        for (const float y : consecutive_floats(middle.y, 32))
            for (const float x : consecutive_floats(middle.x, 32)) {
                const Vec<float> v(x, y, 0);
                const Point P(v);
                const bool expected = left_of(a, b, P) && left_of(b, c, P) && left_of(c, a, P);
                ASSERT_EQ(exactly_inside(v, tri), expected);
                inside += expected;
            }
        EXPECT_GT(inside, 0);
        EXPECT_LT(inside, 32 * 32);
    }
    EXPECT_FALSE(exactly_inside({0.4f, 0.5f, 1e-30f}, tri)) << "off the plane";
}

}  // namespace
}  // namespace hitmiss
