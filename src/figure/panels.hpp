#pragma once
// Small multiples: rows of panels that show the same thing under different conditions.

#include "figure/sheet.hpp"

namespace hitmiss {

struct Panel {
    std::vector<std::string> caption;   ///< above the picture; may be empty below another panel
    Picture picture;                    ///< of the same size in all panels
    std::vector<std::uint64_t> counts;  ///< for the first entries of the legend
};

struct PanelRow {
    std::string name;  ///< upright beside the row
    std::vector<Panel> panels;
};

struct PanelSheet {
    std::string title, subtitle;
    std::vector<PanelRow> rows;
    std::vector<LegendEntry> legend;
};

/// Draws the panels for print 16 cm wide, where five stand side by side. Throws Error{Exit::bug}
/// for a sheet or row without panels.
Picture draw_panels(const PanelSheet& sheet);

}  // namespace hitmiss
