#pragma once
// What it costs to test one ray against one triangle. That depends on how often a test may stop
// early, so the rays have a known share of hits.

#include <array>

#include "bench/measurement.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {

/// A triangle and rays aimed at its plane.
struct Aimed {
    Triangle<float> triangle;
    std::array<Ray<float>, 16> rays;
};

/// Random triangles, and rays that all start at one eye. By the exact answer, round(hit_rate *
/// rays) of all rays hit their triangle, in random order so that branches are unpredictable. Hits
/// are spread evenly over the triangle. Misses pass it by less than its own size, as in a leaf of a
/// tree, because far misses would make a test look fast.
std::vector<Aimed> aim_rays(std::size_t triangles, double hit_rate);

/// The work that is timed: a method's tests of aimed rays, one after another, each triangle
/// prepared in a leaf of its own. Returns how many rays hit. The rays must outlive it.
std::function<std::uint64_t()> aimed_tests(const Method& method, std::span<const Aimed> aimed);

/// Nanoseconds per test of each method at hit rates from 0 to 100 %, with all data in the cache.
Measurements kernel_costs(std::span<const Method> methods, int rounds,
                          const Watch& watch = unwatched);

}  // namespace hitmiss
