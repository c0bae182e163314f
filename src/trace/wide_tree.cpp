#include "trace/wide_tree.hpp"

#include "limits.hpp"

namespace hitmiss {
namespace {

static_assert(2 * max_triangles * WideNode::width <= Child::leaf_bit,
              "a place fits below the bits");

/// The binary nodes that become the children of a wide node.
struct Opened {
    std::array<const Node*, WideNode::width> node{};
    std::size_t size = 0;

    void replace(std::size_t k, const Node* children) {
        node[k] = children, node[size++] = children + 1;
    }
};

/// The children of the node's wide node: its own two, of which the largest inner one is replaced by
/// its two until there are eight; none for a leaf.
Opened open(const Tree& tree, const Node& node) {
    Opened opened;
    if (node.count > 0) return opened;
    opened.size = 1;
    opened.replace(0, &tree.nodes[node.first]);
    while (opened.size < WideNode::width) {
        std::size_t best = opened.size;
        double largest = -1;
        for (std::size_t k = 0; k < opened.size; ++k) {
            const Node& inner = *opened.node[k];
            if (inner.count > 0) continue;
            if (const double area = inner.box.half_area(); area > largest) largest = area, best = k;
        }
        if (best == opened.size) break;
        opened.replace(best, &tree.nodes[opened.node[best]->first]);
    }
    return opened;
}

/// The binary nodes that become wide nodes, and where the children of each begin.
struct Plan {
    std::vector<const Node*> source;
    std::vector<std::size_t> children;
};

/// Level by level, so that each node has its place whichever thread opens it.
Plan plan(const Tree& tree) {
    Plan all;
    all.source.push_back(&tree.nodes[0]);
    std::vector<Opened> level;
    for (std::size_t begin = 0; begin < all.source.size(); begin += level.size()) {
        level.resize(all.source.size() - begin);
#pragma omp parallel for
        for (std::size_t k = 0; k < level.size(); ++k)
            level[k] = open(tree, *all.source[begin + k]);
        for (const Opened& opened : level) {
            all.children.push_back(all.source.size());
            all.source.insert(all.source.end(), opened.node.begin(),
                              opened.node.begin() + opened.size);
        }
    }
    all.children.push_back(all.source.size());
    return all;
}

}  // namespace

WideTree widen(const Tree& tree, std::span<const Triangle<float>> triangles) {
    WideTree wide;
    if (tree.nodes.empty()) return wide;
    const Plan all = plan(tree);
    wide.nodes.resize(all.source.size());
    wide.triangle.resize(all.source.size() * WideNode::width);
#pragma omp parallel for
    for (std::size_t index = 0; index < wide.nodes.size(); ++index) {
        WideNode& node = wide.nodes[index];
        const Node& from = *all.source[index];
        node.count = from.count;
        for (std::size_t k = 0; k < from.count; ++k) {
            const std::size_t place = index * WideNode::width + k;
            wide.triangle[place] = tree.order[from.first + k];
            node.child[k] = Child::triangle(place);
            node.set_box(k, bounds(triangles[wide.triangle[place]]));
        }
        for (std::size_t at = all.children[index]; at < all.children[index + 1]; ++at) {
            node.child[node.count] = Child::node(at, all.source[at]->count > 0);
            node.set_box(node.count++, all.source[at]->box);
        }
    }
    return wide;
}

Box refit(WideTree& tree, std::span<const Box> reach) {
    const auto box_of = [&](const WideNode& node) {
        Box box;
        for (std::size_t k = 0; k < node.count; ++k) box.include(node.box(k));
        return box;
    };
    for (std::size_t index = tree.nodes.size(); index-- > 0;) {
        WideNode& node = tree.nodes[index];
        for (std::size_t k = 0; k < node.count; ++k) {
            const Child child = node.child[k];
            node.set_box(k, child.is_triangle() ? reach[tree.triangle[child.index()]]
                                                : box_of(tree.nodes[child.index()]));
        }
    }
    return tree.nodes.empty() ? Box{} : box_of(tree.nodes[0]);
}

}  // namespace hitmiss
