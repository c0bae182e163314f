#pragma once
// A walk in pictures: from above, and as the walker sees it.

#include "demos/walk_events.hpp"
#include "draw/compose.hpp"

namespace hitmiss {

/// The walks seen from above, one below the other, the walker setting out to the right: the walls,
/// cut at the height of the eye, the path, and the steps that are blocked or should have been.
Drawing walk_plan(const Scene& scene, const std::vector<WalkRun>& runs, const Page& page = {},
                  const std::string& title = {});

/// The panels of that drawing, one for each run, as wide as the page.
std::vector<Drawing> walk_panels(const Scene& scene, const std::vector<WalkRun>& runs,
                                 const Page& page);

/// The view from the eye before move k of the run, or after the last if k is the number of moves.
/// A near clipping plane cuts away what is nearer than [walk] near.
Picture first_person(const Scene& scene, const WalkRun& run, std::size_t k);

/// A sheet of the views of each run before each move and at the end, one row per run.
Drawing first_person_sheet(const Scene& scene, const std::vector<WalkRun>& runs,
                           const std::vector<std::vector<Picture>>& views, const Page& page = {});

}  // namespace hitmiss
