#pragma once
// A sequence of pictures in rows, one below the other: the frames of a demonstration.

#include <string>
#include <vector>

#include "figure/sheet.hpp"

namespace hitmiss {

struct StripRow {
    std::string name;  ///< stands upright at the left
    std::vector<Picture> pictures;
    std::vector<std::vector<std::string>> captions;  ///< above each picture, as in a Sheet
};

/// Rows of equally many pictures; those that stand above each other belong together.
struct Strip {
    std::string title, subtitle;
    std::vector<StripRow> rows;
    std::vector<LegendEntry> legend;
    int columns = 6;  ///< side by side at most; the rest follows below
};

/// Draws the strip for print 16 cm wide. Pictures keep their size, which all must share. Throws
/// Error{Exit::bug} for rows that differ, Error{Exit::cannot_write} if it is too large.
Picture draw_strip(const Strip& strip);

}  // namespace hitmiss
