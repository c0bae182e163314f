#pragma once
// Axes of plots: where values stand, which of them are marked, and the break below zero.

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

/// A value to mark on an axis; its label is empty for a minor tick.
struct Tick {
    double value;
    std::string label;
};

/// Ticks within the axis, ascending: 0 (where shown) and decades on a log axis, at most about
/// twelve of them labelled; multiples of 1, 2 or 5 times a power of ten on a linear one.
std::vector<Tick> ticks(const PlotAxis& axis);

/// A gap in an axis, drawn over its line.
struct AxisBreak {
    Point half_gap;    ///< from its middle along the axis
    Point half_slash;  ///< from the middle of a slash to its end
    double slashes;    ///< their distance from the middle of the gap, in half gaps
    double gap_width, slash_width;
};
void draw_break(Drawing& target, Point middle, const AxisBreak& axis_break);

}  // namespace hitmiss
