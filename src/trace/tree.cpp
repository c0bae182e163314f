#include "trace/tree.hpp"

#include <algorithm>
#include <numeric>

namespace hitmiss {
namespace {

constexpr int bin_count = 16;
constexpr std::uint32_t small_leaf = 4;
constexpr std::size_t at_once = 8;       ///< triangles that the fast walk tests in one go
constexpr std::size_t task_size = 4096;  ///< fewer items are not worth a task of their own

double area(const Box& box) {
    const Vec<double> e(box.extent());
    return e.x * e.y + e.y * e.z + e.z * e.x;
}

struct Item {
    Box box;
    Vec<float> centre;
    std::uint32_t triangle;
};

struct Split {
    int axis = -1;
    float from = 0, scale = 0;
    int bin = 0;  ///< items in bins below this one go left
    double cost = std::numeric_limits<double>::infinity();

    int bin_of(const Item& item) const {
        return std::min(int((item.centre[axis] - from) * scale), bin_count - 1);
    }
};

/// What n triangles cost on one side of a split. As long as there are more than fit in one go, a
/// split is to leave full ones.
double tests(std::size_t n, std::size_t split) {
    return double(split > at_once ? (n + at_once - 1) / at_once : n);
}

/// The cheapest border between two bins along one axis; cost in tests times area.
Split best_split(std::span<const Item> items, const Box& centres, int axis) {
    Split best{axis, centres.lo[axis], float(bin_count) / (centres.hi[axis] - centres.lo[axis]), 0,
               std::numeric_limits<double>::infinity()};
    if (!(best.scale < std::numeric_limits<float>::infinity())) return best;
    std::array<Box, bin_count> box;
    std::array<std::size_t, bin_count> count{};
    for (const Item& item : items) {
        const auto bin = std::size_t(best.bin_of(item));
        box[bin].include(item.box), ++count[bin];
    }
    std::array<double, bin_count> right_cost{};
    Box right;
    for (std::size_t bin = bin_count - 1, n = 0; bin > 0; --bin) {
        right.include(box[bin]), n += count[bin];
        right_cost[bin] = n == 0 ? 0 : area(right) * tests(n, items.size());
    }
    Box left;
    for (std::size_t bin = 1, n = 0; bin < bin_count; ++bin) {
        left.include(box[bin - 1]), n += count[bin - 1];
        const bool empty_side = n == 0 || n == items.size();
        const double cost =
            empty_side ? best.cost : area(left) * tests(n, items.size()) + right_cost[bin];
        if (cost < best.cost) best.cost = cost, best.bin = int(bin);
    }
    return best;
}

/// Builds nodes[index] over the items. The nodes below it get the 2 (n - 1) places from `below` on,
/// some of which stay unused: so every node has its place whichever thread builds it.
void build_node(Tree& tree, std::size_t index, std::size_t below, std::span<Item> items,
                std::size_t first, std::size_t depth) {
    Box box, centres;
    for (const Item& item : items) box.include(item.box), centres.include(item.centre);
    Node& node = tree.nodes[index];
    node.box = box;
    const auto make_leaf = [&] {
        node.first = std::uint32_t(first), node.count = std::uint32_t(items.size());
        for (std::size_t k = 0; k < items.size(); ++k) tree.order[first + k] = items[k].triangle;
    };
    if (items.size() == 1) return make_leaf();
    Split best;
    for (int axis = 0; axis < 3; ++axis)
        if (const Split split = best_split(items, centres, axis); split.cost < best.cost)
            best = split;
    const bool worth_it = best.cost + area(box) < area(box) * double(items.size());
    if (!worth_it && items.size() <= small_leaf) return make_leaf();

    auto middle = items.begin() + std::ptrdiff_t(items.size() / 2);
    if (best.axis >= 0 && depth < halving_depth)
        middle = std::partition(items.begin(), items.end(),
                                [&](const Item& item) { return best.bin_of(item) < best.bin; });
    const auto left = std::size_t(middle - items.begin());
    node.first = std::uint32_t(below);
    const auto left_items = items.first(left), right_items = items.subspan(left);
    const std::size_t below_left = below + 2, below_right = below_left + 2 * (left - 1);
    Tree* const target = &tree;
#pragma omp task if (items.size() > task_size)
    build_node(*target, below, below_left, left_items, first, depth + 1);
    build_node(tree, below + 1, below_right, right_items, first + left, depth + 1);
#pragma omp taskwait
}

/// Closes the gaps between the nodes, which keep their order.
void compact(std::vector<Node>& nodes) {
    const auto used = [&](std::size_t k) { return nodes[k].count > 0 || nodes[k].first > 0; };
    std::vector<std::uint32_t> place(nodes.size());
    std::uint32_t size = 0;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        place[k] = size;
        size += used(k);
    }
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        if (!used(k)) continue;
        Node node = nodes[k];
        if (node.count == 0) node.first = place[node.first];
        nodes[place[k]] = node;
    }
    nodes.resize(size);
    nodes.shrink_to_fit();
}

}  // namespace

Tree build_tree(std::span<const Triangle<float>> triangles) {
    Tree tree;
    if (triangles.empty()) return tree;
    std::vector<Item> items(triangles.size());
#pragma omp parallel for
    for (std::size_t k = 0; k < items.size(); ++k) {
        const Box box = bounds(triangles[k]);
        items[k] = {box, box.centre(), std::uint32_t(k)};
    }
    tree.order.resize(items.size());
    tree.nodes.resize(2 * items.size() - 1);
#pragma omp parallel
#pragma omp single
    build_node(tree, 0, 1, items, 0, 0);
    compact(tree.nodes);
    return tree;
}

Tree refit(Tree tree, std::span<const Box> reach) {
    for (std::size_t k = tree.nodes.size(); k-- > 0;) {
        Node& node = tree.nodes[k];
        node.box = Box{};
        for (std::uint32_t leaf = 0; leaf < node.count; ++leaf)
            node.box.include(reach[tree.order[node.first + leaf]]);
        if (node.count == 0) {
            node.box.include(tree.nodes[node.first].box);
            node.box.include(tree.nodes[node.first + 1].box);
        }
    }
    return tree;
}

}  // namespace hitmiss
