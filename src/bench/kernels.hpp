#pragma once
// What one ray against one triangle costs. That depends on how often a test may stop early, so the
// rays have a known share of hits.

#include <array>
#include <span>
#include <vector>

#include "bench/measurement.hpp"
#include "fast/packet_kernel.hpp"
#include "methods/catalogue.hpp"

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

/// The work that is timed: a method's tests of aimed rays, each triangle in a leaf of its own.
class AimedTests {
public:
    /// The rays must outlive this.
    AimedTests(const Method& method, std::span<const Aimed> aimed);

    /// Whether rays in lanes would cost no less.
    bool scalar() const { return kernel_.packets->scalar; }

    /// Prepares all triangles anew.
    void prepare();
    /// Tests the first `rays_each` rays of each triangle one after another; how many hit.
    std::uint64_t one_by_one(std::size_t rays_each = lanes) const;
    /// The same, the triangle prepared for each ray.
    std::uint64_t unprepared() const;
    /// Tests each triangle's rays at once, as in a tile, and keeps the nearest hits.
    void in_lanes();
    /// How many have been kept.
    std::uint64_t kept() const;

private:
    struct alignas(64) CacheLine : std::array<std::byte, 64> {};
    std::byte* leaf(std::size_t k) { return lines_[k * kernel_.leaf_bytes / 64].data(); }

    std::span<const Aimed> aimed_;
    Kernel kernel_;
    std::vector<CacheLine> lines_;
    std::vector<PacketTest> tests_;    ///< of each triangle
    std::vector<PacketGroup> groups_;  ///< the rays of leaf_size triangles each
};

/// Nanoseconds per test of each method. "scalar" is one ray after another, "lanes" sixteen at once
/// with the nearest hits kept; a method without vector code has no lanes.
///   0 % to 100 %  rays that hit, from a warm cache: the data fit into the second level
///   cold          50 % hits, from memory: the triangle's leaf is read for one ray, or for sixteen
///   unprepared    50 % hits, the triangle prepared for each ray
///   to prepare    a triangle, once
/// What a method prepares of rays it prepares within scalar times, but not within those of lanes.
Measurements kernel_costs(std::span<const Method> methods, int rounds,
                          const Watch& watch = unwatched);

}  // namespace hitmiss
