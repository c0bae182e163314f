#pragma once
// Labels beside the curves of a plot.

#include <string>
#include <vector>

#include "draw/drawing.hpp"

namespace hitmiss {

/// A rectangle from its top left corner, y down.
struct PlotFrame {
    double left, top, width, height;
};

/// A curve to label.
struct Curve {
    std::string label;
    std::vector<Point> points;
};

/// For each curve a box for its label: beside the curve, inside the frame, as far as possible clear
/// of all curves and of the other labels. Tries a box above and one below at steps along each
/// curve.
std::vector<PlotFrame> place_labels(const std::vector<Curve>& curves, const PlotFrame& frame,
                                    double font);

}  // namespace hitmiss
