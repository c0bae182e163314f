#include "trace/tree.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

namespace hitmiss {
namespace {

constexpr int bin_count = 16;

/// A box as lower x, y, z, 0 and the upper negated: so that all of it grows by taking the lesser,
/// in vector code.
struct Bounds {
    std::array<float, 8> v;

    static Bounds empty() {
        constexpr float inf = Box::inf;
        return {{inf, inf, inf, inf, inf, inf, inf, inf}};
    }
    static Bounds of(const Vec<float>& lo, const Vec<float>& hi) {
        return {{lo.x, lo.y, lo.z, 0, -hi.x, -hi.y, -hi.z, 0}};
    }

    void include(const Bounds& other) {
#pragma omp simd
        for (std::size_t k = 0; k < v.size(); ++k) v[k] = other.v[k] < v[k] ? other.v[k] : v[k];
    }
    void include_centre(const Bounds& other) {
#pragma omp simd
        for (std::size_t k = 0; k < 4; ++k) {
            const float centre = other.centre(k);
            v[k] = centre < v[k] ? centre : v[k];
            v[k + 4] = -centre < v[k + 4] ? -centre : v[k + 4];
        }
    }
    float lo(std::size_t axis) const {
        return v[axis];
    }
    float hi(std::size_t axis) const {
        return -v[axis + 4];
    }
    float centre(std::size_t axis) const {
        return 0.5f * lo(axis) + 0.5f * hi(axis);
    }
    Box box() const {
        return {{lo(0), lo(1), lo(2)}, {hi(0), hi(1), hi(2)}};
    }
};

struct Item {
    Bounds box;
    std::uint32_t triangle;
};

/// SAH cost of n triangles: the leaves they fill, for a leaf's triangles are tested at once. So
/// splits that leave full leaves are cheaper.
double tests(std::size_t n) {
    const std::size_t leaves = (n + leaf_size - 1) / leaf_size;
    return double(leaves);
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
        constexpr float last = bin_count - 1;
        const float place = (item.box.centre(axis) - from) * scale;
        // Centres further apart than a float reaches make a NaN here.
        const float above = place > 0 ? place : 0;
        return std::size_t(int(above < last ? above : last));
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
        Bounds box = Bounds::empty();
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
            right_cost[b] = right.box.box().half_area() * tests(right.count);
        }
        Bin left;
        for (std::size_t b = 1; b < bin_count; ++b) {
            left.box.include(bins[k][b - 1].box), left.count += bins[k][b - 1].count;
            if (left.count == 0 || left.count == items.size()) continue;
            const double cost = left.box.box().half_area() * tests(left.count) + right_cost[b];
            if (cost < best.cost) best = {axes[k], b, cost};
        }
    }
    return best;
}

/// Of triangles that are equal bit for bit only the first, in another order.
std::span<Item> without_copies(std::span<Item> items, std::span<const Triangle<float>> triangles) {
    const auto bits = [&](const Item& item) { return bits_of(triangles[item.triangle]); };
    std::ranges::sort(items, [&](const Item& a, const Item& b) {
        const auto of_a = bits(a), of_b = bits(b);
        return of_a < of_b || (of_a == of_b && a.triangle < b.triangle);
    });
    const auto end = std::unique(items.begin(), items.end(),
                                 [&](const Item& a, const Item& b) { return bits(a) == bits(b); });
    return items.first(std::size_t(end - items.begin()));
}

/// Whether any two items have the same box, as copies have. For as few as a leaf has.
bool share_a_place(std::span<const Item> items) {
    for (std::size_t k = 1; k < items.size(); ++k)
        for (std::size_t i = 0; i < k; ++i)
            if (items[i].box.lo(0) == items[k].box.lo(0) && items[i].box.v == items[k].box.v)
                return true;
    return false;
}

/// Object-median split along the axis along which the centres spread most.
std::span<Item>::iterator halve(std::span<Item> items, const Bounds& centres) {
    const auto axis = std::size_t(widest_axis(centres.box().extent()));
    const auto middle = items.begin() + std::ptrdiff_t(items.size() / 2);
    std::nth_element(items.begin(), middle, items.end(), [&](const Item& a, const Item& b) {
        const float at_a = a.box.centre(axis), at_b = b.box.centre(axis);
        return at_a < at_b || (at_a == at_b && a.triangle < b.triangle);
    });
    return middle;
}

/// Room for as many nodes as any tree may get, from which threads take theirs; what is not taken
/// costs no memory.
class NodePool {
public:
    explicit NodePool(std::size_t triangles)
        : place_(std::make_unique_for_overwrite<Place[]>(2 * triangles - 1)) {}
    /// The first of two neighbours; nobody else gets these.
    std::size_t take_pair() { return used_.fetch_add(2, std::memory_order_relaxed); }
    void put(std::size_t index, const Node& node) { std::construct_at(&place_[index].node, node); }
    std::vector<Node> nodes() const {
        std::vector<Node> all(used_);
        for (std::size_t k = 0; k < all.size(); ++k) all[k] = place_[k].node;
        return all;
    }

private:
    union Place {
        Place() {}  // writes nothing, unlike Node's
        Node node;
    };
    std::unique_ptr<Place[]> place_;
    std::atomic<std::size_t> used_ = 1;
};

/// Builds the nodes over items.
class Builder {
public:
    Builder(NodePool& pool, std::vector<std::uint32_t>& order,
            std::span<const Triangle<float>> triangles, Copies copies)
        : pool_(pool), order_(order), triangles_(triangles), drops_(copies == Copies::dropped) {}

    /// The items begin at `first` among all.
    void build(std::size_t index, std::span<Item> items, std::size_t first,
               std::size_t depth) const {
        Bounds box = Bounds::empty(), centres = box;
        for (const Item& item : items) box.include(item.box), centres.include_centre(item.box);
        if (items.size() <= leaf_size) {
            if (drops_ && share_a_place(items)) items = without_copies(items, triangles_);
            return put_leaf(index, box, items, first);
        }
        const Split split = depth < halving_depth ? best_split(items, centres) : Split{};
        auto middle = items.begin();
        if (split.bin == 0) {
            // Copies are all in one place, where no bins part them.
            if (drops_) items = without_copies(items, triangles_);
            if (items.size() <= leaf_size) return put_leaf(index, box, items, first);
            middle = halve(items, centres);
        } else {
            middle = std::partition(items.begin(), items.end(), [&](const Item& item) {
                return split.axis.bin_of(item) < split.bin;
            });
        }
        const auto left = std::size_t(middle - items.begin());
        const std::size_t children = pool_.take_pair();
        pool_.put(index, {box.box(), std::uint32_t(children), 0});
#pragma omp task if (items.size() > worth_threads)
        build(children, items.first(left), first, depth + 1);
        build(children + 1, items.subspan(left), first + left, depth + 1);
#pragma omp taskwait
    }

private:
    void put_leaf(std::size_t index, const Bounds& box, std::span<const Item> items,
                  std::size_t first) const {
        pool_.put(index, {box.box(), std::uint32_t(first), std::uint32_t(items.size())});
        for (std::size_t k = 0; k < items.size(); ++k) order_[first + k] = items[k].triangle;
    }

    NodePool& pool_;
    std::vector<std::uint32_t>& order_;
    std::span<const Triangle<float>> triangles_;
    bool drops_;
};

}  // namespace

Tree build_tree(std::span<const Triangle<float>> triangles, Copies copies) {
    Tree tree;
    if (triangles.empty()) return tree;
    const auto items = std::make_unique_for_overwrite<Item[]>(triangles.size());
#pragma omp parallel for if (triangles.size() > worth_threads)
    for (std::size_t k = 0; k < triangles.size(); ++k) {
        const Box box = bounds(triangles[k]);
        items[k] = {Bounds::of(box.lo, box.hi), std::uint32_t(k)};
    }
    tree.order.resize(triangles.size());
    NodePool pool(triangles.size());
#pragma omp parallel if (triangles.size() > worth_threads)
#pragma omp single
    Builder(pool, tree.order, triangles, copies).build(0, {items.get(), triangles.size()}, 0, 0);
    tree.nodes = pool.nodes();
    return tree;
}

}  // namespace hitmiss
