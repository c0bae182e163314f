#pragma once
// Rays that meet a mesh, and the rays that go on from there: in random directions, or to a lamp,
// which may be seen.

#include "judge/judge.hpp"
#include "judge/leaving.hpp"

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

/// A lamp that is a point: where it is, and how rays to it leave the surface.
struct Lamp {
    Vec<float> at;
    Leaving rule = Leaving::t_min;
    double epsilon = 0;  ///< of a rule that has one
};

/// Throws Error{Exit::usage} for a lamp on a triangle of the mesh, which is neither before nor
/// behind it.
void check_lamp(const Vec<float>& at, const Geometry& geometry);

/// Whether the side of the triangle on which the ray meets it is turned to the lamp; exactly.
bool turned_to(const Vec<float>& lamp, const Ray<float>& ray, const Triangle<float>& tri);

/// Whether a lamp is seen from a hit of the ray; from any thread.
using SeesLamp = std::function<bool(const Ray<float>& ray, const Hit& hit)>;

/// By a second ray of the method, which leaves the surface by the lamp's rule. By `exact` without a
/// rule: along the segment from the exact point.
SeesLamp sees_lamp(const Method& method, const Lamp& lamp, const Geometry& geometry);

}  // namespace hitmiss
