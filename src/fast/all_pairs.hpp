#pragma once
// The plain loop, in lanes.

#include "methods/rays.hpp"
#include "trace/prepared.hpp"

namespace hitmiss {

/// Every ray against every triangle: the only way for a method that nothing bounds, and for a ray
/// whose direction is NaN, or so long or short that no margin holds.
void trace_all_pairs(const Prepared& scene, const Rays& rays, std::span<Hit> hits,
                     VectorWidth width);

}  // namespace hitmiss
