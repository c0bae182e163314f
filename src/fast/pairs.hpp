#pragma once
// Pairs of a triangle and a ray, sixteen in vector lanes.

#include "fast/packet_lanes.hpp"

namespace hitmiss {

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

}  // namespace hitmiss
