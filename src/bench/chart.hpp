#pragma once
// Time against error as a picture.

#include <string>

#include "bench/machine.hpp"
#include "bench/measurement.hpp"

namespace hitmiss {

/// An SVG file of the rows of part "chart": errors per million rays at edges against nanoseconds
/// per ray, both axes logarithmic; the Pareto front joined and its methods named with their
/// settings, others named where they err. Below the title it says on which machine.
std::string draw_chart(const Measurements& measurements, const std::string& title,
                       const Machine& machine);

}  // namespace hitmiss
