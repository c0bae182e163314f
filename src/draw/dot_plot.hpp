#pragma once
#include "draw/plot_axis.hpp"

namespace hitmiss {

/// A value with its interval.
struct PlotDot {
    double value, low, high;
};

/// Dots with intervals: a row for each thing measured, a panel for each way of measuring it.
struct DotPlot {
    std::string title, subtitle;
    PlotAxis axis;  ///< of all panels
    std::vector<std::string> panels;
    struct Row {
        std::string label;
        std::vector<PlotDot> dots;  ///< by panel
    };
    std::vector<Row> rows;
};
Drawing draw_dots(const DotPlot& plot, const Page& page = {});

}  // namespace hitmiss
