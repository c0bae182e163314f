#pragma once
// The triangles near a point.

#include <vector>

#include "trace/wide_tree.hpp"

namespace hitmiss {

/// Calls visit(triangle) for each triangle whose box is no farther than `radius` from p along each
/// axis; of copies for the first.
template <typename Visit>
void for_each_near(const WideTree& tree, const Vec<double>& p, double radius, Visit&& visit) {
    const auto is_near = [&](const Box& box) {
        const Vec<double> out = glm::max(Vec<double>(box.lo) - p, p - Vec<double>(box.hi));
        return out.x <= radius && out.y <= radius && out.z <= radius;
    };
    std::vector<std::uint32_t> pending;
    if (!tree.nodes.empty()) pending.push_back(0);
    while (!pending.empty()) {
        const std::size_t index = pending.back();
        pending.pop_back();
        const WideNode& node = tree.nodes[index];
        for (std::size_t k = 0; k < node.count; ++k) {
            if (!is_near(node.box(k))) continue;
            if (node.is_leaf())
                visit(tree.triangle[index * WideNode::width + k]);
            else
                pending.push_back(node.child[k].index());
        }
    }
}

}  // namespace hitmiss
