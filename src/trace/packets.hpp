#pragma once
// Sixteen packets of sixteen rays, and what they have hit so far.

#include <optional>

#include "trace/packet_triangles.hpp"
#include "trace/slopes.hpp"

namespace hitmiss {

/// Up to sixteen rays of up to four packets, as many as touch at a corner.
struct FewRays {
    static constexpr int most = 16;
    std::uint64_t set = 0;  ///< bit 16 i + k: lane k of packet[i]
    std::array<std::uint8_t, 4> packet{};
};

/// A triangle is tested against all sixteen rays of a packet at once. Where few rays meet a leaf,
/// as on a mesh with several triangles per pixel, each of these rays is tested against all eight
/// triangles instead.
template <typename Method>
class Packets {
    using Real = typename MethodTraits<Method>::Real;
    using Prepared = typename PacketTriangles<Method>::Prepared;
    using Leaf = typename PacketTriangles<Method>::Leaf;
    /// Not so a scalar method, which is spared the rays that miss a triangle's box.
    static constexpr bool in_lanes = !requires { Method::scalar; };

public:
    /// One to 256 rays. `triangles` and `slopes` must outlive this. For a ray that the view does
    /// not suit only test_packets may be called, with Outlines::everywhere().
    Packets(const Method& method, const PacketTriangles<Method>& triangles, const View& view,
            const Rays& rays, const Slopes& slopes)
        : method_(method),
          triangles_(triangles),
          slopes_(slopes),
          windows_(slopes),
          origin_(rays.o),
          rays_(rays.size()),
          ahead_(view.ahead),
          sign_(view.sign) {
        limit_.fill(-Box::inf);
        for (std::size_t p = 0; p < slopes.packets; ++p) {
            const std::size_t first = p * lanes;
            // Two calls, for one of them has a size that the compiler knows.
            if (rays_ - first >= lanes)
                fill(p, rays.subspan(first, lanes), lanes);
            else
                fill(p, rays.subspan(first, rays_ - first), rays_ - first);
        }
    }

    std::uint32_t all() const { return (1u << slopes_.packets) - 1; }
    const Window& window() const { return slopes_.window; }
    Window window(std::size_t p) const { return windows_[p]; }
    /// Depth beyond which nothing matters to packet p any more.
    float limit(std::size_t p) const { return limit_[p]; }

    /// Which packets, as lanes, may see which of the boxes.
    Meetings meet(const Outlines& seen, std::uint32_t boxes) const {
        return windows_.meet(seen, boxes, limit_);
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

    /// Prefetches a leaf's triangles.
    void prefetch(std::size_t node) const {
        hitmiss::prefetch(triangles_.node[node]);
    }

    /// Tests the triangles in these boxes of the node, each against those of the packets (bit p:
    /// packet p) that met its box.
    void test_packets(const WideNode& node, const Outlines& seen, std::uint32_t boxes,
                      const Meetings& met, std::uint32_t packets) {
        PacketHits* end = hits_.data();
        for (; boxes != 0; boxes &= boxes - 1) {
            const auto box = std::size_t(std::countr_zero(boxes));
            end = test(node, seen, box, packets & met.lanes(box), end);
        }
        std::uint32_t hit = 0;
        for (const PacketHits* hits = hits_.data(); hits != end; ++hits) hit |= take(node, *hits);
        lower_limits(hit);
    }

    /// The rays of these packets to which a box in that window, from that depth on, matters, if
    /// they are few.
    std::optional<FewRays> few_rays(const Window& window, float depth,
                                    std::uint32_t packets) const {
        FewRays few;
        if (!in_lanes || std::size_t(std::popcount(packets)) > few.packet.size()) return {};
        for (std::size_t i = 0; packets != 0; packets &= packets - 1, ++i) {
            const auto p = std::size_t(std::countr_zero(packets));
            few.packet[i] = std::uint8_t(p);
            few.set |= std::uint64_t(matters_to(p, window, depth)) << i * lanes;
        }
        if (std::popcount(few.set) > FewRays::most) return {};
        return few;
    }

    /// Tests these rays against all triangles of node number `number`.
    void test_rays(const WideNode& node, std::size_t number, const FewRays& few) {
        std::array<RayHits, FewRays::most> hits;
        RayHits* next = hits.data();
        const Leaf& leaf = triangles_.node[number];
        const std::uint32_t present = (1u << node.count) - 1;
        const Vec<Real> o(origin_);
        with_known_cull(method_, [&](const Method& method) {
            for (auto rays = few.set; rays != 0; rays &= rays - 1) {
                const auto at = std::size_t(std::countr_zero(rays));
                next->p = few.packet[at / lanes], next->lane = at % lanes;
                const Vec<Real> d = direction(*next);
                const Real dx = d.x, dy = d.y, dz = d.z;
                Real* const t = next->t.data();
#pragma omp simd
                for (std::size_t k = 0; k < WideNode::width; ++k)
                    t[k] = tested_at(method, leaf.prepared, k, o.x, o.y, o.z, dx, dy, dz);
                std::uint32_t triangles = 0;
#pragma omp simd reduction(| : triangles)
                for (std::size_t k = 0; k < WideNode::width; ++k)
                    triangles |= t[k] > 0 ? 1u << k : 0u;
                next->triangles = triangles & present;
                next += next->triangles != 0;
            }
        });
        std::uint32_t hit = 0;
        for (const RayHits* own = hits.data(); own != next; ++own) hit |= take(node, leaf, *own);
        lower_limits(hit);
    }

    /// Writes the hits; returns how many candidates the hit rule refused.
    std::uint64_t finish(std::span<Hit> hits) {
        std::uint64_t refused = 0;
        for (std::size_t p = 0; p < slopes_.packets; ++p) {
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
    /// What begins deeper than `far` matters to that ray no more; what begins deeper than the
    /// largest of them, the packet's limit, matters to none. Where there are fewer than sixteen
    /// rays the last one is repeated; to these repetitions nothing matters (far is -infinity).
    struct Packet {
        std::array<Lanes<float>, 3> d;
        Lanes<float> far;  ///< depth of the best hit
        Lanes<Real> best;
        Lanes<std::uint32_t> triangle, refused;
    };
    // Tests write down what hits, all else is overwritten by the next: a branch on the outcome
    // would wait until the test is through, and be mispredicted often.
    /// The triangle in a box, tested against packet p.
    struct PacketHits {
        std::size_t box, p;
        Lanes<Real> t;
    };
    /// A leaf's triangles, tested against one ray.
    struct RayHits {
        std::size_t p, lane;
        std::uint32_t triangles;  ///< that it hits
        std::array<Real, WideNode::width> t;
    };

    void fill(std::size_t p, const Rays& rays, std::size_t size) {
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
        limit_[p] = Box::inf;
    }

    /// The lanes of packet p to which a box in that window, from that depth on, matters.
    std::uint32_t matters_to(std::size_t p, const Window& window, float depth) const {
        const float* const s = slopes_.s.data() + p * lanes;
        const float* const r = slopes_.r.data() + p * lanes;
        const auto& far = packet_[p].far;
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

    Vec<Real> direction(const RayHits& ray) const {
        const auto& d = packet_[ray.p].d;
        return {Real(d[0][ray.lane]), Real(d[1][ray.lane]), Real(d[2][ray.lane])};
    }

    /// Tests a triangle against all rays of these packets. Writes hits from `next` on; returns the
    /// end. What concerns the triangle alone the compiler takes out of the loops.
    PacketHits* test(const WideNode& node, const Outlines& seen, std::size_t box,
                     std::uint32_t packets, PacketHits* next) {
        const Prepared prepared = triangles_.prepared(node.child[box]);
        const Vec<Real> o(origin_);
        with_known_cull(method_, [&](const Method& method) {
            for (; packets != 0; packets &= packets - 1) {
                const auto p = std::size_t(std::countr_zero(packets));
                const auto &dx = packet_[p].d[0], &dy = packet_[p].d[1], &dz = packet_[p].d[2];
                const auto test_lane = [&](std::size_t k) {
                    return tested(method, prepared, o.x, o.y, o.z, Real(dx[k]), Real(dy[k]),
                                  Real(dz[k]));
                };
                next->box = box, next->p = p;
                Lanes<Real>& t = next->t;
                if constexpr (in_lanes) {
#pragma omp simd
                    for (std::size_t k = 0; k < lanes; ++k) t[k] = test_lane(k);
                } else {
                    const auto set = matters_to(p, seen.window(box), seen.depth[box]);
                    for (std::size_t k = 0; k < lanes; ++k)
                        t[k] = (set >> k & 1) != 0 ? test_lane(k) : Real(-1);
                }
                Real largest_t = -1;
#pragma omp simd reduction(max : largest_t)
                for (std::size_t k = 0; k < lanes; ++k)
                    largest_t = t[k] > largest_t ? t[k] : largest_t;
                next += largest_t > 0;
            }
        });
        return next;
    }

    /// Takes what the hit rule grants; returns the packet's bit.
    std::uint32_t take(const WideNode& node, const PacketHits& hits) {
        const std::uint32_t triangle = triangles_.index(node.child[hits.box]);
        const Box reach = node.box(hits.box);
        const Vec<Real> o(origin_);
        const Lanes<Real>& t = hits.t;
        Packet& packet = packet_[hits.p];
        const auto &dx = packet.d[0], &dy = packet.d[1], &dz = packet.d[2];
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k)
            keep(t[k], reach, triangle, o.x, o.y, o.z, Real(dx[k]), Real(dy[k]), Real(dz[k]),
                 packet.best[k], packet.triangle[k], packet.refused[k]);
        return 1u << hits.p;
    }
    std::uint32_t take(const WideNode& node, const Leaf& leaf, const RayHits& hits) {
        const Vec<Real> o(origin_), d = direction(hits);
        Packet& packet = packet_[hits.p];
        for (auto triangles = hits.triangles; triangles != 0; triangles &= triangles - 1) {
            const auto k = std::size_t(std::countr_zero(triangles));
            keep(hits.t[k], node.box(k), leaf.index[k], o.x, o.y, o.z, d.x, d.y, d.z,
                 packet.best[hits.lane], packet.triangle[hits.lane], packet.refused[hits.lane]);
        }
        return 1u << hits.p;
    }

    void lower_limits(std::uint32_t packets) {
        for (; packets != 0; packets &= packets - 1)
            lower_limit(std::size_t(std::countr_zero(packets)));
    }
    /// A ray reaches depth z at t = z / d.ahead; the scale covers the rounding of both. Depths
    /// up to the least count as 0.
    void lower_limit(std::size_t p) {
        Packet& packet = packet_[p];
        const auto& ahead = packet.d[ahead_];
        const float scale = sign_ * (1 + 0x1p-20f);
        float farthest = -Box::inf;
#pragma omp simd reduction(max : farthest)
        for (std::size_t k = 0; k < lanes; ++k) {
            const float far = largest(float(packet.best[k] * Real(ahead[k] * scale)), least_depth);
            packet.far[k] = far < packet.far[k] ? far : packet.far[k];
            farthest = packet.far[k] > farthest ? packet.far[k] : farthest;
        }
        limit_[p] = farthest;
    }

    const Method method_;
    const PacketTriangles<Method>& triangles_;
    const Slopes& slopes_;
    const Windows windows_;
    Vec<float> origin_;
    std::size_t rays_, ahead_;
    float sign_;
    Lanes<float> limit_;  ///< of each packet
    std::array<Packet, lanes> packet_;
    std::array<PacketHits, WideNode::width * lanes> hits_;  ///< of one node's tests
};

}  // namespace hitmiss
