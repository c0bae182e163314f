#pragma once
// Traverses the wide tree with up to 64 x 64 rays from one origin.

#include <bit>
#include <optional>

#include "fast/leaf_queue.hpp"
#include "fast/packets.hpp"
#include "fast/projected_triangles.hpp"

namespace hitmiss {

/// Up to 4,096 rays, in groups of 256, each a square of 16 x 16 if the rays are in
/// for_each_pixel's order. Together they find the leaves that they may meet, which are then visited
/// by depth: their triangles are projected, two leaves at a time. Where the rays are a grid, a
/// small triangle goes through the pixels in its rectangle, in a lane of its own, and each pixel
/// between its edges makes a pair; the pairs of several leaves are tested together. A large
/// triangle is tested against packets.
class RayTile {
    static constexpr std::size_t group = Slopes::most;
    static constexpr std::size_t fetched = 4;  ///< nodes at once

public:
    static constexpr std::size_t most = group * lanes;
    static_assert(most == grid_side * grid_side);

    /// The rays and the scene must outlive this.
    RayTile(const PacketScene& scene, std::span<const Ray<float>> rays)
        : scene_(scene),
          tree_(*scene.tree),
          look_(looking_at_node(scene.width)),
          project_(projecting(scene.width)),
          rays_(rays),
          view_(rays[0].o, rays[0].d + rays[rays.size() - 1].d) {
        bool together = true;
        for (std::size_t g = 0; g < groups() && together; ++g)
            together = slopes_[g].take(part(g), view_.origin);
        if (!together) return;
        if (const auto grid = rays.size() == most ? grid_view(rays) : std::nullopt)
            grid_ = suits_ = look(*grid, [&](std::size_t g) {
                return slopes_[g].look_at_grid(*grid, column_of_ray[g] * float(lanes) - grid_middle,
                                               row_of_ray[g] * float(lanes) - grid_middle);
            });
        if (!grid_) suits_ = look(view_, [&](std::size_t g) { return slopes_[g].look(view_); });
    }
    /// Whether all rays have one origin, and a view suits them.
    bool suits() const { return suits_; }

    /// Traces the rays.
    void trace(std::span<Hit> hits) {
        limit_.fill(Box::inf);
        projection_.by_edges = scene_.by_edges(), projection_.in_grid = grid_;
        projection_.widest = window_.widest();
        projection_.longest = view_.longest_in(window_);
        stack_[size_++] = {Child::node(0, 0), 0, 1, window_};
        // A node is opened while the next few are being fetched.
        std::array<Pending, fetched> coming;
        std::size_t opened = 0, taken = 0;
        while (size_ > 0 || opened < taken) {
            if (size_ > 0 && taken - opened < coming.size()) {
                const Pending& next = coming[taken++ % coming.size()] = stack_[--size_];
                tree_.prefetch(next.child);
                continue;
            }
            const Pending& next = coming[opened++ % coming.size()];
            if (next.depth > large_to_) visit_waiting();
            if (met(next) != 0) open(tree_.nodes[next.child.index()]);
        }
        visit_waiting();
        if (arrived_ > 0) test_arrived();
        const std::vector<Grazed> wide = pair_grazed();
        if (pair_count_ > 0) test_pairs();
        const auto grazed = by_groups(wide);
        const auto lines = by_groups(scene_.line_bands);
        for (std::size_t g = 0; g < groups(); ++g) {
            const auto out = hits.subspan(g * group, part(g).size());
            if ((made_ >> g & 1) == 0 && grazed[g].empty() && lines[g].empty()) {
                std::fill(out.begin(), out.end(), Hit{});
                continue;
            }
            Packets& packets = this->packets(g);
            if (!grazed[g].empty()) packets.test_grazed(grazed[g]);
            if (!lines[g].empty()) packets.test_lines(lines[g]);
            packets.finish(out);
        }
    }

private:
    std::size_t groups() const { return (rays_.size() + group - 1) / group; }
    std::uint32_t all_groups() const { return (1u << groups()) - 1; }
    std::span<const Ray<float>> part(std::size_t g) const {
        return rays_.subspan(g * group, std::min(group, rays_.size() - g * group));
    }
    /// Looks at all groups of rays; returns whether the view suits them.
    bool look(const View& view, auto&& look_at) {
        window_ = Window::empty();
        bool suits = true;
        for (std::size_t g = 0; g < groups() && suits; ++g) {
            suits = look_at(g);
            windows_.set(g, slopes_[g].window);
            window_.include(slopes_[g].window);
        }
        if (suits) view_ = view;
        return suits;
    }
    /// The packets of a group; made when first met.
    Packets& packets(std::size_t g) {
        if ((made_ >> g & 1) == 0) {
            std::construct_at(&packets_[g].packets, scene_, view_, part(g), slopes_[g]);
            made_ |= 1u << g;
        }
        return packets_[g].packets;
    }
    /// The groups (bit g: group g) that may have nearer hits there.
    std::uint32_t met(const Pending& there) const {
        return all_groups() & windows_.meeting(there.window, there.depth, limit_);
    }

    /// Lets a node's leaves wait, and puts its other children on the stack, the nearest on top.
    void open(const WideNode& node) {
        Outlines outlines;
        look_(view_, node, window_, outlines);
        float least_depth_of_nodes = Box::inf;
        std::size_t nearest = size_;
        for (auto boxes = outlines.seen; boxes != 0; boxes &= boxes - 1) {
            const auto box = std::size_t(std::countr_zero(boxes));
            const Pending child{node.child[box], outlines.depth[box], node.nearer[box].value(),
                                outlines.window(box)};
            if (child.child.is_leaf()) {
                wait(child);
                continue;
            }
            if (child.depth < least_depth_of_nodes)
                least_depth_of_nodes = child.depth, nearest = size_;
            stack_[size_++] = child;
        }
        if (nearest < size_) std::swap(stack_[nearest], stack_[size_ - 1]);
    }

    void wait(const Pending& leaf) {
        if (waiting_.full()) visit_waiting();
        // Those of many would be gone again when they are visited.
        if (waiting_.size() < 16) fetch(leaf);
        waiting_.add(leaf);
        if (leaf.window.area() > window_.area())
            large_to_ = large_to_ < Box::inf ? largest(large_to_, leaf.depth) : leaf.depth;
    }
    [[gnu::always_inline]] void fetch(const Pending& leaf) const {
        prefetch(scene_.rows(leaf.child.index()), ProjectedTriangles::bytes_of_leaf);
        prefetch(&(*scene_.off)[leaf.child.index()], sizeof(OffOfLeaf));
    }
    void visit_waiting() {
        waiting_.visit_all(
            [&](const Pending& leaf) __attribute__((always_inline)) { fetch(leaf); },
            [&](const Pending& leaf) { arrive(leaf); });
        large_to_ = Box::inf;
    }
    /// Keeps a leaf in which rays may have nearer hits, until there are two.
    void arrive(const Pending& leaf) {
        std::uint32_t nearer = 0;
        for (auto all = met(leaf); all != 0; all &= all - 1) {
            const auto g = std::size_t(std::countr_zero(all));
            Packets& packets = this->packets(g);
            if (packets.changed()) limit_[g] = packets.lower_limits();
            nearer |= packets.meeting(leaf.window, leaf.depth) != 0 ? 1u << g : 0u;
        }
        if (nearer == 0) return;
        // Not before: what has just been stored in halves is slow to load.
        if (arrived_ == leaf_.size()) test_arrived();
        const std::size_t index = leaf.child.index();
        projection_.take(arrived_, scene_.rows(index), (*scene_.off)[index], leaf.nearer);
        leaf_[arrived_] = leaf;
        met_by_[arrived_++] = nearer;
    }
    /// Tests the triangles of the leaves that have arrived.
    void test_arrived() {
        projection_.present = 0;
        for (std::size_t half = 0; half < arrived_; ++half)
            projection_.present |= leaf_[half].child.present() << half * leaf_size;
        project_(view_, projection_);
        for (std::size_t k = 0; k < projection_.pixels; ++k)
            pair(projection_.pixel[k] / most, projection_.pixel[k] % most);
        if (projection_.large != 0) test_large(projection_.large);
        arrived_ = 0;
    }
    /// Pairs the triangle in a lane with a ray.
    void pair(std::size_t lane, std::size_t ray) {
        const std::size_t half = lane / leaf_size, g = ray / group;
        if ((met_by_[half] >> g & 1) == 0) return;
        if (packets_[g].packets.hides(ray % group, projection_.near[lane])) return;
        pair(leaf_[half].child.index(), lane % leaf_size, ray);
    }
    /// Pairs a triangle of a leaf with a ray.
    void pair(std::size_t leaf, std::size_t place, std::size_t ray) {
        pairs_[pair_count_++] = packets_[ray / group].packets.pair(leaf, place, ray % group);
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
            seen_by[k] = met_by_[k / leaf_size] & windows_.meeting(projection_.in_view(k));
            any |= seen_by[k];
        }
        for (; any != 0; any &= any - 1) {
            const auto g = std::size_t(std::countr_zero(any));
            Packets& packets = packets_[g].packets;
            std::array<std::uint32_t, 2> near{};
            for (std::size_t half = 0; half < arrived_; ++half)
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

    /// Pairs the triangles that rays of the tile may graze with these rays; returns those for which
    /// they are too many, or no grid.
    std::vector<Grazed> pair_grazed() {
        const Cone cone(view_, window_);
        const float longest = view_.longest_in(window_);
        std::vector<Grazed> left;
        for (std::size_t n = 0; n < scene_.grazed_lanes.size(); ++n)
            for (auto met = cone.meets(scene_.grazed_lanes[n]); met != 0; met &= met - 1) {
                const Grazed seen =
                    cone.seen(scene_.grazed[n * lanes + std::size_t(std::countr_zero(met))]);
                if (!in_view(view_, seen, longest)(window_.s_lo, window_.s_hi, window_.r_lo,
                                                   window_.r_hi))
                    continue;
                const auto pair_with = [&](std::size_t ray) {
                    packets(ray / group);
                    pair(seen.place / leaf_size, seen.place % leaf_size, ray);
                };
                if (!grid_ || !visit_grazing(view_, seen, longest, pair_with)) left.push_back(seen);
            }
        return left;
    }
    /// For each group, the triangles that its rays may meet.
    template <typename T>
    std::array<std::vector<const T*>, lanes> by_groups(const std::vector<T>& triangles) const {
        std::array<std::vector<const T*>, lanes> met;
        const float longest = view_.longest_in(window_);
        for (const T& triangle : triangles) {
            auto by = all_groups() & windows_.meeting(in_view(view_, triangle, longest));
            for (; by != 0; by &= by - 1)
                met[std::size_t(std::countr_zero(by))].push_back(&triangle);
        }
        return met;
    }

    /// Room for packets. The constructor of std::optional would write to all of it.
    union Unmade {
        Unmade() {}
        Packets packets;
    };

    const PacketScene& scene_;
    const WideTree& tree_;
    LookAtNode look_;
    Project project_;
    std::span<const Ray<float>> rays_;
    View view_;
    bool suits_ = false, grid_ = false;
    std::array<Slopes, lanes> slopes_;
    Windows windows_;  ///< of the groups
    Window window_;
    Lanes<float> limit_;  ///< of each group: beyond that depth it has no nearer hits
    std::array<Unmade, lanes> packets_;
    std::uint32_t made_ = 0;  ///< the groups (bit g: group g) with packets
    /// Those of one level that are fetched at once are opened before any other of that level.
    std::array<Pending, fetched * WideNode::width*(max_depth + 1)> stack_;
    std::size_t size_ = 0;
    LeafQueue waiting_;
    /// How deep those waiting leaves begin that look larger than the tile, and so may hide what is
    /// behind them; infinity: there are none.
    float large_to_ = Box::inf;
    ProjectedTriangles projection_{};
    std::array<Pending, 2> leaf_;          ///< those that are projected
    std::array<std::uint32_t, 2> met_by_;  ///< groups with rays that may have nearer hits there
    std::size_t arrived_ = 0;
    std::array<PairTest, PairTest::most> pairs_;
    std::size_t pair_count_ = 0;
};

}  // namespace hitmiss
