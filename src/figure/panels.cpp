#include "figure/panels.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "figure/blocks.hpp"

namespace hitmiss {
namespace {

void check(const PanelSheet& sheet) {
    bool good = !sheet.rows.empty() && !sheet.rows[0].panels.empty();
    for (const PanelRow& row : sheet.rows) {
        good = good && row.panels.size() == sheet.rows[0].panels.size();
        for (const Panel& panel : row.panels)
            good = good && panel.picture.height > 0 &&
                   panel.picture.width == sheet.rows[0].panels[0].picture.width;
    }
    if (!good) throw Error{Exit::bug, "panels: rows that do not fit together"};
}

/// Captions in a row of their own, so that the name stands beside the pictures.
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

/// The name stands beside captions and pictures.
Picture frame_row(const std::string& name, std::span<const Panel> panels,
                  const SheetLayout& layout) {
    std::vector<Picture> captions, cells;
    int highest = 0;
    for (const Panel& panel : panels) {
        captions.push_back(caption_block(panel.caption, layout));
        highest = std::max(highest, captions.back().height);
    }
    for (std::size_t k = 0; k < panels.size(); ++k) {
        Picture caption(layout.cell(), highest);
        paste(caption, 0, 0, captions[k]);
        const Picture parts[] = {std::move(caption), framed(panels[k].picture, frame_grey, layout)};
        cells.push_back(stacked(parts, layout.gap() / 4));
    }
    return row_block(name, cells[0].height, cells, layout);
}

}  // namespace

Picture draw_panels(const PanelSheet& sheet) {
    check(sheet);
    const int tile = sheet.rows[0].panels[0].picture.width;
    const double font = tile / 11.0;
    const SheetLayout layout{1, tile, std::max(1, tile / 256), font, font, font};
    std::vector<Picture> rows;
    for (const PanelRow& row : sheet.rows) rows.push_back(panel_row(row, sheet, layout));
    return page(sheet.title, sheet.subtitle, std::move(rows), sheet.legend, layout.gap(), layout);
}

Picture draw_strip(const PanelSheet& sheet, int columns) {
    check(sheet);
    const std::size_t count = sheet.rows[0].panels.size();
    const std::size_t most = std::size_t(columns), bands = (count + most - 1) / most;
    const std::size_t per_band = (count + bands - 1) / bands;
    // A page of 16 cm is 55 letters wide; a strip of few small pictures does not fill it.
    constexpr int letters = 55;
    constexpr double smallest_font = 13;
    const int tile = sheet.rows[0].panels[0].picture.width;
    const double font = std::max(smallest_font, double(tile) * double(per_band) / letters);
    const SheetLayout layout{1, tile, std::max(1, tile * int(per_band) / 1000), font, font, font};

    std::vector<Picture> blocks;
    for (std::size_t first = 0; first < count; first += per_band) {
        std::vector<Picture> rows;
        for (const auto& [name, panels] : sheet.rows)
            rows.push_back(frame_row(
                name, std::span(panels).subspan(first, std::min(per_band, count - first)), layout));
        blocks.push_back(stacked(rows, layout.gap() / 2));
    }
    return page(sheet.title, sheet.subtitle, std::move(blocks), sheet.legend, layout.gap(), layout);
}

}  // namespace hitmiss
