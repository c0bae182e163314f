#pragma once
// Curves over axes, told apart without colour.

#include <span>
#include <string>
#include <vector>

#include "draw/plot_axis.hpp"
#include "draw/plot_labels.hpp"

namespace hitmiss {

/// Points, pairs of values, joined by a line. Lengths of dashes are in units. Series that run
/// through the same points show these in turn, so that none hides another.
struct PlotSeries {
    std::string label;
    std::vector<Point> points;
    Rgb colour = ink;
    PlotMarker marker = PlotMarker::none;
    std::vector<double> dashes = {};
    bool hollow = false;  ///< its marks are
};

/// A range of x to point out, or a single x.
struct PlotSpan {
    double from, to;
    std::string label;
};

/// One panel. All points lie on the axes.
struct Plot {
    std::string title;
    PlotAxis x, y;
    std::vector<PlotSeries> series;
    std::vector<PlotSpan> spans = {};
};

/// Panels in so many columns under a common title. In one column curves are labelled where they
/// run; in more there is no room for that, and labels stand once, below all panels. Lengths within
/// are in units, a quarter of a millimetre each.
Drawing draw_plots(const std::string& title, const std::string& subtitle,
                   std::span<const Plot> panels, const Page& page = {}, std::size_t columns = 1);

/// Where the axes of panel `index` stand, below a title of one line, in a figure that many units
/// wide.
PlotFrame plot_frame(std::size_t index, double width = 640, std::size_t columns = 1);

}  // namespace hitmiss
