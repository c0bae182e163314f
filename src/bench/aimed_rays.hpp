#pragma once
// Rays with a known share of hits: what a test costs depends on how often it may stop early.

#include <array>
#include <span>
#include <vector>

#include "methods/kernel.hpp"

namespace hitmiss {

/// A triangle and rays aimed at its plane, a packet of them.
struct Aimed {
    Triangle<float> triangle;
    std::array<Ray<float>, lanes> rays;
};

/// Random triangles, and rays that all start at one eye. By the exact answer exactly
/// round(hit_rate * rays) of all rays hit their triangle, spread at random so that no branch can
/// foresee them. Hits are spread evenly over the triangle; misses pass it by less than its own
/// size, for a test that only meets far misses looks faster than in any tree's leaf.
std::vector<Aimed> aim_rays(std::size_t triangles, double hit_rate);

/// That eye and the triangles' box: the scene that a method may fit itself to.
Surroundings surroundings(std::span<const Aimed> aimed);

}  // namespace hitmiss
