#pragma once
// Rays with a known share of hits: what a test costs depends on how often it may stop early.

#include <array>
#include <vector>

#include "base/geometry.hpp"

namespace hitmiss {

/// Rays per triangle, and lanes of the vector loop.
inline constexpr std::size_t lane_count = 16;

/// A triangle and rays aimed at its plane.
struct Aimed {
    Triangle<float> triangle;
    std::array<Ray<float>, lane_count> rays;
};

/// Random triangles. By the exact answer exactly round(hit_rate * rays) of all rays hit their
/// triangle, spread at random so that no branch can foresee them. Hits are spread evenly over the
/// triangle; misses pass it by less than its own size, for a test that only meets far misses looks
/// faster than in any tree's leaf.
std::vector<Aimed> aim_rays(std::size_t triangles, double hit_rate);

}  // namespace hitmiss
