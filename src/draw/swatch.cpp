// The smallest parts of composed figures: paragraphs, framed pictures, and the samples of legends.

#include "draw/compose.hpp"
#include "draw/text.hpp"

namespace hitmiss {

Drawing framed(const Picture& picture, int factor, const Page& page) {
    Drawing body{double(picture.width * factor), double(picture.height * factor)};
    body.elements.emplace_back(Raster{0, 0, picture, factor});
    // The frame lies around the picture and hides no pixel.
    const double half = 0.5 * page.hair();
    body.box(-half, -half, body.width + 2 * half, body.height + 2 * half, {},
             Pen{frame_grey, page.hair()});
    return body;
}

double paragraph(Drawing& target, double x, double y, double width, double anchor,
                 std::string_view text, double size, Rgb colour, Face face) {
    if (text.empty()) return y;
    size = fitting_size(text, size, width, face);
    const auto metrics = line_metrics(size);
    for (const std::string& line : wrap_text(text, size, width, face)) {
        target.text(x + anchor * width, y + metrics.ascent, anchor, line, size, colour, face);
        y += metrics.height();
    }
    return y;
}

Drawing words_in_cell(std::string_view words, const Grid& grid) {
    Drawing body{grid.cell};
    body.height = paragraph(body, 0, 0, grid.cell, 0.5, words, grid.page.font(), pale_ink);
    return body;
}

Drawing swatch(const LegendEntry& entry, double side) {
    using enum LegendEntry::Sample;
    if (entry.sample != area && entry.sample != dot) {
        Drawing line{2.6 * side, side};
        Pen pen{entry.colour, (entry.sample == thick ? 0.32 : 0.16) * side};
        const Point from(0, side / 2), to(line.width, side / 2);
        if (entry.sample == dashes) pen.dashes = {0.5 * side, 0.5 * side};
        if (entry.sample == arrow)
            line.arrow(from, to, pen);
        else
            line.line({from, to}, pen);
        if (entry.sample == stop) line.line({{to.x, 0.1 * side}, {to.x, 0.9 * side}}, pen);
        return line;
    }
    Drawing result{side, side};
    result.box(0, 0, side, side, entry.colour, Pen{frame_grey, side / 16});
    if (entry.sample == dot) result.dot({side / 2, side / 2}, side / 5, ink);
    return result;
}

double draw_legend(Drawing& target, std::span<const LegendEntry> entries, double y, double font) {
    const auto metrics = line_metrics(font);
    const double side = capital_height(font);
    double x = 0;
    for (const LegendEntry& entry : entries) {
        Drawing sample = swatch(entry, side);
        const double label = sample.width + swatch_space * font - side;
        const double needed = label + text_width(entry.label, font);
        if (x > 0 && x + needed > target.width) x = 0, y += metrics.height();
        target.place(x, y + metrics.ascent - side, std::move(sample));
        // An entry that is wider than the page has lines of its own.
        const double end = paragraph(target, x + label, y, std::max(target.width - x - label, 0.0),
                                     0, entry.label, font, ink);
        y = std::max(y, end - metrics.height());
        x += needed + 2 * swatch_space * font;
    }
    return y + metrics.height();
}

}  // namespace hitmiss
