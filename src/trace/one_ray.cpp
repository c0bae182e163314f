#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

void traverse_in_lanes(const WideTree& tree, const Ray<float>& ray, const double& limit,
                       const VisitLeaf& visit) {
    struct Pending {
        std::uint32_t node;
        float entry;
    };
    const BoxTest test(ray, tree.box);
    std::array<Pending, WideNode::width*(max_depth + 1)> stack;
    stack[0] = {0, 0};
    for (std::size_t size = 1; size > 0;) {
        const Pending next = stack[--size];
        if (double(next.entry) > limit) continue;
        const WideNode& node = tree.nodes[next.node];
        std::array<float, WideNode::width> entry;
        // A little more than the limit, which may round down.
        auto met = test(node.bound, float(limit) * (1 + 0x1p-22f), entry) & node.present();
        if (node.is_leaf()) {
            if (met != 0) visit(next.node, met);
            continue;
        }
        const std::size_t bottom = size;
        for (; met != 0; met &= met - 1) {
            const auto k = std::size_t(std::countr_zero(met));
            std::size_t place = size++;
            for (; place > bottom && stack[place - 1].entry < entry[k]; --place)
                stack[place] = stack[place - 1];
            stack[place] = {node.child[k].index(), entry[k]};
        }
    }
}

}  // namespace

void traverse(const WideTree& tree, const Ray<float>& ray, const double& limit,
              const VisitLeaf& visit) {
    if (tree.nodes.empty()) return;
    static const VectorWidth width = widest();
    at_width(width, [&] { traverse_in_lanes(tree, ray, limit, visit); });
}

}  // namespace hitmiss
