#include "trace/wide_tree.hpp"

#include <algorithm>

#include "base/limits.hpp"

namespace hitmiss {
namespace {

static_assert(2 * max_triangles * WideNode::width <= Child::triangle_bit &&
                  2 * max_triangles <= 1u << Child::count_shift &&
                  WideNode::width << Child::count_shift < Child::triangle_bit,
              "a place, and an index with a count, fit below the bit");

/// Decides which binary nodes become wide ones.
class Plan {
public:
    std::vector<const Node*> source;    ///< of each wide node, level by level
    std::vector<std::size_t> children;  ///< where each wide node's children begin; last, their end

    explicit Plan(const Tree& tree)
        : source{&tree.nodes[0]}, nodes_(tree.nodes), least_(nodes_.size()) {
        const double root_area = nodes_[0].box.half_area();
        for (std::size_t k = nodes_.size(); k-- > 0;) {
            const Node& node = nodes_[k];
            if (node.count > 0) continue;
            Areas& least = least_[k];
            const double area = node.box.half_area();
            // If all triangles lie on a line, this would be 0 / 0.
            least[1] = (area > 0 ? float(area / root_area) : 0) + split(node, WideNode::width).area;
            for (std::size_t slots = 2; slots < WideNode::width; ++slots)
                least[slots] = std::min(least[slots - 1], split(node, slots).area);
        }
        for (std::size_t k = 0; k < source.size(); ++k) {
            children.push_back(source.size());
            if (source[k]->count == 0) open(*source[k], WideNode::width);
        }
        children.push_back(source.size());
    }

private:
    /// [s]: least area, as a fraction of the root's, of the wide nodes in a subtree that fills at
    /// most s slots of its parent. [0] is unused; a leaf adds none.
    using Areas = std::array<float, WideNode::width>;
    struct Split {
        float area = Box::inf;
        std::size_t left = 1;  ///< slots for the left child
    };

    Split split(const Node& node, std::size_t slots) const {
        const Areas &left = least_[node.first], &right = least_[node.first + 1];
        Split best;
        for (std::size_t k = 1; k < slots; ++k)
            if (const float area = left[k] + right[slots - k]; area < best.area) best = {area, k};
        return best;
    }
    /// Adds the wide nodes below a node that fills `slots` slots.
    void open(const Node& node, std::size_t slots) {
        const std::size_t left = split(node, slots).left;
        for (const bool right : {false, true}) {
            const std::size_t child = node.first + right;
            const Areas& least = least_[child];
            std::size_t share = right ? slots - left : left;
            while (share > 1 && least[share - 1] == least[share]) --share;  // fewer are as good
            if (share == 1)
                source.push_back(&nodes_[child]);
            else
                open(nodes_[child], share);
        }
    }

    std::span<const Node> nodes_;
    std::vector<Areas> least_;
};

}  // namespace

WideTree widen(const Tree& tree, std::span<const Triangle<float>> triangles) {
    WideTree wide;
    if (tree.nodes.empty()) return wide;
    const Plan all(tree);
    wide.nodes.resize(all.source.size());
    wide.triangle.resize(all.source.size() * WideNode::width);
#pragma omp parallel for if (wide.nodes.size() > worth_threads)
    for (std::size_t index = 0; index < wide.nodes.size(); ++index) {
        WideNode& node = wide.nodes[index] = {};
        std::fill_n(&wide.triangle[index * WideNode::width], WideNode::width, 0u);
        const Node& from = *all.source[index];
        const Node& later = *all.source[std::min(index + 4, wide.nodes.size() - 1)];
        for (std::size_t k = 0; k < later.count; ++k)
            __builtin_prefetch(&triangles[tree.order[later.first + k]]);
        node.count = from.count;
        for (std::size_t k = 0; k < from.count; ++k) {
            const std::size_t place = index * WideNode::width + k;
            wide.triangle[place] = tree.order[from.first + k];
            node.child[k] = Child::triangle(place);
            node.bound.set(k, bounds(triangles[wide.triangle[place]]));
        }
        for (std::size_t at = all.children[index]; at < all.children[index + 1]; ++at) {
            node.child[node.count] = Child::node(at, all.source[at]->count);
            node.bound.set(node.count++, all.source[at]->box);
        }
    }
    wide.box = tree.nodes[0].box;
    return wide;
}

WideTree refitted(const WideTree& tree, const std::function<Bound(std::uint32_t place)>& bound_of) {
    WideTree other;
    auto& nodes = other.nodes;
    nodes.resize(tree.nodes.size());
    other.triangle.resize(tree.triangle.size());
    std::vector<Bound> of_node(nodes.size());
    const auto put = [&](std::size_t index, std::size_t k, const Bound& bound) {
        nodes[index].set(k, bound);
        of_node[index].include(bound);
    };
#pragma omp parallel if (tree.triangle.size() > worth_threads)
    {
        Box box;
#pragma omp for schedule(dynamic, 64)
        for (std::size_t index = 0; index < nodes.size(); ++index) {
            nodes[index] = tree.nodes[index];
            const std::size_t first = index * WideNode::width;
            std::copy_n(&tree.triangle[first], WideNode::width, &other.triangle[first]);
            for (std::size_t k = 0; nodes[index].is_leaf() && k < nodes[index].count; ++k) {
                const Bound bound = bound_of(std::uint32_t(first + k));
                put(index, k, bound);
                if (size_of(bound.box.extent()) < Box::inf) box.include(bound.box);
            }
        }
#pragma omp critical(refitted)
        other.box.include(box);
    }
    for (std::size_t index = nodes.size(); index-- > 0;) {
        if (of_node[index].box.lo.x < Box::inf) continue;  // most leaves, which this tells sooner
        for (std::size_t k = 0; !nodes[index].is_leaf() && k < nodes[index].count; ++k)
            put(index, k, of_node[nodes[index].child[k].index()]);
    }
    return other;
}

}  // namespace hitmiss
