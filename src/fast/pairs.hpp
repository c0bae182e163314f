#pragma once
// Pairs of a triangle and a ray, sixteen in vector lanes.

#include "fast/packet_lanes.hpp"

namespace hitmiss {

/// Tests one to sixteen pairs, their triangles and rays side by side, and keeps the hits.
template <typename Test>
void test_together(const Test& method, std::span<const PairTest> pairs) {
    using Real = RealOf<Test>;
    using Base = BaseOf<Real>;
    SoA<PreparedTriangle<Test>, Real, lanes> triangles;
    RayLanes<Test> rays;
    std::array<Lanes<float>, 3> d;
    // Copies of the first pair fill all lanes; their results are dropped.
    for (std::size_t k = 0; k < lanes; ++k) {
        const PairTest& pair = pairs[k < pairs.size() ? k : 0];
        triangles.put(k, Leaf<Test>::at(pair.leaf).triangles.get(pair.place));
        rays.put(k, rays_of<Test>(*pair.group, pair.packet).get(pair.lane));
        for (std::size_t axis = 0; axis < 3; ++axis)
            d[axis][k] = pair.group->packet[pair.packet].d[axis][pair.lane];
    }
    const Vec<Real> o(pairs[0].group->origin);
    const auto for_rays = prepare_lanes_for_rays<lanes>(method, o, rays, triangles);
    Lanes<Base> t;
    bool decided = false;
    if constexpr (HasQuickTest<Test>)
        decided = test_lanes<true>(method, rays, for_rays, triangles, o, d, t);
    if (!decided) test_lanes<false>(method, rays, for_rays, triangles, o, d, t);
    std::uint32_t hits = 0;
#pragma omp simd reduction(| : hits)
    for (std::size_t k = 0; k < lanes; ++k) hits |= t[k] > 0 ? 1u << k : 0u;
    for (hits &= (1u << pairs.size()) - 1; hits != 0; hits &= hits - 1) {
        const auto k = std::size_t(std::countr_zero(hits));
        const auto& [leaf, group, place, p, lane] = pairs[k];
        Packet& packet = group->packet[p];
        keep(t[k], Leaf<Test>::at(leaf).index[place], packet.best<Base>()[lane],
             packet.triangle[lane]);
        group->changed |= 1u << p;
    }
}

}  // namespace hitmiss
