#pragma once
#include "draw/plot.hpp"
#include "judge/sweep.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// The figure of a sweep: a panel per method with an epsilon, the errors of the others as
/// horizontal lines in each. An empty title is replaced by what was measured.
Drawing draw_sweep(const Scene& scene, const std::vector<ErrorCurve>& curves, const Page& page = {},
                   const std::string& title = {});

/// "angle-sum, float": what a caption calls a method whose epsilon is the axis.
std::string short_name(const Method& method);

/// "epsilon 0.01: 12 errors", or the range of epsilon where as few; "12 errors" without epsilon.
std::string fewest_errors(const ErrorCurve& curve);

}  // namespace hitmiss
