#pragma once
// Curves over axes, as SVG: for print 16 cm wide, told apart without colour, labelled where they
// run. The same plot gives the same bytes everywhere.

#include <span>
#include <string>
#include <vector>

#include "figure/picture.hpp"

namespace hitmiss {

/// Values from lo to hi. A log axis with `zero` shows 0, which has no logarithm, on a line of its
/// own below a break.
struct PlotAxis {
    std::string label;  ///< with the unit
    double lo, hi;
    bool log = false, zero = false;

    /// Where the value stands: 0 at the lower end of the axis, 1 at hi.
    double position(double value) const;
};

/// A pair of values, or a place in the figure.
struct PlotPoint {
    double x, y;
};
/// Points joined by a line. `dash` is SVG's stroke-dasharray, empty for a solid line.
struct PlotSeries {
    std::string label;
    std::vector<PlotPoint> points;
    Rgb colour{0, 0, 0};
    PlotMarker marker = PlotMarker::none;
    std::string dash = {};
    double width = 1.2;
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

/// Panels one below the other under a common title, 640 units = 16 cm wide.
std::string draw_plots(const std::string& title, std::span<const Plot> panels);

/// Panel `index` of a figure, from its top left corner, y down, in units of the figure.
struct PlotFrame {
    double left, top, width, height;
};
PlotFrame plot_frame(std::size_t index);

/// A value to mark on an axis; its label is XML, empty for a minor tick.
struct Tick {
    double value;
    std::string label;
};

/// Ticks within the axis, ascending: 0 (where shown) and decades on a log axis, at most about
/// twelve of them labelled; multiples of 1, 2 or 5 times a power of ten on a linear one.
std::vector<Tick> ticks(const PlotAxis& axis);

struct Curve {
    std::string label;
    std::vector<PlotPoint> places;  ///< in units of the figure
};

/// For each curve a box for its label: beside the curve, inside the frame, as far as possible clear
/// of all curves and of the other labels. Tries a box above and one below at steps along each
/// curve.
std::vector<PlotFrame> place_labels(const std::vector<Curve>& curves, const PlotFrame& frame,
                                    double font);

}  // namespace hitmiss
