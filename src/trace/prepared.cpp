#include "trace/prepared.hpp"

namespace hitmiss {

Box Geometry::origins() const {
    const auto far = float(2 * diagonal());
    const Box around{box.lo - far, box.hi + far};
    const Vec<float> at(eye);
    return around.holds(at) ? around : Box{at, at};
}

Prepared::Prepared(const Kernel& kernel, const Geometry& geometry,
                   const std::optional<Box>& origins)
    : kernel_(kernel),
      bounded_(kernel.growth().bounded && !(origins && kernel.growth().line)),
      tree_(geometry.tree),
      lines_per_leaf_(kernel.leaf_bytes() / 64) {
    const auto triangles = geometry.triangles;
    const Vec<float> eye(geometry.eye);
    origins_ = origins.value_or(Box{eye, eye});
    if (bounded()) {
        auto own = std::make_shared<WideTree>(*tree_);
        if (origins)
            cones_ = Cones(*own, kernel, triangles, *origins);
        else
            grazed_ = grow(*own, kernel, triangles, eye),
            bands_ = hitmiss::line_bands(*own, kernel, triangles, eye);
        tree_ = std::move(own);
    }
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
