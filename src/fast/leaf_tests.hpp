#pragma once
// Tests the triangles of leaves against the rays of a tile that see them.

#include "fast/projected_triangles.hpp"
#include "fast/ray_groups.hpp"

namespace hitmiss {

/// Projects the triangles of two leaves at a time. Where the rays are a grid, a small triangle goes
/// through the pixels in its rectangle, in a lane of its own, and each pixel between its edges
/// makes a pair; the pairs of several leaves are tested together. A large triangle is tested
/// against packets.
class LeafTests {
    static constexpr std::size_t group = RayGroups::group, most = RayGroups::most;

public:
    /// The scene and the rays must outlive this.
    LeafTests(const PacketScene& scene, RayGroups& rays)
        : scene_(scene), rays_(rays), project_(projecting(scene.width)) {
        projection_.by_edges = scene.by_edges(), projection_.in_grid = rays.in_grid();
        projection_.widest = rays.window().widest();
        projection_.longest = rays.view().longest_in(rays.window());
    }

    /// Adds a leaf.
    void add(const Pending& leaf) {
        // Not before: what has just been stored in halves is slow to load.
        if (size_ == leaf_.size()) test_leaves();
        const std::size_t index = leaf.child.index();
        projection_.take(size_, scene_.rows(index), (*scene_.off)[index], leaf.nearer);
        leaf_[size_++] = leaf;
    }
    /// Tests what has been added, and the triangles that no box contains.
    void finish() {
        if (size_ > 0) test_leaves();
        if (pair_count_ > 0) test_pairs();
        for (const Grazed& grazed : scene_.grazed) test_separately(grazed);
        for (const GrownLine& line : scene_.lines) test_separately(line);
    }

private:
    void test_leaves() {
        projection_.present = 0;
        for (std::size_t half = 0; half < size_; ++half)
            projection_.present |= leaf_[half].child.present() << half * leaf_size;
        project_(rays_.view(), projection_);
        for (std::size_t k = 0; k < projection_.pixels; ++k)
            pair(projection_.pixel[k] / most, projection_.pixel[k] % most);
        if (projection_.large != 0) test_large(projection_.large);
        size_ = 0;
    }
    /// Pairs the triangle in a lane with a ray.
    void pair(std::size_t lane, std::size_t ray) {
        const std::size_t half = lane / leaf_size, g = ray / group;
        if ((leaf_[half].groups >> g & 1) == 0) return;
        Packets& packets = rays_.made_packets(g);
        if (packets.hides(ray % group, projection_.near[lane])) return;
        pairs_[pair_count_++] =
            packets.pair(leaf_[half].child.index(), lane % leaf_size, ray % group);
        if (pair_count_ == pairs_.size()) test_pairs();
    }
    void test_pairs() {
        const PacketKernel::Functions& kernel =
            scene_.kernel.packets->at[std::size_t(scene_.width)];
        kernel.test_pairs(scene_.kernel.method.get(), {pairs_.data(), pair_count_});
        pair_count_ = 0;
    }

    /// Tests large triangles, each against the packets that it is seen by.
    void test_large(std::uint32_t large) {
        std::array<std::uint32_t, lanes> seen_by;
        std::uint32_t any = 0;
        for (auto all = large; all != 0; all &= all - 1) {
            const auto k = std::size_t(std::countr_zero(all));
            seen_by[k] =
                leaf_[k / leaf_size].groups & rays_.windows().meeting(projection_.in_view(k));
            any |= seen_by[k];
        }
        for (; any != 0; any &= any - 1) {
            const auto g = std::size_t(std::countr_zero(any));
            Packets& packets = rays_.made_packets(g);
            std::array<std::uint32_t, 2> near{};
            for (std::size_t half = 0; half < size_; ++half)
                near[half] = packets.meeting(leaf_[half].window, leaf_[half].depth);
            std::array<PacketTest, PacketTest::most> tests;
            std::size_t count = 0;
            for (auto all = large; all != 0; all &= all - 1) {
                const auto k = std::size_t(std::countr_zero(all)), half = k / leaf_size;
                if ((seen_by[k] >> g & 1) == 0) continue;
                PacketTest& test = tests[count];
                test.leaf = scene_.leaves[leaf_[half].child.index()];
                test.place = k % leaf_size;
                test.packets = packets.meeting(projection_.in_view(k), near[half]);
                count += test.packets != 0;
            }
            if (count > 0) packets.test({tests.data(), count});
        }
    }

    /// Tests a triangle, whatever its box, against the packets with rays that may meet it.
    void test_separately(const auto& triangle) {
        const auto may_meet = in_view(rays_.view(), triangle, projection_.longest);
        for (auto by = rays_.all() & rays_.windows().meeting(may_meet); by != 0; by &= by - 1)
            rays_.packets(std::size_t(std::countr_zero(by))).test(triangle.place, may_meet);
    }

    const PacketScene& scene_;
    RayGroups& rays_;
    Project project_;
    ProjectedTriangles projection_{};
    std::array<Pending, 2> leaf_;  ///< those that are projected
    std::size_t size_ = 0;
    std::array<PairTest, PairTest::most> pairs_;
    std::size_t pair_count_ = 0;
};

}  // namespace hitmiss
