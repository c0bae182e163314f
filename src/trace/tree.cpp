#include "trace/tree.hpp"

#include <algorithm>
#include <atomic>

#include "trace/bins.hpp"

namespace hitmiss {
namespace {

/// Drops copies: keeps only the first of triangles that are equal bit for bit. Changes the order.
std::span<Bounds> without_copies(std::span<Bounds> items,
                                 std::span<const Triangle<float>> triangles) {
    const auto bits = [&](const Bounds& item) { return bits_of(triangles[item.triangle()]); };
    std::ranges::sort(items, {},
                      [&](const Bounds& item) { return std::pair(bits(item), item.triangle()); });
    const auto end = std::unique(items.begin(), items.end(), [&](const Bounds& a, const Bounds& b) {
        return bits(a) == bits(b);
    });
    return {items.begin(), end};
}

/// Whether any two items of a leaf have the same box, as copies have.
bool any_same_box(std::span<const Bounds> items) {
    for (std::size_t k = 1; k < items.size(); ++k)
        for (std::size_t i = 0; i < k; ++i)
            if (items[i].lo[0] == items[k].lo[0] && items[i].box() == items[k].box()) return true;
    return false;
}

/// Object-median split along the axis along which the centres spread most.
std::size_t halve(std::span<Bounds> items, const Bounds& centres) {
    const auto axis = std::size_t(widest_axis(centres.box().extent()));
    const std::size_t middle = items.size() / 2;
    std::ranges::nth_element(
        items, items.begin() + std::ptrdiff_t(middle), {},
        [&](const Bounds& item) { return std::pair(item.centre()[axis], item.triangle()); });
    return middle;
}

/// A set of items, their bounds, and the bounds of their centres.
struct Group {
    std::span<Bounds> items{};
    Bounds box{}, centres{};

    void include(const Bounds& item) {
        const Four centre = item.centre();
        box.include(item), centres.include({centre, -centre});
    }
};

/// Partitions the items into `room`: left ones upwards from `begin`, right ones downwards from
/// `end`. Returns the bounds of the centres on both sides.
std::array<Bounds, 2> move(std::span<const Bounds> items, const Binning& binning,
                           const Split& split, std::span<Bounds> room, std::size_t begin,
                           std::size_t end) {
    std::array<Bounds, 2> centres;
    static constexpr std::array infinitely{0.0f, Box::inf};
    for (const Bounds& item : items) {
        // Branchless: left or right is unpredictable.
        const std::size_t goes_right = binning.is_below(split, item) ? 0 : 1;
        room[begin ^ ((begin ^ end) & -goes_right)] = item;
        begin += 1 - goes_right, end -= goes_right;
        const Four centre = item.centre();
        const float off_left = infinitely[goes_right], off_right = infinitely[1 - goes_right];
        centres[0].include({centre + off_left, off_left - centre});
        centres[1].include({centre + off_right, off_right - centre});
    }
    return centres;
}

/// Calls work(k) for each part, on as many threads as are free.
template <std::size_t parts>
void for_each_part(auto&& work) {
    if constexpr (parts == 1) return work(0);
#pragma omp taskloop grainsize(1) shared(work)
    for (std::size_t k = 0; k < parts; ++k) work(k);
}

/// Partitions the items into `room`, left ones first; false if no border between bins separates
/// them. Many threads work in parts, whose number does not change where an item ends up. Not
/// inlined, so that the stack frames of the recursive build() stay small.
template <std::size_t parts>
[[gnu::noinline]] bool divide(const Group& all, std::span<Bounds> room, Group& left, Group& right) {
    const Binning binning(all.centres);
    const auto first_of = [&](std::size_t k) { return all.items.size() * k / parts; };
    const auto part = [&](std::size_t k) {
        return all.items.subspan(first_of(k), first_of(k + 1) - first_of(k));
    };
    std::array<Bins, parts == 1 ? 1 : parts + 1> bins;  // the last is their sum
    for_each_part<parts>([&](std::size_t k) { bins[k].take(part(k), binning); });
    for (std::size_t k = 0; parts > 1 && k < parts; ++k) bins.back().add(bins[k]);
    const Split split = bins.back().best(all.box);
    if (split.bin == 0) return false;
    std::array<std::array<Bounds, 2>, parts> centres;
    for_each_part<parts>([&](std::size_t k) {
        std::size_t left_before = 0;
        for (std::size_t i = 0; i < k; ++i) left_before += bins[i].sides(split)[0].count;
        centres[k] = move(part(k), binning, split, room, left_before,
                          room.size() - 1 - (first_of(k) - left_before));
    });
    const auto [on_left, on_right] = bins.back().sides(split);
    left = {room.first(on_left.count), on_left.box};
    right = {room.subspan(on_left.count), on_right.box};
    for (const auto& [of_left, of_right] : centres)
        left.centres.include(of_left), right.centres.include(of_right);
    return true;
}

/// Builds the nodes over items.
struct Builder {
    static constexpr std::size_t parts = 16;
    static constexpr std::size_t worth_parts = 1 << 17;  ///< one thread is as fast with fewer items

    std::span<const Triangle<float>> triangles;
    bool drops_copies;
    Tree& tree;
    std::atomic<std::size_t> used = 1;  ///< number of nodes; the tree has room for all

    /// The items begin at `first` among all. `room` is as large as they are; both are overwritten,
    /// also by tasks that may still run after the call.
    void build(std::size_t index, const Group& all, std::span<Bounds> room, std::size_t first,
               std::size_t depth) {
        auto items = all.items;
        if (items.size() <= leaf_size) {
            if (drops_copies && any_same_box(items)) items = without_copies(items, triangles);
            return put_leaf(index, all.box, items, first);
        }
        Group left, right;
        const auto divided = items.size() > worth_parts ? divide<parts> : divide<1>;
        if (depth < halving_depth && divided(all, room, left, right)) {
            room = items;
        } else {
            // Copies share one centre, so no bins separate them.
            if (drops_copies) items = without_copies(items, triangles);
            if (items.size() <= leaf_size) return put_leaf(index, all.box, items, first);
            const std::size_t middle = halve(items, all.centres);
            left.items = items.first(middle), right.items = items.subspan(middle);
            for (Group* half : {&left, &right})
                for (const Bounds& item : half->items) half->include(item);
        }
        const std::size_t size = left.items.size();
        const std::size_t children = used.fetch_add(2, std::memory_order_relaxed);
        tree.nodes[index] = {all.box.box(), std::uint32_t(children), 0};
#pragma omp task if (items.size() > worth_threads)
        build(children, left, room.first(size), first, depth + 1);
        build(children + 1, right, room.subspan(size, right.items.size()), first + size, depth + 1);
    }

private:
    void put_leaf(std::size_t index, const Bounds& box, std::span<const Bounds> items,
                  std::size_t first) {
        tree.nodes[index] = {box.box(), std::uint32_t(first), std::uint32_t(items.size())};
        for (std::size_t k = 0; k < items.size(); ++k) tree.order[first + k] = items[k].triangle();
    }
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
    // 0 and -0 are equal, and which of them was kept depended on the threads.
    all.box.lo += 0, all.box.up += 0;
    tree.order.resize(triangles.size());
    tree.nodes.resize(2 * triangles.size() - 1);  // unused nodes cost no memory
    Builder builder{triangles, copies == Copies::dropped, tree};
#pragma omp parallel if (triangles.size() > worth_threads)
#pragma omp single
    builder.build(0, all, room.last(triangles.size()), 0, 0);
    tree.nodes.resize(builder.used);
    return tree;
}

}  // namespace hitmiss
