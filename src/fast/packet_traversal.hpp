#pragma once
// Traverses the wide tree with sixteen packets.

#include "fast/packets.hpp"

namespace hitmiss {

/// Up to 24 boxes of the wide tree, eight to a block as in a node.
class BoxList {
public:
    static constexpr std::size_t most = 3 * WideNode::width;

    std::size_t size() const { return size_; }
    std::size_t blocks() const { return (size_ + WideNode::width - 1) / WideNode::width; }
    const WideNode& block(std::size_t k) const { return block_[k]; }
    Child child(std::size_t k) const {
        return block_[k / WideNode::width].child[k % WideNode::width];
    }
    void put(std::size_t place, const WideNode& from, std::size_t k) {
        WideNode& to = block_[place / WideNode::width];
        const std::size_t lane = place % WideNode::width;
        for (std::size_t row = 0; row < from.bound.size(); ++row)
            to.bound[row][lane] = from.bound[row][k];
        to.child[lane] = from.child[k];
        to.nearer[lane] = from.nearer[k];
    }
    void add(const WideNode& from, std::size_t k) {
        put(size_, from, k);
        block_[size_ / WideNode::width].count = std::uint32_t(size_ % WideNode::width + 1);
        ++size_;
    }
    void remove(std::size_t k) {
        --size_;
        WideNode& last = block_[size_ / WideNode::width];
        put(k, last, size_ % WideNode::width);
        --last.count;
    }
    void clear() { size_ = 0; }

private:
    std::array<WideNode, most / WideNode::width> block_{};
    std::size_t size_ = 0;
};

/// Numbers below 32, each with a depth, to be taken out nearest first. They are not kept
/// sorted, because the branches of sorting are mispredicted.
class DepthQueue {
public:
    struct Nearest {
        float depth;  ///< rounded down to 18 bits
        std::size_t number;
    };

    DepthQueue() { key_.fill(none); }
    /// A depth below 0, or NaN, counts as 0.
    void put(float depth, std::size_t number) {
        const auto bits = std::bit_cast<std::uint32_t>(largest(depth, 0));
        key_[number] = bits / size * size + std::uint32_t(number);
    }
    std::optional<Nearest> take_nearest() {
        std::uint32_t least = none;
#pragma omp simd reduction(min : least)
        for (std::size_t k = 0; k < size; ++k) least = key_[k] < least ? key_[k] : least;
        if (least == none) return {};
        key_[least % size] = none;
        return Nearest{std::bit_cast<float>(least / size * size), least % size};
    }

private:
    static constexpr std::uint32_t size = 32, none = 0xffffffff;
    static_assert(BoxList::most <= size);
    /// Positive floats are ordered like their bits; the lowest five hold the number.
    alignas(64) std::array<std::uint32_t, size> key_;
};

/// Traverses from some boxes down to the triangles, front to back. While several packets meet a
/// node, each of its boxes is tested against all of them; if only one packet does, against its
/// window.
class PacketTraversal {
public:
    PacketTraversal(const WideTree& tree, const View& view, Packets& packets)
        : tree_(tree), view_(view), packets_(packets) {}

    void run(const BoxList& start) {
        begin(start);
        for (;;) {
            if (size_ > 0) {
                // Not copied: the loads would stall on store forwarding. Its slot is overwritten
                // only after it has been read: leaves push nothing, and open() takes values.
                const Pending& next = stack_[--size_];
                if (next.child.is_leaf())
                    defer(next);
                else if (const auto packets = packets_.not_beyond(next.depth, next.packets))
                    open(tree_.nodes[next.child.index()], packets);
            } else if (const auto next = starts_.take_nearest()) {
                // The remaining boxes begin no nearer.
                if (packets_.not_beyond(next->depth, packets_.all()) == 0) break;
                const std::size_t k = next->number, box = k % WideNode::width;
                const WideNode& block = start.block(k / WideNode::width);
                const Outlines& seen = start_seen_[k / WideNode::width];
                const auto met = packets_.meet(seen, 1u << box);
                if (block.child[box].is_triangle())
                    packets_.test_packets(block, 1u << box, met, packets_.all());
                else
                    push(block, seen, box, packets_.all() & met.lanes(box), 0);
            } else {
                break;
            }
        }
        for (std::size_t k = 0; k < coming_.size(); ++k) arrive(coming_[turn_++ % coming_.size()]);
    }

private:
    /// A node that these packets (bit p: packet p) may meet at that depth.
    struct Pending {
        float depth;
        Child child;
        std::uint32_t packets;
        Window window;
    };
    /// A leaf that has been prefetched, and the rays that may hit it if these are few; else its
    /// packets are tested again when it arrives.
    struct Coming {
        Pending pending{};
        std::optional<FewRays> few;
    };

    /// Pushes a node, sorted among the entries from `bottom` upwards, the nearest last.
    void push(const WideNode& node, const Outlines& seen, std::size_t box, std::uint32_t packets,
              std::size_t bottom) {
        if (!node.child[box].is_leaf()) tree_.prefetch(node.child[box]);
        const float depth = seen.depth[box];
        std::size_t place = size_++;
        for (; place > bottom && stack_[place - 1].depth < depth; --place)
            stack_[place] = stack_[place - 1];
        stack_[place] = {depth, node.child[box], packets, seen.window(box)};
    }

    /// Prefetches a leaf, and visits one that was prefetched earlier.
    void defer(const Pending& next) {
        const auto few = packets_.few_rays(next.window, next.depth, next.packets);
        if (few ? few->set == 0 : packets_.not_beyond(next.depth, next.packets) == 0) return;
        if (!few) tree_.prefetch(next.child);
        packets_.prefetch(next.child.index());
        Coming& coming = coming_[turn_++ % coming_.size()];
        arrive(coming);
        coming.pending = next, coming.few = few;
    }
    /// Pushes nothing onto the stack, because a leaf has triangles only.
    void arrive(const Coming& coming) {
        const Pending& next = coming.pending;
        if (coming.few)
            packets_.test_rays(next.child, *coming.few);
        else if (const auto packets = packets_.not_beyond(next.depth, next.packets))
            open(tree_.leaves[next.child.index()].opened(next.child.index()), packets);
    }

    void begin(const BoxList& start) {
        for (std::size_t b = 0; b < start.blocks(); ++b) {
            const WideNode& block = start.block(b);
            for (auto seen = start_seen_[b].look(view_, block, packets_.window(), Box::inf);
                 seen != 0; seen &= seen - 1) {
                const auto box = std::size_t(std::countr_zero(seen));
                starts_.put(start_seen_[b].depth[box], b * WideNode::width + box);
                if (!block.child[box].is_triangle()) tree_.prefetch(block.child[box]);
            }
        }
    }

    /// Visits a node's triangles, or puts its nodes on the stack, the nearest on top.
    void open(const WideNode& node, std::uint32_t packets) {
        const bool single = std::has_single_bit(packets);
        const auto p = std::size_t(std::countr_zero(packets));
        Outlines outlines;
        const auto seen = single ? outlines.look(view_, node, packets_.window(p), packets_.limit(p))
                                 : outlines.look(view_, node, packets_.window(), Box::inf);
        if (seen == 0) return;
        const auto met = single ? Meetings::all(seen) : packets_.meet(outlines, seen);
        if (node.child[0].is_triangle()) return packets_.test_packets(node, seen, met, packets);
        const std::size_t bottom = size_;
        for (auto nodes = seen; nodes != 0; nodes &= nodes - 1) {
            const auto box = std::size_t(std::countr_zero(nodes));
            if (const auto seen_by = packets & met.lanes(box))
                push(node, outlines, box, seen_by, bottom);
        }
    }

    const WideTree& tree_;
    const View& view_;
    Packets& packets_;
    std::array<Outlines, BoxList::most / WideNode::width> start_seen_;
    DepthQueue starts_;
    std::array<Pending, WideNode::width*(max_depth + 1)> stack_;
    std::size_t size_ = 0;
    std::array<Coming, 2> coming_;
    std::size_t turn_ = 0;
};

}  // namespace hitmiss
