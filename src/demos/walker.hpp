#pragma once
// The walk: a path of steps and turns, each step checked by a collision test; and its outcome, in
// words and in the colours of the pictures.

#include "base/report.hpp"
#include "demos/collider.hpp"
#include "draw/compose.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// One move of the path, as it began.
struct WalkMove {
    char move;            ///< F, B, L or R
    Vec<float> position;  ///< of the eye
    Vec<double> facing;   ///< unit vector
    Vec<float> stride;    ///< the step, if nothing blocks it; 0 for a turn
    StepVerdict verdict;  ///< about the most telling wall; about one walked through, if any
    bool exact;           ///< whether the step does meet a wall

    bool is_step() const { return move == 'F' || move == 'B'; }
    bool blocked() const { return verdict.collides(); }
};

struct WalkRun {
    Method method;
    Variant variant;            ///< of the demonstration: published or corrected
    Construction construction;  ///< of its collision test
    std::vector<WalkMove> moves;
    Vec<float> end;
    Vec<double> facing;
};

/// The walls as they stand at a step.
std::vector<Wall> walls_at(const Scene& scene, int step);

/// Walks the path of the scene's [walk], which must be there. Steps lead along the facing but keep
/// the height of the eye.
WalkRun walk(const Scene& scene, const Method& method, Variant variant);

/// The same by each method of the scene: published, then corrected.
std::vector<WalkRun> walk_all(const Scene& scene);

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
    tested_colour{90, 90, 90};
/// Whether walls move between steps.
bool walls_move(const Scene& scene);

/// The legend of these walks' plans.
std::vector<LegendEntry> walk_legend(const Scene& scene, const std::vector<WalkRun>& runs);

/// Move k of the run as a row of a table.
Object walk_row(const WalkRun& run, std::size_t k);
/// Rows with five digits of each number.
Rows for_people(Rows rows);

}  // namespace hitmiss
