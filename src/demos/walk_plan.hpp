#pragma once
#include "demos/walker.hpp"
#include "figure/picture.hpp"

namespace hitmiss {

/// The walks seen from above, one below the other, the walker setting out to the right: walls cut
/// at the height of the eye, the path, and the steps that are blocked or should have been.
Picture walk_plan(const Scene& scene, const std::vector<WalkRun>& runs);

/// What happens, a line for each kind of event: "blocked by a wall: 8–12".
std::vector<std::string> describe(const WalkRun& run);

}  // namespace hitmiss
