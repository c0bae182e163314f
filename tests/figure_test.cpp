// Pictures, PNG files and the contact sheet.

#include "figure/comparison_sheet.hpp"
#include "figure/picture.hpp"
#include "figure/sheet.hpp"
#include "figure_testing.hpp"
#include "stb/stb_image.h"

namespace hitmiss {
namespace {

TEST(Picture, PngDecodesToTheSamePixels) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {1, 7}, {7, 1}, {3, 5}, {255, 257}, {640, 480}})
        for (const Picture& picture :
             {noise(width, height, 1), Picture(width, height, {213, 94, 0})}) {
            const std::string bytes = png(picture);
            EXPECT_EQ(bytes, png(picture));
            int w, h, channels;
            stbi_uc* pixels =
                stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                                      static_cast<int>(bytes.size()), &w, &h, &channels, 0);
            ASSERT_NE(pixels, nullptr);
            ASSERT_EQ(std::tuple(w, h, channels), std::tuple(width, height, 3));
            for (std::size_t k = 0; k < picture.pixels.size(); ++k)
                ASSERT_EQ((Rgb{pixels[3 * k], pixels[3 * k + 1], pixels[3 * k + 2]}),
                          picture.pixels[k]);
            stbi_image_free(pixels);
        }
}

TEST(Picture, RefusesSizesThatNoPngFileHas) {
    EXPECT_EQ(error_of([] { png(Picture{}); }).exit, Exit::bug);
    EXPECT_EQ(error_of([] { Picture(0, 5); }).exit, Exit::bug);
    EXPECT_EQ(error_of([] { Picture(5, -1); }).exit, Exit::bug);
    EXPECT_EQ(error_of([] { Picture(40'000, 40'000); }).exit, Exit::cannot_write);
    EXPECT_EQ(error_of([] { check_size(INT64_MAX, INT64_MAX); }).exit, Exit::cannot_write);
}

TEST(Picture, MagnifyRepeatsEveryPixel) {
    const Picture source = noise(9, 7, 2);
    for (const Rectangle& area : {source.area(), Rectangle{2, 1, 3, 5}, Rectangle{8, 6, 1, 1}})
        for (int factor : {1, 2, 5}) {
            const Picture result = magnify(source, area, factor);
            ASSERT_EQ(result.width, area.width * factor);
            ASSERT_EQ(result.height, area.height * factor);
            for (int y = 0; y < area.height; ++y)
                for (int x = 0; x < area.width; ++x)
                    for (int k = 0; k < factor * factor; ++k)
                        ASSERT_EQ(result.at(x * factor + k % factor, y * factor + k / factor),
                                  source.at(area.x + x, area.y + y));
        }
}

TEST(Picture, PasteFillAndOutlineAreClipped) {
    const Rgb red{255, 0, 0};
    const Picture source = noise(4, 3, 3), ground = noise(8, 6, 4);
    for (int top = -5; top < 8; ++top)
        for (int left = -6; left < 10; ++left) {
            const Rectangle area{left, top, source.width, source.height};
            Picture pasted = ground, outlined = ground;
            paste(pasted, left, top, source);
            outline(outlined, area, 1, red);
            for (int y = 0; y < ground.height; ++y)
                for (int x = 0; x < ground.width; ++x) {
                    const int u = x - left, v = y - top;
                    const bool inside = u >= 0 && u < 4 && v >= 0 && v < 3;
                    const bool core = u >= 1 && u < 3 && v == 1;
                    ASSERT_EQ(pasted.at(x, y), inside ? source.at(u, v) : ground.at(x, y));
                    ASSERT_EQ(outlined.at(x, y), inside && !core ? red : ground.at(x, y));
                }
        }
}

TEST(Picture, TurnedLeftMovesTheRightColumnToTheTop) {
    const Picture source = noise(4, 3, 5), turned = turned_left(source);
    ASSERT_EQ(turned.width, 3);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(turned.at(k, 0), source.at(3, k));
    EXPECT_EQ(turned_left(turned_left(turned_left(turned))).pixels, source.pixels);
}

std::optional<Rectangle> find(const Picture& part, const Picture& whole) {
    for (int y = 0; y + part.height <= whole.height; ++y)
        for (int x = 0; x + part.width <= whole.width; ++x) {
            bool equal = true;
            for (int row = 0; equal && row < part.height; ++row)
                equal = std::equal(&part.at(0, row), &part.at(0, row) + part.width,
                                   &whole.at(x, y + row));
            if (equal) return Rectangle{x, y, part.width, part.height};
        }
    return std::nullopt;
}

Sheet sample_sheet(int columns, int width, int height) {
    Sheet sheet{"Scene", "subtitle", {}, {{palette::leak, "leaks"}, {{}, "surface"}}, {}};
    for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(columns); ++k)
        sheet.columns.push_back({{"angle-sum", "ε = 0.001", "float, published"},
                                 noise(width, height, 3 * k),
                                 noise(width, height, 3 * k + 1),
                                 noise(width, height, 3 * k + 2),
                                 {k * 1000}});
    return sheet;
}

TEST(Sheet, ShowsEveryPictureUnchanged) {
    struct Case {
        int columns, width, height, factor;
    };
    for (const auto& [columns, width, height, factor] :
         {Case{1, 300, 200, 1}, {3, 1, 1, 256}, {5, 100, 40, 3}, {7, 2, 300, 1}, {30, 300, 9, 1}}) {
        const Sheet sheet = sample_sheet(columns, width, height);
        const Picture drawing = draw_sheet(sheet);
        std::vector<Rectangle> places;
        for (const SheetColumn& column : sheet.columns)
            for (const Picture& tile : {column.picture, column.map}) {
                const auto place = find(magnify(tile, tile.area(), factor), drawing);
                ASSERT_TRUE(place);
                for (const Rectangle& other : places)
                    EXPECT_EQ(
                        intersection(*place, other).width * intersection(*place, other).height, 0);
                places.push_back(*place);
            }
        EXPECT_EQ(places.size(), 2u * static_cast<unsigned>(columns));
    }
}

TEST(Sheet, OutlinesAndMagnifiesTheDetail) {
    Sheet sheet = sample_sheet(3, 300, 200);
    const Rectangle spot{140, 50, 20, 10};
    sheet.detail = spot;
    const Picture drawing = draw_sheet(sheet);
    for (const SheetColumn& column : sheet.columns) {
        EXPECT_TRUE(find(magnify(column.detail, spot, 15), drawing));
        for (const Picture* tile : {&column.picture, &column.map}) {
            const auto place = find(cropped(*tile, {0, 100, 300, 100}), drawing);
            ASSERT_TRUE(place);
            const int left = place->x + spot.x, top = place->y - 100 + spot.y;
            EXPECT_EQ(cropped(drawing, {left, top, spot.width, spot.height}).pixels,
                      cropped(*tile, spot).pixels)
                << "the outline covers nothing of the spot";
            for (int x = left - 2; x < left + spot.width + 2; ++x) {
                EXPECT_EQ(drawing.at(x, top - 1), (Rgb{0, 0, 0}));
                EXPECT_EQ(drawing.at(x, top - 3), (Rgb{255, 255, 255}));
            }
        }
    }
    for (const Rectangle& corner : {Rectangle{0, 0, 1, 1}, {299, 199, 1, 1}, {0, 0, 300, 200}}) {
        sheet.detail = corner;
        EXPECT_GT(draw_sheet(sheet).height, 0);
    }
}

TEST(Sheet, NamesAPixelOfTheDetailThatErrs) {
    Comparison comparison{40, 30, std::vector<bool>(40 * 30), {}};
    Comparison::Column column{{}, std::vector<Outcome>(40 * 30), std::vector<Hit>(40 * 30)};
    const Rectangle spot{20, 10, 8, 8};
    const auto named = [&] { return pixel_to_explain(comparison, column, spot); };
    column.outcomes[comparison.pixel(19, 14)] = Outcome::leak;  // beside the spot
    column.outcomes[comparison.pixel(24, 14)] = Outcome::neighbour;
    EXPECT_EQ(named(), "");
    column.outcomes[comparison.pixel(27, 17)] = Outcome::leak;
    EXPECT_EQ(named(), "27,17");
    column.outcomes[comparison.pixel(25, 11)] = Outcome::false_hit;
    EXPECT_EQ(named(), "25,11");

    Sheet sheet = sample_sheet(2, 300, 200);
    sheet.detail = spot;
    const Picture without = draw_sheet(sheet);
    sheet.columns[1].detail_pixel = "25,11";
    EXPECT_GT(draw_sheet(sheet).height, without.height);
}

TEST(Sheet, ColumnsKeepToThemselves) {
    Sheet sheet = sample_sheet(3, 300, 200);
    for (SheetColumn& column : sheet.columns) {
        column.caption = {"an-absurdly-long-name-of-a-method:epsilon=0.000001",
                          std::string(90, 'W') + " and words and words and words and words"};
        column.counts = {UINT64_MAX};
    }
    const Picture full = draw_sheet(sheet);
    const auto place = find(sheet.columns[1].picture, full);
    ASSERT_TRUE(place);
    sheet.columns[1].caption.clear();
    sheet.columns[1].counts = {0};
    const Picture without = draw_sheet(sheet);
    ASSERT_EQ(without.width, full.width);
    ASSERT_EQ(without.height, full.height);
    const Rectangle changed = difference(full, without);
    EXPECT_GT(changed.width, 200);
    EXPECT_GE(changed.x, place->x - 1);
    EXPECT_LE(changed.x + changed.width, place->x + place->width + 1);
}

TEST(Sheet, RefusesWhatContradictsItself) {
    const std::vector<std::function<void(Sheet&)>> mistakes{
        [](Sheet& sheet) { sheet.columns.clear(); },
        [](Sheet& sheet) { sheet.columns[1].picture = noise(4, 5, 1); },
        [](Sheet& sheet) { sheet.columns[1].map = noise(5, 4, 1); },
        [](Sheet& sheet) { sheet.columns[1].detail = noise(4, 4, 1); },
        [](Sheet& sheet) {
            sheet.columns[1].counts = {1, 2, 3};
        },
        [](Sheet& sheet) {
            sheet.detail = Rectangle{3, 0, 3, 2};
        },
        [](Sheet& sheet) {
            sheet.detail = Rectangle{0, 0, 0, 0};
        }};
    for (const auto& make_mistake : mistakes) {
        Sheet sheet = sample_sheet(2, 5, 5);
        make_mistake(sheet);
        EXPECT_EQ(error_of([&] { draw_sheet(sheet); }).exit, Exit::bug);
    }
}

}  // namespace
}  // namespace hitmiss
