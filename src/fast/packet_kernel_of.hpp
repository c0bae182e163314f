#pragma once
// From a method's struct to its kernel for packets: each function is compiled for each vector width
// and with the method's culling as a constant.

#include <memory>

#include "fast/pairs.hpp"

namespace hitmiss {

/// Triangles against packets.
template <typename Test, Cull cull>
void test_packets(const Test& given, std::span<const PacketTest> tests, PacketGroup& group) {
    const Test method = culling<cull>(given);
    if constexpr (RulesOutPoints<Test>) {
        test_packets_in_pairs(method, tests, group);
    } else {
        const Vec<typename MethodTraits<Test>::Real> o(group.origin);
        for (const PacketTest& test : tests) test_triangle(method, test, test.packets, o, group);
    }
}

/// A few rays against the triangles of a leaf; see PacketKernel::test_rays.
template <typename Test>
std::uint32_t test_rays_one_by_one(const Test& method, const Leaf<Test>& leaf,
                                   std::uint32_t present, const FewRays& few, PacketGroup& group) {
    using Real = typename MethodTraits<Test>::Real;
    // Hits are written down and kept after the loop: a branch on the outcome would wait for the
    // test, and be mispredicted often. What hits nothing is overwritten by the next ray.
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
        end->p = few.packet(at / lanes), end->lane = at % lanes;
        const auto& d = group.packet[end->p].d;
        const Ray<Real> ray(o, Vec<Real>(d[0][end->lane], d[1][end->lane], d[2][end->lane]));
        end->triangles = test_leaf(method, leaf, for_rays, ray, prepared_ray(at), present, end->t);
        end += end->triangles != 0;
    }
    std::uint32_t hit = 0;
    for (const RayHits* hits = all.data(); hits != end; ++hits) {
        Packet& packet = group.packet[hits->p];
        for (auto triangles = hits->triangles; triangles != 0; triangles &= triangles - 1) {
            const auto k = std::size_t(std::countr_zero(triangles));
            keep(hits->t[k], leaf.index[k], packet.best<Real>()[hits->lane],
                 packet.triangle[hits->lane]);
        }
        hit |= 1u << hits->p;
    }
    return hit;
}
template <typename Test, Cull cull>
std::uint32_t test_rays(const Test& given, const std::byte* bytes, std::uint32_t present,
                        const FewRays& few, PacketGroup& group) {
    const Test method = culling<cull>(given);
    const auto& leaf = Leaf<Test>::at(bytes);
    if constexpr (RulesOutPoints<Test>)
        return test_rays_in_pairs(method, leaf, present, few, group);
    else
        return test_rays_one_by_one(method, leaf, present, few, group);
}

template <typename Test>
std::uint64_t count_pairs(const Test& method, const std::byte* leaves, std::size_t triangles,
                          std::span<const Ray<float>> rays) {
    using Real = typename MethodTraits<Test>::Real;
    std::uint64_t hits = 0;
    for (const Ray<float>& stored : rays) {
        const Ray<Real> ray(stored);
        const auto prepared_ray = prepare_ray(method, ray, no_notes);
        for (std::size_t k = 0; k < triangles; ++k) {
            const auto& leaf = Leaf<Test>::at(leaves + k / leaf_size * sizeof(Leaf<Test>));
            const auto candidate =
                call_test(method, ray, prepared_ray, leaf.triangles.get(k % leaf_size), no_notes);
            hits += candidate.accepted && in_front(candidate.t);
        }
    }
    return hits;
}

template <typename Test>
std::shared_ptr<const PacketKernel> packet_kernel_of(const Test& method) {
    const auto kernel = std::make_shared<PacketKernel>();
    kernel->scalar = Leaf<Test>::scalar;
    kernel->count_pairs = std::bind_front(count_pairs<Test>, method);
    with_culling(method, [&](auto cull) {
        for (std::size_t w = 0; w < vector_widths; ++w) {
            const auto width = VectorWidth(w);
            kernel->at[w] = {std::bind_front(at_width<prepare_rays<Test>>(width), method),
                             std::bind_front(at_width<test_packets<Test, cull()>>(width), method),
                             std::bind_front(at_width<test_rays<Test, cull()>>(width), method)};
        }
    });
    return kernel;
}

}  // namespace hitmiss
