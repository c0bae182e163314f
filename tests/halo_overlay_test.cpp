// Lines over pictures: the predicted halo along the counted one, coverage, and the projection.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "draw/comparison_sheet.hpp"
#include "judging.hpp"
#include "methods/catalogue.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {
namespace {

// Each inked pixel lies at the border between hits and misses.
TEST(HaloOverlay, RunsAlongTheBorderOfTheHits) {
    Scene scene = load_scene(HITMISS_SCENES "/triangle.toml");
    resize(scene, 300, 300);
    const PrimaryRays rays(scene.camera, 300, 300);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    std::vector<Ray<float>> all;
    for (int k = 0; k < 300 * 300; ++k) all.push_back(rays(k % 300, k / 300));
    std::vector<Hit> hits(all.size());
    Tracer(parse_method("angle-sum:0.5"), geometry)(all, hits);
    Drawing arcs{300, 300};
    for (const auto& [from, to] : halo_lines(scene, hits, 0.5)) arcs.line({from, to}, {ink, 1});
    const Picture drawn = pixels(arcs);
    int inked = 0;
    for (int y = 2; y < 298; ++y)
        for (int x = 2; x < 298; ++x) {
            if (drawn.at(x, y).g > 128) continue;
            int inside = 0;
            for (int k = 0; k < 25; ++k)
                inside += bool(hits[std::size_t((y - 2 + k / 5) * 300 + x - 2 + k % 5)]);
            EXPECT_TRUE(inside > 0 && inside < 25) << x << ' ' << y;
            ++inked;
        }
    EXPECT_GT(inked, 400);  // the circumference is about 3 x 160 pixels
}

/// How many lines in the colour of the predicted halo lie on each picture of the contact sheet: the
/// picture, its errors, the detail.
std::vector<int> inked(const std::string& method, bool halo = true) {
    Scene scene = load_scene(HITMISS_SCENES "/triangle.toml");
    resize(scene, 200, 200);
    scene.methods = {parse_method(method)};
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const auto comparison =
        compared(scene.methods, geometry, scene.camera, scene.width, scene.height, scene.reference);
    SheetOptions options;
    options.halo = halo;
    const auto sheet = comparison_pages(scene, comparison, options).front();
    std::vector<int> lines;
    const Raster* picture = nullptr;
    const auto is_on_it = [&](const Point& p) {
        const Point place = (p - Point(picture->x, picture->y)) / double(picture->factor);
        return place.x >= 0 && place.x <= picture->picture.width && place.y >= 0 &&
               place.y <= picture->picture.height;
    };
    for (const auto& element : sheet.elements)
        if (const auto* next = std::get_if<Raster>(&element))
            picture = next, lines.push_back(0);
        else if (const auto* shape = std::get_if<Shape>(&element))
            if (shape->pen && shape->pen->colour == palette::halo)
                lines.back() += std::ranges::all_of(shape->contours[0].points, is_on_it);
    return lines;
}

TEST(HaloOverlay, WhereAskedForIsDrawnForAngleSumsOnlyAndNotOverTheirErrors) {
    const auto is_drawn = [](const std::vector<int>& lines) {
        return std::ranges::any_of(lines, [](int drawn) { return drawn > 0; });
    };
    for (const char* method : {"moller-trumbore", "signed-angle-sum"})
        EXPECT_FALSE(is_drawn(inked(method))) << method;
    EXPECT_FALSE(is_drawn(inked("angle-sum:0.5", false)));
    for (const char* method : {"angle-sum:0.5", "angle-sum-walking:0.5"}) {
        const auto lines = inked(method);
        ASSERT_EQ(lines.size(), 3u);
        EXPECT_GT(lines[0], 10) << method;
        EXPECT_EQ(lines[1], 0) << method;
        EXPECT_GT(lines[2], 0) << method;
    }
}

TEST(Projection, IsTheInverseOfTheRays) {
    Camera slanted{{3, -2, 7}, {0.5, 1, -1}, {0.2, 1, 0.1}};
    slanted.vertical_fov = 65;
    const PrimaryRays rays(slanted, 640, 360);
    for (const auto& [x, y] : {std::pair{0, 0}, {639, 0}, {320, 180}, {17, 359}, {600, 99}})
        for (const double t : {0.1, 1.0, 500.0}) {
            const auto ray = rays(x, y);
            const auto p = rays.project(Vec<double>(ray.o) + t * Vec<double>(ray.d));
            ASSERT_TRUE(p);
            EXPECT_NEAR(p->x, x + 0.5, 1e-3);
            EXPECT_NEAR(p->y, y + 0.5, 1e-3);
            EXPECT_FALSE(rays.project(Vec<double>(ray.o) - t * Vec<double>(ray.d)));
        }
}

}  // namespace
}  // namespace hitmiss
