#pragma once
// The contact sheet: methods side by side, their pictures, error maps and the worst spot.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "figure/picture.hpp"

namespace hitmiss {

struct LegendEntry {
    Rgb colour;
    std::string_view label;  ///< a literal
};

/// One method. All pictures are of one size.
struct SheetColumn {
    std::vector<std::string> caption;   ///< the name, then what tells it from its neighbours
    Picture picture, map;               ///< as rendered, and of the errors
    Picture detail;                     ///< whose worst spot is shown magnified
    std::vector<std::uint64_t> counts;  ///< pixels for the first entries of the legend
    std::string detail_pixel{};         ///< "x,y" of an error in the detail; empty: there is none
};

struct Sheet {
    std::string title, subtitle;
    std::vector<SheetColumn> columns;
    /// Entries that are counted stand with their numbers under each map, the others once below.
    std::vector<LegendEntry> legend;
    std::optional<Rectangle> detail;  ///< the worst spot, outlined and magnified in each column
};

/// Draws the sheet for print 16 cm wide: at most five columns side by side, then the next band;
/// small pictures magnified by a whole factor. Throws Error{Exit::bug} for a sheet that
/// contradicts itself, Error{Exit::cannot_write} for one too large for a PNG file.
Picture draw_sheet(const Sheet& sheet);

}  // namespace hitmiss
