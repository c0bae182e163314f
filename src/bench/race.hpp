#pragma once
// Primary rays per second, everyone on the same stored rays in the same run.

#include <functional>

#include "bench/measurement.hpp"
#include "bench/stored_rays.hpp"

namespace hitmiss {

/// One thread, and as many as OpenMP is set to.
std::vector<int> thread_counts();

/// Someone who traces all rays of an image into one hit per ray.
struct Racer {
    std::string part, name, setting;
    int threads;
    std::optional<Method> method;  ///< none: a peer
    std::function<void(std::span<Hit>)> trace;
    std::function<void()> prepare = [] {};  ///< before each turn, outside of the time
};

/// One racer per method and number of threads. Methods that would test more than `most_tests`
/// triangles, having no bounded reach, are left out with a note on stderr. Only one of them is
/// prepared at a time, for all together may not fit into memory.
void add_methods(std::vector<Racer>& racers, std::span<const Method> methods,
                 const Geometry& geometry, Traversal how, const StoredRays& rays,
                 std::span<const int> threads, double most_tests = 3e9);

/// Embree's modes, robust and fast, for each number of threads; nothing without Embree.
void add_peers(std::vector<Racer>& racers, std::span<const Triangle<float>> triangles,
               const StoredRays& rays, std::span<const int> threads);

/// Millions of rays per second and hits of each racer. Ratios are to the peer's mode of highest
/// median on as many threads, which is named.
Measurements race(const std::vector<Racer>& racers, std::size_t ray_count, int rounds,
                  Clock clock = Clock::wall, const Watch& watch = unwatched);

}  // namespace hitmiss
