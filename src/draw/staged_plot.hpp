#pragma once
#include "draw/plot.hpp"
#include "judge/tally.hpp"
#include "scene/staging.hpp"

namespace hitmiss {

/// One method at all steps.
struct StagedCurve {
    Method method;
    std::vector<double> steps;
    std::vector<Tally> counts;  ///< by step
};

/// The figure: a panel for each kind of error that occurs, in rays per million, and one for the
/// error of t; a curve per method in each.
Drawing draw_staged(Over over, const std::vector<StagedCurve>& curves, const std::string& title,
                    const Page& page = {});

}  // namespace hitmiss
