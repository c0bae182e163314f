#pragma once
#include "figure/plot.hpp"

namespace hitmiss {

/// A value to mark on an axis; its label is XML, empty for a minor tick.
struct Tick {
    double value;
    std::string label;
};

/// Ticks within the axis, ascending: 0 (where shown) and decades on a log axis, at most about
/// twelve of them labelled; multiples of 1, 2 or 5 times a power of ten on a linear one.
std::vector<Tick> ticks(const PlotAxis& axis);

}  // namespace hitmiss
