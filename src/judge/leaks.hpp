#pragma once
// How often a method errs on aimed rays, accepts one point twice, or meets NaN.

#include <functional>

#include "judge/aimed_rays.hpp"
#include "judge/confusion.hpp"

namespace hitmiss {

struct LeakCount {
    std::uint64_t rays = 0;
    Confusion outcomes{};
    /// Beside the nearest hit another triangle is hit, at a t less than same_point of the exact one
    /// away, and the ray truly meets not both: one point accepted twice.
    std::uint64_t multiple = 0;

    LeakCount& operator+=(const LeakCount& other);
};

/// Judges rays, of which the right answers are given; `first` is the number of the first ray.
using LeakCounter = std::function<LeakCount(std::span<const Ray<float>>, std::span<const Answer>,
                                            std::size_t first)>;

/// `exact`: the order of the kernel's hits is exact, as trace() says.
LeakCounter make_leak_counter(const Kernel& kernel, const Geometry& geometry, bool exact = false);
LeakCounter make_leak_counter(const Method& method, const Geometry& geometry);
/// Of what is no kernel: nobody knows what else it accepts, so that `multiple` and `nan` stay 0.
LeakCounter make_leak_counter(const Method& method, const Tracer& foreign,
                              const Geometry& geometry);

/// Rays are drawn in blocks, each from a random stream of its own, so that no number depends on the
/// threads.
inline constexpr std::size_t rays_of_block = 2048;
/// Ray number block * rays_of_block and those after it, `size` in all.
std::vector<Ray<float>> draw_rays(const AimedRays& aimed, Aim aim, std::uint64_t seed,
                                  std::uint64_t block, std::size_t size);

/// Long counts are cut into units of so many aimed rays, the last one of fewer.
inline constexpr std::uint64_t rays_of_unit = 8 * rays_of_block;
std::size_t ray_units(std::uint64_t rays);

/// Judges the rays from number `begin`, a multiple of rays_of_block, to `end`, which is excluded,
/// by all counters, the same rays for each, on the calling thread. No rays where there is nothing
/// of the kind to aim at.
std::vector<LeakCount> count_leaks(const std::vector<LeakCounter>& counters, const AimedRays& aimed,
                                   const Reference& exact, Aim aim, std::uint64_t begin,
                                   std::uint64_t end, std::uint64_t seed);

}  // namespace hitmiss
