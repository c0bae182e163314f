#pragma once
// What the walker sees.

#include "demos/walker.hpp"
#include "figure/picture.hpp"

namespace hitmiss {

struct Frame {
    std::string name;  ///< of its file
    Picture picture;
};

/// The view from the eye before move k of the run, or after the last if k is the number of moves.
/// What is less deep than [walk] near is cut away, as a near clipping plane does.
Picture first_person(const Scene& scene, const WalkRun& run, std::size_t k);

/// The view before each move and at the end, for all runs, then a sheet of them all.
std::vector<Frame> first_person_frames(const Scene& scene, const std::vector<WalkRun>& runs);

/// Where the walkers end, seen with these near distances: a wall nearer than one is not drawn.
Picture near_sheet(const Scene& scene, const std::vector<WalkRun>& runs,
                   const std::vector<double>& nears);

}  // namespace hitmiss
