#pragma once
// Rays that meet a mesh at random points, and the rays that go on from there.

#include "judge/judge.hpp"
#include "judge/lamp.hpp"

namespace hitmiss {

/// Which rays.
struct Spawning {
    std::uint64_t rays, seed;
    /// All first rays start there; nothing: each from a random place in the mesh's box, larger by a
    /// tenth on every side.
    std::optional<Vec<float>> eye;
    /// The angle of all second rays with the surface, in degrees; nothing: they go in uniform
    /// directions of the hemisphere.
    std::optional<double> grazing = {};
    /// Or they go to this lamp, which lies on no triangle, from points that are turned to it.
    std::optional<Vec<float>> lamp = {};
};

/// A ray to a random point of the mesh, uniform by area, and one that goes on from where it first
/// hits the mesh, on the side from which it came.
struct SpawnedPair {
    Ray<float> first;
    std::vector<std::uint32_t> met;  ///< all triangles that it meets there
    SpawnedRay second;
    ExactAnswer right;  ///< to the second
};
/// Made on all threads, each from its number. Throws Error{Exit::bad_input} where the mesh, which
/// is called `name`, has no area.
std::vector<SpawnedPair> spawned_pairs(const Spawning& spawning, const Geometry& geometry,
                                       const std::string& name);

/// Throws Error{Exit::bad_input} where the mesh, which is called `name`, has no area.
void check_area(const Geometry& geometry, const std::string& name);

/// The rays of a picture, row by row, and those that go on to a lamp, which lies on no triangle. No
/// ray goes on where the first meets nothing, or a side that is turned away from the lamp; `met` is
/// empty there.
std::vector<SpawnedPair> pairs_to_lamp(const PrimaryRays& rays, const Vec<float>& lamp,
                                       const Geometry& geometry);

/// What an answerer hits by the first rays.
std::vector<Hit> first_hits(std::span<const SpawnedPair> pairs, const Answerer& answerer);

/// The round that judges the second rays of the answerer whose hits these are: as they start where
/// that rule leaves the surface, or go from there to the lamp. A ray whose start the method did not
/// find is left out (Batch::lost). Refers to `pairs` and `hits`.
Round leaving_round(std::span<const SpawnedPair> pairs, std::span<const Hit> hits,
                    const Answerer& answerer, Leaving rule, double epsilon, PointBy by,
                    const Geometry& geometry);

}  // namespace hitmiss
