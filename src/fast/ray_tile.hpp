#pragma once
// Traverses the wide tree with up to 64 x 64 rays from one origin.

#include "fast/leaf_tests.hpp"

namespace hitmiss {

/// The rays find together the subtrees that they may meet and that look small, which are then
/// visited by depth.
class RayTile {
    static constexpr std::size_t fetched_leaves = 8;  ///< at once

public:
    static constexpr std::size_t most = RayGroups::most;

    /// The scene and the rays, which a view must suit, must outlive this.
    RayTile(const PacketScene& scene, RayGroups& rays)
        : scene_(scene),
          tree_(*scene.tree),
          look_(looking_at_node(scene.width)),
          rays_(rays),
          leaves_(scene, rays) {}

    /// Traces the rays.
    void trace(std::span<Hit> hits) {
        stack_[size_++] = {Child::node(0, 0), 0, 1, rays_.all(), rays_.window()};
        while (size_ > 0) {
            if (waiting_.room() < WideNode::width) visit_waiting();
            if (const Pending next = stack_[--size_]; rays_.meeting(next) != 0) open(next);
        }
        visit_waiting();
        leaves_.finish();
        for (std::size_t g = 0; g < rays_.count(); ++g) {
            const auto out = hits.subspan(rays_.begin(g), rays_.size(g));
            if (rays_.made(g))
                rays_.packets(g).finish(out);
            else
                std::fill(out.begin(), out.end(), Hit{});
        }
    }

private:
    /// Calls visit(child) for the children of a node that rays of the tile may meet; meet(boxes)
    /// finds the groups of these rays.
    void look_at(const Child& parent, auto&& meet, auto&& visit) const {
        const WideNode& node = tree_.nodes[parent.index()];
        Outlines outlines;
        look_(rays_.view(), node, rays_.window(), outlines);
        meet(outlines);
        for (auto boxes = outlines.seen; boxes != 0; boxes &= boxes - 1) {
            const auto box = std::size_t(std::countr_zero(boxes));
            if (outlines.groups[box] != 0)
                visit(Pending{node.child[box], outlines.depth[box], node.nearer[box].value(),
                              outlines.groups[box], outlines.window(box)});
        }
    }
    /// Lets a node's children wait, or puts them on the stack, the nearest on top.
    void open(const Pending& node) {
        const float small = rays_.window().area() / 8;
        float least_depth_of_nodes = Box::inf;
        std::size_t nearest = size_;
        const auto by_all = [&](Outlines& boxes) { boxes.groups.fill(rays_.all()); };
        look_at(node.child, by_all, [&](const Pending& child) {
            if (child.child.is_leaf() || child.window.area() <= small) return wait(child);
            if (child.depth < least_depth_of_nodes)
                least_depth_of_nodes = child.depth, nearest = size_;
            tree_.prefetch(child.child);
            stack_[size_++] = child;
        });
        if (nearest < size_) std::swap(stack_[nearest], stack_[size_ - 1]);
    }

    void wait(const Pending& subtree) {
        // Those of many would be gone again when they are visited.
        if (waiting_.size() < 16) fetch(subtree);
        waiting_.add(subtree);
    }
    [[gnu::always_inline]] void fetch(const Pending& next) const {
        if (!next.child.is_leaf()) return tree_.prefetch(next.child);
        prefetch(scene_.rows(next.child.index()), ProjectedTriangles::bytes_of_leaf);
        prefetch(&(*scene_.off)[next.child.index()], sizeof(OffOfLeaf));
    }
    /// Tests the leaves of the subtrees that wait, each while the next few are being fetched.
    void visit_waiting() {
        waiting_.sort();
        while (!waiting_.all_taken()) {
            Pending next = waiting_.take([&](const Pending& later)
                                             __attribute__((always_inline)) { fetch(later); });
            next.groups = rays_.meeting_in_packets(next);
            if (next.groups == 0) continue;
            if (next.child.is_leaf())
                add_leaf(next);
            else
                visit_below(next);
        }
        while (!coming_.empty()) leaves_.add(coming_.take());
        waiting_.clear();
    }
    /// Adds the leaves below a node that has been met.
    void visit_below(const Pending& top) {
        std::array<Pending, WideNode::width*(max_depth + 1)> stack;
        std::size_t size = 0;
        stack[size++] = top;
        while (size > 0) {
            const Pending node = stack[--size];
            const auto meet = [&](Outlines& boxes) { rays_.meet(node, boxes); };
            look_at(node.child, meet, [&](const Pending& child) {
                fetch(child);
                if (child.child.is_leaf())
                    add_leaf(child);
                else
                    stack[size++] = child;
            });
        }
    }
    void add_leaf(const Pending& leaf) {
        if (coming_.full()) leaves_.add(coming_.take());
        coming_.add(leaf);
    }

    const PacketScene& scene_;
    const WideTree& tree_;
    LookAtNode look_;
    RayGroups& rays_;
    LeafTests leaves_;
    std::array<Pending, WideNode::width*(max_depth + 1)> stack_;
    std::size_t size_ = 0;
    SubtreeQueue waiting_;
    Fetched<fetched_leaves> coming_;
};

}  // namespace hitmiss
