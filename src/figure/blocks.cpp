#include "figure/blocks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "figure/text.hpp"

namespace hitmiss {
namespace {

constexpr double swatch_space = 1.1;  // in units of the font size

/// The swatch stands on the baseline and is as high as a capital letter.
void draw_swatch(Picture& block, int x, int baseline, double font, Rgb colour) {
    const int side = static_cast<int>(0.73 * font);
    const Rectangle area{x, baseline - side, side, side};
    fill(block, area, colour);
    outline(block, area, std::max(1, side / 16), frame_grey);
}

/// The text, wrapped where it is wider than `width`.
Picture text_block(std::string_view text, Rgb colour, double size, int width, bool centred) {
    const auto lines = wrap_text(text, size, width);
    const LineMetrics metrics = line_metrics(size);
    Picture block(width, metrics.height() * static_cast<int>(lines.size()));
    int baseline = metrics.ascent;
    for (const std::string& line : lines) {
        const int space = centred ? width - text_width(line, size) : 0;
        draw_text(block, space / 2, baseline, line, size, colour);
        baseline += metrics.height();
    }
    return block;
}

/// Swatches with their labels, in rows.
Picture legend_block(std::span<const LegendEntry> entries, int width, double font) {
    const LineMetrics metrics = line_metrics(font);
    std::vector<Picture> rows;
    int x = width;
    for (const LegendEntry& entry : entries) {
        const int label = static_cast<int>(swatch_space * font);
        const int needed = label + text_width(entry.label, font);
        if (x + needed > width) {
            rows.emplace_back(width, metrics.height());
            x = 0;
        }
        draw_swatch(rows.back(), x, metrics.ascent, font, entry.colour);
        draw_text(rows.back(), x + label, metrics.ascent, entry.label, font, ink);
        x += needed + 2 * label;
    }
    return stacked(rows, 0);
}

}  // namespace

Picture caption_block(const std::vector<std::string>& caption, const SheetLayout& layout) {
    std::vector<Picture> lines;
    for (const std::string& text : caption)
        lines.push_back(text_block(text, lines.empty() ? ink : pale_ink, layout.caption_font,
                                   layout.cell(), true));
    return lines.empty() ? Picture(layout.cell(), 1) : stacked(lines, 0);
}

Picture framed(const Picture& picture, Rgb frame, const SheetLayout& layout) {
    Picture block(layout.cell(), picture.height + 2 * layout.line);
    const int x = (block.width - picture.width) / 2, y = layout.line;
    paste(block, x, y, picture);
    outline(block, grown({x, y, picture.width, picture.height}, layout.line), layout.line, frame);
    return block;
}

Picture tile_block(const Picture& source, const std::optional<Rectangle>& spot,
                   const SheetLayout& layout) {
    Picture block = framed(magnify(source, source.area(), layout.factor), frame_grey, layout);
    if (!spot) return block;
    const int k = layout.factor, line = 2 * layout.line;
    const int left = (block.width - source.width * k) / 2;
    const Rectangle on_sheet{left + spot->x * k, layout.line + spot->y * k, spot->width * k,
                             spot->height * k};
    const Rectangle ring = intersection(grown(on_sheet, 2 * line), block.area());
    outline(block, ring, line, palette::background);
    outline(block, grown(ring, -line), line, ink);
    return block;
}

int count_width(const LegendEntry& entry, std::uint64_t count, double font) {
    return static_cast<int>(swatch_space * font) +
           text_width(fmt::format("{}  {}", entry.label, with_separators(count)), font);
}

Picture counts_block(std::span<const std::uint64_t> counts, std::span<const LegendEntry> legend,
                     const SheetLayout& layout) {
    const double font = layout.count_font;
    const LineMetrics metrics = line_metrics(font);
    Picture block(layout.cell(), std::max(1, metrics.height() * static_cast<int>(counts.size())));
    int baseline = metrics.ascent;
    for (std::size_t k = 0; k < counts.size(); ++k, baseline += metrics.height()) {
        const std::string number = with_separators(counts[k]);
        draw_swatch(block, 0, baseline, font, legend[k].colour);
        draw_text(block, static_cast<int>(swatch_space * font), baseline, legend[k].label, font,
                  ink);
        draw_text(block, block.width - text_width(number, font), baseline, number, font, ink);
    }
    return block;
}

Picture row_block(const std::string& name, int body, std::span<const Picture> cells,
                  const SheetLayout& layout) {
    const LineMetrics metrics = line_metrics(layout.font);
    Picture label(std::max(1, text_width(name, layout.font)), metrics.height());
    draw_text(label, 0, metrics.ascent, name, layout.font, pale_ink);
    label = turned_left(label);

    const int start = label.width + layout.gap() / 2, step = layout.cell() + layout.gap();
    int height = label.height;
    for (const Picture& cell : cells) height = std::max(height, cell.height);
    Picture row(start + step * static_cast<int>(cells.size()) - layout.gap(), height);
    paste(row, 0, std::max(0, (body - label.height) / 2), label);
    for (std::size_t k = 0; k < cells.size(); ++k)
        paste(row, start + step * static_cast<int>(k), 0, cells[k]);
    return row;
}

Picture page(const std::string& title, const std::string& subtitle, std::vector<Picture> blocks,
             std::span<const LegendEntry> legend, int space, const SheetLayout& layout) {
    const int width = blocks[0].width;
    const Picture heading[] = {text_block(title, ink, 1.4 * layout.font, width, false),
                               text_block(subtitle, pale_ink, layout.font, width, false)};
    blocks.insert(blocks.begin(), stacked(heading, 0));
    if (!legend.empty()) blocks.push_back(legend_block(legend, width, layout.font));
    const Picture content = stacked(blocks, space);
    const int margin = layout.gap();
    Picture whole(content.width + 2 * margin, content.height + 2 * margin);
    paste(whole, margin, margin, content);
    return whole;
}

}  // namespace hitmiss
