#include "trace/traced_scene.hpp"

#include <algorithm>
#include <map>

namespace hitmiss {
namespace {

/// The numbers of the methods that are bounded, in groups that share a tree: none's boxes have more
/// than one and a half times the area of another, which costs rays next to nothing.
std::vector<std::vector<std::size_t>> sharing(std::span<const Kernel> kernels,
                                              std::span<const Triangle<float>> triangles,
                                              const Vec<float>& eye) {
    std::multimap<double, std::size_t> by_area;
    for (std::size_t m = 0; m < kernels.size(); ++m)
        if (kernels[m].growth().bounded) by_area.emplace(grown_area(kernels[m], triangles, eye), m);
    std::vector<std::vector<std::size_t>> groups;
    double least = 0;
    for (const auto& [area, m] : by_area) {
        if (groups.empty() || area > 1.5 * least) groups.emplace_back(), least = area;
        groups.back().push_back(m);
    }
    return groups;
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

LeafStore::LeafStore(const Kernel& kernel, const WideTree& tree,
                     std::span<const Triangle<float>> triangles)
    : lines_per_leaf_(kernel.leaf_bytes() / sizeof(CacheLine)) {
    const auto& nodes = tree.nodes;
    std::shared_ptr<CacheLine[]> lines =
        std::make_unique_for_overwrite<CacheLine[]>(nodes.size() * lines_per_leaf_);
#pragma omp parallel for schedule(dynamic, 64) if (nodes.size() > worth_threads)
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (!nodes[n].is_leaf()) continue;
        CacheLine* const leaf = lines.get() + n * lines_per_leaf_;
        std::fill_n(leaf, lines_per_leaf_, CacheLine{});  // numbers in places without a triangle
        for (std::size_t k = 0; k < nodes[n].count; ++k) {
            const std::size_t place = n * WideNode::width + k;
            kernel.prepare(triangle_at(tree, triangles, place), tree.triangle[place], leaf->data(),
                           k);
        }
    }
    lines_ = std::move(lines);
}

TracedScene::TracedScene(const Kernel& kernel, const Geometry& geometry, const Box& origins)
    : kernel_(kernel),
      bounded_(kernel.growth().bounded && !kernel.growth().line),
      tree_(geometry.tree),
      leaves_(kernel, *tree_, geometry.triangles) {
    grow_for(geometry, origins);
}

TracedScene TracedScene::from(const Geometry& geometry, const Box& origins) const {
    TracedScene other = *this;
    other.grow_for(geometry, origins);
    return other;
}

void TracedScene::grow_for(const Geometry& geometry, const Box& origins) {
    origins_ = origins;
    if (!bounded_) return;
    auto [tree, height] = grown(*geometry.tree, kernel_, geometry.triangles, origins);
    tree_ = std::make_shared<const WideTree>(std::move(tree));
    grazing_height_ = height;
    if (grazing_height_ > 0) planes_ = geometry.planes();
}

std::vector<TracedScene> TracedScene::for_packets(std::span<const Kernel> kernels,
                                                  const Geometry& geometry) {
    const auto triangles = geometry.triangles;
    const Vec<float> eye(geometry.eye);
    std::vector<TracedScene> all;
    for (std::size_t m = 0; m < kernels.size(); ++m) {
        TracedScene& one = all.emplace_back(TracedScene(kernels[m]));
        one.bounded_ = kernels[m].growth().bounded;
        one.origins_ = {eye, eye};
        one.tree_ = geometry.tree;
        const auto alike = std::ranges::find_if(
            all, [&](const TracedScene& other) { return other.kernel_.prepares_as(kernels[m]); });
        one.leaves_ =
            &*alike == &one ? LeafStore(kernels[m], *geometry.tree, triangles) : alike->leaves_;
    }
    for (const auto& group : sharing(kernels, triangles, eye)) {
        std::vector<Kernel> of_group;
        for (const std::size_t m : group) of_group.push_back(kernels[m]);
        auto [grown_tree, grazed] = grown(*geometry.tree, of_group, triangles, eye);
        const auto tree = std::make_shared<const WideTree>(std::move(grown_tree));
        for (std::size_t k = 0; k < group.size(); ++k) {
            TracedScene& one = all[group[k]];
            one.tree_ = tree;
            one.grazed_ = std::move(grazed[k]);
            one.bands_ = hitmiss::line_bands(*tree, one.kernel_, triangles, eye);
            one.edges_ = SeenEdges(*tree, one.kernel_, triangles, eye, one.grazed_);
        }
    }
    return all;
}

}  // namespace hitmiss
