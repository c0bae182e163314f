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
        test_packets_in_pairs(method, given, tests, group);
    } else {
        const Vec<RealOf<Test>> o(group.origin);
        for (const PacketTest& test : tests) test_triangle(method, test, test.packets, o, group);
    }
}

/// Pairs of a triangle and a ray, sixteen at a time.
template <typename Test, Cull cull>
void test_in_full(const void* given, std::span<const PairTest> tests) {
    const Test method = culling<Test, cull>(given);
    for (std::size_t k = 0; k < tests.size(); k += lanes)
        Pairs<Test>(method, tests.subspan(k, std::min(lanes, tests.size() - k))).test();
}

/// The same where most points can be ruled out: only the others are tested.
template <typename Test, Cull cull>
void test_remaining(const void* given, std::span<const PairTest> tests) {
    const Test method = culling<Test, cull>(given);
    std::array<PairTest, PairTest::most> remaining;
    std::size_t count = 0;
    for (std::size_t k = 0; k < tests.size(); k += lanes) {
        const auto some = tests.subspan(k, std::min(lanes, tests.size() - k));
        for (auto set = Pairs<Test>(method, some).remaining(); set != 0; set &= set - 1)
            remaining[count++] = some[std::size_t(std::countr_zero(set))];
    }
    tests[0].group->test_in_full(given, {remaining.data(), count});
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
inline constexpr PacketKernel no_packets{
    {}, FirstRows::others, count_hits<Test, test_in_turn<Test, RealOf<Test>>>};

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
    PacketKernel kernel{};
    kernel.first_rows = first_rows_of<Test>;
    if constexpr (is_fused<RealOf<Test>>)
        kernel.count_hits = no_packets<Test>.count_hits;
    else
        kernel.count_hits =
            count_hits<Test, [](const auto& method, const auto& ray, const auto& tri) {
                return test_prepared(method, ray, tri, no_notes);
            }>;
    const auto functions = [](VectorWidth width) -> PacketKernel::Functions {
        const auto in_full = at_width<test_in_full<Test, cull>>(width);
        auto pairs = in_full;
        if constexpr (RulesOutPoints<Test>) pairs = at_width<test_remaining<Test, cull>>(width);
        return {at_width<prepare_rays<Test>>(width), at_width<test_packets<Test, cull>>(width),
                pairs, in_full};
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
