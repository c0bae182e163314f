#pragma once
// The walk: a path of steps and turns, each step asked of a collision test.

#include "demos/collider.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// One move of the path, as it began.
struct WalkMove {
    char move;            ///< F, B, L or R
    Vec<float> position;  ///< of the eye
    Vec<double> facing;   ///< unit vector
    Vec<float> by;        ///< the step that is made if nothing blocks it; 0 for a turn
    StepVerdict verdict;  ///< about the wall that says most: where one is walked through, that one
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

}  // namespace hitmiss
