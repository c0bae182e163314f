#pragma once
// One triangle against packets of rays, in vector lanes.

#include <atomic>
#include <bit>

#include "fast/packet_kernel.hpp"
#include "methods/leaf.hpp"

namespace hitmiss {

/// Keeps a tested t as the best one if it is a hit and nearer, or as near and on a triangle with a
/// lower index.
template <typename Real>
void keep(Real t, std::uint32_t index, Real& best, std::uint32_t& triangle) {
    const bool nearer = in_front(t) & ((t < best) | ((t == best) & (index < triangle)));
    best = nearer ? t : best;
    triangle = nearer ? index : triangle;
}

/// The prepared rays of a packet.
template <typename Test>
using RayLanes = SoA<PreparedRay<Test>, RealOf<Test>, lanes>;
template <typename Test>
const RayLanes<Test>& rays_of(const PacketGroup& group, std::size_t p) {
    static_assert(sizeof(RayLanes<Test>) <= sizeof(PreparedRays));
    return *reinterpret_cast<const RayLanes<Test>*>(&group.prepared[p]);
}

/// Prepares the ray of a lane.
template <typename Test, typename Base>
HITMISS_FLATTENED void prepare_lane(const Test& method, RayLanes<Test>& rays, std::size_t k,
                                    Base ox, Base oy, Base oz, Base dx, Base dy, Base dz) {
    using Real = RealOf<Test>;
    rays.put(k, prepare_ray(method, Ray<Real>({ox, oy, oz}, {dx, dy, dz}), no_notes));
}
template <typename Test>
void prepare_rays(const void* given, std::size_t packets, PacketGroup& group) {
    using Base = BaseOf<RealOf<Test>>;
    if constexpr (PreparesRays<Test>) {
        const Test& method = method_of<Test>(given);
        const Vec<Base> o(group.origin);
        for (std::size_t p = 0; p < packets; ++p) {
            auto& rays = *reinterpret_cast<RayLanes<Test>*>(&group.prepared[p]);
            const auto& d = group.packet[p].d;
#pragma omp simd
            for (std::size_t k = 0; k < lanes; ++k)
                prepare_lane(method, rays, k, o.x, o.y, o.z, Base(d[0][k]), Base(d[1][k]),
                             Base(d[2][k]));
        }
    }
}

/// Tests the triangle and the ray of each lane; t as in test_lane. Returns whether all are decided;
/// a full test decides all.
template <bool quick, typename Test, typename Real>
bool test_lanes(const Test& method, const RayLanes<Test>& rays, const auto& for_rays,
                const auto& triangles, const Vec<Real>& o, const std::array<Lanes<float>, 3>& d,
                Lanes<BaseOf<Real>>& t) {
    using Base = BaseOf<Real>;
    const Base ox = o.x, oy = o.y, oz = o.z;
    const auto &dx = d[0], &dy = d[1], &dz = d[2];
#pragma omp simd
    for (std::size_t k = 0; k < lanes; ++k)
        t[k] = test_lane<quick>(method, rays, for_rays, triangles, k, ox, oy, oz, Base(dx[k]),
                                Base(dy[k]), Base(dz[k]));
    std::uint32_t undecided = 0;
    if constexpr (quick) {
#pragma omp simd reduction(| : undecided)
        for (std::size_t k = 0; k < lanes; ++k) undecided |= std::isnan(t[k]) ? 1u : 0u;
    }
    return undecided == 0;
}

/// Tests a triangle against its packets, quickly or in full, and keeps the hits, perhaps twice.
/// Returns whether all rays were decided; a full test decides all.
template <bool quick, typename Test, typename Real>
bool test_and_keep(const Test& method, const PacketTest& test, const Vec<Real>& o,
                   PacketGroup& group) {
    const auto& leaf = Leaf<Test>::at(test.leaf);
    auto tri = leaf.triangles.get(test.place);
    const std::uint32_t index = leaf.index[test.place];
    const auto first = std::size_t(std::countr_zero(test.packets));
    const auto prepare = [&] {
        return prepare_for_rays(method, o, rays_of<Test>(group, first).get(0), tri, no_notes);
    };
    auto for_rays = prepare();
    using Base = BaseOf<Real>;
    bool decided = true;
    for (auto packets = test.packets; packets != 0; packets &= packets - 1) {
        // Compiler barrier, for methods with inside() only: without it GCC hoists the triangle's
        // values out of this loop and spills registers. Most triangles meet one packet only, so
        // hoisting gains little.
        if constexpr (TestsPoints<Test>) {
            std::atomic_signal_fence(std::memory_order_seq_cst);
            tri = leaf.triangles.get(test.place);
            for_rays = prepare();
        }
        const auto p = std::size_t(std::countr_zero(packets));
        Packet& packet = group.packet[p];
        Lanes<Base> t;
        decided &= test_lanes<quick>(method, rays_of<Test>(group, p), InAllLanes{for_rays},
                                     InAllLanes{tri}, o, packet.d, t);
        // Branchless: a branch on whether there is a hit would wait for the test, and be
        // mispredicted often.
        Lanes<Base>& best = packet.best<Base>();
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k) keep(t[k], index, best[k], packet.triangle[k]);
    }
    return decided;
}

/// The same, quickly where that decides.
template <typename Test, typename Real>
void test_triangle(const Test& method, const PacketTest& test, const Vec<Real>& o,
                   PacketGroup& group) {
    if constexpr (HasQuickTest<Test>)
        if (test_and_keep<true>(method, test, o, group)) return;
    test_and_keep<false>(method, test, o, group);
}

}  // namespace hitmiss
