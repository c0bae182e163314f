#include "trace/wide_tree.hpp"

#include <algorithm>

namespace hitmiss {
namespace {

/// Fits the nodes to the bounds of leaves.
void fit_nodes(WideTree& tree, std::span<const Bound> of_leaf) {
    std::vector<Bound> of_node(tree.nodes.size());
    for (std::size_t index = tree.nodes.size(); index-- > 0;) {
        WideNode& node = tree.nodes[index];
        for (std::size_t k = 0; k < node.count; ++k) {
            const Child child = node.child[k];
            const Bound& bound = child.is_leaf() ? of_leaf[child.index()] : of_node[child.index()];
            node.set(k, bound);
            of_node[index].include(bound);
        }
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
    fit_nodes(other, fit_leaves(other, bound_of));
    return other;
}

WideTree refitted_nodes(const WideTree& tree,
                        const std::function<Bound(const Child& leaf)>& bound_of) {
    WideTree other;
    other.nodes = tree.nodes, other.triangles = tree.triangles;
    Unfilled<Bound> of_leaf(tree.leaf_count());
    tree.for_each_leaf_at_once([&](const Child& leaf) { of_leaf[leaf.index()] = bound_of(leaf); });
    fit_nodes(other, of_leaf);
    return other;
}

}  // namespace hitmiss
