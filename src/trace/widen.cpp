// From a binary tree to a wide one.

#include <algorithm>

#include "base/limits.hpp"
#include "trace/wide_tree.hpp"

namespace hitmiss {
namespace {

static_assert(2 * max_triangles * leaf_size <= Child::triangle_bit &&
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
#pragma omp parallel if (nodes_.size() > worth_threads)
#pragma omp single
        find_least(0, 0);
        for (std::size_t k = 0; k < source.size(); ++k) {
            // The nodes of a large tree come from memory.
            if (k + 16 < source.size()) __builtin_prefetch(source[k + 16]);
            if (k + 8 < source.size() && source[k + 8]->count == 0) {
                const std::size_t later = source[k + 8]->first;
                __builtin_prefetch(&nodes_[later]), __builtin_prefetch(&least_[later]);
            }
            children.push_back(source.size());
            if (source[k]->count == 0)
                open(*source[k], WideNode::width);
            else if (k == 0)  // The root is an inner node with one leaf.
                source.push_back(source[0]);
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

    /// Fills least_ for the nodes of a subtree.
    void find_least(std::size_t index, std::size_t depth) {
        constexpr std::size_t divided = 10;  // levels whose nodes threads share
        const Node& node = nodes_[index];
        if (node.count > 0) return;
        const std::size_t left = node.first;
        if (depth < divided) {
#pragma omp task
            find_least(left, depth + 1);
            find_least(left + 1, depth + 1);
#pragma omp taskwait
        } else {
            find_least(left, depth + 1), find_least(left + 1, depth + 1);
        }
        Areas& least = least_[index];
        const double area = node.box.half_area(), of_root = nodes_[0].box.half_area();
        // If all triangles lie on a line, this would be 0 / 0.
        least[1] = (area > 0 ? float(area / of_root) : 0) + split(node, WideNode::width).area;
        for (std::size_t slots = 2; slots < WideNode::width; ++slots)
            least[slots] = std::min(least[slots - 1], split(node, slots).area);
    }
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

WideTree widen(const Tree& tree) {
    WideTree wide;
    wide.triangles = std::make_shared<Unfilled<std::uint32_t>>();
    if (tree.nodes.empty()) return wide;
    const Plan all(tree);
    // Each wide node's number among inner nodes or among leaves.
    std::vector<std::uint32_t> number(all.source.size());
    const auto is_leaf = [&](std::size_t index) {
        return all.children[index] == all.children[index + 1];
    };
    std::uint32_t inner = 0, leaves = 0;
    for (std::size_t k = 0; k < number.size(); ++k) number[k] = is_leaf(k) ? leaves++ : inner++;
    wide.nodes.resize(inner);
    wide.triangles->resize(leaves * leaf_size);
#pragma omp parallel for if (number.size() > worth_threads)
    for (std::size_t index = 0; index < number.size(); ++index) {
        const Node& from = *all.source[index];
        if (is_leaf(index)) {
            std::uint32_t* const place = &(*wide.triangles)[number[index] * leaf_size];
            std::fill(std::copy_n(&tree.order[from.first], from.count, place), place + leaf_size,
                      0u);
            continue;
        }
        WideNode& node = wide.nodes[number[index]] = {};
        for (std::size_t at = all.children[index]; at < all.children[index + 1]; ++at) {
            node.child[node.count] = Child::node(number[at], all.source[at]->count);
            node.set(node.count++, {all.source[at]->box});
        }
    }
    wide.box = tree.nodes[0].box;
    return wide;
}

}  // namespace hitmiss
