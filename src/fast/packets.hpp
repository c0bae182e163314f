#pragma once
// Sixteen packets of sixteen rays, and their nearest hits so far.

#include <bit>

#include "fast/packet_scene.hpp"
#include "fast/seen_rays.hpp"

namespace hitmiss {

/// A triangle is tested against all sixteen rays of a packet at once, or in a pair with one of
/// them.
class Packets {
    /// work(0.0f) or work(0.0), as the method computes.
    auto with_precision(auto&& work) const {
        return scene_.kernel.precision == Precision::single ? work(0.0f) : work(0.0);
    }

public:
    /// One to 256 rays. `scene`, `view` and `seen` must outlive this. If the view does not suit a
    /// ray, only test() with a bound that always holds may be called.
    Packets(const PacketScene& scene, const View& view, std::span<const Ray<float>> rays,
            const SeenRays& seen)
        : scene_(scene),
          method_(scene.kernel.method.get()),
          kernel_(scene.kernel.packets->at[std::size_t(scene.width)]),
          seen_(seen),
          rays_(rays.size()),
          view_(view) {
        group_.origin = rays[0].o;
        group_.changed = 0;
        limit_.fill(-Box::inf);
        for (std::size_t p = 0; p < seen.packets; ++p) fill(p);
        kernel_.prepare_rays(method_, seen.packets, group_);
    }

    std::uint32_t all() const { return (1u << seen_.packets) - 1; }
    /// Which packets (bit p: packet p) may have nearer hits in a box in that window and at that
    /// depth.
    std::uint32_t meeting(const Window& window, float depth) const {
        return all() & seen_.windows.meeting(window, depth, limit_);
    }
    /// Adds the group of these rays to those of the boxes, all in that window and no less deep, in
    /// which packets may have nearer hits.
    void meet(const Window& window, float depth, std::uint32_t group, Outlines& boxes) const {
        for (auto some = meeting(window, depth); some != 0; some &= some - 1) {
            const auto p = std::size_t(std::countr_zero(some));
            boxes.add(seen_.windows[p], limit_[p], group);
        }
    }
    /// Which of these packets may meet a triangle, by its bounds in the view.
    std::uint32_t meeting(const auto& may_meet, std::uint32_t packets) const {
        return packets & seen_.windows.meeting(may_meet);
    }

    /// Tests triangles against the packets that are set in each test.
    void test(std::span<const PacketTest> tests) {
        for (const PacketTest& test : tests) group_.changed |= test.packets;
        kernel_.test_packets(method_, tests, group_);
    }

    /// Whether a ray has a hit before that depth.
    bool hides(std::size_t ray, float depth) const {
        return depth > group_.packet[ray / lanes].far[ray % lanes];
    }
    /// A triangle of a leaf, to be tested against a ray.
    PairTest pair(std::size_t leaf, std::size_t place, std::size_t ray) {
        return {scene_.leaves[leaf], &group_, std::uint32_t(place), std::uint16_t(ray / lanes),
                std::uint16_t(ray % lanes)};
    }

    /// Whether a packet may have hit something nearer since limits were lowered.
    bool changed() const { return group_.changed != 0; }
    /// Lowers the limits of these packets; returns the depth beyond which no packet has nearer
    /// hits.
    float lower_limits() {
        with_precision([&]<typename Real>(Real) {
            for (auto packets = group_.changed; packets != 0; packets &= packets - 1)
                lower_limit<Real>(std::size_t(std::countr_zero(packets)));
        });
        group_.changed = 0;
        float farthest = -Box::inf;
#pragma omp simd reduction(max : farthest)
        for (std::size_t p = 0; p < lanes; ++p)
            farthest = limit_[p] > farthest ? limit_[p] : farthest;
        return farthest;
    }

    /// Tests a triangle against the packets with rays that may meet it, by its bounds in the view.
    void test(std::size_t place, const auto& may_meet) {
        const PacketTest test{scene_.leaves[place / leaf_size], place % leaf_size,
                              meeting(may_meet, all())};
        if (test.packets != 0) kernel_.test_packets(method_, {&test, 1}, group_);
    }

    /// Writes the hits.
    void finish(std::span<Hit> hits) {
        with_precision([&]<typename Real>(Real) {
            for (std::size_t p = 0; p < seen_.packets; ++p) {
                Packet& packet = group_.packet[p];
                const auto out = hits.subspan(p * lanes, size_of(p));
                for (std::size_t k = 0; k < out.size(); ++k)
                    out[k] = {double(packet.best<Real>()[k]), packet.triangle[k]};
            }
        });
    }

private:
    /// The number of rays of packet p.
    std::size_t size_of(std::size_t p) const {
        return std::min(lanes, rays_ - p * lanes);
    }
    /// Fills packet p with its rays; copies of the last one, which hit nothing, fill the rest.
    void fill(std::size_t p) {
        Packet& packet = group_.packet[p];
        for (std::size_t axis = 0; axis < 3; ++axis)
            std::copy_n(&seen_.d[axis][p * lanes], lanes, packet.d[axis].begin());
        const std::size_t size = size_of(p);
        for (std::size_t k = 0; k < lanes; ++k) packet.far[k] = k < size ? Box::inf : -Box::inf;
        with_precision([&]<typename Real>(Real) {
            packet.best<Real>().fill(std::numeric_limits<Real>::infinity());
        });
        packet.triangle.fill(no_triangle);
        limit_[p] = Box::inf;
    }

    /// A ray reaches depth z at t = z / (ahead . d); the slack also covers the rounding of both.
    /// Depths up to `least_depth` count as 0.
    template <typename Real>
    void lower_limit(std::size_t p) {
        Packet& packet = group_.packet[p];
        const auto &x = packet.d[0], &y = packet.d[1], &z = packet.d[2];
        const Form ahead(view_.ahead);
        const Lanes<Real>& best = packet.best<Real>();
        float farthest = -Box::inf;
#pragma omp simd reduction(max : farthest)
        for (std::size_t k = 0; k < lanes; ++k) {
            const float depth = ahead(x[k], y[k], z[k]) * (1 + depth_slack);
            const float far = largest(float(best[k] * Real(depth)), least_depth);
            packet.far[k] = far < packet.far[k] ? far : packet.far[k];
            farthest = packet.far[k] > farthest ? packet.far[k] : farthest;
        }
        limit_[p] = farthest;
    }

    const PacketScene& scene_;
    const void* const method_;
    const PacketKernel::Functions& kernel_;
    const SeenRays& seen_;
    std::size_t rays_;
    const View& view_;
    Lanes<float> limit_;  ///< of each packet
    PacketGroup group_;
};

}  // namespace hitmiss
