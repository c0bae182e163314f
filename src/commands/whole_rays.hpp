#pragma once
// --whole-rays: what is counted of rays that are followed to their end, as tables.

#include "base/report.hpp"
#include "judge/answerer.hpp"
#include "judge/tally.hpp"

namespace hitmiss {

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

}  // namespace hitmiss
