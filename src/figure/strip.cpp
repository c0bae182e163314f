#include "figure/strip.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "figure/blocks.hpp"

namespace hitmiss {
namespace {

void check(const Strip& strip) {
    bool good = !strip.rows.empty() && strip.columns > 0 && !strip.rows[0].pictures.empty();
    for (const StripRow& row : strip.rows) {
        good = good && row.pictures.size() == strip.rows[0].pictures.size() &&
               row.captions.size() == row.pictures.size();
        for (const Picture& picture : row.pictures)
            good = good && picture.width == strip.rows[0].pictures[0].width && picture.height > 0;
    }
    if (!good) throw Error{Exit::bug, "strip: rows that do not fit together"};
}

}  // namespace

Picture draw_strip(const Strip& strip) {
    check(strip);
    const std::size_t count = strip.rows[0].pictures.size();
    const std::size_t most = std::size_t(strip.columns), bands = (count + most - 1) / most;
    const std::size_t per_band = (count + bands - 1) / bands;
    // A page of 16 cm is 55 letters wide; a strip of few small pictures does not fill it.
    constexpr int page = 55;
    constexpr double smallest_font = 13;
    const int tile = strip.rows[0].pictures[0].width;
    SheetLayout layout{1, tile, std::max(1, tile * int(per_band) / 1000), 0, 0, 0};
    layout.font = layout.caption_font = layout.count_font =
        std::max(smallest_font, double(tile) * double(per_band) / page);

    std::vector<Picture> blocks(1);  // the first for the heading
    for (std::size_t first = 0; first < count; first += per_band) {
        std::vector<Picture> rows;
        for (const StripRow& row : strip.rows) {
            const std::size_t last = std::min(first + per_band, count);
            std::vector<Picture> captions, cells;
            for (std::size_t k = first; k < last; ++k)
                captions.push_back(caption_block(row.captions[k], layout));
            const auto highest = std::max_element(
                captions.begin(), captions.end(),
                [](const Picture& a, const Picture& b) { return a.height < b.height; });
            for (std::size_t k = first; k < last; ++k) {
                Picture caption(layout.cell(), highest->height);
                paste(caption, 0, 0, captions[k - first]);
                const Picture parts[] = {std::move(caption),
                                         framed(row.pictures[k], frame_grey, layout)};
                cells.push_back(stacked(parts, layout.gap() / 4));
            }
            const int body = cells[0].height;
            rows.push_back(row_block(row.name, body, cells, layout));
        }
        blocks.push_back(stacked(rows, layout.gap() / 2));
    }
    const int width = blocks[1].width;
    const Picture heading[] = {
        text_block({{strip.title}}, 1.4 * layout.font, width, TextAlign::left),
        text_block({{strip.subtitle, pale_ink}}, layout.font, width, TextAlign::left)};
    blocks[0] = stacked(heading, 0);
    if (!strip.legend.empty()) blocks.push_back(legend_block(strip.legend, width, layout.font));

    const Picture content = stacked(blocks, layout.gap());
    const int margin = layout.gap();
    Picture result(content.width + 2 * margin, content.height + 2 * margin);
    paste(result, margin, margin, content);
    return result;
}

}  // namespace hitmiss
