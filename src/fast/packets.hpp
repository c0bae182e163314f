#pragma once
// Sixteen packets of sixteen rays, and their nearest hits so far.

#include <bit>
#include <optional>

#include "fast/packet_scene.hpp"
#include "fast/slopes.hpp"

namespace hitmiss {

/// A triangle is tested against all sixteen rays of a packet at once. If few rays meet a leaf, as
/// on a mesh with several triangles per pixel, each of these rays is tested against all eight
/// triangles instead.
class Packets {
    /// work(0.0f) or work(0.0), as the method computes.
    auto with_precision(auto&& work) const {
        return scene_.kernel.precision == Precision::single ? work(0.0f) : work(0.0);
    }
    /// work(size), for the number of rays of packet p. Two calls: the size in one of them is a
    /// constant.
    void with_size_of(std::size_t p, auto&& work) const {
        if (const std::size_t size = rays_ - p * lanes; size < lanes)
            work(size);
        else
            work(std::integral_constant<std::size_t, lanes>{});
    }

public:
    /// One to 256 rays. `scene`, `view` and `slopes` must outlive this. If the view does not suit a
    /// ray, only test_all may be called.
    Packets(const PacketScene& scene, const View& view, std::span<const Ray<float>> rays,
            const Slopes& slopes)
        : scene_(scene),
          method_(scene.kernel.method.get()),
          kernel_(scene.kernel.packets->at[std::size_t(scene.width)]),
          slopes_(slopes),
          rays_(rays.size()),
          view_(view),
          longest_(longest_in(slopes.window)) {
        group_.origin = rays[0].o;
        limit_.fill(-Box::inf);
        for (std::size_t p = 0; p < slopes.packets; ++p)
            with_size_of(p, [&](auto size) { fill(p, &rays[p * lanes], size); });
        kernel_.prepare_rays(method_, slopes.packets, group_);
    }

    std::uint32_t all() const { return (1u << slopes_.packets) - 1; }
    const Window& window() const { return slopes_.window; }
    Window window(std::size_t p) const { return slopes_.windows[p]; }
    /// Depth beyond which packet p has no nearer hits.
    float limit(std::size_t p) const { return limit_[p]; }

    /// Which packets (lanes) may meet which of the boxes.
    Meetings meet(const Outlines& seen, std::uint32_t boxes) const {
        return slopes_.windows.meet(seen, boxes, limit_);
    }
    /// Which of the packets (bit p: packet p) may have nearer hits in a box at that depth.
    std::uint32_t not_beyond(float depth, std::uint32_t packets) const {
        if (std::has_single_bit(packets))
            return depth > limit_[std::size_t(std::countr_zero(packets))] ? 0 : packets;
        std::uint32_t reached = 0;
#pragma omp simd reduction(| : reached)
        for (std::size_t p = 0; p < lanes; ++p) reached |= depth > limit_[p] ? 0u : 1u << p;
        return packets & reached;
    }

    /// Prefetches a leaf's triangles.
    void prefetch(std::size_t leaf) const {
        scene_.leaves.prefetch(leaf);
    }

    /// Tests the triangles in these boxes of the node, each against those packets (bit p: packet p)
    /// that met its box and may pass between its edges.
    void test_packets(const WideNode& node, std::uint32_t boxes, const Meetings& met,
                      std::uint32_t packets) {
        std::array<PacketTest, WideNode::width> tests;
        std::size_t count = 0;
        std::uint32_t tested = 0;
        for (; boxes != 0; boxes &= boxes - 1) {
            const auto box = std::size_t(std::countr_zero(boxes));
            PacketTest& test = tests[count];
            aim(test, node.child[box].place());
            test.packets = packets & met.lanes(box);
            if (const Edges* edges = scene_.edges.of(node.child[box].place()))
                test.packets &= slopes_.windows.meeting(in_view(view_, *edges, longest_));
            if (test.packets == 0) continue;
            ++count;
            tested |= test.packets;
        }
        if (count == 0) return;
        kernel_.test_packets(method_, {tests.data(), count}, group_);
        lower_limits(tested);
    }

    /// Tests all triangles of a leaf, each against all packets.
    void test_all(std::size_t leaf) {
        std::array<PacketTest, WideNode::width> tests;
        const std::size_t count = scene_.tree->leaves[leaf].count();
        for (std::size_t k = 0; k < count; ++k) {
            aim(tests[k], leaf * WideNode::width + k);
            tests[k].packets = all();
        }
        kernel_.test_packets(method_, {tests.data(), count}, group_);
    }

    /// The rays of these packets that may have nearer hits in a box in that window and at that
    /// depth; nothing if they are many.
    std::optional<FewRays> few_rays(const Window& window, float depth,
                                    std::uint32_t packets) const {
        FewRays few;
        if (std::popcount(packets) > FewRays::most_packets) return {};
        for (std::size_t i = 0; packets != 0; packets &= packets - 1, ++i) {
            const auto p = std::size_t(std::countr_zero(packets));
            few.packets |= std::uint32_t(p) << 8 * i;
            few.set |= std::uint64_t(matters_to(p, window, depth)) << i * lanes;
        }
        if (std::popcount(few.set) > FewRays::most) return {};
        return few;
    }

    /// Tests these rays against all triangles of a leaf.
    void test_rays(const Child& leaf, const FewRays& few) {
        lower_limits(
            kernel_.test_rays(method_, scene_.leaves[leaf.index()], leaf.present(), few, group_));
    }

    /// Tests the triangles against the packets with rays that graze them.
    void test_grazed(std::span<const Grazed* const> triangles) {
        const Cone cone(view_, slopes_.window);
        test_separately(triangles, [&](const Grazed& grazed) { return cone.seen(grazed); });
    }

    /// Tests the triangles against the packets with rays that may hit their lines.
    void test_lines(std::span<const LineBand* const> triangles) {
        test_separately(triangles, [](const LineBand& line) -> const LineBand& { return line; });
    }

    /// Writes the hits.
    void finish(std::span<Hit> hits) {
        with_precision([&]<typename Real>(Real) {
            for (std::size_t p = 0; p < slopes_.packets; ++p) {
                Packet& packet = group_.packet[p];
                with_size_of(p, [&](auto size) {
                    Hit* const out = hits.data() + p * lanes;
                    for (std::size_t k = 0; k < size; ++k)
                        out[k] = {double(packet.best<Real>()[k]), packet.triangle[k]};
                });
            }
        });
    }

private:
    /// Aims a test at the triangle at that place; `packets` is the caller's to set. Filled in
    /// place: copying a freshly written struct would stall on store forwarding.
    void aim(PacketTest& test, std::size_t place) const {
        test.leaf = scene_.leaves[place / WideNode::width];
        test.place = place % WideNode::width;
    }

    /// Tests triangles against the packets with rays that may meet narrowed(triangle).
    template <typename T>
    void test_separately(std::span<const T* const> triangles, auto&& narrowed) {
        std::array<PacketTest, WideNode::width> tests;
        std::size_t count = 0;
        for (const T* const triangle : triangles) {
            const auto may_meet = in_view(view_, narrowed(*triangle), longest_);
            PacketTest& test = tests[count];
            aim(test, triangle->place);
            test.packets = all() & slopes_.windows.meeting(may_meet);
            for (auto packets = test.packets; packets != 0; packets &= packets - 1) {
                const auto p = std::size_t(std::countr_zero(packets));
                if (!any_meets(p, may_meet)) test.packets &= ~(1u << p);
            }
            if (test.packets == 0) continue;
            prefetch(triangle->place / WideNode::width);
            if (++count < tests.size()) continue;
            kernel_.test_packets(method_, tests, group_);
            count = 0;
        }
        kernel_.test_packets(method_, {tests.data(), count}, group_);
    }

    /// Whether may_meet holds for any ray of packet p.
    bool any_meets(std::size_t p, const auto& may_meet) const {
        const float* const s = slopes_.s.data() + p * lanes;
        const float* const r = slopes_.r.data() + p * lanes;
        std::uint32_t any = 0;
#pragma omp simd reduction(| : any)
        for (std::size_t k = 0; k < lanes; ++k) any |= may_meet(s[k], s[k], r[k], r[k]) ? 1u : 0u;
        return any != 0;
    }

    /// Fills packet p with `size` rays; copies of the last one, which hit nothing, fill the rest.
    void fill(std::size_t p, const Ray<float>* rays, auto size) {
        Packet& packet = group_.packet[p];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t k = 0; k < size; ++k) packet.d[axis][k] = rays[k].d[int(axis)];
            std::fill(packet.d[axis].begin() + size, packet.d[axis].end(),
                      rays[size - 1].d[int(axis)]);
        }
        packet.far.fill(Box::inf);
        std::fill(packet.far.begin() + size, packet.far.end(), -Box::inf);
        with_precision([&]<typename Real>(Real) {
            packet.best<Real>().fill(std::numeric_limits<Real>::infinity());
        });
        packet.triangle.fill(no_triangle);
        limit_[p] = Box::inf;
    }

    /// The lanes of packet p that may have nearer hits in a box in that window and at that depth.
    std::uint32_t matters_to(std::size_t p, const Window& window, float depth) const {
        const float* const s = slopes_.s.data() + p * lanes;
        const float* const r = slopes_.r.data() + p * lanes;
        const auto& far = group_.packet[p].far;
        const float s_lo = window.s_lo, s_hi = window.s_hi, r_lo = window.r_lo, r_hi = window.r_hi;
        std::uint32_t set = 0;
#pragma omp simd reduction(| : set)
        for (std::size_t k = 0; k < lanes; ++k) {
            const bool apart =
                (s_lo > s[k]) | (s[k] > s_hi) | (r_lo > r[k]) | (r[k] > r_hi) | (depth > far[k]);
            set |= apart ? 0u : 1u << k;
        }
        return set;
    }

    void lower_limits(std::uint32_t packets) {
        with_precision([&]<typename Real>(Real) {
            for (; packets != 0; packets &= packets - 1)
                lower_limit<Real>(std::size_t(std::countr_zero(packets)));
        });
    }
    /// A ray reaches depth z at t = z / d.ahead; the slack also covers the rounding of both. Depths
    /// up to `least_depth` count as 0.
    template <typename Real>
    void lower_limit(std::size_t p) {
        Packet& packet = group_.packet[p];
        const auto& ahead = packet.d[view_.ahead];
        const Lanes<Real>& best = packet.best<Real>();
        const float scale = view_.sign * (1 + depth_slack);
        float farthest = -Box::inf;
#pragma omp simd reduction(max : farthest)
        for (std::size_t k = 0; k < lanes; ++k) {
            const float far = largest(float(best[k] * Real(ahead[k] * scale)), least_depth);
            packet.far[k] = far < packet.far[k] ? far : packet.far[k];
            farthest = packet.far[k] > farthest ? packet.far[k] : farthest;
        }
        limit_[p] = farthest;
    }

    const PacketScene& scene_;
    const void* const method_;
    const PacketKernel::Functions& kernel_;
    const Slopes& slopes_;
    std::size_t rays_;
    const View& view_;
    float longest_;       ///< of |d| over |d.ahead|
    Lanes<float> limit_;  ///< of each packet
    PacketGroup group_;
};

}  // namespace hitmiss
