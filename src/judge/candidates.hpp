#pragma once
// The methods that a tracer whose code is unknown may be running.

#include <vector>

#include "methods/catalogue.hpp"

namespace hitmiss {

/// In stages, the likely and cheap ones first: tests of rays, thresholds of the determinant, the
/// other tests, fused ones, angle sums at their tolerances, shipped ones. Those of a tracer that
/// culls back faces cull.
std::vector<std::vector<Method>> candidates(bool culls);

/// The same method at epsilons near its own.
std::vector<Method> refined(const Method& method);

}  // namespace hitmiss
