#pragma once
// Random steps against random walls: how far from the border do a collision test and the exact
// answer part?

#include <cstdint>

#include "demos/collider.hpp"

namespace hitmiss {

struct WalkTrials {
    std::uint64_t steps = 0, collisions = 0;        ///< collisions by the exact answer
    std::uint64_t walked_through = 0, stopped = 0;  ///< disagreements: a wall missed, and no wall
    double farthest = 0;  ///< of a disagreement from the border, in units of the longest edge
};

/// Walls are random triangles with corners in [-1, 1)^3, steps start anywhere in that cube. A third
/// of them end anywhere in it; a third end on the triangle and a third lead through the middle of
/// an edge, to within the grid of 2^-18 on which all coordinates lie, so that some of these two
/// worst cases meet the border exactly. The border of a collision: the crossing lies on an edge,
/// or the step starts or ends on the plane.
WalkTrials try_random_steps(const Collider& collider, std::uint64_t count, std::uint64_t seed = 1);

}  // namespace hitmiss
