#pragma once
// A walk in pictures: from above, and as the walker sees it.

#include <functional>

#include "demos/walker.hpp"
#include "draw/compose.hpp"

namespace hitmiss {

/// The walks seen from above, one below the other, the walker setting out to the right: walls cut
/// at the height of the eye, the path, and the steps that are blocked or should have been.
Drawing walk_plan(const Scene& scene, const std::vector<WalkRun>& runs, const Page& page = {},
                  const std::string& title = {});

/// The panels of that drawing, one for each run, as wide as the page.
std::vector<Drawing> walk_panels(const Scene& scene, const std::vector<WalkRun>& runs,
                                 const Page& page);

/// What the panels show at all, and what it means.
std::vector<LegendEntry> walk_legend(const Scene& scene, const std::vector<WalkRun>& runs);

/// What happens, a line for each kind of event: "blocked by a wall: 8–12".
std::vector<std::string> describe(const WalkRun& run);

/// The view from the eye before move k of the run, or after the last if k is the number of moves.
/// What is less deep than [walk] near is cut away, as a near clipping plane does.
Picture first_person(const Scene& scene, const WalkRun& run, std::size_t k);

/// The views before each move and at the end. Calls after_view() after each.
std::vector<Picture> first_person(
    const Scene& scene, const WalkRun& run, const std::function<void()>& after_view = [] {});

/// A sheet of those views, a row for each run.
Drawing first_person_sheet(const Scene& scene, const std::vector<WalkRun>& runs,
                           const std::vector<std::vector<Picture>>& views, const Page& page = {});

}  // namespace hitmiss
