#pragma once
// What the moves of a walk come to, in words and in the colours of the pictures.

#include "demos/walker.hpp"
#include "draw/compose.hpp"

namespace hitmiss {

enum class WalkEvent { free, blocked, walked_through, stopped };
WalkEvent event_of(const WalkMove& move);

/// The colour, label and sample of an event in the legend.
const LegendEntry& legend_entry(WalkEvent event);

/// Consecutive moves first .. last, counted from 1, of the same event, which is not `free`.
struct Episode {
    WalkEvent event;
    std::size_t first, last;
};
std::vector<Episode> episodes(const WalkRun& run);
/// "8–12", or "8" alone.
std::string to_string(const Episode& episode);

/// One line for each event but `free`: "blocked by a wall: 8–12, 14".
std::vector<std::string> describe(const WalkRun& run);

inline constexpr Rgb wall_colour{135, 135, 135}, elsewhere_colour{215, 215, 215},
    tested_colour{204, 121, 167};
/// Whether walls stand elsewhere at different steps.
bool walls_move(const Scene& scene);

/// What the plans of these walks show, and what it means.
std::vector<LegendEntry> walk_legend(const Scene& scene, const std::vector<WalkRun>& runs);

}  // namespace hitmiss
