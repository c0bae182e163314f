#include "draw/compose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "draw/pages.hpp"
#include "draw/text.hpp"

namespace hitmiss {
namespace {

constexpr Rgb faint_ink{150, 150, 150};

/// Columns first .. last of the figure, which stand side by side.
struct Band {
    Composition& figure;  ///< its drawings are moved from here
    const Grid& grid;
    std::size_t first, last;

    std::span<Cell> cells(std::size_t row) const {
        return std::span(figure.rows[row].cells).subspan(first, last - first);
    }
    bool is_empty(std::size_t row) const {
        return std::ranges::all_of(cells(row), &Cell::is_empty);
    }

    double left(std::size_t k) const { return grid.label + double(k) * (grid.cell + grid.gap); }

    /// Captions line by line; a line that neighbours share is written once across their columns,
    /// with a rule below, unless it is the last. Returns where they end.
    double captions(Drawing& target, std::size_t row, double y) const {
        const auto shown = cells(row);
        std::size_t lines = 0;
        for (const Cell& cell : shown) lines = std::max(lines, cell.caption.size());
        const auto line_of = [&](std::size_t k, std::size_t line) {
            const auto& caption = shown[k].caption;
            return line < caption.size() ? caption[line] : "";
        };
        const double font = grid.page.font();
        for (std::size_t line = 0; line < lines; ++line) {
            double end = y, size = font;  // one for all
            for (std::size_t k = 0; k < shown.size(); ++k)
                size = std::min(size, fitting_size(line_of(k, line), font, grid.cell));
            for (std::size_t k = 0, next; k < shown.size(); k = next) {
                const std::string text = line_of(k, line);
                next = k + 1;
                while (!text.empty() && line + 1 < lines && next < shown.size() &&
                       line_of(next, line) == text)
                    ++next;
                const double width = left(next - 1) + grid.cell - left(k);
                const double below = paragraph(target, left(k), y, width, 0.5, text, size,
                                               line == 0 ? ink : pale_ink);
                end = std::max(end, below);
                if (next - k > 1) {
                    const double rule = below + 0.1 * font;
                    end = std::max(end, below + 0.2 * font);
                    target.line({{left(k), rule}, {left(next - 1) + grid.cell, rule}},
                                {frame_grey, grid.page.hair()});
                }
            }
            y = end;
        }
        return y;
    }

    /// A counted entry of the legend, its sample at x.
    void entry(Drawing& target, std::size_t number, double x, double baseline, double font) const {
        const double side = capital_height(font);
        target.place(x, baseline - side, swatch(figure.legend[number], side));
        target.text(x + swatch_space * font, baseline, 0, figure.legend[number].label, font);
    }

    /// The words of the counts once, in the margin, and the numbers of each column. 0 is pale.
    /// Below other bands, a band without any count needs no zeros.
    double table(Drawing& target, std::size_t row, double y) const {
        const auto shown = cells(row);
        const auto is_zero = [](const Cell& cell) {
            return std::ranges::count(cell.counts, 0u) == std::ssize(cell.counts);
        };
        if (first > 0 && std::ranges::all_of(shown, is_zero)) return y;
        std::size_t lines = 0;
        for (const Cell& cell : shown) lines = std::max(lines, cell.counts.size());
        const double font = grid.page.font();
        const auto metrics = line_metrics(font);
        for (std::size_t line = 0; line < lines; ++line, y += metrics.height()) {
            const double baseline = y + metrics.ascent;
            entry(target, line, 0, baseline, font);
            for (std::size_t k = 0; k < shown.size(); ++k) {
                const auto& counts = shown[k].counts;
                if (line < counts.size())
                    target.text(left(k) + 0.5 * grid.cell + 1.5 * font, baseline, 1,
                                with_separators(counts[line]), font,
                                counts[line] == 0 ? faint_ink : ink);
            }
        }
        return y;
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
            const double baseline = y + metrics.ascent;
            entry(target, k, from, baseline, font);
            target.text(to, baseline, 1, with_separators(cell.counts[k]), font);
        }
        return y;
    }

    /// Captions, bodies with the row's name beside them, counts and feet. Returns where they end.
    double draw(Drawing& target, std::size_t number, double y) const {
        const auto shown = cells(number);
        const double font = grid.page.font();
        const bool upright = figure.margin == LeftMargin::narrow;
        double top = captions(target, number, y), highest = 0;
        const auto lines = split(figure.rows[number].name, '\n');
        const std::string name = upright ? fmt::format("{}", fmt::join(lines, ", ")) : "";
        if (upright) highest = text_width(name, font);
        for (const Cell& cell : shown) highest = std::max(highest, cell.body.height);
        if (top > y) top += 0.25 * grid.gap;
        if (upright) {
            target.upright(line_metrics(font).ascent, top + highest / 2, name, font, pale_ink);
        } else {
            double below = top;
            for (std::size_t k = 0; k < lines.size(); ++k)
                below = paragraph(target, 0, below, grid.label - 0.5 * font, 0, lines[k], font,
                                  k == 0 ? ink : pale_ink);
            highest = std::max(highest, below - top);
        }
        double end = top + highest, below = end + 0.25 * grid.gap;
        if (figure.margin == LeftMargin::table) below = end = table(target, number, below);
        for (std::size_t k = 0; k < shown.size(); ++k) {
            Cell& cell = shown[k];
            const double lowest = top + cell.body.height + 0.25 * grid.gap;
            target.place(left(k) + 0.5 * (grid.cell - cell.body.width), top, std::move(cell.body));
            double foot = below;
            if (figure.margin != LeftMargin::table) foot = counts(target, cell, left(k), lowest);
            foot =
                paragraph(target, left(k), foot, grid.cell, 0.5, cell.foot, 0.85 * font, pale_ink);
            end = std::max(end, foot);
        }
        return end;
    }
};

/// The figure on pages, which say that they are so many.
std::vector<Drawing> laid_out(Composition figure, const Grid& grid, std::size_t pages_in_all) {
    if (grid.narrow) figure.margin = LeftMargin::narrow;
    const double font = grid.page.font(), margin = std::round(grid.gap);
    const std::size_t count = figure.rows[0].cells.size();
    std::size_t counted = 0;
    for (const CellRow& row : figure.rows)
        for (const Cell& cell : row.cells) counted = std::max(counted, cell.counts.size());
    std::vector<Drawing> contents;  // of pages
    double y = 0;
    const auto begin_page = [&] {
        Drawing& page = contents.emplace_back(
            Drawing{grid.label + double(grid.columns) * (grid.cell + grid.gap) - grid.gap});
        y = 0;
        if (grid.page.has_title)
            y = paragraph(page, 0, 0, page.width, 0, title_on(contents.size(), figure.title),
                          grid.page.title(), ink, Face::medium);
        if (grid.page.has_subtitle)
            y = paragraph(page, 0, y, page.width, 0,
                          subtitle_on(contents.size(), pages_in_all, figure.subtitle), font,
                          pale_ink);
        if (y > 0) y += grid.gap;
    };
    begin_page();
    const auto below = std::span(figure.legend).subspan(counted);
    Drawing measured{contents[0].width};
    const double tail = (below.empty() ? 0 : draw_legend(measured, below, 0, font)) +
                        paragraph(measured, 0, 0, measured.width, 0, figure.foot, font, ink);
    for (std::size_t first = 0; first < count; first += grid.columns) {
        const Band band{figure, grid, first, std::min(first + grid.columns, count)};
        // Where they start and end is below the top of the band.
        struct JoinedRows {
            std::size_t row;
            Drawing drawn;
            double start, end;
        };
        std::vector<JoinedRows> groups;
        double end = 0;
        for (std::size_t row = 0; row < figure.rows.size(); ++row) {
            if (row > 0 && band.is_empty(row)) continue;
            if (row == 0 || !figure.rows[row].joined)
                groups.push_back({row, {contents[0].width}, end, end});
            groups.back().end = end = band.draw(groups.back().drawn, row, end) + 0.6 * grid.gap;
        }
        const double highest = grid.page.max_height() - 2 * margin -
                               (band.last == count ? std::max(0.0, tail - 0.6 * grid.gap) : 0);
        if (first > 0 && y + end > highest) begin_page();
        for (JoinedRows& group : groups) {
            if (group.row > 0 && y + group.end > highest) {
                begin_page();
                if (figure.rows[group.row].cells[first].caption.empty())
                    y = band.captions(contents.back(), 0, y) + 0.25 * grid.gap;
                y -= group.start;
            }
            contents.back().height = y + group.end - 0.6 * grid.gap;
            contents.back().place(0, y, std::move(group.drawn));
        }
        y += end + 0.4 * grid.gap;
    }
    Drawing& last = contents.back();
    if (!below.empty()) last.height = y = draw_legend(last, below, y, font);
    if (!figure.foot.empty())
        last.height = paragraph(last, 0, y, last.width, 0, figure.foot, font, ink);
    std::vector<Drawing> pages;
    for (Drawing& content : contents) {
        Drawing& whole =
            pages.emplace_back(Drawing{std::ceil(content.width + 2 * margin),
                                       std::ceil(content.height + 2 * margin), grid.page.dpi});
        whole.place(margin, margin, std::move(content));
        whole.title = figure.title;
        whole.description = subtitle_on(pages.size(), pages_in_all, figure.subtitle);
    }
    return pages;
}

}  // namespace

Drawing compose(const Composition& figure, const Grid& grid) {
    Grid endless = grid;
    endless.page.max_height_mm = 1e300;
    return std::move(compose_pages(figure, endless).front());
}

std::vector<Drawing> compose_pages(const Composition& figure, const Grid& grid) {
    return numbered_pages([&](std::size_t pages) { return laid_out(figure, grid, pages); });
}

}  // namespace hitmiss
