#include "trace/wide_tree.hpp"

#include <algorithm>

namespace hitmiss {
namespace {

/// Makes the nodes as those of another tree, but fitted to the bounds of leaves, which several
/// threads ask for. One alone then goes up from nodes to nodes.
void fit_nodes(WideTree& tree, const WideTree& like, auto&& bound_of) {
    tree.nodes.resize(like.nodes.size());
    Unfilled<Bound> of_node(tree.nodes.size());
    const auto is_leaf = [](const Child& child) { return child.is_leaf(); };
    const auto lowest = [&](const WideNode& node) {
        return std::all_of(node.child.begin(), node.child.begin() + node.count, is_leaf);
    };
    const auto include_all = [&](std::size_t index) {
        const WideNode& node = tree.nodes[index];
        Bound& all = of_node[index] = {};
        for (std::size_t k = 0; k < node.count; ++k) all.include({node.box(k), node.nearer[k]});
    };
#pragma omp parallel for schedule(dynamic, 16) if (tree.leaf_count() > worth_threads)
    for (std::size_t index = 0; index < tree.nodes.size(); ++index) {
        WideNode& node = tree.nodes[index] = like.nodes[index];
        for (std::size_t k = 0; k < node.count; ++k)
            if (node.child[k].is_leaf()) node.set(k, bound_of(node.child[k]));
        if (lowest(node)) include_all(index);
    }
    for (std::size_t index = tree.nodes.size(); index-- > 0;) {
        WideNode& node = tree.nodes[index];
        if (lowest(node)) continue;
        for (std::size_t k = 0; k < node.count; ++k)
            if (!node.child[k].is_leaf()) node.set(k, of_node[node.child[k].index()]);
        include_all(index);
    }
}

}  // namespace

WideLeaf::WideLeaf(const EightBoxes& boxes, std::size_t count, Part nearer)
    : count_(std::uint8_t(count) & 15) {
    nearest_ = std::uint8_t(float(parts) * nearer.value()) & 15;
    if (nearest() > nearer.value()) --nearest_;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto &lo = boxes[axis], &hi = boxes[axis + 3];
        const float least = least_[axis] = *std::ranges::min_element(lo);
        // A power of two that needs no more steps than there are; 1.5 x 2^126 fits into a float.
        const double extent = double(*std::ranges::max_element(hi)) - double(least);
        if (!(extent < 0x1p126)) {
            exponent_[axis] = infinite;  // and no steps
            continue;
        }
        int exponent = 0;
        if (extent > 0) std::frexp(extent / most_steps, &exponent);
        exponent_[axis] = std::uint8_t(extent > 0 ? std::max(exponent + 127, 1) : 0);
        const float by = step_of(axis), inverse = extent > 0 ? 1 / by : 0;
        // Rounded to nearest, a sum is on the same side of a float as before. So only the
        // quotient's rounding may be on the wrong side, and by one step.
        const auto steps_to = [&](float at) {
            const float steps = (at - least) * inverse;
            const float positive = steps > 0 ? steps : 0;  // also NaN, where there is no box
            return int(positive < float(most_steps) ? positive : float(most_steps));
        };
        for (std::size_t k = 0; k < leaf_size; ++k) {
            const int below = steps_to(lo[k]), above = steps_to(hi[k]);
            const int lower = below - (least + float(below) * by > lo[k] ? 1 : 0);
            const int upper = above + (least + float(above) * by < hi[k] ? 1 : 0);
            if (axis == 2)
                z_[k] = std::uint16_t(lower | upper << 8);
            else
                x_y_[k] |= std::uint32_t(lower | upper << 8) << 16 * axis;
        }
    }
}

Unfilled<Bound> fit_leaves(WideTree& tree, const BoundOf& bound_of) {
    tree.leaves.resize(tree.leaf_count());
    Unfilled<Bound> bounds(tree.leaves.size());
    tree.box = {};
#pragma omp parallel if (tree.leaves.size() > worth_threads)
    {
        Box box;
#pragma omp for schedule(dynamic, 16)
        for (std::size_t n = 0; n < tree.nodes.size(); ++n)
            for_each_leaf(tree.nodes[n], [&](const Child& leaf) {
                EightBoxes boxes = EightBoxes::none();
                Bound& all = bounds[leaf.index()] = {};
                for (std::size_t k = 0; k < leaf.triangles(); ++k) {
                    const Bound bound = bound_of(std::uint32_t(leaf.index() * leaf_size + k));
                    boxes.set(k, bound.box);
                    all.include(bound);
                    if (size_of(bound.box.extent()) < Box::inf) box.include(bound.box);
                }
                tree.leaves[leaf.index()] = WideLeaf(boxes, leaf.triangles(), all.nearer);
            });
#pragma omp critical(fit_leaves)
        tree.box.include(box);
    }
    return bounds;
}

WideTree refitted(const WideTree& tree, const BoundOf& bound_of) {
    WideTree other;
    other.nodes = tree.nodes, other.triangles = tree.triangles;
    const auto of_leaf = fit_leaves(other, bound_of);
    fit_nodes(other, tree, [&](const Child& leaf) { return of_leaf[leaf.index()]; });
    return other;
}

WideTree refitted_nodes(const WideTree& tree,
                        const std::function<Bound(const Child& leaf)>& bound_of) {
    WideTree other;
    other.triangles = tree.triangles;
    fit_nodes(other, tree, bound_of);
    return other;
}

}  // namespace hitmiss
