#pragma once
// Sixteen packets of sixteen rays, and what they have hit so far.

#include "trace/view.hpp"

namespace hitmiss {

/// How the triangles of a method lie in memory for packets.
template <typename Method>
struct PacketTriangles {
    using Prepared = typename PreparedScene<Method>::Prepared;
    using Number = std::conditional_t<std::is_same_v<Prepared, Triangle<float>>, float,
                                      typename MethodTraits<Method>::Real>;
    std::vector<Numbers<Prepared, Number>> prepared;  ///< in the order of the tree
    std::vector<std::uint32_t> index;                 ///< in the scene, of each
};

/// A triangle whose box many rays of a packet meet is tested against all sixteen. Of one that few
/// meet, as on a mesh with several triangles per pixel, the pairs of ray and triangle are
/// collected, and tested sixteen pairs at a time.
template <typename Method>
class Packets {
    using Real = typename MethodTraits<Method>::Real;
    using Prepared = typename PacketTriangles<Method>::Prepared;
    using Number = typename PacketTriangles<Method>::Number;
    static constexpr int few = 2;

public:
    static constexpr std::size_t most_rays = lanes * lanes;

    /// One to 256 rays that the view suits. All arguments must outlive this.
    Packets(const Method& method, const PacketTriangles<Method>& triangles, const View& view,
            const Rays& rays)
        : method_(method),
          triangles_(triangles),
          origin_(rays.o),
          rays_(rays.size()),
          count_((rays_ + lanes - 1) / lanes) {
        limit_.fill(-Box::inf);
        for (std::size_t p = 0; p < count_; ++p) {
            const std::size_t first = p * lanes;
            // Two calls, for one of them has a size that the compiler knows.
            if (rays_ - first >= lanes)
                fill(p, view, rays.subspan(first, lanes), lanes);
            else
                fill(p, view, rays.subspan(first, rays_ - first), rays_ - first);
            window_.include(window(p));
        }
    }

    std::uint32_t all() const { return (1u << count_) - 1; }
    const Window& window() const { return window_; }
    Window window(std::size_t p) const { return {s_lo_[p], s_hi_[p], r_lo_[p], r_hi_[p]}; }
    /// Depth beyond which nothing matters to packet p any more.
    float limit(std::size_t p) const { return limit_[p]; }

    /// Which packets, as lanes, may see which of the boxes.
    Meetings meet(const Outlines& seen, std::uint32_t boxes) const {
        return Windows{s_lo_, s_hi_, r_lo_, r_hi_, limit_}.meet(seen, boxes);
    }
    /// Those of the packets (bit p: packet p) to which a box at that depth matters.
    std::uint32_t not_beyond(float depth, std::uint32_t packets) const {
        if (std::has_single_bit(packets))
            return depth > limit_[std::size_t(std::countr_zero(packets))] ? 0 : packets;
        std::uint32_t reached = 0;
#pragma omp simd reduction(| : reached)
        for (std::size_t p = 0; p < lanes; ++p) reached |= depth > limit_[p] ? 0u : 1u << p;
        return packets & reached;
    }

    /// Asks for the node's triangles in these boxes, which will be tested a little later.
    void prefetch(const WideNode& node, std::uint32_t boxes) const {
        for (; boxes != 0; boxes &= boxes - 1) {
            const auto place = node.child[std::size_t(std::countr_zero(boxes))].index();
            const char* prepared = reinterpret_cast<const char*>(&triangles_.prepared[place]);
            __builtin_prefetch(prepared);
            __builtin_prefetch(prepared + sizeof(triangles_.prepared[place]) - 1);
        }
    }

    /// Tests the triangles in these boxes of the node against the rays of packet p.
    void visit(const WideNode& node, const Outlines& seen, std::uint32_t boxes, std::size_t p) {
        const Packet& packet = packet_[p];
        auto met = Windows{packet.s, packet.s, packet.r, packet.r, packet.far}.meet(seen, boxes);
        if (met.count() > few)
            for (; boxes != 0; boxes &= boxes - 1) {
                const auto box = std::size_t(std::countr_zero(boxes));
                if (met.count(box) <= few) continue;
                test_all(node, box, p);
                met.remove(box);
            }
        for (std::size_t half = 0; half < 2; ++half)
            for (auto bits = met.word[half]; bits != 0; bits &= bits - 1) {
                const auto bit = std::uint32_t(std::countr_zero(bits));
                pair_[pairs_++] = {&node, bit % 8, std::uint32_t(p * lanes + half * 8) + bit / 8};
            }
        while (pairs_ >= lanes) test_pairs();
    }

    /// Writes the hits; returns how many candidates the hit rule refused.
    std::uint64_t finish(std::span<Hit> hits) {
        take_answer();
        test_pairs();
        std::uint64_t refused = 0;
        for (std::size_t p = 0; p < count_; ++p) {
            const Packet& packet = packet_[p];
            const auto out = hits.subspan(p * lanes, std::min(lanes, rays_ - p * lanes));
            for (std::size_t k = 0; k < out.size(); ++k) {
                out[k] = {double(packet.best[k]), packet.triangle[k]};
                refused += packet.refused[k];
            }
        }
        return refused;
    }

private:
    /// Where there are fewer than sixteen rays the last one is repeated; to these repetitions
    /// nothing matters from the start (far is -infinity).
    struct Packet {
        std::array<Lanes<float>, 3> d;
        Lanes<float> s, r;
        Lanes<float> far;  ///< depth of the best hit
        Lanes<Real> best;
        Lanes<std::uint32_t> triangle, refused;
    };
    struct Pair {
        const WideNode* node;
        std::uint32_t box, ray;
    };
    /// Of a test against packet p.
    struct Answer {
        const WideNode* node = nullptr;
        std::size_t box = 0, p = 0;
        Real largest_t = -1;
        Lanes<Real> t;
    };

    void fill(std::size_t p, const View& view, const Rays& rays, std::size_t size) {
        Packet& packet = packet_[p];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::copy_n(rays.d[axis].begin(), size, packet.d[axis].begin());
            std::fill(packet.d[axis].begin() + size, packet.d[axis].end(), rays.d[axis].back());
        }
        packet.far.fill(Box::inf);
        std::fill(packet.far.begin() + size, packet.far.end(), -Box::inf);
        packet.best.fill(std::numeric_limits<Real>::infinity());
        packet.triangle.fill(no_triangle);
        packet.refused.fill(0);
        const auto &x = packet.d[view.right], &y = packet.d[view.up], &z = packet.d[view.ahead];
        sign_ = view.sign, ahead_ = view.ahead;
        float s_lo = Box::inf, s_hi = -Box::inf, r_lo = Box::inf, r_hi = -Box::inf;
#pragma omp simd reduction(min : s_lo, r_lo) reduction(max : s_hi, r_hi)
        for (std::size_t k = 0; k < lanes; ++k) {
            float s, r;
            slopes_of(x[k], y[k], view.sign * z[k], s, r);
            packet.s[k] = s, packet.r[k] = r;
            s_lo = s < s_lo ? s : s_lo, s_hi = s > s_hi ? s : s_hi;
            r_lo = r < r_lo ? r : r_lo, r_hi = r > r_hi ? r : r_hi;
        }
        s_lo_[p] = s_lo, s_hi_[p] = s_hi, r_lo_[p] = r_lo, r_hi_[p] = r_hi;
        limit_[p] = Box::inf;
    }

    /// Tests a triangle against all rays of packet p. The answer is taken only when the next test
    /// is due: a branch on it would wait until the test is through.
    void test_all(const WideNode& node, std::size_t box, std::size_t p) {
        take_answer();
        const Prepared prepared = triangles_.prepared[node.child[box].index()].get();
        const Vec<Real> o(origin_);
        const auto &dx = packet_[p].d[0], &dy = packet_[p].d[1], &dz = packet_[p].d[2];
        Lanes<Real>& t = answer_.t;
        settled(method_, [&](const Method& method) {
#pragma omp simd
            for (std::size_t k = 0; k < lanes; ++k)
                t[k] =
                    tested(method, prepared, o.x, o.y, o.z, Real(dx[k]), Real(dy[k]), Real(dz[k]));
        });
        Real largest_t = -1;
#pragma omp simd reduction(max : largest_t)
        for (std::size_t k = 0; k < lanes; ++k) largest_t = t[k] > largest_t ? t[k] : largest_t;
        answer_.node = &node, answer_.box = box, answer_.p = p, answer_.largest_t = largest_t;
    }

    void take_answer() {
        if (!(answer_.largest_t > 0)) return;
        const std::uint32_t triangle = triangles_.index[answer_.node->child[answer_.box].index()];
        const Box reach = answer_.node->box(answer_.box);
        const Vec<Real> o(origin_);
        const Lanes<Real>& t = answer_.t;
        Packet& packet = packet_[answer_.p];
        const auto &dx = packet.d[0], &dy = packet.d[1], &dz = packet.d[2];
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k)
            keep(t[k], reach, triangle, o.x, o.y, o.z, Real(dx[k]), Real(dy[k]), Real(dz[k]),
                 packet.best[k], packet.triangle[k], packet.refused[k]);
        lower_limit(answer_.p);
        answer_.largest_t = -1;
    }

    /// Tests up to sixteen of the pairs.
    void test_pairs() {
        if (pairs_ == 0) return;
        const std::size_t count = std::min(pairs_, lanes);
        const Pair* const pairs = &pair_[pairs_ -= count];
        const Vec<Real> o(origin_);
        Lanes<Real> t, dx, dy, dz;
        ManyNumbers<Prepared, Number> prepared;
        for (std::size_t k = 0; k < lanes; ++k) {
            const Pair& pair = pairs[k < count ? k : 0];
            const auto& d = packet_[pair.ray / lanes].d;
            const std::size_t ray = pair.ray % lanes;
            dx[k] = Real(d[0][ray]), dy[k] = Real(d[1][ray]), dz[k] = Real(d[2][ray]);
            prepared.put(k, triangles_.prepared[pair.node->child[pair.box].index()]);
        }
        settled(method_, [&](const Method& method) {
#pragma omp simd
            for (std::size_t k = 0; k < lanes; ++k)
                t[k] = tested_at(method, prepared, k, o.x, o.y, o.z, dx[k], dy[k], dz[k]);
        });
        std::uint32_t changed = 0;
        for (std::size_t k = 0; k < count; ++k) {
            if (!(t[k] > 0)) continue;
            const Pair& pair = pairs[k];
            const std::size_t p = pair.ray / lanes, ray = pair.ray % lanes;
            keep(t[k], pair.node->box(pair.box),
                 triangles_.index[pair.node->child[pair.box].index()], o.x, o.y, o.z, dx[k], dy[k],
                 dz[k], packet_[p].best[ray], packet_[p].triangle[ray], packet_[p].refused[ray]);
            changed |= 1u << p;
        }
        for (; changed != 0; changed &= changed - 1)
            lower_limit(std::size_t(std::countr_zero(changed)));
    }

    /// A ray reaches depth z at t = z / d.ahead. Denormal depths are too inexact to be limits.
    void lower_limit(std::size_t p) {
        Packet& packet = packet_[p];
        const auto& ahead = packet.d[ahead_];
        const float scale = sign_ * (1 + 0x1p-20f);
        float farthest = -Box::inf;
#pragma omp simd reduction(max : farthest)
        for (std::size_t k = 0; k < lanes; ++k) {
            const float far = largest(float(packet.best[k]) * (ahead[k] * scale), least_depth);
            packet.far[k] = far < packet.far[k] ? far : packet.far[k];
            farthest = packet.far[k] > farthest ? packet.far[k] : farthest;
        }
        limit_[p] = farthest;
    }

    const Method method_;
    const PacketTriangles<Method>& triangles_;
    Vec<float> origin_;
    std::size_t rays_, count_, ahead_ = 0;
    float sign_ = 1;
    Window window_;                                           ///< of all packets
    Lanes<float> s_lo_{}, s_hi_{}, r_lo_{}, r_hi_{}, limit_;  ///< of each packet
    std::array<Packet, lanes> packet_;
    std::array<Pair, lanes + lanes * WideNode::width> pair_;
    std::size_t pairs_ = 0;
    Answer answer_;
};

}  // namespace hitmiss
