#pragma once
// Rows of captioned pictures: small multiples, and the frames of a demonstration. For print 16 cm
// wide.

#include "figure/sheet.hpp"

namespace hitmiss {

struct Panel {
    std::vector<std::string> caption;  ///< above the picture; may be empty below another panel
    Picture picture;                   ///< as wide as all others; it keeps its size
    std::vector<std::uint64_t> counts = {};  ///< for the first entries of the legend
};

struct PanelRow {
    std::string name;  ///< upright beside the row
    std::vector<Panel> panels;
};

/// Rows of equally many panels; those that stand above each other belong together.
struct PanelSheet {
    std::string title, subtitle;
    std::vector<PanelRow> rows;
    std::vector<LegendEntry> legend = {};
};

/// Draws panels that show the same thing under different conditions, of which five stand side by
/// side. Throws Error{Exit::bug} for rows that differ.
Picture draw_panels(const PanelSheet& sheet);

/// Draws rows of frames, at most `columns` side by side; the rest follows below. Throws
/// Error{Exit::bug} for rows that differ, Error{Exit::cannot_write} if it is too large.
Picture draw_strip(const PanelSheet& sheet, int columns = 6);

}  // namespace hitmiss
