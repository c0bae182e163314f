#include "trace/tree.hpp"

#include <algorithm>
#include <atomic>

#include "base/parallel.hpp"
#include "trace/clusters.hpp"

namespace hitmiss {
namespace {

/// Drops copies: keeps only the first of triangles that are equal bit for bit. Changes the order.
std::span<Bounds> without_copies(std::span<Bounds> items,
                                 std::span<const Triangle<float>> triangles) {
    const auto bits = [&](const Bounds& item) { return bits_of(triangles[item.index()]); };
    std::ranges::sort(items, {},
                      [&](const Bounds& item) { return std::pair(bits(item), item.index()); });
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
        [&](const Bounds& item) { return std::pair(item.centre()[axis], item.index()); });
    return middle;
}

/// A set of items, which are triangles or clusters, and the number of triangles; their bounds, and
/// the bounds of their centres.
struct Group {
    std::span<Bounds> items{};
    std::size_t count = items.size();
    Bounds box{}, centres{};

    void include(const Bounds& item) {
        const Four centre = item.centre();
        box.include(item), centres.include({centre, -centre});
    }
};

/// The bounds of the centres on both sides of a split, and where the left items end.
struct Moved {
    std::array<Bounds, 2> centres{};
    std::size_t left_end = 0;
};

/// Partitions the items into `room`: left ones upwards from `begin`, right ones downwards from
/// `end`.
Moved move(std::span<const Bounds> items, const Binning& binning, const Split& split,
           std::span<Bounds> room, std::size_t begin, std::size_t end) {
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
    return {centres, begin};
}

/// Calls work(k) for each part, on as many threads as are free.
template <std::size_t parts>
void for_each_part(auto&& work) {
    if constexpr (parts == 1) return work(0);
#pragma omp taskloop grainsize(1) shared(work)
    for (std::size_t k = 0; k < parts; ++k) work(k);
}

/// Partitions the items into `room`, left ones first; false if no border between bins separates
/// them. Many threads work in parts, whose number does not change where an item ends up; the items
/// are triangles then. Not inlined, so that the stack frames of the recursive build() stay small.
template <std::size_t parts, std::size_t bin_count>
[[gnu::noinline]] bool divide(const Group& all, std::span<Bounds> room, Group& left, Group& right) {
    const Binning binning(all.centres.lo, all.centres.extent(), bin_count);
    const auto first_of = [&](std::size_t k) { return all.items.size() * k / parts; };
    const auto part = [&](std::size_t k) {
        return all.items.subspan(first_of(k), first_of(k + 1) - first_of(k));
    };
    std::array<Bins<bin_count>, parts == 1 ? 1 : parts + 1> bins;  // the last is their sum
    for_each_part<parts>([&](std::size_t k) { bins[k].take(part(k), binning); });
    for (std::size_t k = 0; parts > 1 && k < parts; ++k) bins.back().add(bins[k]);
    const Split split = bins.back().best(all.box);
    if (split.bin == 0) return false;
    std::array<Moved, parts> moved;
    for_each_part<parts>([&](std::size_t k) {
        std::size_t left_before = 0;
        for (std::size_t i = 0; i < k; ++i) left_before += bins[i].sides(split)[0].count;
        moved[k] = move(part(k), binning, split, room, left_before,
                        room.size() - 1 - (first_of(k) - left_before));
    });
    const auto [on_left, on_right] = bins.back().sides(split);
    const std::size_t middle = moved.back().left_end;
    left = {room.first(middle), on_left.count, on_left.box};
    right = {room.subspan(middle), on_right.count, on_right.box};
    for (const auto& [centres, left_end] : moved)
        left.centres.include(centres[0]), right.centres.include(centres[1]);
    return true;
}

/// Builds the nodes over items.
struct Builder {
    static constexpr std::size_t parts = 16;
    static constexpr std::size_t worth_parts = 1 << 17;  ///< one thread is as fast with fewer items
    /// Triangles that are divided themselves: clusters would make their nodes overlap.
    static constexpr std::size_t divided_alone = 1024;

    std::span<const Triangle<float>> triangles;
    bool drops_copies;
    Tree& tree;
    const Clusters& clusters;
    std::atomic<std::size_t> used = 1;  ///< number of nodes; the tree has room for all
    LoopError error{};

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
        const auto divided = items.size() > worth_parts ? divide<parts, 16> : divide<1, 16>;
        if (depth < halving_depth && divided(all, room, left, right)) {
            room = items;
        } else {
            // Copies share one centre, so no bins separate them.
            if (drops_copies) items = without_copies(items, triangles);
            if (items.size() <= leaf_size) return put_leaf(index, all.box, items, first);
            const std::size_t middle = halve(items, all.centres);
            left = {items.first(middle)}, right = {items.subspan(middle)};
            for (Group* half : {&left, &right})
                for (const Bounds& item : half->items) half->include(item);
        }
        const std::size_t size = left.items.size();
        const std::size_t children = put_node(index, all.box);
#pragma omp task if (items.size() > worth_threads)
        build(children, left, room.first(size), first, depth + 1);
        build(children + 1, right, room.subspan(size, right.items.size()), first + size, depth + 1);
    }

    /// The same for clusters.
    void build_over_clusters(std::size_t index, const Group& all, std::span<Bounds> room,
                             std::size_t first, std::size_t depth) {
        Group left, right;
        // Clusters lie less even than triangles do: more bins make up for it.
        if (all.count <= divided_alone || depth >= halving_depth ||
            !divide<1, 32>(all, room, left, right))
            return error.guard([&] { build_within(index, all, first, depth); });
        const std::size_t size = left.items.size();
        const std::size_t children = put_node(index, all.box);
#pragma omp task if (all.count > worth_threads)
        build_over_clusters(children, left, all.items.first(size), first, depth + 1);
        build_over_clusters(children + 1, right, all.items.subspan(size), first + left.count,
                            depth + 1);
    }

private:
    /// Goes on with the triangles of clusters.
    void build_within(std::size_t index, const Group& of_clusters, std::size_t first,
                      std::size_t depth) {
        Unfilled<Bounds> items(2 * of_clusters.count);
        const std::span<Bounds> room(items);
        Group all{room.first(of_clusters.count)};
        std::size_t k = 0;
        for (const Bounds& cluster : of_clusters.items)
            clusters.for_each_item(cluster.index(), triangles, [&](const Bounds& item) {
                all.include(item);
                all.items[k++] = item;
            });
#pragma omp taskgroup
        build(index, all, room.last(of_clusters.count), first, depth);
    }
    /// Returns the index of the first child.
    std::size_t put_node(std::size_t index, const Bounds& box) {
        const std::size_t children = used.fetch_add(2, std::memory_order_relaxed);
        tree.nodes[index] = {box.box(), std::uint32_t(children), 0};
        return children;
    }
    void put_leaf(std::size_t index, const Bounds& box, std::span<const Bounds> items,
                  std::size_t first) {
        tree.nodes[index] = {box.box(), std::uint32_t(first), std::uint32_t(items.size())};
        for (std::size_t k = 0; k < items.size(); ++k) tree.order[first + k] = items[k].index();
    }
};

/// The bounds of items 0, 1, 2 ..., which `items` has room for unless it is empty.
Group group_of(std::size_t count, std::span<Bounds> items, auto&& item) {
    Group all{items};
#pragma omp parallel if (count > worth_threads)
    {
        Group own;
#pragma omp for
        for (std::size_t k = 0; k < count; ++k) {
            const Bounds one = item(k);
            own.include(one);
            if (!items.empty()) items[k] = one;
        }
#pragma omp critical(build_tree)
        all.box.include(own.box), all.centres.include(own.centres);
    }
    // 0 and -0 are equal, and which of them was kept depended on the threads.
    all.box.lo += 0, all.box.up += 0;
    return all;
}

}  // namespace

Tree build_tree(std::span<const Triangle<float>> triangles, Copies copies) {
    Tree tree;
    if (triangles.empty()) return tree;
    const bool by_clusters = triangles.size() > worth_clusters;
    Clusters clusters;
    // Triangles or clusters, and room for as many.
    Unfilled<Bounds> items(by_clusters ? 0 : 2 * triangles.size());
    const auto half = [&] { return std::span(items).first(items.size() / 2); };
    Group all = group_of(triangles.size(), half(),
                         [&](std::size_t k) { return Bounds::of(bounds(triangles[k]), k); });
    if (by_clusters) {
        clusters = clusters_of(triangles, all.centres);
        items.resize(2 * clusters.size());
        all = group_of(clusters.size(), half(), [&](std::size_t k) {
            Bounds box;
            clusters.for_each_item(k, triangles, [&](const Bounds& item) { box.include(item); });
            return Bounds::of(box.box(), k, clusters.count(k));
        });
        all.count = triangles.size();
    }
    const auto room = std::span(items).last(items.size() / 2);
    tree.order.resize(triangles.size());
    tree.nodes.resize(2 * triangles.size() - 1);  // unused nodes cost no memory
    Builder builder{triangles, copies == Copies::dropped, tree, clusters};
#pragma omp parallel if (triangles.size() > worth_threads)
#pragma omp single
    if (by_clusters)
        builder.build_over_clusters(0, all, room, 0, 0);
    else
        builder.build(0, all, room, 0, 0);
    builder.error.rethrow();
    tree.nodes.resize(builder.used);
    return tree;
}

}  // namespace hitmiss
