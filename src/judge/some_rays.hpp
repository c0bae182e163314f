#pragma once
// Parts of a ray source, spread evenly over it, so that work on them is bounded.

#include "judge/ray_source.hpp"

namespace hitmiss {

using RayNumbers = std::vector<std::size_t>;

/// Every so many-th batch, where there are many.
RaySource some_batches(const RaySource& source);

/// Every so many-th ray: at most so many.
RaySource spread(const RaySource& source, std::size_t most);

/// The rays of those numbers, which ascend, and others spread evenly: at most so many. There are
/// fewer numbers than that.
RaySource with_others(const RaySource& source, RayNumbers numbers, std::size_t most);

/// At most so many of the numbers, evenly, ascending.
RayNumbers thinned(RayNumbers numbers, std::size_t most);

}  // namespace hitmiss
