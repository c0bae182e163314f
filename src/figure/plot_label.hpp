#pragma once
#include "figure/plot.hpp"

namespace hitmiss {

struct Place {
    double x, y;
};
struct Curve {
    std::string label;
    std::vector<Place> places;
};

/// For each curve a box for its label: beside the curve, inside the frame, as far as possible clear
/// of all curves and of the other labels. Tries a box above and one below at steps along each
/// curve.
std::vector<PlotFrame> place_labels(const std::vector<Curve>& curves, const PlotFrame& frame,
                                    double font);

}  // namespace hitmiss
