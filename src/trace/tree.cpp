#include "trace/tree.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace hitmiss {
namespace {

constexpr std::size_t bin_count = 16;

/// Four floats, which every machine has instructions for.
using Four [[gnu::vector_size(16)]] = float;

Four least(const Four& a, const Four& b) {
    return a < b ? a : b;
}

/// A box as its lower x, y, z and its upper negated, so that it grows by taking the lesser of both.
/// One triangle's has its number in lo[3], as bits of a float from 1 on, for arithmetic on denormal
/// ones is slow.
struct Bounds {
    Four lo{inf, inf, inf, inf}, up{inf, inf, inf, inf};

    static constexpr float inf = Box::inf;
    static Bounds of(const Box& box, std::uint32_t triangle) {
        const float number = std::bit_cast<float>(first_number + triangle);
        return {Four{box.lo.x, box.lo.y, box.lo.z, number},
                Four{-box.hi.x, -box.hi.y, -box.hi.z, 0}};
    }
    std::uint32_t triangle() const { return std::bit_cast<std::uint32_t>(lo[3]) - first_number; }

    void include(const Bounds& other) { lo = least(lo, other.lo), up = least(up, other.up); }
    /// Twice that: where they lie to each other is all that is asked.
    Four centre() const { return lo - up; }
    Four extent() const { return -up - lo; }
    Box box() const { return {{lo[0], lo[1], lo[2]}, {-up[0], -up[1], -up[2]}}; }

private:
    static constexpr std::uint32_t first_number = std::bit_cast<std::uint32_t>(1.0f);
};

/// SAH cost of n triangles: the leaves they fill, for a leaf's triangles are tested at once. So
/// splits that leave full leaves are cheaper.
float tests(std::uint32_t n) {
    const std::size_t leaves = (n + leaf_size - 1) / leaf_size;
    return float(leaves);
}

struct Split {
    std::size_t axis = 0, bin = 0;  ///< items in bins below this one go left; 0: there is no split
    float cost = Box::inf;
};

/// In which bin of each axis centres lie.
class Places {
    using Bin [[gnu::vector_size(16)]] = std::int32_t;

public:
    explicit Places(const Bounds& centres)
        : from_(centres.lo), scale_(float(bin_count) / centres.extent()) {
        // All in one place: all in bin 0.
        scale_ = scale_ < Four{} + Box::inf ? scale_ : Four{};
    }
    Bin of(const Bounds& item) const {
        const Four place = (item.centre() - from_) * scale_;
        // Centres further apart than a float reaches make a NaN here.
        const Four above = place > 0 ? place : Four{};
        return __builtin_convertvector(least(above, Four{} + float(bin_count - 1)), Bin);
    }
    /// Whether its bin is below the split's.
    bool is_below(const Split& split, const Bounds& item) const {
        const std::size_t k = split.axis;
        return !((item.lo[k] - item.up[k] - from_[k]) * scale_[k] >= float(split.bin));
    }

private:
    Four from_, scale_;
};

/// The items of a node, or of a part of it, by their places.
class Bins {
public:
    Bins() = default;
    Bins(std::span<const Bounds> items, const Places& places) {
        const auto put = [&](const Bounds& item) {
            const auto bin = places.of(item);
            for (std::size_t axis = 0; axis < 3; ++axis)
                box_[std::size_t(bin[axis])][axis].include(item),
                    ++count_[std::size_t(bin[axis])][axis];
        };
        // Neighbours in a mesh fall into the same bin, where one waits for the other.
        const std::size_t half = items.size() / 2;
        for (std::size_t k = 0; k < half; ++k) put(items[k]), put(items[half + k]);
        if (items.size() % 2 != 0) put(items.back());
    }
    void add(const Bins& other) {
        for (std::size_t b = 0; b < bin_count; ++b)
            for (std::size_t axis = 0; axis < 3; ++axis)
                box_[b][axis].include(other.box_[b][axis]),
                    count_[b][axis] += other.count_[b][axis];
    }

    /// The cheapest border between two bins; cost in tests times area, where the longest side of
    /// the node's box is 1.
    Split best(const Bounds& box) const {
        const Vec<float> extent = box.box().extent();
        const float scale = 1 / extent[widest_axis(extent)];
        const auto cost = [&](const Bounds& part, std::uint32_t count) {
            const Four e = part.extent() * scale;
            return (e[0] * e[1] + e[1] * e[2] + e[2] * e[0]) * tests(count);  // of no part NaN
        };
        std::array<std::array<float, 3>, bin_count> right_cost;
        Side right, left;
        for (std::size_t b = bin_count - 1; b > 0; --b)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                right.add(axis, box_[b][axis], count_[b][axis]);
                right_cost[b][axis] = cost(right.box[axis], right.count[axis]);
            }
        Split best;
        for (std::size_t b = 1; b < bin_count; ++b)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                left.add(axis, box_[b - 1][axis], count_[b - 1][axis]);
                const float both = cost(left.box[axis], left.count[axis]) + right_cost[b][axis];
                if (both < best.cost) best = {axis, b, both};
            }
        return best;
    }

    /// How many items go left.
    std::size_t left(const Split& split) const {
        std::size_t count = 0;
        for (std::size_t b = 0; b < split.bin; ++b) count += count_[b][split.axis];
        return count;
    }
    /// The box of the items on either side.
    std::array<Bounds, 2> boxes(const Split& split) const {
        std::array<Bounds, 2> both;
        for (std::size_t b = 0; b < bin_count; ++b)
            both[b < split.bin ? 0 : 1].include(box_[b][split.axis]);
        return both;
    }

private:
    struct Side {
        std::array<Bounds, 3> box;
        std::array<std::uint32_t, 3> count{};
        void add(std::size_t axis, const Bounds& bin, std::uint32_t items) {
            box[axis].include(bin), count[axis] += items;
        }
    };

    std::array<std::array<Bounds, 3>, bin_count> box_;
    std::array<std::array<std::uint32_t, 3>, bin_count> count_{};
};

/// Of triangles that are equal bit for bit only the first, in another order.
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

/// Whether any two items have the same box, as copies have. For as few as a leaf has.
bool share_a_place(std::span<const Bounds> items) {
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
Centres move(std::span<const Bounds> items, const Places& places, const Split& split,
             std::span<Bounds> room, std::size_t begin, std::size_t end) {
    Centres centres;
    static constexpr std::array infinitely{0.0f, Box::inf};
    for (const Bounds& item : items) {
        // No branch, for none could be foretold.
        const std::size_t goes_right = places.is_below(split, item) ? 0 : 1;
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
/// the same places.
class Parts {
public:
    static constexpr std::size_t worth = 1 << 17;  ///< items; fewer take one thread no longer

    Parts(std::span<const Bounds> items, const Places& places) : items_(items), places_(places) {
#pragma omp taskgroup
        for (std::size_t k = 0; k < count; ++k)
#pragma omp task
            bins_[k] = Bins(part(k), places_);
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
            centres[k] = hitmiss::move(part(k), places_, split, room, left,
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
    const Places& places_;
    std::array<Bins, count> bins_;
};

/// A node of fewer.
struct Whole {
    std::span<const Bounds> items;
    const Places& places;

    Bins bins() const { return Bins(items, places); }
    Centres move(const Split& split, std::span<Bounds> room) const {
        return hitmiss::move(items, places, split, room, 0, room.size() - 1);
    }
};

/// Moves the items to the room, those that go left to its begin, others to its end; none where no
/// border between bins parts them. Not inlined: the calls of build() on each other stay small.
template <typename Items>
[[gnu::noinline]] bool part(const Group& all, std::span<Bounds> room, Group& left, Group& right) {
    const Places places(all.centres);
    const Items items{all.items, places};
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
            if (drops_ && share_a_place(items)) items = without_copies(items, triangles_);
            return put_leaf(index, all.box, items, first);
        }
        Group left, right;
        const auto part_items = items.size() > Parts::worth ? part<Parts> : part<Whole>;
        if (depth < halving_depth && part_items(all, room, left, right)) {
            room = items;
        } else {
            // Copies are all in one place, where no bins part them.
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
