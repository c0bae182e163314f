#pragma once
// How often a method lets rays through, accepts one point twice, or meets NaN.

#include <functional>

#include "truth/aimed_rays.hpp"
#include "truth/reference.hpp"

namespace hitmiss {

struct LeakCount {
    std::uint64_t rays = 0;      ///< whose exact answer is a hit; no others are counted
    std::uint64_t leaks = 0;     ///< no triangle at all is hit
    std::uint64_t multiple = 0;  ///< another triangle is hit within 1e-3 scene diagonals behind
                                 ///< the nearest hit
    std::uint64_t nan = 0;       ///< the kernel meets NaN on a triangle that is a right answer

    LeakCount& operator+=(const LeakCount& other);
};

/// Judges rays of unit direction, of which the right answers are given.
using LeakCounter = std::function<LeakCount(std::span<const Ray<float>>, std::span<const Answer>)>;

LeakCounter make_leak_counter(const Kernel& kernel, const Geometry& geometry);

/// Judges `rays` rays of one kind by all counters, the same rays for each. Rays are drawn in
/// blocks, each from a random stream of its own, so that no number depends on the threads. A
/// silhouette may be passed by: only there `LeakCount::rays` is less than `rays`.
std::vector<LeakCount> count_leaks(const std::vector<LeakCounter>& counters, const AimedRays& aimed,
                                   const Reference& exact, Aim aim, std::uint64_t rays,
                                   std::uint64_t seed);

}  // namespace hitmiss
