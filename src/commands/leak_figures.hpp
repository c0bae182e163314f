#pragma once
// Errors by how the rays are aimed, as figures.

#include "commands/leak_rates.hpp"

namespace hitmiss {

/// The errors of so many rays of each kind, with their intervals.
std::vector<Drawing> draw_rates(const Scene& scene, const std::vector<AimedTallies>& counted,
                                std::uint64_t rays, const FigureOptions& options);

/// Crossings missed, counted twice, and wrong parities of so many rays of each kind.
std::vector<Drawing> draw_whole_rays(const Scene& scene, const std::vector<AimedTallies>& counted,
                                     std::uint64_t rays, const FigureOptions& options);

}  // namespace hitmiss
