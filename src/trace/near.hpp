#pragma once
// The triangles near a point.

#include <vector>

#include "trace/wide_tree.hpp"

namespace hitmiss {

/// Calls visit(triangle) for each triangle whose box is no farther than `radius` from p along each
/// axis; of copies for the first.
void for_each_near(const WideTree& tree, const Vec<double>& p, double radius, const auto& visit) {
    const auto is_near = [&](const Box& box) {
        const Vec<double> out = glm::max(Vec<double>(box.lo) - p, p - Vec<double>(box.hi));
        return out.x <= radius && out.y <= radius && out.z <= radius;
    };
    std::vector<Child> pending;
    if (!tree.nodes.empty()) pending.push_back(tree.root());
    while (!pending.empty()) {
        WideNode room;
        const WideNode& node = tree.at(pending.back(), room);
        pending.pop_back();
        for (std::size_t k = 0; k < node.count; ++k) {
            if (!is_near(node.box(k))) continue;
            if (node.child[k].is_triangle())
                visit(tree.triangle(node.child[k].place()));
            else
                pending.push_back(node.child[k]);
        }
    }
}

}  // namespace hitmiss
