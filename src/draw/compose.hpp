#pragma once
// Composes rows of captioned drawings for print: sheets of methods, strips of frames, small
// multiples.

#include <span>

#include "draw/drawing.hpp"

namespace hitmiss {

/// Largest number of a demonstration's frames in a row: six on a page of full width.
std::size_t frames_per_row(const Page& page);

struct LegendEntry {
    Rgb colour;
    std::string_view label;  ///< a literal
    /// A thick line is twice as wide; a stop ends in a bar; a dot lies on an area of the colour.
    enum class Sample { area, line, thick, stop, dashes, arrow, dot } sample = Sample::area;
};

struct Cell {
    std::vector<std::string> caption;        ///< above; its first line stands out
    Drawing body;                            ///< at most as wide as the grid's cells
    std::vector<std::uint64_t> counts = {};  ///< for the first entries of the legend, below
    std::string foot = {};                   ///< a line below

    bool is_empty() const {
        return caption.empty() && body.elements.empty() && counts.empty() && foot.empty();
    }
};

struct CellRow {
    std::string name;  ///< beside the bodies
    std::vector<Cell> cells;
    bool joined = false;  ///< on one page with the row before
};

/// Where words stand: upright names of rows, and a cell's counts with their words below it; or both
/// in the left margin, names level, the words of counts once for all columns, as in a table.
enum class LeftMargin { narrow, names, table };

/// Rows with the same number of cells. The cells of a column belong together.
struct Composition {
    std::string title, subtitle;
    std::vector<CellRow> rows = {};
    /// Counted entries stand beside their numbers, the others once below all rows.
    std::vector<LegendEntry> legend = {};
    LeftMargin margin = LeftMargin::narrow;
    std::string foot = {};  ///< a line below all
};

/// The widths that the left margin needs, in units of the font size.
inline constexpr double no_margin = 0, upright_names = 1.5;
double margin_for(std::span<const std::string> names, std::span<const LegendEntry> counted);

/// The number of columns for `count` cells in rows of at most `most`, as even as possible.
std::size_t even_columns(std::size_t count, std::size_t most);

/// Least width of a column, in units of the font size.
inline constexpr double narrowest_cell = 6;

/// Columns of one width.
struct Grid {
    Page page;
    std::size_t columns;  ///< side by side; the rest follows below
    double gap, label;    ///< between columns, and of the left margin
    double cell;          ///< width of a column, in whole dots
    bool narrow = false;  ///< no room for the margin: the figure has LeftMargin::narrow

    /// At most `most` of `count` columns side by side; fewer, or no margin but for upright names,
    /// where they would be too narrow. Throws Error{Exit::usage} where even one would be. The
    /// resolution is raised until a picture `pixels` wide fills a column with whole dots for each
    /// pixel.
    Grid(const Page& page, std::size_t count, std::size_t most, double margin, int pixels = 1);
    /// Largest width of a pixel, in dots.
    int factor(int pixels) const { return int(cell) / pixels; }
};

/// Adds a paragraph whose lines start, end or are centred as `anchor` says; returns where it ends.
double paragraph(Drawing& target, double x, double y, double width, double anchor,
                 std::string_view text, double size, Rgb colour, Face face = Face::regular);

/// A picture in a frame, its pixels squares of `factor` dots.
Drawing framed(const Picture& picture, int factor, const Page& page);

/// A line of pale words across a cell, in place of a picture that would show nothing.
Drawing words_in_cell(std::string_view words, const Grid& grid);

/// An entry's sample in the legend, with its corner at the origin: a square of the colour, or a
/// piece of line in such a square.
Drawing swatch(const LegendEntry& entry, double side);
/// Where a label begins beside its sample, in units of the font size.
inline constexpr double swatch_space = 1.1;

/// Entries side by side, in as many lines as they need; returns where these end.
double draw_legend(Drawing& target, std::span<const LegendEntry> entries, double y, double font);

/// The figure on one page.
Drawing compose(const Composition& figure, const Grid& grid);
/// A figure of one drawing.
inline Drawing compose(std::string title, std::string subtitle, Drawing body, const Grid& grid,
                       std::vector<LegendEntry> legend = {}) {
    return compose({std::move(title), std::move(subtitle), {{"", {{{}, std::move(body)}}}}, legend},
                   grid);
}

/// The same as pages of at most the height that the grid's page allows, unless joined rows are
/// higher. Rows that go on a further page have the captions of the first ones.
std::vector<Drawing> compose_pages(const Composition& figure, const Grid& grid);

}  // namespace hitmiss
