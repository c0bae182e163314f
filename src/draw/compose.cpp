#include "draw/compose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/words.hpp"
#include "draw/text.hpp"

namespace hitmiss {
namespace {

constexpr double swatch_space = 1.1;  // in units of the font size

/// Adds a paragraph and returns where it ends.
double paragraph(Drawing& target, double x, double y, double width, double anchor,
                 std::string_view text, double size, Rgb colour, Face face = Face::regular) {
    if (text.empty()) return y;
    const auto metrics = line_metrics(size);
    for (const std::string& line : wrap_text(text, size, width, face)) {
        target.text(x + anchor * width, y + metrics.ascent, anchor, line, size, colour, face);
        y += metrics.height();
    }
    return y;
}

/// Columns first .. last of the figure, which stand side by side.
struct Band {
    Composition& figure;  ///< its drawings are moved from here
    const Grid& grid;
    std::size_t first, last;

    double left(std::size_t k) const {
        return grid.label + double(k - first) * (grid.cell + grid.gap);
    }

    double counts(Drawing& target, const Cell& cell, double x, double y) const {
        double font = grid.page.font(), widest = 0;
        for (std::size_t k = 0; k < cell.counts.size(); ++k) {
            const auto line =
                fmt::format("{}  {}", figure.legend[k].label, with_separators(cell.counts[k]));
            widest = std::max(widest, swatch_space * font + text_width(line, font));
        }
        font *= std::min(1.0, grid.cell / std::max(widest, 1.0));
        const double width = widest > cell.body.width ? grid.cell : cell.body.width;
        const double from = x + 0.5 * (grid.cell - width), to = from + width;
        const auto metrics = line_metrics(font);
        for (std::size_t k = 0; k < cell.counts.size(); ++k, y += metrics.height()) {
            const double baseline = y + metrics.ascent, side = capital_height(font);
            target.place(from, baseline - side, swatch(figure.legend[k], side));
            target.text(from + swatch_space * font, baseline, 0, figure.legend[k].label, font);
            target.text(to, baseline, 1, with_separators(cell.counts[k]), font);
        }
        return y;
    }

    /// Captions, bodies with the row's name beside them, counts and feet. Returns where they end.
    double draw(Drawing& target, CellRow& row, double y) const {
        const double font = grid.page.font();
        double top = y, highest = text_width(row.name, font);
        for (std::size_t k = first; k < last; ++k) {
            const auto& caption = row.cells[k].caption;
            double line = y;
            for (const std::string& text : caption)
                line = paragraph(target, left(k), line, grid.cell, 0.5, text, font,
                                 &text == &caption[0] ? ink : pale_ink);
            top = std::max(top, line);
            highest = std::max(highest, row.cells[k].body.height);
        }
        if (top > y) top += 0.25 * grid.gap;
        target.upright(line_metrics(font).ascent, top + highest / 2, row.name, font, pale_ink);
        double end = top + highest;
        for (std::size_t k = first; k < last; ++k) {
            Cell& cell = row.cells[k];
            target.place(left(k) + 0.5 * (grid.cell - cell.body.width), top, std::move(cell.body));
            double below = top + cell.body.height + 0.25 * grid.gap;
            below = counts(target, cell, left(k), below);
            below =
                paragraph(target, left(k), below, grid.cell, 0.5, cell.foot, 0.85 * font, pale_ink);
            end = std::max(end, below);
        }
        return end;
    }
};

double legend(Drawing& target, std::span<const LegendEntry> entries, double y, double width,
              double font) {
    const auto metrics = line_metrics(font);
    const double side = capital_height(font);
    double x = 0;
    for (const LegendEntry& entry : entries) {
        Drawing sample = swatch(entry, side);
        const double label = sample.width + swatch_space * font - side;
        const double needed = label + text_width(entry.label, font);
        if (x > 0 && x + needed > width) x = 0, y += metrics.height();
        target.place(x, y + metrics.ascent - side, std::move(sample));
        target.text(x + label, y + metrics.ascent, 0, entry.label, font);
        x += needed + 2 * swatch_space * font;
    }
    return y + metrics.height();
}

void check(const Composition& figure, const Grid& grid) {
    bool good = !figure.rows.empty() && !figure.rows[0].cells.empty();
    for (const CellRow& row : figure.rows) {
        good = good && row.cells.size() == figure.rows[0].cells.size();
        for (const Cell& cell : row.cells)
            good = good && cell.body.width <= grid.cell + 1 &&
                   cell.counts.size() <= figure.legend.size();
    }
    if (!good) throw Error{Exit::bug, "a figure whose parts do not fit together"};
}

}  // namespace

std::size_t even_columns(std::size_t count, std::size_t most) {
    most = std::max<std::size_t>(most, 1);
    const std::size_t rows = (count + most - 1) / most;
    return (count + rows - 1) / rows;
}

Grid::Grid(const Page& page_, std::size_t count, std::size_t most, bool named, int pixels)
    : page(page_) {
    columns = even_columns(count, most);
    const auto measure = [&] {
        gap = page.mm(3), label = named ? 1.5 * page.font() : 0;
        cell = (page.width() - label - gap * double(columns + 1)) / double(columns);
    };
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

Drawing swatch(const LegendEntry& entry, double side) {
    using enum LegendEntry::Sample;
    if (entry.sample != area) {
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
    return result;
}

Drawing compose(Composition figure, const Grid& grid) {
    check(figure, grid);
    const double font = grid.page.font();
    const std::size_t count = figure.rows[0].cells.size();
    Drawing content{grid.label + double(grid.columns) * (grid.cell + grid.gap) - grid.gap};
    double y = paragraph(content, 0, 0, content.width, 0, figure.title, grid.page.title(), ink,
                         Face::medium);
    y = paragraph(content, 0, y, content.width, 0, figure.subtitle, font, pale_ink);
    y += grid.gap;
    for (std::size_t first = 0; first < count; first += grid.columns) {
        const Band band{figure, grid, first, std::min(first + grid.columns, count)};
        for (CellRow& row : figure.rows) y = band.draw(content, row, y) + 0.6 * grid.gap;
        y += 0.4 * grid.gap;
    }
    std::size_t counted = 0;
    for (const CellRow& row : figure.rows)
        for (const Cell& cell : row.cells) counted = std::max(counted, cell.counts.size());
    const auto below = std::span(figure.legend).subspan(counted);
    y = below.empty() ? y - grid.gap : legend(content, below, y, content.width, font);
    const double margin = std::round(grid.gap);
    Drawing whole{std::ceil(content.width + 2 * margin), std::ceil(y + 2 * margin), grid.page.dpi};
    whole.place(margin, margin, std::move(content));
    whole.title = figure.title, whole.description = figure.subtitle;
    return whole;
}

}  // namespace hitmiss
