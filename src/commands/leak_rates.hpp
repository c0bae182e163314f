#pragma once
// Counts of aimed rays as rates with their intervals.

#include "commands/figure_output.hpp"
#include "judge/aimed_rays.hpp"
#include "judge/tally.hpp"

namespace hitmiss {

/// What was counted of one kind of rays.
struct AimedTallies {
    Aim aim;
    std::vector<Tally> by_method;
};

/// A row per kind of ray and method: for programs, or for people, a rate in one cell.
Rows rate_rows(const Scene& scene, const std::vector<AimedTallies>& counted, bool for_people);

/// A row per method: its leaks per million rays of each kind, but for interiors, where few leak.
Rows leaks_by_aim(const Scene& scene, const std::vector<AimedTallies>& counted);

/// The errors by how rays are aimed, `rays` of each kind.
Drawing draw_rates(const Scene& scene, const std::vector<AimedTallies>& counted, std::uint64_t rays,
                   const FigureOptions& options);

}  // namespace hitmiss
