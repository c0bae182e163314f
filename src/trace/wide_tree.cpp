#include "trace/wide_tree.hpp"

namespace hitmiss {
namespace {

float half_area(const Box& box) {
    const auto e = box.extent();
    return e.x * e.y + e.y * e.z + e.z * e.x;
}

/// The binary nodes, or single triangles of leaves, that become the children of a wide node.
struct Slot {
    const Node* node;   ///< null: a triangle
    std::size_t place;  ///< of the triangle in leaf order
};

struct Slots {
    std::array<Slot, WideNode::width> slot;
    std::size_t size = 0;

    void replace(const Tree& tree, std::size_t k, const Node& node) {
        if (node.count == 0) {
            slot[k] = {&tree.nodes[node.first], 0};
            slot[size++] = {&tree.nodes[node.first + 1], 0};
        } else {
            slot[k] = {nullptr, node.first};
            for (std::size_t i = 1; i < node.count; ++i) slot[size++] = {nullptr, node.first + i};
        }
    }
};

/// How many triangles are below each node.
std::vector<std::uint32_t> triangle_counts(const Tree& tree) {
    std::vector<std::uint32_t> counts(tree.nodes.size());
    for (std::size_t k = counts.size(); k-- > 0;) {
        const Node& node = tree.nodes[k];
        counts[k] = node.count > 0 ? node.count : counts[node.first] + counts[node.first + 1];
    }
    return counts;
}

/// Opens the largest descendants first. One whose triangles fit into a node stays closed, so that
/// it becomes such a node: opened, it would fall apart into nodes with two or three triangles.
template <typename Fits>
Slots open(const Tree& tree, const Node& node, const Fits& fits_into_one) {
    const bool fits = fits_into_one(node);
    Slots slots;
    slots.size = 1;
    slots.replace(tree, 0, node);
    while (fits || slots.size < WideNode::width) {
        std::size_t best = slots.size;
        float largest = -1;
        for (std::size_t k = 0; k < slots.size; ++k) {
            const Node* inner = slots.slot[k].node;
            if (inner == nullptr || (!fits && fits_into_one(*inner))) continue;
            if (const float area = half_area(inner->box); area > largest) largest = area, best = k;
        }
        if (best == slots.size) break;
        slots.replace(tree, best, *slots.slot[best].node);
    }
    return slots;
}

}  // namespace

WideTree widen(const Tree& tree, std::span<const Triangle<float>> triangles) {
    WideTree wide;
    if (tree.nodes.empty()) return wide;
    const auto counts = triangle_counts(tree);
    const auto fits_into_one = [&](const Node& node) {
        return counts[std::size_t(&node - tree.nodes.data())] <= WideNode::width;
    };
    wide.nodes.reserve(tree.nodes.size() / 2);
    std::vector<const Node*> source{&tree.nodes[0]};
    for (std::size_t index = 0; index < source.size(); ++index) {
        const Slots slots = open(tree, *source[index], fits_into_one);
        WideNode& node = wide.nodes.emplace_back();
        node.count = std::uint32_t(slots.size);
        wide.triangle.resize((index + 1) * WideNode::width);
        for (std::size_t k = 0; k < slots.size; ++k) {
            const Slot& slot = slots.slot[k];
            if (slot.node == nullptr) {
                const std::size_t place = index * WideNode::width + k;
                wide.triangle[place] = tree.order[slot.place];
                node.child[k] = Child::leaf(place);
                node.set_box(k, bounds(triangles[wide.triangle[place]]));
            } else {
                node.child[k] = Child::node(source.size(), fits_into_one(*slot.node));
                node.set_box(k, slot.node->box);
                source.push_back(slot.node);
            }
        }
    }
    wide.nodes.shrink_to_fit(), wide.triangle.shrink_to_fit();
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
            node.set_box(k, child.is_leaf() ? reach[tree.triangle[child.index()]]
                                            : box_of(tree.nodes[child.index()]));
        }
    }
    return tree.nodes.empty() ? Box{} : box_of(tree.nodes[0]);
}

}  // namespace hitmiss
