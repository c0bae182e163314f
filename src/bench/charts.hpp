#pragma once
// The report as a picture.

#include <string>

#include "bench/measurement.hpp"

namespace hitmiss {

/// An SVG file: bars of the rays per second of all methods and of the peer's modes on the largest
/// number of threads, with whiskers from quartile to quartile; below, the speed-error chart, both
/// axes logarithmic, the Pareto front named. What was not measured is left out.
std::string draw_report(const Measurements& measurements, const std::string& title);

}  // namespace hitmiss
