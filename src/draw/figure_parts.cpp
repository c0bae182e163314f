// The smallest parts of composed figures: columns and how many of them a page has room for,
// paragraphs, framed pictures, and the samples of legends.

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "draw/compose.hpp"
#include "draw/text.hpp"

namespace hitmiss {

std::size_t frames_per_row(const Page& page) {
    constexpr double narrowest = 24;  // mm, for letters of the usual size
    const double most = page.width_mm / (narrowest * std::max(1.0, page.font_pt / Page{}.font_pt));
    return std::clamp<std::size_t>(std::size_t(most), 1, 6);
}

std::size_t even_columns(std::size_t count, std::size_t most) {
    most = std::max<std::size_t>(most, 1);
    const std::size_t rows = (count + most - 1) / most;
    return (count + rows - 1) / rows;
}

double margin_for(std::span<const std::string> names, std::span<const LegendEntry> counted) {
    double widest = 0;
    for (const std::string& name : names)
        for (const auto line : split(name, '\n')) widest = std::max(widest, text_width(line, 1));
    for (const LegendEntry& entry : counted)
        widest = std::max(widest, swatch_space + text_width(entry.label, 1));
    return widest + 1;
}

Grid::Grid(const Page& page_, std::size_t count, std::size_t most, double margin, int pixels)
    : page(page_) {
    constexpr double gap_mm = 3;
    columns = even_columns(count, most);
    const auto measure = [&] {
        gap = page.mm(gap_mm), label = margin * page.font();
        cell = (page.width() - label - gap * double(columns + 1)) / double(columns);
    };
    const auto is_narrow = [&] { return measure(), cell < narrowest_cell * page.font(); };
    while (columns > 1 && is_narrow()) columns = even_columns(count, columns - 1);
    if (narrow = margin > upright_names && is_narrow(); narrow) margin = upright_names;
    check_width(page, margin + narrowest_cell, 2 * gap_mm);
    measure();
    // Raise the resolution until whole pixels fill the column.
    const double filled = pixels * std::ceil(0.95 * cell / pixels);
    if (filled > cell) page.dpi *= filled / cell, measure();
    cell = std::floor(cell + 1e-6);
}

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
