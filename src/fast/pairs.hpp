#pragma once
// If a method can cheaply rule out most points, the remaining pairs of a ray and a triangle are
// collected and tested together, instead of all lanes for the sake of one.

#include "fast/packet_lanes.hpp"

namespace hitmiss {

/// The t at which the ray in lane k meets the triangle's plane, -1 if the method rules that point
/// out.
template <typename Test, typename Real>
HITMISS_FLATTENED Real not_ruled_out(const Test& method, const auto& triangles, const auto& heights,
                                     std::size_t k, Real ox, Real oy, Real oz, Real dx, Real dy,
                                     Real dz) {
    const auto& tri = triangles.get(k);
    const Vec<Real> o(ox, oy, oz), d(dx, dy, dz);
    const Real t = heights.get(k) / glm::dot(tri.n, d);
    return method.outside(o + t * d, tri) ? Real(-1) : t;
}

/// Which of those t (bit k: lane k) are positive and no more than best(k).
template <typename Real>
HITMISS_FLATTENED std::uint32_t lanes_up_to(std::size_t n, const Real* t, const auto& best) {
    std::uint32_t set = 0;
#pragma omp simd reduction(| : set)
    for (std::size_t k = 0; k < n; ++k) set |= ((t[k] > 0) & (t[k] <= best(k))) ? 1u << k : 0u;
    return set;
}

/// Which triangles of a leaf (bit k: triangle k) are not ruled out for the ray, up to t = best.
template <typename Test, typename Real>
HITMISS_FLATTENED std::uint32_t not_ruled_out_in(const Leaf<Test>& leaf, const Test& method,
                                                 const auto& heights, const Ray<Real>& ray,
                                                 Real best) {
    const Real ox = ray.o.x, oy = ray.o.y, oz = ray.o.z;
    const Real dx = ray.d.x, dy = ray.d.y, dz = ray.d.z;
    std::array<Real, leaf_size> t;
#pragma omp simd
    for (std::size_t k = 0; k < leaf_size; ++k)
        t[k] = not_ruled_out(method, leaf.triangles, heights, k, ox, oy, oz, dx, dy, dz);
    return lanes_up_to(leaf_size, t.data(), [&](std::size_t) { return best; });
}

/// Tests pairs in full, sixteen at a time, and keeps what is hit.
template <typename Test>
class Pairs {
    using Real = RealOf<Test>;

public:
    Pairs(const Test& method, PacketGroup& group)
        : method_(method), o_(group.origin), group_(group) {}

    /// A triangle, the height of the rays' origin over it, and a lane of packet p.
    void add(const PreparedTriangle<Test>& tri, Real height, std::uint32_t triangle, std::size_t p,
             std::size_t lane) {
        // The first one fills all lanes, so that none is uninitialised.
        if (count_ == 0) triangles_.fill(tri), heights_.fill(height);
        triangles_.put(count_, tri), heights_.put(count_, height);
        for (std::size_t axis = 0; axis < 3; ++axis)
            d_[axis][count_] = Real(group_.packet[p].d[axis][lane]);
        of_[count_++] = {triangle, std::uint32_t(p), std::uint32_t(lane)};
        if (count_ == lanes) test();
    }
    /// Tests the pairs added since the last call.
    void test() {
        if (count_ == 0) return;
        const Test& method = method_;
        const Real ox = o_.x, oy = o_.y, oz = o_.z;
        const Real *const dx = d_[0].data(), *const dy = d_[1].data(), *const dz = d_[2].data();
        const auto& heights = heights_;
        const auto& triangles = triangles_;
        const NothingPrepared nothing;
        const InAllLanes rays{nothing};
        Lanes<Real> t;
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k)
            t[k] = test_lane<false>(method, rays, heights, triangles, k, ox, oy, oz, dx[k], dy[k],
                                    dz[k]);
        for (std::size_t k = 0; k < count_; ++k) {
            const auto [triangle, p, lane] = of_[k];
            Packet& packet = group_.packet[p];
            keep(t[k], triangle, packet.best<Real>()[lane], packet.triangle[lane]);
            hit_ |= in_front(t[k]) ? 1u << p : 0u;
        }
        count_ = 0;
    }
    /// The packets that have hit anything.
    std::uint32_t hit() const {
        return hit_;
    }

private:
    struct Of {
        std::uint32_t triangle, packet, lane;
    };
    const Test& method_;
    const Vec<Real> o_;
    PacketGroup& group_;
    SoA<PreparedTriangle<Test>, Real, lanes> triangles_;
    std::array<Lanes<Real>, 3> d_{};
    SoA<Real, Real, lanes> heights_;
    std::array<Of, lanes> of_;
    std::size_t count_ = 0;
    std::uint32_t hit_ = 0;
};

/// Triangles against packets. No branch depends on what is ruled out before all points have been
/// tested.
template <typename Test>
void test_packets_in_pairs(const Test& method, std::span<const PacketTest> tests,
                           PacketGroup& group) {
    // A packet with more remaining rays is tested as a whole, and so are all packets of a triangle
    // that has more of them: it is large, and most of its rays would remain.
    constexpr int few_rays = 6, few_packets = 4;
    using Real = RealOf<Test>;
    struct Remaining {
        const PacketTest* test;
        Real height;
        std::uint32_t packet, set;
    };
    const Vec<Real> o(group.origin);
    std::array<Remaining, leaf_size * lanes> all;
    Remaining* end = all.data();
    std::array<std::uint32_t, leaf_size> whole{};  ///< by test: packets with many remaining rays
    for (std::size_t n = 0; n < tests.size(); ++n) {
        const PacketTest& test = tests[n];
        const auto tri = Leaf<Test>::at(test.leaf).triangles.get(test.place);
        const Real height = prepare_for_rays(method, o, {}, tri, no_notes);
        const InAllLanes triangles{tri};
        const InAllLanes heights{height};
        const bool large = std::popcount(test.packets) > few_packets;
        std::uint32_t many = large ? test.packets : 0;
        for (auto packets = test.packets & ~many; packets != 0; packets &= packets - 1) {
            const auto p = std::uint32_t(std::countr_zero(packets));
            Packet& packet = group.packet[p];
            const auto &dx = packet.d[0], &dy = packet.d[1], &dz = packet.d[2];
            Lanes<Real> t;
#pragma omp simd
            for (std::size_t k = 0; k < lanes; ++k)
                t[k] = not_ruled_out(method, triangles, heights, k, o.x, o.y, o.z, Real(dx[k]),
                                     Real(dy[k]), Real(dz[k]));
            const Lanes<Real>& best = packet.best<Real>();
            const auto set = lanes_up_to(lanes, t.data(), [&](std::size_t k) { return best[k]; });
            const bool few = std::popcount(set) <= few_rays;
            *end = {&test, height, p, set};
            end += few & (set != 0);
            many |= few ? 0 : 1u << p;
        }
        whole[n] = many;
    }
    for (std::size_t n = 0; n < tests.size(); ++n)
        if (whole[n] != 0) test_triangle(method, tests[n], whole[n], o, group);
    Pairs<Test> pairs(method, group);
    for (const Remaining* some = all.data(); some != end; ++some) {
        const auto& leaf = Leaf<Test>::at(some->test->leaf);
        const std::size_t place = some->test->place;
        for (auto set = some->set; set != 0; set &= set - 1)
            pairs.add(leaf.triangles.get(place), some->height, leaf.index[place], some->packet,
                      std::size_t(std::countr_zero(set)));
    }
    pairs.test();
}

}  // namespace hitmiss
