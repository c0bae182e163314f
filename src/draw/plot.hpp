#pragma once
// Curves over axes, told apart without colour.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "draw/drawing.hpp"

namespace hitmiss {

/// A logarithmic axis from lo to hi. With `zero` it also shows 0, which has no logarithm, on a line
/// of its own below a break.
struct PlotAxis {
    std::string label;  ///< with the unit
    double lo, hi;
    bool zero = false;
    bool linear = false;  ///< instead
    double last = 0;      ///< labelled too, where the values end between decades
    bool powers = false;  ///< decades are written as powers, because another axis needs that

    /// Where the value stands: 0 at the lower end of the axis, 1 at hi.
    double position(double value) const;
    /// Whether its decades can be written in full: all are from 0.001 to 100.
    bool is_in_full() const;
};

/// A value to mark on an axis; its label is empty for a minor tick.
struct Tick {
    double value;
    std::string label;
};

/// Ticks within the axis, ascending: 0 (where shown) and decades, at most about twelve of them
/// labelled, in full where that is possible and no powers are asked for. Where 0 is shown, no minor
/// tick lies between it and the first decade. A linear axis has five or fewer round values.
std::vector<Tick> ticks(const PlotAxis& axis);

/// How many labels side by side, each with the place of its middle, share the room of one: 1 if all
/// have room, 2 if every second one has, counted from the first, and so on.
std::size_t every_with_room(const std::vector<Tick>& labels, double font);

/// Draws a gap in an upright axis over its line, between two slashes.
void draw_break(Drawing& target, Point middle);

/// Points, pairs of values, joined by a line. Lengths of dashes are in units. Series that run
/// through the same points show these in turn, so that none hides another. On the line of 0 marks
/// are small, and where curves share a piece of it, marked ones have no line there.
struct PlotSeries {
    std::string label;
    std::vector<Point> points;
    Rgb colour = ink;
    PlotMarker marker = PlotMarker::none;
    std::vector<double> dashes = {};
    bool hollow = false;  ///< its marks are

    /// What marks its points: one alone always has a mark, because no line runs through it.
    PlotMarker mark() const {
        return marker == PlotMarker::none && points.size() == 1 ? PlotMarker::circle : marker;
    }
};

/// Given out in this order to curves that nothing else tells apart.
inline const std::vector<double> curve_dashes[]{{}, {6, 4}, {1, 3.5}, {8, 3, 2, 3}};
inline constexpr PlotMarker curve_markers[]{PlotMarker::circle, PlotMarker::square,
                                            PlotMarker::triangle, PlotMarker::diamond,
                                            PlotMarker::wedge};

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
    std::optional<PlotSpan> span = {};
    bool direct = false;   ///< its curves are labelled directly beside other columns too
    bool at_ends = false;  ///< its curves are labelled right of the frame, if there is room
};

/// A rectangle from its top left corner, y down.
struct PlotFrame {
    Point lo, size;
    Point hi() const { return lo + size; }
};

/// For each curve, with its points in the figure, a box for its label: beside the curve, inside the
/// frame, as far as possible clear of all curves, of the other labels and of `marks`. `at_ends`:
/// right of the frame, each as wide as that of a marked curve. None for a curve without a label.
std::vector<PlotFrame> place_labels(const std::vector<PlotSeries>& curves, const PlotFrame& frame,
                                    double font, bool at_ends = false,
                                    std::span<const Point> marks = {});

/// What these labels need: the width of the widest of a marked curve.
double width_at_ends(const std::vector<PlotSeries>& curves, double font);

/// Whether a curve runs through the box.
bool is_crossed(const PlotFrame& box, const std::vector<PlotSeries>& curves);

/// Whether two boxes have points in common.
bool overlap(const PlotFrame& a, const PlotFrame& b);

/// Draws title and subtitle; returns how much lower they end than a title of one line, less than 0
/// where they end above.
double draw_heading(Drawing& target, const std::string& title, const std::string& subtitle,
                    double font, double margin);

/// The dots of a plot's unit of length on that page.
double unit_of(const Page& page);
inline constexpr double narrowest_plot = 200;  ///< a column, and a frame beside labels
/// How many of that many columns of panels have room.
std::size_t fitting_columns(const Page& page, std::size_t columns);

/// Panels in `columns` columns, or fewer on a narrow page, under a common title. In one column, and
/// in panels that say so, curves are labelled directly; else, or where there is no room for that,
/// once below all panels. Lengths are in units of a quarter of a millimetre.
Drawing draw_plots(const std::string& title, const std::string& subtitle,
                   std::span<const Plot> panels, const Page& page = {}, std::size_t columns = 1);

/// The same as pages of at most the height that the page allows, unless one row of panels is
/// higher.
std::vector<Drawing> draw_plot_pages(const std::string& title, const std::string& subtitle,
                                     std::span<const Plot> panels, const Page& page = {},
                                     std::size_t columns = 1);

/// Where the axes of panel `index` stand, below a title of one line and one of its own for each
/// panel; `width` is the figure's.
PlotFrame plot_frame(std::size_t index, double width = 640, std::size_t columns = 1);

}  // namespace hitmiss
