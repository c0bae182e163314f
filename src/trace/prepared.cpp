#include "trace/prepared.hpp"

namespace hitmiss {

Prepared::Prepared(const Kernel& kernel, const Geometry& geometry)
    : kernel_(kernel), tree_(geometry.tree), lines_per_leaf_(kernel.leaf_bytes() / 64) {
    const auto triangles = geometry.triangles;
    Box box = geometry.box;
    if (kernel.grows()) {
        std::vector<Box> reach(triangles.size());
#pragma omp parallel for if (triangles.size() > worth_threads)
        for (std::size_t k = 0; k < triangles.size(); ++k) reach[k] = kernel.reach(triangles[k]);
        WideTree own = *tree_;
        box = refit(own, reach);
        tree_ = std::make_shared<const WideTree>(std::move(own));
    }
    const auto extent = box.extent();
    bounded_ = extent.x + extent.y + extent.z < Box::inf;
    const auto& nodes = tree_->nodes;
    lines_.resize(nodes.size() * lines_per_leaf_);
#pragma omp parallel for if (nodes.size() > worth_threads)
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (!nodes[n].is_leaf()) continue;
        for (std::size_t k = 0; k < nodes[n].count; ++k) {
            const auto index = tree_->triangle[n * WideNode::width + k];
            kernel.prepare(triangles[index], index, lines_[n * lines_per_leaf_].data(), k);
        }
    }
}

}  // namespace hitmiss
