#pragma once
// The one composer: rows of captioned drawings for print, as sheets of methods, strips of frames
// and small multiples are.

#include "draw/drawing.hpp"

namespace hitmiss {

/// Most frames of a demonstration in a row.
inline constexpr std::size_t frames_per_row = 6;

struct LegendEntry {
    Rgb colour;
    std::string_view label;  ///< a literal
    PlotMarker marker = PlotMarker::none;
    /// A thick line is twice as wide; a stop ends in a bar.
    enum class Sample { area, line, thick, stop, dashes, arrow } sample = Sample::area;
};

struct Cell {
    std::vector<std::string> caption;        ///< above; its first line stands out
    Drawing body;                            ///< at most as wide as the grid's cells
    std::vector<std::uint64_t> counts = {};  ///< for the first entries of the legend, below
    std::string foot = {};                   ///< a line below
};

struct CellRow {
    std::string name;  ///< upright beside the bodies
    std::vector<Cell> cells;
};

/// Rows of equally many cells; those that stand above each other belong together.
struct Composition {
    std::string title, subtitle;
    std::vector<CellRow> rows;
    /// Entries that are counted stand with their numbers, the others once below all.
    std::vector<LegendEntry> legend = {};
};

/// Columns for so many things in rows of at most `most`, as even as can be.
std::size_t even_columns(std::size_t count, std::size_t most);

/// Columns of one width.
struct Grid {
    Page page;
    std::size_t columns;  ///< side by side; the rest follows below
    double gap, label;    ///< between columns, and for the rows' names
    double cell;          ///< width of a column, in whole dots

    /// At most `most` of `count` columns side by side. The resolution is raised until a picture
    /// `pixels` wide fills a column with whole dots for each pixel.
    Grid(const Page& page, std::size_t count, std::size_t most, bool named, int pixels = 1);
    /// How many dots a pixel may be wide.
    int factor(int pixels) const { return int(cell) / pixels; }
};

/// A picture in a frame, its pixels squares of `factor` dots.
Drawing framed(const Picture& picture, int factor, const Page& page);

/// A square of that colour with its mark or a piece of line, as high as that, the corner at the
/// origin.
Drawing swatch(const LegendEntry& entry, double side);

/// Throws Error{Exit::bug} for rows that differ.
Drawing compose(Composition figure, const Grid& grid);

}  // namespace hitmiss
