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
        const Vec<typename MethodTraits<Test>::Real> o(group.origin);
        for (const PacketTest& test : tests) test_triangle(method, test, test.packets, o, group);
    }
}

/// A few rays against the triangles of a leaf; see PacketKernel::test_rays.
template <typename Test, Cull cull>
std::uint32_t test_rays(const void* given, const std::byte* bytes, std::uint32_t present,
                        const FewRays& few, PacketGroup& group) {
    const Test method = culling<Test, cull>(given);
    const auto& leaf = Leaf<Test>::at(bytes);
    if constexpr (RulesOutPoints<Test>)
        return test_rays_in_pairs(method, leaf, present, few, group);
    else
        return test_rays_one_by_one(method, leaf, present, few, group);
}

template <typename Test>
std::uint64_t count_pairs(const void* given, const std::byte* leaves, std::size_t triangles,
                          std::span<const Ray<float>> rays) {
    using Real = typename MethodTraits<Test>::Real;
    const Test& method = *static_cast<const Test*>(given);
    std::uint64_t hits = 0;
    for (const Ray<float>& stored : rays) {
        const Vec<Real> o(stored.o), d(stored.d);
        const auto ray = prepare_ray(method, Ray<Real>(o, d));
        for (std::size_t k = 0; k < triangles; ++k) {
            const auto& leaf = Leaf<Test>::at(leaves + k / leaf_size * sizeof(Leaf<Test>));
            const auto tri = leaf.triangles.get(k % leaf_size);
            const auto for_rays = prepare_for_rays(method, o, ray, tri);
            hits += in_front(test_lane<false>(method, InAllLanes{ray}, InAllLanes{for_rays},
                                              InAllLanes{tri}, 0, o.x, o.y, o.z, d.x, d.y, d.z));
        }
    }
    return hits;
}

template <typename Test, Cull cull>
inline constexpr PacketKernel packet_kernel = [] {
    PacketKernel kernel{};
    kernel.count_pairs = count_pairs<Test>;
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
    kernel.test_leaf = at_width<test_leaf_once<Test, cull>>(widest());
    kernel.packets = &packet_kernel<Test, cull>;
}

}  // namespace hitmiss
