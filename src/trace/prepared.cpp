#include "trace/prepared.hpp"

#include <algorithm>

namespace hitmiss {
namespace {

/// Whether what the kernel accepts is so near to a triangle that boxes which hold it are little
/// larger than those of others.
bool stays_near(const Kernel& kernel) {
    const Triangle<float> tri({1, 0, 0}, {0, 1, 0}, {0, 0, 1});
    return kernel.reach(tri).half_area() <= 2 * bounds(tri).half_area();
}

}  // namespace

Box Geometry::origins() const {
    const auto far = float(2 * diagonal());
    const Box around{box.lo - far, box.hi + far};
    const Vec<float> at(eye);
    return around.holds(at) ? around : Box{at, at};
}

std::shared_ptr<const PlaneTree> Geometry::planes() const {
    std::call_once(late_->once, [&] { late_->planes = PlaneTree(*tree, triangles, box); });
    return {late_, &late_->planes};
}

Leaves::Leaves(const Kernel& kernel, const WideTree& tree,
               std::span<const Triangle<float>> triangles)
    : lines_per_leaf_(kernel.leaf_bytes() / sizeof(CacheLine)) {
    const auto& nodes = tree.nodes;
    std::shared_ptr<CacheLine[]> lines =
        std::make_unique_for_overwrite<CacheLine[]>(nodes.size() * lines_per_leaf_);
#pragma omp parallel for if (nodes.size() > worth_threads)
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (!nodes[n].is_leaf()) continue;
        CacheLine* const leaf = lines.get() + n * lines_per_leaf_;
        std::fill_n(leaf, lines_per_leaf_, CacheLine{});  // numbers in places without a triangle
        for (std::size_t k = 0; k < nodes[n].count; ++k) {
            const auto index = tree.triangle[n * WideNode::width + k];
            kernel.prepare(triangles[index], index, leaf->data(), k);
        }
    }
    lines_ = std::move(lines);
}

Prepared::Prepared(const Kernel& kernel, const Geometry& geometry, const Box& origins)
    : kernel_(kernel),
      bounded_(kernel.growth().bounded && !kernel.growth().line),
      tree_(geometry.tree),
      leaves_(kernel, *tree_, geometry.triangles) {
    grow_for(geometry, origins);
}

Prepared Prepared::from(const Geometry& geometry, const Box& origins) const {
    Prepared other = *this;
    other.grow_for(geometry, origins);
    return other;
}

void Prepared::grow_for(const Geometry& geometry, const Box& origins) {
    origins_ = origins;
    if (!bounded_) return;
    auto own = std::make_shared<WideTree>(*geometry.tree);
    grazing_height_ = grow(*own, kernel_, geometry.triangles, origins);
    if (grazing_height_ > 0) planes_ = geometry.planes();
    tree_ = std::move(own);
}

std::vector<Prepared> Prepared::for_packets(std::span<const Kernel> kernels,
                                            const Geometry& geometry) {
    const auto triangles = geometry.triangles;
    const Vec<float> eye(geometry.eye);
    std::vector<Prepared> all;
    std::vector<std::size_t> near;
    std::vector<std::vector<std::size_t>> sharing;
    for (std::size_t m = 0; m < kernels.size(); ++m) {
        Prepared& one = all.emplace_back(Prepared(kernels[m]));
        one.bounded_ = kernels[m].growth().bounded;
        one.origins_ = {eye, eye};
        one.tree_ = geometry.tree;
        const auto alike = std::ranges::find_if(
            all, [&](const Prepared& other) { return other.kernel_.prepares_as(kernels[m]); });
        one.leaves_ =
            &*alike == &one ? Leaves(kernels[m], *geometry.tree, triangles) : alike->leaves_;
        if (!one.bounded_) continue;
        if (stays_near(kernels[m]))
            near.push_back(m);
        else
            sharing.push_back({m});
    }
    if (!near.empty()) sharing.push_back(near);
    for (const auto& group : sharing) {
        std::vector<Kernel> of_group;
        for (const std::size_t m : group) of_group.push_back(kernels[m]);
        const auto tree = std::make_shared<WideTree>(*geometry.tree);
        auto grazed = grow(*tree, of_group, triangles, eye);
        for (std::size_t k = 0; k < group.size(); ++k) {
            Prepared& one = all[group[k]];
            one.tree_ = tree;
            one.grazed_ = std::move(grazed[k]);
            one.bands_ = hitmiss::line_bands(*tree, one.kernel_, triangles, eye);
        }
    }
    return all;
}

}  // namespace hitmiss
