// The ink of error maps follows the number of errors, in all scenes.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <glm/geometric.hpp>

#include "draw/comparison_sheet.hpp"
#include "judging.hpp"

namespace hitmiss {
namespace {

std::size_t dots_of(const Picture& sheet, const Raster& tile, Rgb colour) {
    std::size_t dots = 0;
    const int right = tile.x + tile.picture.width * tile.factor,
              bottom = tile.y + tile.picture.height * tile.factor;
    for (int y = tile.y; y < bottom; ++y)
        for (int x = tile.x; x < right; ++x) dots += sheet.at(x, y) == colour;
    return dots;
}

/// The rings on a map, in its pixels.
std::vector<Contour> rings_on(const Drawing& drawing, const Raster& tile) {
    std::vector<Contour> rings;
    for (const auto& element : drawing.elements) {
        const auto* shape = std::get_if<Shape>(&element);
        if (!shape || !shape->pen || shape->pen->colour != palette::ring) continue;
        for (Contour ring : shape->contours) {
            const Point centre = (ring.points[0] - Point(tile.x, tile.y)) / double(tile.factor);
            if (centre.x < 0 || centre.y < 0 || centre.x > tile.picture.width ||
                centre.y > tile.picture.height)
                continue;
            ring.points = {centre}, ring.radius /= tile.factor;
            rings.push_back(ring);
        }
    }
    return rings;
}

/// How many kinds have all of their errors in rings.
std::size_t ringed_kinds(const std::vector<Outcome>& outcomes, const std::vector<Contour>& rings) {
    std::size_t kinds = 0;
    for (std::size_t kind = 0; kind < outcome_rows.size(); ++kind) {
        bool any = false, all = true;
        for (std::size_t k = 0; k < outcomes.size(); ++k) {
            if (outcomes[k] != Outcome(kind)) continue;
            const Point middle(double(k % 120) + 0.5, double(k / 120) + 0.5);
            any = true;
            all &= std::ranges::any_of(rings, [&](const Contour& ring) {
                return glm::distance(ring.points[0], middle) < ring.radius;
            });
        }
        kinds += row_of(Outcome(kind)).error && any && all;
    }
    return kinds;
}

// What is printed, rings and frames included, against the counts of the judge.
TEST(Ink, IsProportionalToTheNumberOfErrorsInAllScenes) {
    std::size_t maps = 0, few = 0, many = 0, ringed = 0;
    for (const auto& file : std::filesystem::directory_iterator(HITMISS_SCENES)) {
        if (file.path().extension() != ".toml" || file.path().stem() == "methods") continue;
        Scene scene = load_scene(file.path());
        if (scene.walk || scene.probe) continue;
        resize(scene, 120, 90);
        scene.methods.clear();
        for (const char* method : {"angle-sum:0.001", "angle-sum:0.5", "collision-matrix:float",
                                   "moller-trumbore:1e-6", "same-side"})
            scene.methods.push_back(parse_method(method));
        const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
        const auto comparison = compared(scene.methods, geometry, scene.camera, 120, 90);
        SheetOptions options;
        options.page.width_mm = 240;
        const Drawing drawing = comparison_pages(scene, comparison, options).front();
        const Picture sheet = pixels(drawing);
        std::vector<const Raster*> tiles;
        for (const auto& element : drawing.elements)
            if (const auto* tile = std::get_if<Raster>(&element)) tiles.push_back(tile);
        const std::size_t methods = scene.methods.size();
        std::size_t next = methods;  // a row of pictures, then the maps of those that err
        for (std::size_t m = 0; m < methods; ++m) {
            const OutcomeCounts& outcomes = comparison.columns[m].tally.outcomes;
            if (outcomes.errors() == 0) continue;
            ASSERT_LT(next, tiles.size());
            const Raster* tile = tiles[next++];
            const double dot = tile->factor * tile->factor;
            // Rings are around all errors of a kind or none, and few, so that their ink cannot be
            // taken for that of many errors.
            const auto rings = rings_on(drawing, *tile);
            EXPECT_LE(rings.size(), 40 * ringed_kinds(comparison.columns[m].outcomes, rings))
                << scene.name << ' ' << to_string(scene.methods[m]);
            ringed += !rings.empty();
            for (const auto& [count, dots] :
                 {std::pair{outcomes.leaks, dots_of(sheet, *tile, palette::leak)},
                  {outcomes.false_hits, dots_of(sheet, *tile, palette::false_hit)}}) {
                EXPECT_NEAR(double(dots), dot * double(count), 0.2 * dot * double(count))
                    << scene.name << ' ' << to_string(scene.methods[m]);
                if (count > 200) ++many;
                if (count > 0 && count < 20) ++few;
            }
            const auto wrong = dots_of(sheet, *tile, palette::unchanged) +
                               dots_of(sheet, *tile, palette::wrong_triangle);
            EXPECT_NEAR(double(wrong), dot * double(outcomes.wrong_triangle),
                        0.2 * dot * double(outcomes.wrong_triangle));
            ++maps;
        }
    }
    EXPECT_GT(maps, 20u);
    EXPECT_GT(few, 5u);
    EXPECT_GT(many, 3u);
    EXPECT_GT(ringed, 0u);
}

/// A map of '.', right, and of L, F and W.
OutcomeMap map_of(int width, int height, std::string_view text) {
    OutcomeMap map(width, height);
    std::ranges::transform(text, map.pixels.begin(), [](char c) {
        return c == 'L'   ? Outcome::leak
               : c == 'F' ? Outcome::false_hit
               : c == 'W' ? Outcome::wrong_triangle
                          : Outcome::right;
    });
    return map;
}

TEST(Ink, GroupsAreSmallAndFarFromOtherErrors) {
    const auto map = map_of(10, 5,
                            "L........."
                            ".L.....FFF"
                            ".........."
                            ".....W...."
                            "..........");
    const std::vector<Rectangle> all{{0, 0, 2, 2}, {7, 1, 3, 1}, {5, 3, 1, 1}};
    EXPECT_EQ(small_groups(map, 3, 1, 3), all);
    EXPECT_TRUE(small_groups(map, 3, 1, 2).empty()) << "more groups than are asked for";
    EXPECT_TRUE(small_groups(map, 2, 1, 3).empty()) << "one group is too large";
    EXPECT_EQ(small_groups(map, 5, 2, 3), (std::vector<Rectangle>{{0, 0, 2, 2}, {5, 1, 5, 3}}));
}

// Each ring holds its group and no other error, and is not filled.
TEST(Ink, RingsAreOpenAndAroundSmallGroupsOnly) {
    const auto rings = [&](auto is_error, int factor = 1, int side = 60) {
        const Picture ground(side, side, palette::silhouette);
        OutcomeMap map(side, side);
        for (int k = 0; k < side * side; ++k)
            if (is_error(k % side, k / side)) map.pixels[std::size_t(k)] = Outcome::leak;
        std::vector<Contour> found;
        for (const auto& element :
             draw_map(painted(ground, map, SamePicture(side, side)), map, factor, {}).elements)
            if (const auto* shape = std::get_if<Shape>(&element)) {
                EXPECT_FALSE(shape->fill);
                for (const Contour& contour : shape->contours)
                    if (contour.radius > 0) found.push_back(contour);
            }
        return found;
    };
    const auto one = rings([](int x, int y) { return x == 5 && y == 50; });
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0].points[0], Point(5.5, 50.5));
    EXPECT_EQ(rings([](int x, int y) { return x == y && x % 20 == 0; }).size(), 3u);
    EXPECT_EQ(rings([](int x, int y) { return x % 20 == 10 && y % 20 == 10; }).size(), 9u);
    const auto raster = [](int x, int y) { return x % 15 == 7 && y % 15 == 7; };
    EXPECT_EQ(rings(raster, 1, 90).size(), 36u);
    EXPECT_TRUE(rings(raster, 1, 105).empty()) << "49 are seen without";
    EXPECT_TRUE(rings([](int x, int y) { return x == 5 || (x == 40 && y == 50); }).empty())
        << "none, as the line has none";
    EXPECT_TRUE(rings([](int x, int y) { return x % 4 == 0 && y % 4 == 0; }).empty());
    EXPECT_TRUE(rings([](int x, int) { return x == 30; }).empty()) << "a line is seen as it is";
    EXPECT_TRUE(rings([](int x, int y) { return x == 5 && y == 50; }, 12).empty())
        << "large enough by itself";
}

}  // namespace
}  // namespace hitmiss
