#pragma once
// Pairs of a triangle and a ray, sixteen in vector lanes. If a method can cheaply rule out most
// points, only the remaining pairs are tested in full, instead of all lanes for the sake of one.

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

/// Which of those t (bit k: lane k) are positive and no more than best[k].
template <typename Real>
HITMISS_FLATTENED std::uint32_t lanes_up_to(std::size_t n, const Real* t, const auto& best) {
    std::uint32_t set = 0;
#pragma omp simd reduction(| : set)
    for (std::size_t k = 0; k < n; ++k) set |= ((t[k] > 0) & (t[k] <= best[k])) ? 1u << k : 0u;
    return set;
}

/// One to sixteen pairs, with their triangles and rays side by side for vector lanes.
template <typename Test>
class Pairs {
    using Real = RealOf<Test>;
    using Base = BaseOf<Real>;

public:
    Pairs(const Test& method, std::span<const PairTest> pairs)
        : method_(method), of_(pairs), o_(pairs[0].group->origin) {
        // Copies of the first pair fill all lanes; their results are dropped.
        for (std::size_t k = 0; k < lanes; ++k) {
            const PairTest& pair = of_[k < of_.size() ? k : 0];
            const Packet& packet = pair.group->packet[pair.packet];
            triangles_.put(k, Leaf<Test>::at(pair.leaf).triangles.get(pair.place));
            rays_.put(k, rays_of<Test>(*pair.group, pair.packet).get(pair.lane));
            for (std::size_t axis = 0; axis < 3; ++axis)
                d_[axis][k] = Base(packet.d[axis][pair.lane]);
        }
    }

    /// Tests all and keeps the hits.
    void test() const {
        const auto for_rays = prepare_lanes_for_rays<lanes>(method_, o_, rays_, triangles_);
        Lanes<Base> t;
        bool decided = false;
        if constexpr (HasQuickTest<Test>) decided = test<true>(for_rays, t);
        if (!decided) test<false>(for_rays, t);
        std::uint32_t hits = 0;
#pragma omp simd reduction(| : hits)
        for (std::size_t k = 0; k < lanes; ++k) hits |= t[k] > 0 ? 1u << k : 0u;
        for (hits &= all(); hits != 0; hits &= hits - 1) {
            const auto k = std::size_t(std::countr_zero(hits));
            const auto& [leaf, group, place, p, lane] = of_[k];
            Packet& packet = group->packet[p];
            keep(t[k], Leaf<Test>::at(leaf).index[place], packet.best<Base>()[lane],
                 packet.triangle[lane]);
            group->changed |= 1u << p;
        }
    }
    /// Those whose points the method does not rule out (bit k: pair k).
    std::uint32_t remaining() const {
        const auto heights = prepare_lanes_for_rays<lanes>(method_, o_, rays_, triangles_);
        const Test& method = method_;
        const auto& triangles = triangles_;
        const Base ox = o_.x, oy = o_.y, oz = o_.z;
        const Base *const dx = d_[0].data(), *const dy = d_[1].data(), *const dz = d_[2].data();
        Lanes<Real> t, best{};
        for (std::size_t k = 0; k < of_.size(); ++k) {
            Packet& packet = of_[k].group->packet[of_[k].packet];
            best[k] = packet.best<Base>()[of_[k].lane];
        }
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k)
            t[k] = not_ruled_out(method, triangles, heights, k, ox, oy, oz, dx[k], dy[k], dz[k]);
        return all() & lanes_up_to(lanes, t.data(), best);
    }

private:
    std::uint32_t all() const {
        return (1u << of_.size()) - 1;
    }
    /// Whether all are decided; a full test decides all.
    template <bool quick>
    bool test(const auto& for_rays, Lanes<Base>& t) const {
        const Test& method = method_;
        const auto& triangles = triangles_;
        const auto& rays = rays_;
        const Base ox = o_.x, oy = o_.y, oz = o_.z;
        const Base *const dx = d_[0].data(), *const dy = d_[1].data(), *const dz = d_[2].data();
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k)
            t[k] = test_lane<quick>(method, rays, for_rays, triangles, k, ox, oy, oz, dx[k], dy[k],
                                    dz[k]);
        std::uint32_t undecided = 0;
        if constexpr (quick) {
#pragma omp simd reduction(| : undecided)
            for (std::size_t k = 0; k < lanes; ++k) undecided |= std::isnan(t[k]) ? 1u : 0u;
        }
        return undecided == 0;
    }

    const Test& method_;
    std::span<const PairTest> of_;
    Vec<Real> o_;
    SoA<PreparedTriangle<Test>, Real, lanes> triangles_;
    RayLanes<Test> rays_;
    std::array<Lanes<Base>, 3> d_;
};

/// Triangles against packets. No branch depends on what is ruled out before all points have been
/// tested.
template <typename Test>
void test_packets_in_pairs(const Test& method, const void* given, std::span<const PacketTest> tests,
                           PacketGroup& group) {
    // A packet with more remaining rays is tested as a whole, and so are all packets of a triangle
    // that has more of them: it is large, and most of its rays would remain.
    constexpr int few_rays = 6, few_packets = 4;
    using Real = RealOf<Test>;
    struct Remaining {
        const PacketTest* test;
        std::uint32_t packet, set;
    };
    const Vec<Real> o(group.origin);
    std::array<Remaining, PacketTest::most * few_packets> all;
    Remaining* end = all.data();
    std::array<std::uint32_t, PacketTest::most> whole{};  ///< packets with many remaining rays
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
            const auto set = lanes_up_to(lanes, t.data(), best);
            const bool few = std::popcount(set) <= few_rays;
            *end = {&test, p, set};
            end += few & (set != 0);
            many |= few ? 0 : 1u << p;
        }
        whole[n] = many;
    }
    for (std::size_t n = 0; n < tests.size(); ++n)
        if (whole[n] != 0) test_triangle(method, tests[n], whole[n], o, group);
    std::array<PairTest, all.size() * few_rays> pairs;
    std::size_t count = 0;
    for (const Remaining* some = all.data(); some != end; ++some)
        for (auto set = some->set; set != 0; set &= set - 1)
            pairs[count++] = {some->test->leaf, &group, std::uint32_t(some->test->place),
                              std::uint16_t(some->packet), std::uint16_t(std::countr_zero(set))};
    group.test_in_full(given, {pairs.data(), count});
}

}  // namespace hitmiss
