#include "figure/sheet.hpp"

#include <algorithm>
#include <span>

#include "base/error.hpp"
#include "figure/blocks.hpp"
#include "figure/text.hpp"

namespace hitmiss {
namespace {

constexpr int columns_per_band = 5;
constexpr int smallest_tile = 256;

Picture band_block(const Sheet& sheet, std::span<const SheetColumn> columns,
                   const SheetLayout& layout) {
    std::vector<Picture> captions, pictures, errors, details;
    const int factor =
        sheet.detail
            ? std::max(1, layout.tile / std::max(sheet.detail->width, sheet.detail->height))
            : 1;
    int body_of_details = 0;
    for (const SheetColumn& column : columns) {
        captions.push_back(caption_block(column.caption, layout));
        pictures.push_back(tile_block(column.picture, sheet.detail, layout));
        const Picture parts[] = {tile_block(column.map, sheet.detail, layout),
                                 counts_block(column.counts, sheet.legend, layout)};
        errors.push_back(stacked(parts, layout.gap() / 4));
        if (!sheet.detail) continue;
        std::vector<Picture> spot{
            framed(magnify(column.detail, *sheet.detail, factor), ink, layout)};
        body_of_details = spot[0].height;
        if (!column.detail_pixel.empty())
            spot.push_back(caption_block({"pixel " + column.detail_pixel}, layout));
        details.push_back(stacked(spot, layout.gap() / 4));
    }
    const int body = pictures[0].height;
    std::vector<Picture> rows{row_block("", 0, captions, layout),
                              row_block("picture", body, pictures, layout),
                              row_block("errors", body, errors, layout)};
    if (sheet.detail)
        rows.push_back(
            row_block(fmt::format("detail × {}", factor), body_of_details, details, layout));
    return stacked(rows, layout.gap() / 2);
}

void check(const Sheet& sheet) {
    const auto require = [](bool good, const char* what) {
        if (!good) throw Error{Exit::bug, "contact sheet: {}", what};
    };
    require(!sheet.columns.empty(), "no columns");
    const Picture& first = sheet.columns[0].picture;
    const auto same_size = [&](const Picture& p) {
        return p.width == first.width && p.height == first.height;
    };
    for (const auto& [caption, picture, map, detail, counts, pixel] : sheet.columns) {
        require(!picture.empty() && same_size(picture) && same_size(map) && same_size(detail),
                "pictures of different sizes");
        require(counts.size() <= sheet.legend.size(), "a count without a legend");
    }
    if (!sheet.detail) return;
    const Rectangle& spot = *sheet.detail;
    require(spot.width > 0 && spot.height > 0 && intersection(spot, first.area()) == spot,
            "a detail outside of the picture");
}

SheetLayout layout_for(const Sheet& sheet) {
    const Picture& picture = sheet.columns[0].picture;
    const int longer = std::max(picture.width, picture.height);
    SheetLayout layout{};
    layout.factor = (smallest_tile + longer - 1) / longer;
    layout.tile = std::max(smallest_tile, picture.width * layout.factor);
    layout.line = layout.tile / smallest_tile;
    layout.font = layout.caption_font = layout.count_font = layout.tile / 11.0;
    const double font = layout.font;
    const auto fit = [&](double& size, int needed) {
        if (needed > layout.cell()) size = std::min(size, font * layout.cell() / needed);
    };
    for (const SheetColumn& column : sheet.columns) {
        for (const std::string& text : column.caption)
            fit(layout.caption_font, text_width(text, font));
        for (std::size_t k = 0; k < column.counts.size(); ++k)
            fit(layout.count_font, count_width(sheet.legend[k], column.counts[k], font));
    }
    // Captions longer still are wrapped.
    layout.caption_font = std::max(layout.caption_font, 0.75 * font);
    return layout;
}

}  // namespace

Picture draw_sheet(const Sheet& sheet) {
    check(sheet);
    const SheetLayout layout = layout_for(sheet);
    const std::span<const SheetColumn> columns = sheet.columns;
    const std::size_t bands = (columns.size() + columns_per_band - 1) / columns_per_band;
    const std::size_t per_band = (columns.size() + bands - 1) / bands;
    // Before gigabytes of blocks are drawn in vain.
    check_size(static_cast<std::int64_t>(per_band) * layout.tile,
               static_cast<std::int64_t>(bands) * columns[0].picture.height * layout.factor);

    std::vector<Picture> blocks;
    std::size_t counted = 0;
    for (std::size_t k = 0; k < columns.size(); k += per_band)
        blocks.push_back(
            band_block(sheet, columns.subspan(k, std::min(per_band, columns.size() - k)), layout));
    for (const SheetColumn& column : columns) counted = std::max(counted, column.counts.size());
    return page(sheet.title, sheet.subtitle, std::move(blocks),
                std::span(sheet.legend).subspan(counted), layout.gap() * 3 / 2, layout);
}

}  // namespace hitmiss
