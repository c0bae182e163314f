#include "trace/traced_scene.hpp"

#include <algorithm>

namespace hitmiss {

Box Geometry::origins() const {
    const auto far = float(2 * box.diagonal());
    const Box around{box.lo - far, box.hi + far};
    const Vec<float> at(eye);
    return around.holds(at) ? around : Box{at, at};
}

const WideTree& Geometry::tree() const {
    std::call_once(late_->once_leaves, [&] {
        fit_leaves(late_->tree, [&](std::uint32_t place) {
            return Bound{bounds(triangle_at(late_->tree, triangles, place))};
        });
        late_->tree.box = box;  // it holds triangles without bounds, too
    });
    return late_->tree;
}

std::shared_ptr<const PlaneTree> Geometry::planes() const {
    std::call_once(late_->once_planes,
                   [&] { late_->planes = PlaneTree(bare_tree(), triangles, box); });
    return {late_, &late_->planes};
}

std::shared_ptr<const CornerLeaves> Geometry::corners() const {
    std::call_once(late_->once_corners,
                   [&] { late_->corners = CornerLeaves(bare_tree(), triangles); });
    return {late_, &late_->corners};
}

LeafStore::LeafStore(const Kernel& kernel, const WideTree& tree,
                     std::span<const Triangle<float>> triangles)
    : lines_per_leaf_(kernel.leaf_bytes / sizeof(CacheLine)) {
    std::shared_ptr<CacheLine[]> lines =
        std::make_unique_for_overwrite<CacheLine[]>(tree.leaf_count() * lines_per_leaf_);
#pragma omp parallel for schedule(dynamic, 16) if (tree.leaf_count() > worth_threads)
    for (std::size_t n = 0; n < tree.nodes.size(); ++n)
        for_each_leaf(tree.nodes[n], [&](const Child& leaf) {
            CacheLine* const prepared = lines.get() + leaf.index() * lines_per_leaf_;
            std::fill_n(prepared, lines_per_leaf_, CacheLine{});  // also where no triangle is
            for (std::size_t k = 0; k < leaf.triangles(); ++k) {
                const std::size_t place = leaf.index() * WideNode::width + k;
                kernel.prepare(triangle_at(tree, triangles, place), tree.triangle(place),
                               prepared->data(), k);
            }
        });
    lines_ = std::move(lines);
}

TracedScene::TracedScene(const Kernel& kernel, const Geometry& geometry, const Box& origins)
    : kernel_(kernel), leaves_(kernel, geometry.bare_tree(), geometry.triangles) {
    grow_tree(geometry, origins);
}

TracedScene TracedScene::from(const Geometry& geometry, const Box& origins) const {
    TracedScene other = *this;
    other.grow_tree(geometry, origins);
    return other;
}

void TracedScene::grow_tree(const Geometry& geometry, const Box& origins) {
    origins_ = origins, grazing_height_ = 0;
    if (!bounds(kernel_.growth)) {
        tree_ = geometry.shared_tree();
        return;
    }
    const WideTree& bare = geometry.bare_tree();
    // In float a bound for triangles that are not too thin as seen ends sooner than others.
    const bool thin = kernel_.growth.thinnest > 0 && kernel_.precision == Precision::single;
    grazing_steepness_ = thin ? 0x1p-5f : 0x1p-8f;
    std::vector<float> height(bare.places());  // by place: where rays may graze it
    tree_ = std::make_shared<const WideTree>(refitted(bare, [&](std::uint32_t place) {
        const GrownTriangle tri =
            grown(kernel_, triangle_at(bare, geometry.triangles, place), origins);
        double margin = tri.margin(0);
        if (std::isinf(margin)) {
            margin = tri.margin(grazing_steepness_);
            height[place] = float(grazing_steepness_ * tri.farthest);
        }
        return Bound{std::isfinite(margin) ? padded(tri.reach, Vec<double>(margin))
                                           : Box::everything()};
    }));
    for (const float one : height) grazing_height_ = std::max(grazing_height_, one);
    if (grazing_height_ == 0) return;
    if (kernel_.growth.horizon) grazing_height_ = Box::inf;
    planes_ = geometry.planes();
}

}  // namespace hitmiss
