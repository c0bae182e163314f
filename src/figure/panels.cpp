#include "figure/panels.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "figure/blocks.hpp"

namespace hitmiss {
namespace {

Picture panel_row(const PanelRow& row, const PanelSheet& sheet, const SheetLayout& layout) {
    std::vector<Picture> captions, bodies, parts;
    bool captioned = false;
    for (const Panel& panel : row.panels) {
        captioned |= !panel.caption.empty();
        captions.push_back(caption_block(panel.caption, layout));
        const Picture body[] = {framed(panel.picture, frame_grey, layout),
                                counts_block(panel.counts, sheet.legend, layout)};
        bodies.push_back(panel.counts.empty() ? body[0] : stacked(body, layout.gap() / 4));
    }
    if (captioned) parts.push_back(row_block("", 0, captions, layout));
    parts.push_back(row_block(row.name, row.panels[0].picture.height, bodies, layout));
    return stacked(parts, layout.gap() / 4);
}

}  // namespace

Picture draw_panels(const PanelSheet& sheet) {
    const auto blank = [](const PanelRow& row) { return row.panels.empty(); };
    if (sheet.rows.empty() || std::any_of(sheet.rows.begin(), sheet.rows.end(), blank))
        throw Error(Exit::bug, "a sheet or a row without panels");
    const int tile = sheet.rows[0].panels[0].picture.width;
    const double font = tile / 11.0;
    const SheetLayout layout{1, tile, std::max(1, tile / 256), font, font, font};
    std::vector<Picture> blocks(1);  // the first for the heading
    for (const PanelRow& row : sheet.rows) blocks.push_back(panel_row(row, sheet, layout));
    const int width = blocks[1].width;
    const Picture heading[] = {
        text_block({{sheet.title}}, 1.4 * font, width, TextAlign::left),
        text_block({{sheet.subtitle, pale_ink}}, font, width, TextAlign::left)};
    blocks[0] = stacked(heading, 0);
    blocks.push_back(legend_block(sheet.legend, width, font));
    return with_margin(stacked(blocks, layout.gap()), layout.gap());
}

}  // namespace hitmiss
