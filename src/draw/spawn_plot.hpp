#pragma once
// The second valley: self-hits and skipped surfaces against the epsilon by which rays leave one.

#include "draw/plot.hpp"
#include "judge/leaving.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {

/// What was counted of a method's rays that leave the surface by a rule.
struct LeavingCount {
    Method method;
    Leaving rule;
    std::optional<double> epsilon;  ///< of a rule that has one
    SpawnedCounts counts;
    /// The first ray that hits itself as it was traced, and the triangle that it leaves.
    std::optional<Ray<float>> self_hit = {};
    Triangle<float> left = {};
};

/// A panel for each method and rule that has an epsilon above 0.
Drawing draw_spawned(const std::string& title, const std::vector<LeavingCount>& counted,
                     std::uint64_t rays, const Page& page = {});

}  // namespace hitmiss
