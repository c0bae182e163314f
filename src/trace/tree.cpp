#include "trace/tree.hpp"

#include <algorithm>
#include <atomic>

#include "trace/bins.hpp"

namespace hitmiss {
namespace {

/// Drops copies: keeps only the first of triangles that are equal bit for bit, in another order.
std::span<Bounds> without_copies(std::span<Bounds> items,
                                 std::span<const Triangle<float>> triangles) {
    const auto bits = [&](const Bounds& item) { return bits_of(triangles[item.triangle()]); };
    std::ranges::sort(items, [&](const Bounds& a, const Bounds& b) {
        const auto of_a = bits(a), of_b = bits(b);
        return of_a < of_b || (of_a == of_b && a.triangle() < b.triangle());
    });
    const auto end = std::unique(items.begin(), items.end(), [&](const Bounds& a, const Bounds& b) {
        return bits(a) == bits(b);
    });
    return items.first(std::size_t(end - items.begin()));
}

/// Whether any two items of a leaf have the same box, as copies have.
bool any_same_box(std::span<const Bounds> items) {
    for (std::size_t k = 1; k < items.size(); ++k)
        for (std::size_t i = 0; i < k; ++i)
            if (items[i].lo[0] == items[k].lo[0]) {
                const Box one = items[i].box(), other = items[k].box();
                if (one.lo == other.lo && one.hi == other.hi) return true;
            }
    return false;
}

/// Object-median split along the axis along which the centres spread most.
std::size_t halve(std::span<Bounds> items, const Bounds& centres) {
    const auto axis = std::size_t(widest_axis(centres.box().extent()));
    const std::size_t middle = items.size() / 2;
    std::nth_element(items.begin(), items.begin() + std::ptrdiff_t(middle), items.end(),
                     [&](const Bounds& a, const Bounds& b) {
                         const float at_a = a.centre()[axis], at_b = b.centre()[axis];
                         return at_a < at_b || (at_a == at_b && a.triangle() < b.triangle());
                     });
    return middle;
}

/// Room for as many nodes as any tree may get, from which threads take theirs; what is not taken
/// costs no memory.
class NodePool {
public:
    explicit NodePool(std::size_t triangles) : nodes_(2 * triangles - 1) {}
    /// The first of two neighbours; nobody else gets these.
    std::size_t take_pair() { return used_.fetch_add(2, std::memory_order_relaxed); }
    void put(std::size_t index, const Node& node) { nodes_[index] = node; }
    /// All that were taken.
    Unfilled<Node> finish() {
        nodes_.resize(used_);
        return std::move(nodes_);
    }

private:
    Unfilled<Node> nodes_;
    std::atomic<std::size_t> used_ = 1;
};

/// Some items, and the boxes of all of them and of their centres.
struct Group {
    std::span<Bounds> items{};
    Bounds box{}, centres{};

    void include(const Bounds& item) {
        const Four centre = item.centre();
        box.include(item), centres.include({centre, -centre});
    }
};

/// The boxes of the centres of what goes left and right.
struct Centres {
    Bounds left{}, right{};
};

/// Moves the items to the room, those that go left to places from `begin` on, others to places down
/// from `end`.
Centres move(std::span<const Bounds> items, const Binning& binning, const Split& split,
             std::span<Bounds> room, std::size_t begin, std::size_t end) {
    Centres centres;
    static constexpr std::array infinitely{0.0f, Box::inf};
    for (const Bounds& item : items) {
        // Branchless: left or right is unpredictable.
        const std::size_t goes_right = binning.is_below(split, item) ? 0 : 1;
        room[begin ^ ((begin ^ end) & -goes_right)] = item;
        begin += 1 - goes_right, end -= goes_right;
        const Four centre = item.centre();
        const float off_left = infinitely[goes_right], off_right = infinitely[1 - goes_right];
        centres.left.include({centre + off_left, off_left - centre});
        centres.right.include({centre + off_right, off_right - centre});
    }
    return centres;
}

/// A node of many items, in parts for several threads. Whatever their number the items end up in
/// the same positions.
class Parts {
public:
    static constexpr std::size_t worth = 1 << 17;  ///< items; fewer take one thread no longer

    Parts(std::span<const Bounds> items, const Binning& binning)
        : items_(items), binning_(binning) {
#pragma omp taskgroup
        for (std::size_t k = 0; k < count; ++k)
#pragma omp task
            bins_[k] = Bins(part(k), binning_);
    }
    Bins bins() const {
        Bins all;
        for (const Bins& bins : bins_) all.add(bins);
        return all;
    }
    Centres move(const Split& split, std::span<Bounds> room) const {
        std::array<Centres, count> centres;
        std::size_t left = 0;  // of the parts before
#pragma omp taskgroup
        for (std::size_t k = 0; k < count; ++k) {
#pragma omp task shared(centres)
            centres[k] = hitmiss::move(part(k), binning_, split, room, left,
                                       room.size() - 1 - (begin(k) - left));
            left += bins_[k].left(split);
        }
        Centres all;
        for (const Centres& own : centres) all.left.include(own.left), all.right.include(own.right);
        return all;
    }

private:
    static constexpr std::size_t count = 16;

    std::size_t begin(std::size_t k) const {
        return items_.size() * k / count;
    }
    std::span<const Bounds> part(std::size_t k) const {
        return items_.subspan(begin(k), begin(k + 1) - begin(k));
    }

    std::span<const Bounds> items_;
    const Binning& binning_;
    std::array<Bins, count> bins_;
};

/// A node of fewer.
struct Whole {
    std::span<const Bounds> items;
    const Binning& binning;

    Bins bins() const { return Bins(items, binning); }
    Centres move(const Split& split, std::span<Bounds> room) const {
        return hitmiss::move(items, binning, split, room, 0, room.size() - 1);
    }
};

/// Moves the items to the room, those that go left to its begin, others to its end; none where no
/// border between bins parts them. Not inlined: the calls of build() on each other stay small.
template <typename Items>
[[gnu::noinline]] bool part(const Group& all, std::span<Bounds> room, Group& left, Group& right) {
    const Binning binning(all.centres);
    const Items items{all.items, binning};
    const Bins bins = items.bins();
    const Split split = bins.best(all.box);
    if (split.bin == 0) return false;
    const Centres centres = items.move(split, room);
    const auto boxes = bins.boxes(split);
    const std::size_t count = bins.left(split);
    left = {room.first(count), boxes[0], centres.left};
    right = {room.subspan(count), boxes[1], centres.right};
    return true;
}

/// Builds the nodes over items.
class Builder {
public:
    Builder(NodePool& pool, Unfilled<std::uint32_t>& order,
            std::span<const Triangle<float>> triangles, Copies copies)
        : pool_(pool), order_(order), triangles_(triangles), drops_(copies == Copies::dropped) {}

    /// The items begin at `first` among all. The room is for as many; both are written over. Tasks
    /// may still be at work on it afterwards.
    void build(std::size_t index, const Group& all, std::span<Bounds> room, std::size_t first,
               std::size_t depth) const {
        auto items = all.items;
        if (items.size() <= leaf_size) {
            if (drops_ && any_same_box(items)) items = without_copies(items, triangles_);
            return put_leaf(index, all.box, items, first);
        }
        Group left, right;
        const auto part_items = items.size() > Parts::worth ? part<Parts> : part<Whole>;
        if (depth < halving_depth && part_items(all, room, left, right)) {
            room = items;
        } else {
            // Copies have one centre, so no bins separate them.
            if (drops_) items = without_copies(items, triangles_);
            if (items.size() <= leaf_size) return put_leaf(index, all.box, items, first);
            const std::size_t middle = halve(items, all.centres);
            left.items = items.first(middle), right.items = items.subspan(middle);
            for (Group* half : {&left, &right})
                for (const Bounds& item : half->items) half->include(item);
        }
        const std::size_t size = left.items.size(), children = pool_.take_pair();
        pool_.put(index, {all.box.box(), std::uint32_t(children), 0});
#pragma omp task if (items.size() > worth_threads)
        build(children, left, room.first(size), first, depth + 1);
        build(children + 1, right, room.subspan(size, right.items.size()), first + size, depth + 1);
    }

private:
    void put_leaf(std::size_t index, const Bounds& box, std::span<const Bounds> items,
                  std::size_t first) const {
        pool_.put(index, {box.box(), std::uint32_t(first), std::uint32_t(items.size())});
        for (std::size_t k = 0; k < items.size(); ++k) order_[first + k] = items[k].triangle();
    }

    NodePool& pool_;
    Unfilled<std::uint32_t>& order_;
    std::span<const Triangle<float>> triangles_;
    bool drops_;
};

}  // namespace

Tree build_tree(std::span<const Triangle<float>> triangles, Copies copies) {
    Tree tree;
    if (triangles.empty()) return tree;
    Unfilled<Bounds> items(2 * triangles.size());
    const std::span<Bounds> room(items);
    Group all{room.first(triangles.size())};
#pragma omp parallel if (triangles.size() > worth_threads)
    {
        Group own;
#pragma omp for
        for (std::size_t k = 0; k < triangles.size(); ++k) {
            all.items[k] = Bounds::of(bounds(triangles[k]), std::uint32_t(k));
            own.include(all.items[k]);
        }
#pragma omp critical(build_tree)
        all.box.include(own.box), all.centres.include(own.centres);
    }
    // 0 and -0 are equal: which of them was kept depended on the threads.
    all.box.lo += 0, all.box.up += 0;
    tree.order.resize(triangles.size());
    NodePool pool(triangles.size());
    const Builder builder(pool, tree.order, triangles, copies);
#pragma omp parallel if (triangles.size() > worth_threads)
#pragma omp single
    builder.build(0, all, room.last(triangles.size()), 0, 0);
    tree.nodes = pool.finish();
    return tree;
}

}  // namespace hitmiss
