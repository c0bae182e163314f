#pragma once
// Errors per million rays, by how the rays are aimed: tables, and figures (leak_figures.cpp).

#include "commands/options.hpp"
#include "judge/answerer.hpp"
#include "judge/tally.hpp"

namespace hitmiss {

/// What was counted of one kind of rays.
struct AimedTallies {
    Aim aim;
    std::vector<Tally> by_method;
};

struct Rate {
    double value, low, high;
};
/// Events per million rays, with the interval of that rate.
Rate per_million(std::uint64_t events, std::uint64_t rays);
/// The upper end of that interval where nothing was seen, rounded up: in whole events, below ten
/// with two digits.
double end_per_million(std::uint64_t rays);

/// A row per kind of ray and method: for programs, and for people, a rate in one cell.
struct RateRows {
    Rows all, for_people;
};
RateRows rate_rows(const Scene& scene, const std::vector<AimedTallies>& counted,
                   const TableOptions& table);

/// Events of so many trials as a count, and per million with its 95 % interval: for programs, and
/// for people in one cell. null where they were not counted.
Object rate_cells(const std::string& what, Value events, std::uint64_t trials);
Value rate_text(const Value& events, std::uint64_t trials);

/// Throws Error{Exit::usage} for a column that only --whole-rays counts, before the work.
void check_without_whole_rays(const TableOptions& table);

/// Says on how many rays a file counts hits wrongly; nothing for a method or a right file.
void note_miscounted(const Method& method, const WholeRays& whole);

/// Says which of the methods tell the nearest hit alone, so that --whole-rays counts nothing.
void note_nearest_alone(std::span<const Method> methods, std::span<const Answerer> answerers);

/// What is counted of rays that were followed to their end.
struct FollowedRays {
    WholeRays whole;
    bool numbers_alone = false;  ///< a file tells how many hits a ray has, not which
};
/// The same as cells; nothing of methods that tell the nearest hit alone. `random`: as rates of
/// random rays, which have intervals.
Object whole_ray_cells(const FollowedRays& followed, bool random = true);
std::vector<ColumnMeaning> whole_ray_meanings();
/// A table of them with its heading, each row behind cells that say whose it is; empty if no ray
/// was followed.
std::string whole_rays_text(const std::vector<std::pair<Object, FollowedRays>>& counted,
                            std::size_t width, bool random = true);

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
