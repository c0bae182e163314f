#pragma once
// Subtrees, as a tile sees them, that wait to be visited.

#include <numeric>

#include "fast/view.hpp"

namespace hitmiss {

/// A node, or a leaf with triangles, as seen.
struct Pending {
    Child child;
    float depth;           ///< where it begins
    float nearer;          ///< its hits are at this fraction of the distance to its box, or farther
    std::uint32_t groups;  ///< of rays (bit g: group g) that may have nearer hits there
    Window window;         ///< of its box
};

/// Those that are being fetched from memory, the first ones first.
template <std::size_t most>
class Fetched {
public:
    bool empty() const { return begin_ == end_; }
    bool full() const { return end_ - begin_ == most; }
    void add(const Pending& next) { all_[end_++ % most] = next; }
    /// Valid until the next one is added.
    const Pending& take() { return all_[begin_++ % most]; }

private:
    std::array<Pending, most> all_;
    std::size_t begin_ = 0, end_ = 0;
};

/// Up to 2,048 subtrees.
class SubtreeQueue {
public:
    std::size_t size() const { return size_; }
    std::size_t room() const { return most - size_; }
    void add(const Pending& subtree) {
        depth_[size_] = subtree.depth;
        all_[size_++] = subtree;
    }
    /// Sorts them; take() then gives all, roughly the nearest first.
    void sort() { order_ = by_depth(); }
    bool all_taken() const { return taken_ == size_; }
    /// The next one; fetch(subtree) is called for it some turns earlier.
    const Pending& take(auto&& fetch) {
        constexpr std::size_t ahead = 8;
        const std::size_t end = std::min(size_, taken_ + ahead);
        for (; fetched_ < end; ++fetched_) fetch(all_[order_[fetched_]]);
        return all_[order_[taken_++]];
    }
    void clear() { size_ = taken_ = fetched_ = 0; }

private:
    static constexpr std::size_t most = 2048, bins = 32;

    /// The numbers of the subtrees, sorted into bins. In a bin they stay together as they came,
    /// which is near to each other.
    std::array<std::uint16_t, most> by_depth() const {
        float nearest = Box::inf, deepest = 0;
#pragma omp simd reduction(min : nearest) reduction(max : deepest)
        for (std::size_t k = 0; k < size_; ++k) {
            // Depths below 0, and NaN, count as 0.
            const float depth = largest(depth_[k], 0);
            nearest = depth < nearest ? depth : nearest,
            deepest = depth > deepest ? depth : deepest;
        }
        const float per_depth = float(bins - 1) / largest(deepest - nearest, least_depth);
        std::array<std::uint32_t, most> bin;
#pragma omp simd
        for (std::size_t k = 0; k < size_; ++k) {
            const float at = (largest(depth_[k], 0) - nearest) * per_depth;
            bin[k] = std::uint32_t(int(least(at, float(bins - 1))));
        }
        std::array<std::uint16_t, bins> count{}, start;
        for (std::size_t k = 0; k < size_; ++k) ++count[bin[k]];
        std::exclusive_scan(count.begin(), count.end(), start.begin(), std::uint16_t(0));
        std::array<std::uint16_t, most> order;
        for (std::size_t k = 0; k < size_; ++k) order[start[bin[k]]++] = std::uint16_t(k);
        return order;
    }

    std::array<Pending, most> all_;
    std::array<float, most> depth_;
    std::array<std::uint16_t, most> order_;
    std::size_t size_ = 0, taken_ = 0, fetched_ = 0;
};

}  // namespace hitmiss
