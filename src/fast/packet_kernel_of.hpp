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
    using Base = BaseOf<Real>;
    const Test method = culling<Test, cull>(given);
    const auto& leaf = Leaf<Test>::at(bytes);
    // Branchless: hits, or pairs that are not ruled out, are stored and handled after the loop. A
    // branch on the outcome would wait for the test, and often be mispredicted. A ray without any
    // is overwritten by the next one.
    struct RayHits {
        std::size_t p, lane;
        std::uint32_t triangles;
        std::array<Base, leaf_size> t;
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
                present & not_ruled_out_in(leaf, method, for_rays, ray, packet.best<Base>()[lane]);
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
                keep(hits->t[k], leaf.index[k], packet.best<Base>()[hits->lane],
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

/// `test`: how one ray is tested against one triangle.
template <typename Test, auto test>
std::uint64_t count_hits(const void* given, const std::byte* leaf,
                         std::span<const Ray<float>> rays) {
    const Test& method = *static_cast<const Test*>(given);
    const auto tri = Leaf<Test>::at(leaf).triangles.get(0);
    std::uint64_t hits = 0;
    for (const Ray<float>& stored : rays) {
        const auto [accepted, t] = test(method, Ray<RealOf<Test>>(stored), tri);
        hits += (accepted != 0) & in_front(t);
    }
    return hits;
}

/// For a method that does not run in packets.
template <typename Test>
inline constexpr PacketKernel no_packets{{}, count_hits<Test, test_in_turn<Test, RealOf<Test>>>};

template <typename Test, Cull cull>
inline constexpr PacketKernel packet_kernel = [] {
    PacketKernel kernel{};
    if constexpr (is_fused<RealOf<Test>>)
        kernel.count_hits = no_packets<Test>.count_hits;
    else
        kernel.count_hits =
            count_hits<Test, [](const auto& method, const auto& ray, const auto& tri) {
                return test_prepared(method, ray, tri, no_notes);
            }>;
    const auto functions = [](VectorWidth width) -> PacketKernel::Functions {
        return {at_width<prepare_rays<Test>>(width), at_width<test_packets<Test, cull>>(width),
                at_width<test_rays<Test, cull>>(width)};
    };
    if constexpr (is_fused<RealOf<Test>>)
        for (auto w = std::size_t(*fused_width); w < vector_widths; ++w)
            kernel.at[w] = functions(*fused_width);
    else if constexpr (!requires { Test::scalar; })
        for (std::size_t w = 0; w < vector_widths; ++w) kernel.at[w] = functions(VectorWidth(w));
    return kernel;
}();
/// The wing's own tests: those of packets, and that of one ray for the widest vectors. A method
/// that prepares rays and contracts keeps the test of one triangle after another for single rays:
/// it takes two thirds of the time, because few triangles of a leaf are in question.
template <typename Test, Cull cull>
void add_fast_tests(Kernel& kernel) {
    kernel.packets = &packet_kernel<Test, cull>;
    if constexpr (!is_fused<RealOf<Test>>) {
        kernel.test_leaf = at_width<test_leaf_once<Test, cull>>(widest());
    } else if constexpr (!PreparesRays<Test>) {
        constexpr auto in_lanes = at_width<test_leaf_once<Test, cull>>(*fused_width);
        if (widest() >= *fused_width) kernel.test_leaf = in_lanes;
    }
}
template <typename Test>
void add_tests_in_turn(Kernel& kernel) {
    kernel.packets = &no_packets<Test>;
}

}  // namespace hitmiss
