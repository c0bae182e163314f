#pragma once
// Primary rays per second, everyone on the same stored rays in the same run.

#include "bench/embree_peer.hpp"
#include "bench/measurement.hpp"
#include "scene/camera.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

/// The primary rays of an image, computed before any clock starts: tile after tile as
/// tile_at() cuts the image, within a tile in Z-order, so that sixteen in a row are a block
/// of 4 x 4 pixels.
struct StoredRays {
    int width, height;
    std::vector<Ray<float>> rays;
};
StoredRays store_rays(const PrimaryRays& primary);

/// A contestant: it traces rays on the calling thread.
struct Racer {
    Measurement about;             ///< who, how and on how many threads; not measured yet
    std::optional<Method> method;  ///< none for Embree
    TraceRays trace;
    std::function<void()> prepare = [] {};  ///< before each turn, untimed
};

/// Each method on each number of threads. Methods whose reach is unbounded are left out with a note
/// on stderr if they would test more than `most_tests` triangles. Only one of the methods is kept
/// prepared at a time, because all together may not fit into memory.
std::vector<Racer> method_racers(std::span<const Method> methods, const Geometry& geometry,
                                 Traversal how, const StoredRays& rays,
                                 const std::vector<int>& threads, double most_tests = 3e9);
/// Embree's modes, fast and robust, on each number of threads; none without Embree.
std::vector<Racer> embree_racers(std::span<const Triangle<float>> triangles,
                                 const std::vector<int>& threads);

/// Seconds by racer and round, see take_turns().
std::vector<std::vector<double>> race(std::span<const Racer> racers, const StoredRays& rays,
                                      int rounds, Clock clock, const Watch& watch);

/// Millions of rays per second and hits of each racer. Ratios are to Embree's mode of the highest
/// median on as many threads, which is named.
Measurements ray_rates(std::span<const Racer> racers, const StoredRays& rays, int rounds,
                       const Watch& watch = unwatched);

}  // namespace hitmiss
