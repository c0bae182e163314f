#pragma once
// Errors per million rays, by how the rays are aimed: tables and a figure.

#include "commands/options.hpp"
#include "judge/tally.hpp"

namespace hitmiss {

/// What was counted of one kind of rays.
struct AimedTallies {
    Aim aim;
    std::vector<Tally> by_method;
};

/// A row per kind of ray and method: for programs, and for people, a rate in one cell.
struct RateRows {
    Rows all, for_people;
};
RateRows rate_rows(const Scene& scene, const std::vector<AimedTallies>& counted);

/// A row per method: its leaks per million rays of each kind, but for interiors, where few leak; at
/// silhouettes its false hits beside them. "< 38" where none was seen: the end of the interval.
Rows leaks_by_aim(const Scene& scene, const std::vector<AimedTallies>& counted);

/// The errors of so many rays of each kind, with their intervals.
Drawing draw_rates(const Scene& scene, const std::vector<AimedTallies>& counted, std::uint64_t rays,
                   const FigureOptions& options);

}  // namespace hitmiss
