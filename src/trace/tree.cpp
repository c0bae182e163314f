#include "trace/tree.hpp"

#include <algorithm>
#include <numeric>

namespace hitmiss {
namespace {

constexpr int bin_count = 16;
constexpr std::size_t small_leaf = 4;
constexpr std::size_t at_once = 8;       ///< WideNode::width: triangles tested in one go
constexpr std::size_t task_size = 4096;  ///< fewer items are not worth a task of their own

/// A box as lower x, y, z, 0 and the upper negated: so that all of it grows by taking the lesser,
/// in vector code.
struct Bounds {
    std::array<float, 8> v;

    Bounds() { v.fill(Box::inf); }
    Bounds(const Vec<float>& lo, const Vec<float>& hi)
        : v{lo.x, lo.y, lo.z, 0, -hi.x, -hi.y, -hi.z, 0} {}

    void include(const Bounds& other) {
        for (std::size_t k = 0; k < v.size(); ++k) v[k] = other.v[k] < v[k] ? other.v[k] : v[k];
    }
    float lo(std::size_t axis) const { return v[axis]; }
    float hi(std::size_t axis) const { return -v[axis + 4]; }
    float centre(std::size_t axis) const { return 0.5f * lo(axis) + 0.5f * hi(axis); }
    Box box() const { return {{lo(0), lo(1), lo(2)}, {hi(0), hi(1), hi(2)}}; }
    double half_area() const {
        const Vec<double> e(double(hi(0)) - lo(0), double(hi(1)) - lo(1), double(hi(2)) - lo(2));
        return e.x * e.y + e.y * e.z + e.z * e.x;
    }
};

struct Item {
    Bounds box;
    std::uint32_t triangle;
};

/// What n triangles cost: they are tested by eights, so a split is to leave full ones.
double tests(std::size_t n) {
    const std::size_t eights = (n + at_once - 1) / at_once;
    return double(eights);
}

/// Bins of one axis.
struct Axis {
    std::size_t axis = 0;
    float from = 0, scale = 0;

    Axis() = default;
    Axis(std::size_t axis_, const Bounds& centres) : axis(axis_), from(centres.lo(axis)) {
        scale = float(bin_count) / (centres.hi(axis) - from);
        // All in one place: all in bin 0.
        if (!(scale < Box::inf)) scale = 0;
    }
    std::size_t bin_of(const Item& item) const {
        const float place = (item.box.centre(axis) - from) * scale;
        // Centres further apart than a float reaches make a NaN here.
        constexpr float last = bin_count - 1;
        return std::size_t(place > 0 ? place < last ? place : last : 0);
    }
};

struct Split {
    Axis axis;
    std::size_t bin = 0;  ///< items in bins below this one go left; 0: there is no split
    double cost = std::numeric_limits<double>::infinity();
};

/// The cheapest border between two bins; cost in tests times area.
Split best_split(std::span<const Item> items, const Bounds& centres) {
    struct Bin {
        Bounds box;
        std::size_t count = 0;
    };
    std::array<Axis, 3> axes;
    std::array<std::array<Bin, bin_count>, 3> bins;
    for (std::size_t k = 0; k < 3; ++k) axes[k] = Axis(k, centres);
    for (const Item& item : items)
        for (std::size_t k = 0; k < 3; ++k) {
            Bin& bin = bins[k][axes[k].bin_of(item)];
            bin.box.include(item.box), ++bin.count;
        }
    Split best;
    for (std::size_t k = 0; k < 3; ++k) {
        std::array<double, bin_count> right_cost{};
        Bin right;
        for (std::size_t b = bin_count - 1; b > 0; --b) {
            right.box.include(bins[k][b].box), right.count += bins[k][b].count;
            right_cost[b] = right.count == 0 ? 0 : right.box.half_area() * tests(right.count);
        }
        Bin left;
        for (std::size_t b = 1; b < bin_count; ++b) {
            left.box.include(bins[k][b - 1].box), left.count += bins[k][b - 1].count;
            if (left.count == 0 || left.count == items.size()) continue;
            const double cost = left.box.half_area() * tests(left.count) + right_cost[b];
            if (cost < best.cost) best = {axes[k], b, cost};
        }
    }
    return best;
}

/// Parts the items into two halves along the axis along which their centres spread most.
std::span<Item>::iterator halve(std::span<Item> items, const Bounds& centres) {
    const auto axis = std::size_t(widest_axis(centres.box().extent()));
    const auto middle = items.begin() + std::ptrdiff_t(items.size() / 2);
    std::nth_element(items.begin(), middle, items.end(), [&](const Item& a, const Item& b) {
        const float at_a = a.box.centre(axis), at_b = b.box.centre(axis);
        return at_a < at_b || (at_a == at_b && a.triangle < b.triangle);
    });
    return middle;
}

/// Builds nodes[index] over the items. The nodes below it get the 2 (n - 1) places from `below` on,
/// some of which stay unused: so every node has its place whichever thread builds it.
void build_node(Tree& tree, std::size_t index, std::size_t below, std::span<Item> items,
                std::size_t first, std::size_t depth) {
    Bounds box, centres;
    for (const Item& item : items) {
        const Vec<float> centre(item.box.centre(0), item.box.centre(1), item.box.centre(2));
        box.include(item.box), centres.include({centre, centre});
    }
    Node& node = tree.nodes[index];
    node.box = box.box();
    if (items.size() <= small_leaf) {
        node.first = std::uint32_t(first), node.count = std::uint32_t(items.size());
        for (std::size_t k = 0; k < items.size(); ++k) tree.order[first + k] = items[k].triangle;
        return;
    }
    Split split;
    if (items.size() > at_once && depth < halving_depth) split = best_split(items, centres);
    const auto middle = split.bin == 0
                            ? halve(items, centres)
                            : std::partition(items.begin(), items.end(), [&](const Item& item) {
                                  return split.axis.bin_of(item) < split.bin;
                              });
    const auto left = std::size_t(middle - items.begin());
    node.first = std::uint32_t(below);
    const auto left_items = items.first(left), right_items = items.subspan(left);
    const std::size_t below_left = below + 2, below_right = below_left + 2 * (left - 1);
    // A reference would be firstprivate: each task would build a tree of its own.
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
        items[k] = {{box.lo, box.hi}, std::uint32_t(k)};
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
