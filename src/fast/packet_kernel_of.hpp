#pragma once
// From a method's struct to its kernel for packets: each function is compiled for each vector width
// and with the method's culling as a constant.

#include "fast/pairs.hpp"

namespace hitmiss {

/// Triangles against packets.
template <typename Test, Cull cull>
void test_packets(const void* given, std::span<const PacketTest> tests, PacketGroup& group) {
    const Test method = culling<Test, cull>(given);
    if constexpr (RulesOutPoints<Test>) {
        test_packets_in_pairs(method, tests, group);
    } else {
        const Vec<RealOf<Test>> o(group.origin);
        for (const PacketTest& test : tests) test_triangle(method, test, test.packets, o, group);
    }
}

/// A few rays against the triangles of a leaf; see PacketKernel::test_rays.
template <typename Test, Cull cull>
std::uint32_t test_rays(const void* given, const std::byte* bytes, std::uint32_t present,
                        const FewRays& few, PacketGroup& group) {
    using Real = RealOf<Test>;
    const Test method = culling<Test, cull>(given);
    const auto& leaf = Leaf<Test>::at(bytes);
    // Branchless: hits, or pairs that are not ruled out, are stored and handled after the loop. A
    // branch on the outcome would wait for the test, and often be mispredicted. A ray without any
    // is overwritten by the next one.
    struct RayHits {
        std::size_t p, lane;
        std::uint32_t triangles;
        std::array<Real, leaf_size> t;
    };
    std::array<RayHits, FewRays::most> all;
    RayHits* end = all.data();
    const Vec<Real> o(group.origin);
    const auto prepared_ray = [&](std::size_t at) {
        return rays_of<Test>(group, few.packet(at / lanes)).get(at % lanes);
    };
    // Most rays are like the first one.
    const auto for_rays = prepare_leaf_for_rays(
        method, o, prepared_ray(std::size_t(std::countr_zero(few.set))), leaf);
    for (auto rays = few.set; rays != 0; rays &= rays - 1) {
        const auto at = std::size_t(std::countr_zero(rays));
        auto& [p, lane, triangles, t] = *end;
        p = few.packet(at / lanes), lane = at % lanes;
        Packet& packet = group.packet[p];
        const auto& d = packet.d;
        const Ray<Real> ray(o, Vec<Real>(d[0][lane], d[1][lane], d[2][lane]));
        if constexpr (RulesOutPoints<Test>)
            triangles =
                present & not_ruled_out_in(leaf, method, for_rays, ray, packet.best<Real>()[lane]);
        else
            triangles = test_leaf(method, leaf, for_rays, ray, prepared_ray(at), present, t);
        end += triangles != 0;
    }
    std::uint32_t hit = 0;
    [[maybe_unused]] Pairs<Test> pairs(method, group);
    for (const RayHits* hits = all.data(); hits != end; ++hits) {
        Packet& packet = group.packet[hits->p];
        for (auto triangles = hits->triangles; triangles != 0; triangles &= triangles - 1) {
            const auto k = std::size_t(std::countr_zero(triangles));
            if constexpr (RulesOutPoints<Test>)
                pairs.add(leaf.triangles.get(k), for_rays.get(k), leaf.index[k], hits->p,
                          hits->lane);
            else
                keep(hits->t[k], leaf.index[k], packet.best<Real>()[hits->lane],
                     packet.triangle[hits->lane]);
        }
        hit |= 1u << hits->p;
    }
    if constexpr (RulesOutPoints<Test>) {
        pairs.test();
        hit = pairs.hit();
    }
    return hit;
}

template <typename Test>
std::uint64_t count_hits(const void* given, const std::byte* leaf,
                         std::span<const Ray<float>> rays) {
    const Test& method = *static_cast<const Test*>(given);
    const auto tri = Leaf<Test>::at(leaf).triangles.get(0);
    std::uint64_t hits = 0;
    for (const Ray<float>& stored : rays) {
        const Ray<RealOf<Test>> ray(stored);
        const auto prepared_ray = prepare_ray(method, ray, no_notes);
        const auto for_rays = prepare_for_rays(method, ray.o, prepared_ray, tri, no_notes);
        const auto [accepted, t] = test_pair(method, ray, prepared_ray, for_rays, tri, no_notes);
        hits += (accepted != 0) & in_front(t);
    }
    return hits;
}

template <typename Test, Cull cull>
inline constexpr PacketKernel packet_kernel = [] {
    PacketKernel kernel{};
    kernel.count_hits = count_hits<Test>;
    if constexpr (!requires { Test::scalar; })
        for (std::size_t w = 0; w < vector_widths; ++w)
            kernel.at[w] = {at_width<prepare_rays<Test>>(VectorWidth(w)),
                            at_width<test_packets<Test, cull>>(VectorWidth(w)),
                            at_width<test_rays<Test, cull>>(VectorWidth(w))};
    return kernel;
}();
/// The wing's own tests: those of packets, and that of one ray for the widest vectors.
template <typename Test, Cull cull>
void add_fast_tests(Kernel& kernel) {
    if constexpr (!requires { Test::scalar; })
        kernel.test_leaf = at_width<test_leaf_once<Test, cull>>(widest());
    kernel.packets = &packet_kernel<Test, cull>;
}

}  // namespace hitmiss
