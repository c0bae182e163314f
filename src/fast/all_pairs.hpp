#pragma once
// The plain loop, in lanes.

#include "trace/traced_scene.hpp"

namespace hitmiss {

/// Every ray against every triangle: the only way for a method that nothing bounds, and for a ray
/// whose direction is NaN, or so long or short that no margin holds.
void trace_all_pairs(const TracedScene& scene, std::span<const Ray<float>> rays,
                     std::span<Hit> hits, VectorWidth width);

}  // namespace hitmiss
