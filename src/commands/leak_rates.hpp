#pragma once
// Errors per million rays, by how the rays are aimed: tables, and figures (leak_figures.cpp).

#include "commands/figure_options.hpp"
#include "commands/options.hpp"
#include "judge/answerer.hpp"
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
RateRows rate_rows(const Scene& scene, const std::vector<AimedTallies>& counted,
                   const TableOptions& table);

/// A row per method: its leaks per million rays of each kind, but for interiors, where few leak; at
/// silhouettes its false hits beside them. "< 39" where none was seen: the end of the interval.
Rows leaks_by_aim(const Scene& scene, const std::vector<AimedTallies>& counted);
/// What such a cell says, if the table has one, and the intervals of its smallest and largest rate:
/// those of all others lie between, because the rays are as many of each kind.
std::string interval_text(const std::vector<AimedTallies>& counted);
/// Wrong triangles and wrong t, of the methods that have any, by how the rays were aimed.
std::string other_errors_text(const Scene& scene, const std::vector<AimedTallies>& counted,
                              std::size_t width);

/// The errors of so many rays of each kind, with their intervals.
std::vector<Drawing> draw_rates(const Scene& scene, const std::vector<AimedTallies>& counted,
                                std::uint64_t rays, const Page& page);
/// Crossings missed, counted twice, and wrong parities of so many rays of each kind.
std::vector<Drawing> draw_whole_rays(const Scene& scene, const std::vector<AimedTallies>& counted,
                                     std::uint64_t rays, const Page& page);

}  // namespace hitmiss
