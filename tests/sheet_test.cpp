// The composer and the contact sheet: boxes of texts, whole pixels, marks, the detail.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <set>

#include "base/words.hpp"
#include "draw/comparison_sheet.hpp"
#include "draw/text.hpp"
#include "figure_testing.hpp"
#include "judging.hpp"
#include "svg_testing.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {
namespace {

std::vector<const Raster*> tiles(const Drawing& drawing) {
    std::vector<const Raster*> found;
    for (const auto& element : drawing.elements)
        if (const auto* tile = std::get_if<Raster>(&element)) found.push_back(tile);
    return found;
}

struct Compared {
    Scene scene;
    Comparison comparison;
};
Compared compared(const std::string& name, int width, int height,
                  const std::vector<std::string>& methods) {
    Compared result{load_scene(HITMISS_SCENES "/" + name + ".toml"), {}};
    Scene& scene = result.scene;
    resize(scene, width, height);
    scene.methods.clear();
    for (const auto& text : methods) scene.methods.push_back(parse_method(text));
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    result.comparison =
        compared(scene.methods, geometry, scene.camera, width, height, scene.reference);
    return result;
}

Drawing first_page(const Scene& scene, const Comparison& comparison,
                   const SheetOptions& options = {}) {
    return comparison_pages(scene, comparison, options).front();
}

const std::vector<std::string> some_methods{"angle-sum:0.001",
                                            "angle-sum:epsilon=0.5,precision=double,variant=atan2",
                                            "moller-trumbore:cull=back",
                                            "same-side:variant=corrected",
                                            "watertight",
                                            "collision-matrix",
                                            "angle-sum-walking:variant=atan2"};

TEST(Sheet, IsReadableAtAnyWidthAndNumberOfMethods) {
    for (const double width_mm : {50.0, 80.0, 160.0, 300.0})
        for (const std::size_t count : {1u, 2u, 4u, 5u, 7u}) {
            const auto [scene, comparison] =
                compared("cube", 60, 40,
                         {some_methods.begin(), some_methods.begin() + std::ptrdiff_t(count)});
            const Drawing drawing =
                first_page(scene, comparison,
                           {{.width_mm = width_mm,
                             .dpi = 150,
                             .own_title = "A title of as many words as sentences have"}});
            expect_readable(drawing);
            EXPECT_LE(25.4 * drawing.height / drawing.dpi, 225);
            EXPECT_NEAR(25.4 * drawing.width / drawing.dpi, width_mm, 0.5);
            EXPECT_GE(drawing.dpi, 150);
            expect_svg(svg(drawing));
        }
}

TEST(Sheet, SaysWhatItIsComparedWithIfThatRounds) {
    const auto texts_of = [](const auto& scene, const auto& comparison) {
        const Drawing drawing = first_page(scene, comparison);
        std::string all;
        for (const TextBox& box : text_boxes(drawing)) all += box.words->text + ' ';
        return all;
    };
    auto [scene, comparison] = compared("cube", 12, 9, {"angle-sum:0.5"});
    EXPECT_EQ(texts_of(scene, comparison).find("compared with"), std::string::npos);
    scene.reference = parse_method("watertight");
    const std::string texts = texts_of(scene, comparison);
    EXPECT_NE(texts.find(", compared with watertight"), std::string::npos) << texts;
}

// Each pixel a whole number of dots: in the list, and in the PNG.
TEST(Sheet, ShowsEveryPixelAsWholeDots) {
    for (const auto& [width, height] : {std::pair{3, 2}, {100, 40}, {700, 9}}) {
        const auto [scene, comparison] =
            compared("cube", width, height, {"angle-sum:0.5", "angle-sum:0.3", "angle-sum:0.2"});
        SheetOptions options;
        options.rows.detail = false;
        const Drawing drawing = first_page(scene, comparison, options);
        const Picture whole = pixels(drawing);
        const auto all = tiles(drawing);
        ASSERT_GE(all.size(), 3u);
        for (const Raster* tile : all) {
            ASSERT_EQ(tile->picture.width, width);
            const int k = tile->factor;
            EXPECT_GE(k * width, 0.9 * (drawing.width - 24 / 25.4 * drawing.dpi) / 3 - 100)
                << "fills its column";
            // The frame and marks cover some; the middle of a picture's pixel is seen.
            if (tile != all[0]) continue;
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x) {
                    if (k < 3 && (x == 0 || y == 0 || x + 1 == width || y + 1 == height)) continue;
                    ASSERT_EQ(whole.at(tile->x + k * x + k / 2, tile->y + k * y + k / 2),
                              tile->picture.at(x, y));
                }
        }
    }
}

// A picture that is higher than wide fills its column, or is four times as high as it is wide.
TEST(Sheet, ShowsATallCropUpToFourTimesAsHighAsItsColumn) {
    const auto [scene, comparison] =
        compared("cube", 60, 60, {"angle-sum:0.5", "angle-sum:0.3", "angle-sum:0.2"});
    SheetOptions options;
    options.rows.detail = false, options.page.max_height_mm = 1e5;
    const auto factor = [&, &s = scene, &c = comparison](int width, int height) {
        options.crop = Rectangle{0, 0, width, height};
        return tiles(first_page(s, c, options)).at(0)->factor;
    };
    const int column = 60 * factor(60, 60), side = factor(1, 60);
    EXPECT_NEAR(60 * side, 4 * column, 4 * 60);
}

// The detail is outlined on the map pixel by pixel, but neither outside the map nor over errors.
TEST(Sheet, OutlinesTheDetailWhereItHidesNoError) {
    auto [scene, comparison] = compared("cube", 40, 30, {"angle-sum:0.5"});
    auto& outcomes = comparison.columns[0].outcomes;
    std::ranges::fill(outcomes, Outcome::right);
    outcomes[15 * 40 + 20] = Outcome::leak;
    const auto sides = [&, &s = scene, &c = comparison](const Rectangle& window) {
        const ToLookAt look_at{window, {std::nullopt}};
        SheetOptions options;
        options.look_at = &look_at;
        const Drawing drawing = first_page(s, c, options);
        std::size_t count = 0;
        for (const auto& element : drawing.elements)
            if (const auto* shape = std::get_if<Shape>(&element); shape && !shape->pen)
                count += shape->fill == pale_ink ? shape->contours.size() : 0;
        return count;
    };
    EXPECT_EQ(sides({1, 1, 8, 8}), 32u);
    EXPECT_EQ(sides({0, 0, 8, 8}), 16u);
    EXPECT_EQ(sides({31, 21, 8, 8}), 32u);
    EXPECT_EQ(sides({32, 22, 8, 8}), 16u);
    EXPECT_EQ(sides({21, 12, 8, 8}), 31u);
}

// Below each map stands, beside the colour of the outcome, how many of its pixels have it.
TEST(Sheet, CountsWhatItsMapsShow) {
    const auto [scene, comparison] =
        compared("icosphere", 60, 48,
                 {"angle-sum:0.5", "angle-sum-walking", "collision-matrix:float", "same-side"});
    SheetOptions options;
    options.rows.detail = false, options.page.width_mm = 200;
    const Drawing drawing = first_page(scene, comparison, options);
    const std::size_t methods = comparison.columns.size();
    const auto all = tiles(drawing);
    std::vector<const Raster*> maps(methods);  // of those that err
    std::size_t next = methods;
    for (std::size_t m = 0; m < methods; ++m)
        if (comparison.columns[m].tally.outcomes.errors() > 0) maps[m] = all.at(next++);
    ASSERT_EQ(all.size(), next);
    const auto boxes = text_boxes(drawing);
    std::size_t numbers = 0;
    for (const auto& [colour, label] : {std::pair{palette::leak, "leaks"},
                                        {palette::false_hit, "false hits"},
                                        {palette::wrong_triangle, "wrong triangle"},
                                        {palette::unchanged, "wrong, unseen"}}) {
        const auto named = std::ranges::find_if(
            boxes, [&, name = label](const TextBox& box) { return box.words->text == name; });
        if (named == boxes.end()) {
            for (const Raster* map : maps)
                if (map) {
                    EXPECT_EQ(std::ranges::count(map->picture.pixels, colour), 0) << label;
                }
            numbers += methods;
            continue;
        }
        for (std::size_t m = 0; m < methods; ++m) {
            const auto shown = maps[m] ? std::ranges::count(maps[m]->picture.pixels, colour) : 0;
            const double left = all[m]->x, right = left + all[m]->picture.width * all[m]->factor;
            numbers += std::size_t(std::ranges::count_if(boxes, [&](const TextBox& box) {
                return box.words->text == with_separators(std::uint64_t(shown)) &&
                       box.words->start.y == named->words->start.y && box.left >= left &&
                       box.right <= right;
            }));
        }
    }
    EXPECT_EQ(numbers, 4 * methods);
    std::set<std::string> feet, expected;
    for (const TextBox& box : boxes)
        if (box.words->text.starts_with("NaN at ")) feet.insert(box.words->text);
    for (const auto& column : comparison.columns)
        if (const auto nan = column.tally.outcomes.nan; nan > 0)
            expected.insert(fmt::format("NaN at {} pixel{}", nan, nan == 1 ? "" : "s"));
    EXPECT_EQ(feet, expected);
}

// A kind of error that no method makes has no row.
TEST(Sheet, HasARowForEachKindOfErrorThatThereIs) {
    for (const char* method : {"angle-sum:0.5", "angle-sum-walking", "watertight"}) {
        const auto [scene, comparison] = compared("icosphere", 60, 48, {method, "exact", "exact"});
        const Drawing drawing = first_page(scene, comparison);
        const auto boxes = text_boxes(drawing);
        for (const OutcomeRow& row : outcome_rows) {
            if (!row.error || row.count == &OutcomeCounts::wrong_triangle) continue;
            const bool shown = std::ranges::any_of(
                boxes, [&](const TextBox& box) { return box.words->text == row.label; });
            EXPECT_EQ(shown, comparison.columns[0].tally.outcomes.*row.count > 0)
                << method << ": " << row.label;
        }
    }
}

/// The rectangle around all that is drawn in a colour.
struct Extent {
    Point lo{1e9}, hi{-1e9};
};
Extent drawn_in(const Drawing& drawing, Rgb colour) {
    Extent extent;
    for (const auto& element : drawing.elements)
        if (const auto* shape = std::get_if<Shape>(&element);
            shape && (shape->fill == colour || (shape->pen && shape->pen->colour == colour)))
            for (const Contour& contour : shape->contours)
                for (const Point& p : contour.points)
                    extent = {glm::min(extent.lo, p), glm::max(extent.hi, p)};
    return extent;
}

void expect_near(Point actual, Point expected, const std::string& what) {
    EXPECT_NEAR(actual.x, expected.x, 1) << what;  // parts are placed at whole dots
    EXPECT_NEAR(actual.y, expected.y, 1) << what;
}

// Columns from the left and rows from the top, captions above and counts below their bodies, names
// of rows upright beside them; each sample before its label, on the same line.
TEST(Compose, PutsEachPartInItsPlace) {
    const Page page;
    const Grid grid(page, 2, 2, true);
    const Point size(grid.cell - 40, 150);
    const auto colour = [](int row, int column) {
        return Rgb{std::uint8_t(1 + row), std::uint8_t(1 + column), 200};
    };
    const Rgb counted{9, 1, 0}, line{9, 2, 0}, stop{9, 3, 0}, arrow{9, 4, 0}, area{9, 5, 0};
    Composition figure{"title", "subtitle", {}, {{counted, "count"}}};
    figure.legend.push_back({line, "a line", LegendEntry::Sample::line});
    figure.legend.push_back({stop, "a stop", LegendEntry::Sample::stop});
    figure.legend.push_back({arrow, "an arrow", LegendEntry::Sample::arrow});
    figure.legend.push_back({area, "an area"});
    for (int row = 0; row < 2; ++row) {
        figure.rows.push_back({fmt::format("row {}", row), {}});
        for (int column = 0; column < 2; ++column) {
            const auto name = fmt::format("{}{}", row, column);
            Drawing body{size.x, size.y};
            body.box(0, 0, size.x, size.y, colour(row, column));
            figure.rows.back().cells.push_back({{"caption " + name, "more " + name},
                                                body,
                                                {std::uint64_t(1000 + 10 * row + column)},
                                                "foot " + name});
        }
    }
    const Drawing drawing = compose(figure, grid);
    expect_readable(drawing);
    const auto boxes = text_boxes(drawing);
    const auto text = [&](const std::string& words) {
        const auto is_it = [&](const TextBox& box) { return box.words->text == words; };
        EXPECT_EQ(std::ranges::count_if(boxes, is_it), 1) << words;
        return *std::ranges::find_if(boxes, is_it);
    };
    const auto middle = [](const TextBox& box) {
        return Point((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    };
    const double margin = std::round(grid.gap), side = capital_height(page.font());
    EXPECT_NEAR(text("title").left, margin, 1);
    EXPECT_NEAR(text("subtitle").left, margin, 1);
    EXPECT_LT(text("title").bottom, text("subtitle").top);
    EXPECT_NEAR(drawing.width, 2 * margin + grid.label + 2 * grid.cell + grid.gap, 1);
    double above = text("subtitle").bottom;
    std::size_t swatches = 0;
    for (int row = 0; row < 2; ++row) {
        const Extent first = drawn_in(drawing, colour(row, 0));
        const TextBox name = text(fmt::format("row {}", row));
        EXPECT_TRUE(name.words->upright);
        EXPECT_GE(name.left, margin);
        EXPECT_LT(name.right, first.lo.x);
        EXPECT_NEAR(middle(name).y, (first.lo.y + first.hi.y) / 2, 1);
        for (int column = 0; column < 2; ++column) {
            const auto of = fmt::format("{}{}", row, column);
            const Extent body = drawn_in(drawing, colour(row, column));
            const double left = margin + grid.label + column * (grid.cell + grid.gap);
            expect_near(body.lo, {left + 20, first.lo.y}, of);
            expect_near(body.hi - body.lo, size, of);
            const TextBox caption = text("caption " + of), more = text("more " + of);
            EXPECT_GT(caption.top, above);
            EXPECT_LT(caption.bottom, more.top);
            EXPECT_LT(more.bottom, body.lo.y);
            EXPECT_EQ(caption.words->colour, ink);
            EXPECT_EQ(more.words->colour, pale_ink);
            const TextBox number = text(with_separators(std::uint64_t(1000 + 10 * row + column)));
            EXPECT_NEAR(number.right, body.hi.x, 1);
            EXPECT_GT(number.top, body.hi.y);
            const TextBox foot = text("foot " + of);
            EXPECT_GT(foot.top, number.bottom);
            for (const TextBox& box : {caption, more, foot})
                EXPECT_NEAR(middle(box).x, (body.lo.x + body.hi.x) / 2, 1) << of;
            // The sample before its label, in the number's line.
            for (std::size_t k = 0; k + 1 < drawing.elements.size(); ++k) {
                const auto* shape = std::get_if<Shape>(&drawing.elements[k]);
                const auto* label = std::get_if<Words>(&drawing.elements[k + 1]);
                if (!shape || !label || shape->fill != counted) continue;
                const auto& corners = shape->contours[0].points;
                if (std::abs(corners[0].x - body.lo.x) > 1 ||
                    std::abs(corners[2].y - number.words->start.y) > 1)
                    continue;
                expect_near(corners[2] - corners[0], Point(side), of);
                EXPECT_EQ(label->text, "count");
                EXPECT_EQ(label->start.y, number.words->start.y);
                EXPECT_GT(label->start.x, corners[2].x);
                ++swatches;
            }
        }
        above = text(fmt::format("foot {}0", row)).bottom;
    }
    EXPECT_EQ(swatches, 4u);
    double before = 0;
    for (const auto& [sample, label, extent, height] :
         {std::tuple{line, "a line", Point(2.6, 0), 0.5},
          {stop, "a stop", Point(2.6, 0.8), 0.9},
          {arrow, "an arrow", Point(2.6, 0.64), 0.82},
          {area, "an area", Point(1), 1.0}}) {
        const Extent shown = drawn_in(drawing, sample);
        const TextBox words = text(label);
        EXPECT_GT(words.top, above);
        EXPECT_GT(shown.lo.x, before);
        EXPECT_LT(shown.hi.x, words.left);
        expect_near(shown.hi - shown.lo, extent * side, label);
        EXPECT_NEAR(shown.hi.y, words.top + height * side, 1) << label;
        before = words.right;
    }
}

// Each error has the colour of its outcome; right answers and ties show the picture below.
TEST(ErrorMap, PaintsEachOutcomeInItsColour) {
    const int width = int(outcome_rows.size());
    OutcomeMap map(width, 1);
    for (int x = 0; x < width; ++x) map.at(x, 0) = Outcome(x);
    const Picture ground(width, 1, Rgb{220, 221, 222});
    for (const bool same : {false, true}) {
        const Picture drawn = painted(ground, map, SamePicture(width, 1, same));
        for (int x = 0; x < width; ++x) {
            const OutcomeRow& row = outcome_rows[std::size_t(x)];
            EXPECT_EQ(drawn.at(x, 0), !row.error ? ground.at(x, 0)
                                      : same && Outcome(x) == Outcome::wrong_triangle
                                          ? palette::unchanged
                                          : row.colour)
                << row.name;
        }
    }
    // A part of it is cut out where it lies.
    EXPECT_EQ(cropped(map, {2, 0, 3, 1}).pixels,
              (std::vector<Outcome>(map.pixels.begin() + 2, map.pixels.begin() + 5)));
}

TEST(Sheet, ShowsTheCropAndRefusesOneBeside) {
    const auto [scene, comparison] = compared("cube", 40, 30, {"angle-sum:0.5"});
    SheetOptions options;
    options.rows.detail = false, options.crop = Rectangle{10, 5, 20, 15};
    const Drawing drawing = first_page(scene, comparison, options);
    for (const Raster* tile : tiles(drawing)) {
        EXPECT_EQ(tile->picture.width, 20);
        EXPECT_EQ(tile->picture.height, 15);
    }
    for (const Rectangle& wrong : {Rectangle{-1, 0, 5, 5}, {30, 0, 11, 5}, {0, 0, 0, 5}}) {
        options.crop = wrong;
        EXPECT_EQ(error_of([&, &s = scene, &c = comparison] { first_page(s, c, options); }).exit,
                  Exit::usage);
    }
}

TEST(Sheet, WithoutErrorsHasNoDetail) {
    const auto right = compared("cube", 40, 30, {"exact"});
    EXPECT_EQ(tiles(first_page(right.scene, right.comparison)).size(), 1u) << "the picture";
    const auto wrong = compared("cube", 40, 30, {"angle-sum:0.5"});
    EXPECT_EQ(tiles(first_page(wrong.scene, wrong.comparison)).size(), 3u);
}

// Pages hold all methods, one after another, and none is too high.
TEST(Sheet, GoesOnAsAnotherPage) {
    const auto [scene, comparison] = compared("cube", 60, 60, some_methods);
    SheetOptions options;
    options.page = {84, 150};
    for (const double highest : {100.0, 225.0, 1e5}) {
        options.page.max_height_mm = highest;
        const auto pages = comparison_pages(scene, comparison, options);
        EXPECT_EQ(pages.size() > 1, highest < 1e4) << highest;
        std::size_t pictures = 0;
        for (const Drawing& page : pages) {
            expect_readable(page);
            EXPECT_LE(25.4 * page.height / page.dpi, highest);
            pictures += tiles(page).size();
        }
        EXPECT_GE(pictures, some_methods.size());
    }
}

// A page that may be as high as a sheet shows that sheet; a lower one shows the largest that fits.
TEST(Sheet, IsAsLargeAsThePageAllows) {
    for (const auto& methods : {std::vector<std::string>{"watertight", "angle-sum:0.4"},
                                {"angle-sum:0.1", "angle-sum:0.4", "watertight", "same-side"}}) {
        const auto [scene, comparison] = compared("cube", 30, 30, methods);
        SheetOptions options;
        std::vector<std::pair<double, int>> made;  // heights in mm and factors, the highest last
        for (int highest = 60; highest <= 225; highest += 5) {
            options.page.max_height_mm = highest;
            const auto pages = comparison_pages(scene, comparison, options);
            ASSERT_EQ(pages.size(), 1u);
            const double height = 25.4 * pages[0].height / pages[0].dpi;
            EXPECT_LE(height, highest + 0.1);
            for (const auto& [other, factor] : made)
                EXPECT_LE(factor, tiles(pages[0])[0]->factor) << highest;
            made.emplace_back(height, tiles(pages[0])[0]->factor);
        }
        EXPECT_GE(std::set(made.begin(), made.end()).size(), 6u);
        for (const auto& [height, factor] : made) {
            options.page.max_height_mm = height + 2;  // the gap below rows
            const auto page = first_page(scene, comparison, options);
            EXPECT_EQ(tiles(page)[0]->factor, factor) << height << " mm are enough";
        }
    }
}

// Colours have a legend, which counts nothing unless the errors are there.
TEST(Sheet, NamesTheColoursOfDetails) {
    const auto [scene, comparison] = compared("cube", 60, 60, {"angle-sum:0.5", "moller-trumbore"});
    SheetOptions options;
    for (const auto& [rows, named] : {std::pair{SheetRows{false, false, true}, true},
                                      {{true, false, true}, true},
                                      {{true, false, false}, false}}) {
        options.rows = rows;
        const Drawing page = first_page(scene, comparison, options);
        const auto boxes = text_boxes(page);
        EXPECT_EQ(std::ranges::count_if(
                      boxes, [](const TextBox& box) { return box.words->text == "false hits"; }),
                  named);
    }
}

TEST(Sheet, HasTheRowsAskedFor) {
    const auto [scene, comparison] = compared("cube", 60, 60, {"angle-sum:0.5", "same-side:float"});
    SheetOptions options;
    options.rows = {true, false, false};
    EXPECT_EQ(tiles(first_page(scene, comparison, options)).size(), 2u);
    options.rows = {false, true, false};
    options.page.own_subtitle = "Another line";
    const Drawing errors = first_page(scene, comparison, options);
    EXPECT_EQ(tiles(errors).size(), 1u) << "same-side has none";
    const auto boxes = text_boxes(errors);
    EXPECT_TRUE(std::ranges::any_of(
        boxes, [](const TextBox& box) { return box.words->text == "Another line"; }));
}

// The finding, from the counts.
TEST(Sheet, IsNamedByWhatItFound) {
    const auto wrong = compared("cube", 40, 30, {"angle-sum:0.5", "moller-trumbore"});
    const OutcomeCounts& counts = wrong.comparison.columns[0].tally.outcomes;
    const auto seen = std::uint64_t(std::ranges::count(wrong.comparison.covered, true));
    EXPECT_EQ(finding(wrong.scene, wrong.comparison),
              fmt::format("At ε = 0.5 the angle sum is wrong at {} pixels; the mesh covers {}",
                          counts.errors(), seen));
    const auto leaking = compared("cube", 40, 30, {"angle-sum:1e-6"});
    EXPECT_EQ(finding(leaking.scene, leaking.comparison),
              fmt::format("At ε = 10⁻⁶ the angle sum is wrong at {} of the mesh's {} pixels",
                          leaking.comparison.columns[0].tally.outcomes.errors(), seen));
    const auto right = compared("cube", 40, 30, {"moller-trumbore"});
    EXPECT_EQ(finding(right.scene, right.comparison), "Möller-Trumbore is right at every pixel");
    // A sentence begins with a capital letter, an article goes with our names only.
    auto other = compared("cube", 1, 1, {"watertight"});
    EXPECT_EQ(finding(other.scene, other.comparison), "Watertight is right at every pixel");
    other = compared("cube", 1, 1, {"angle-sum:0.5"});
    EXPECT_EQ(finding(other.scene, other.comparison),
              "At ε = 0.5 the angle sum is right at every pixel");
    other.scene.methods[0].title = "The angle sum of Games++";
    EXPECT_EQ(finding(other.scene, other.comparison),
              "The angle sum of Games++ at ε = 0.5 is right at every pixel");
}

TEST(Sheet, BoxesTheErrorNearestToTheMiddleOfTheDetail) {
    OutcomeMap map(40, 30);
    const auto boxed = [&] { return middle_error(cropped(map, {20, 10, 8, 8})); };
    map.at(19, 14) = Outcome::leak;  // beside the detail
    map.at(24, 14) = Outcome::tie;
    EXPECT_FALSE(boxed());
    map.at(27, 17) = Outcome::leak;
    EXPECT_EQ(boxed(), (Rectangle{7, 7, 1, 1}));
    map.at(25, 11) = Outcome::false_hit;
    EXPECT_EQ(boxed(), (Rectangle{5, 1, 1, 1}));
}

TEST(DetailWindow, HoldsRightAndWrongWithTheErrorsInItsMiddle) {
    const auto window_of = [&](auto... is_error) {
        std::vector<OutcomeMap> maps;
        const auto add = [&](auto condition) {
            OutcomeMap& map = maps.emplace_back(80, 60);
            for (int k = 0; k < 4800; ++k)
                if (condition(k % 80, k / 80)) map.at(k % 80, k / 80) = Outcome::leak;
        };
        (add(is_error), ...);
        return detail_window(maps);
    };
    EXPECT_FALSE(window_of([](int, int) { return false; }));
    EXPECT_FALSE(window_of([](int, int) { return true; }));
    const auto group =
        window_of([](int x, int y) { return std::abs(x - 40) < 3 && y > 28 && y < 33; });
    ASSERT_TRUE(group);
    const int quarter = group->width / 4;
    EXPECT_LE(group->x + quarter, 38);
    EXPECT_GE(group->x + 3 * quarter, 43);
    EXPECT_LE(group->y + quarter, 29);
    EXPECT_GE(group->y + 3 * quarter, 33);
    // A large area of errors: its border.
    const auto border = window_of([](int x, int) { return x < 50; });
    ASSERT_TRUE(border);
    EXPECT_TRUE(border->x < 50 && border->x + border->width > 50);
    // Two methods that err in different places, and in one common place.
    const auto shared = window_of([](int x, int y) { return y == 50 && (x == 10 || x == 70); },
                                  [](int x, int y) { return (y == 50 || y < 9) && x == 70; });
    ASSERT_TRUE(shared);
    EXPECT_EQ(intersection(*shared, {70, 50, 1, 1}).width, 1);
}

}  // namespace
}  // namespace hitmiss
