#pragma once
// From a method's struct to its kernel for packets: each function is compiled for each vector width
// and with the method's culling as a constant.

#include "fast/pairs.hpp"

namespace hitmiss {

/// Triangles against packets.
template <typename Test, Cull cull>
void test_packets(const void* given, std::span<const PacketTest> tests, PacketGroup& group) {
    const Test method = method_in_lanes<Test, cull>(given);
    const Vec<RealOf<Test>> o(group.origin);
    for (const PacketTest& test : tests) test_triangle(method, test, o, group);
}

/// Pairs of a triangle and a ray, sixteen at a time.
template <typename Test, Cull cull>
void test_pairs(const void* given, std::span<const PairTest> tests) {
    const Test method = method_in_lanes<Test, cull>(given);
    for (std::size_t k = 0; k < tests.size(); k += lanes)
        test_together(method, tests.subspan(k, std::min(lanes, tests.size() - k)));
}

/// See PacketKernel.
template <typename Test>
std::uint64_t count_hits(const void* given, const std::byte* leaf,
                         std::span<const Ray<float>> rays) {
    const Test& method = method_of<Test>(given);
    const auto tri = Leaf<Test>::at(leaf).triangles.get(0);
    std::uint64_t hits = 0;
    for (const Ray<float>& stored : rays) {
        const auto [accepted, t] = test_prepared(method, Ray<RealOf<Test>>(stored), tri, no_notes);
        hits += (accepted != 0) & in_front(t);
    }
    return hits;
}

/// For a method that does not run in packets.
template <typename Test>
inline constexpr PacketKernel no_packets{{}, FirstRows::others, count_hits<Test>};

/// By the names of the members that come first.
template <typename Test>
inline constexpr FirstRows first_rows_of = [] {
    using Tri = PreparedTriangle<Test>;
    if (!std::is_same_v<BaseOf<RealOf<Test>>, float>) return FirstRows::others;
    if constexpr (requires(Tri tri) { tri.a, tri.b, tri.c; })
        return FirstRows::corners;
    else if constexpr (requires(Tri tri) { tri.vert0, tri.edge1, tri.edge2; })
        return FirstRows::edges;
    else
        return FirstRows::others;
}();

template <typename Test, Cull cull>
inline constexpr PacketKernel packet_kernel = [] {
    PacketKernel kernel{{}, first_rows_of<Test>, count_hits<Test>};
    const auto functions = [](VectorWidth width) -> PacketKernel::Functions {
        return {at_width<prepare_rays<Test>>(width), at_width<test_packets<Test, cull>>(width),
                at_width<test_pairs<Test, cull>>(width)};
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
