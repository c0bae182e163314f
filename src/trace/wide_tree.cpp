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

Slots open(const Tree& tree, const Node& node) {
    Slots slots;
    slots.size = 1;
    slots.replace(tree, 0, node);
    for (;;) {
        std::size_t best = slots.size;
        float largest = -1;
        for (std::size_t k = 0; k < slots.size; ++k) {
            const Node* inner = slots.slot[k].node;
            if (inner == nullptr) continue;
            const std::size_t more = inner->count == 0 ? 1 : inner->count - 1;
            const float area = half_area(inner->box);
            if (slots.size + more <= WideNode::width && area > largest) largest = area, best = k;
        }
        if (best == slots.size) return slots;
        slots.replace(tree, best, *slots.slot[best].node);
    }
}

}  // namespace

WideTree widen(const Tree& tree) {
    WideTree wide;
    if (tree.nodes.empty()) return wide;
    wide.order = tree.order;
    wide.nodes.resize(1);
    std::vector<const Node*> source{&tree.nodes[0]};
    for (std::size_t index = 0; index < wide.nodes.size(); ++index) {
        const Slots slots = open(tree, *source[index]);
        wide.nodes[index].count = std::uint32_t(slots.size);
        for (std::size_t k = 0; k < slots.size; ++k) {
            if (slots.slot[k].node == nullptr) {
                wide.nodes[index].child[k] = Child::leaf(slots.slot[k].place);
            } else {
                wide.nodes[index].child[k] = Child::node(wide.nodes.size());
                wide.nodes.emplace_back();
                source.push_back(slots.slot[k].node);
            }
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
            node.set_box(k, child.is_leaf() ? reach[tree.order[child.index()]]
                                            : box_of(tree.nodes[child.index()]));
        }
    }
    return tree.nodes.empty() ? Box{} : box_of(tree.nodes[0]);
}

}  // namespace hitmiss
