#pragma once
// What one ray against one triangle costs.

#include "bench/measurement.hpp"
#include "methods/method.hpp"

namespace hitmiss {

/// Time per test of each method in its published form, one ray at a time ("scalar") and sixteen
/// rays at a time ("lanes"): prepared, from a warm cache (the data fit into the second level), 50 %
/// hits and t asked for; then with one of these changed. The hit rule is not part of a test. Other
/// variants than the published are left out.
Measurements kernel_costs(std::span<const MethodSpec> methods, int rounds);

}  // namespace hitmiss
