#pragma once
// Curves and dots over axes, told apart without colour, labelled where they run.

#include <span>
#include <string>
#include <vector>

#include "draw/drawing.hpp"

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

/// Points, pairs of values, joined by a line unless its width is 0. Lengths are in units. Series
/// that run through the same points show these in turn, so that none hides another.
struct PlotSeries {
    std::string label;
    std::vector<Point> points;
    Rgb colour{0, 0, 0};
    PlotMarker marker = PlotMarker::none;
    std::vector<double> dashes = {};
    double width = 1.2;
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

/// Panels one below the other under a common title, curves labelled where they run. Within it
/// lengths are in units, a quarter of a millimetre each.
Drawing draw_plots(const std::string& title, const std::string& subtitle,
                   std::span<const Plot> panels, const Page& page = {});

/// The same in two columns, which leave no room for labels beside the curves: those stand once,
/// below all panels.
Drawing draw_plots_by_two(const std::string& title, const std::string& subtitle,
                          std::span<const Plot> panels, const Page& page = {});

/// Panel `index` below a title of one line, in a figure that many units wide, from its top left
/// corner, y down.
struct PlotFrame {
    double left, top, width, height;
};
PlotFrame plot_frame(std::size_t index, double width = 640, std::size_t columns = 1);

/// A value to mark on an axis; its label is empty for a minor tick.
struct Tick {
    double value;
    std::string label;
};

/// Ticks within the axis, ascending: 0 (where shown) and decades on a log axis, at most about
/// twelve of them labelled; multiples of 1, 2 or 5 times a power of ten on a linear one.
std::vector<Tick> ticks(const PlotAxis& axis);

struct Curve {
    std::string label;
    std::vector<Point> places;  ///< in units
};

/// For each curve a box for its label: beside the curve, inside the frame, as far as possible clear
/// of all curves and of the other labels. Tries a box above and one below at steps along each
/// curve.
std::vector<PlotFrame> place_labels(const std::vector<Curve>& curves, const PlotFrame& frame,
                                    double font);

}  // namespace hitmiss
