#pragma once
// The triangles whose boxes are wanted, as those near a point.

#include <vector>

#include "trace/wide_tree.hpp"

namespace hitmiss {

/// Calls visit(place) for each triangle that lies in wanted boxes only: its own and those around
/// it; of copies for the first.
void for_each_place_in(const WideTree& tree, const auto& wanted, const auto& visit) {
    std::vector<Child> pending;
    if (!tree.nodes.empty()) pending.push_back(tree.root());
    while (!pending.empty()) {
        WideNode room;
        const WideNode& node = tree.at(pending.back(), room);
        pending.pop_back();
        for (std::size_t k = 0; k < node.count; ++k) {
            if (!wanted(node.box(k))) continue;
            if (node.child[k].is_triangle())
                visit(node.child[k].place());
            else
                pending.push_back(node.child[k]);
        }
    }
}

/// Calls visit(triangle) for each triangle whose box is no farther than `radius` from p along each
/// axis; of copies for the first.
void for_each_near(const WideTree& tree, const Vec<double>& p, double radius, const auto& visit) {
    const auto is_near = [&](const Box& box) {
        const Vec<double> out = glm::max(Vec<double>(box.lo) - p, p - Vec<double>(box.hi));
        return out.x <= radius && out.y <= radius && out.z <= radius;
    };
    for_each_place_in(tree, is_near, [&](std::uint32_t place) { visit(tree.triangle(place)); });
}

}  // namespace hitmiss
