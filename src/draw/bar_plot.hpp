#pragma once
// Shares of a whole as stacked bars: a row for each thing measured, a panel for each way of
// measuring it.

#include "draw/compose.hpp"

namespace hitmiss {

/// One bar: the share of each part, in per cent, and the interval of their sum, if it is shown.
struct Bar {
    std::vector<double> parts;
    double low = 0, high = 0;
};

struct BarPlot {
    std::string title, subtitle;
    std::vector<LegendEntry> parts;  ///< without labels where the rows' tell
    std::vector<std::string> panels;
    struct Row {
        std::string label;
        std::vector<Bar> bars;   ///< by panel
        std::string group = {};  ///< of it and the rows after it: a heading above it
    };
    std::vector<Row> rows;
    int end = 0;  ///< of all axes, in per cent; 0: what the bars need
};

/// "9 %", "0.08 %", "0".
std::string in_percent(double share);

Drawing draw_bars(const BarPlot& plot, const Page& page = {});

/// The same as pages of at most the height that the page allows, unless one row is higher.
std::vector<Drawing> draw_bar_pages(const BarPlot& plot, const Page& page = {});

}  // namespace hitmiss
