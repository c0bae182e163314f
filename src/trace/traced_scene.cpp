#include "trace/traced_scene.hpp"

#include <algorithm>
#include <map>

namespace hitmiss {
namespace {

/// How much larger than another scene's boxes those may be that share its tree. Nearly all of the
/// time for a ray goes into the nodes of the tree, which are then met once.
constexpr double most_area_together = 4;
/// Triangles by which areas are compared.
constexpr std::size_t sampled_places = 4096;

}  // namespace

LeafStore::LeafStore(const Kernel& kernel, const WideTree& tree,
                     std::span<const Triangle<float>> triangles)
    : lines_per_leaf_(kernel.leaf_bytes / sizeof(CacheLine)) {
    const auto lines = std::make_shared<Traversed<CacheLine>>(tree.leaf_count() * lines_per_leaf_);
    tree.for_each_leaf_at_once([&](const Child& leaf) {
        CacheLine* const prepared = lines->data() + leaf.index() * lines_per_leaf_;
        std::fill_n(prepared, lines_per_leaf_, CacheLine{});  // also where no triangle is
        for (std::size_t k = 0; k < leaf.triangles(); ++k) {
            const std::size_t place = leaf.index() * leaf_size + k;
            kernel.prepare(triangle_at(tree, triangles, place), tree.triangle(place),
                           prepared->data(), k);
        }
    });
    lines_ = lines;
}

TracedScene::TracedScene(const Kernel& kernel, const Geometry& geometry, const Box& origins)
    : TracedScene(kernel, LeafStore(kernel, geometry.bare_tree(), geometry.triangles)) {
    grow_from(geometry, origins);
}

TracedScene TracedScene::from(const Geometry& geometry, const Box& origins) const {
    TracedScene other = *this;
    other.grow_from(geometry, origins);
    return other;
}

std::vector<TracedScene> TracedScene::together(std::span<const Kernel> kernels,
                                               const Geometry& geometry, const Box& origins) {
    std::vector<TracedScene> scenes;
    for (const Kernel& kernel : kernels) {
        const auto alike = std::ranges::find_if(scenes, [&](const TracedScene& other) {
            return other.kernel_.prepare == kernel.prepare;
        });
        scenes.push_back(
            TracedScene(kernel, alike == scenes.end()
                                    ? LeafStore(kernel, geometry.bare_tree(), geometry.triangles)
                                    : alike->leaves_));
    }
    std::multimap<double, TracedScene*> by_area;
    for (TracedScene& scene : scenes) {
        scene.start_from(geometry, origins);
        if (bounds(scene.kernel_.growth)) by_area.emplace(scene.sampled_area(geometry), &scene);
    }
    for (auto first = by_area.begin(); first != by_area.end();) {
        std::vector<TracedScene*> group;
        const double most = most_area_together * first->first;
        for (; first != by_area.end() && !(first->first > most); ++first)
            group.push_back(first->second);
        grow_tree(group, geometry);
    }
    return scenes;
}

Box TracedScene::grown_box(const Triangle<float>& tri, float& grazing_height) const {
    const GrownTriangle grown = hitmiss::grown(kernel_, tri, origins_);
    double margin = grown.margin(0);
    if (std::isinf(margin)) {
        margin = grown.margin(grazing_steepness_);
        grazing_height = float(grazing_steepness_ * grown.farthest);
    }
    return std::isfinite(margin) ? padded(grown.reach, Vec<double>(margin)) : Box::everything();
}

void TracedScene::grow_from(const Geometry& geometry, const Box& origins) {
    start_from(geometry, origins);
    TracedScene* const scene = this;
    if (bounds(kernel_.growth)) grow_tree({&scene, 1}, geometry);
}

void TracedScene::start_from(const Geometry& geometry, const Box& origins) {
    origins_ = origins, grazing_height_ = 0;
    if (!bounds(kernel_.growth)) tree_ = geometry.shared_tree();
    // In float a bound for triangles that are not too thin as seen ends sooner than others.
    const bool thin = kernel_.growth.thinnest > 0 && kernel_.precision == Precision::single;
    grazing_steepness_ = thin ? 0x1p-5f : 0x1p-8f;
}

double TracedScene::sampled_area(const Geometry& geometry) const {
    const WideTree& bare = geometry.bare_tree();
    double area = 0;
    float height = 0;
    for (std::size_t k = 0; k < bare.places(); k += 1 + bare.places() / sampled_places)
        area += grown_box(triangle_at(bare, geometry.triangles, k), height).half_area();
    return area;
}

void TracedScene::grow_tree(std::span<TracedScene* const> scenes, const Geometry& geometry) {
    const WideTree& bare = geometry.bare_tree();
    // By scene and place: where rays may graze the triangle.
    std::vector<std::vector<float>> heights(scenes.size(), std::vector<float>(bare.places()));
    const auto tree = std::make_shared<const WideTree>(refitted(bare, [&](std::uint32_t place) {
        Box box;
        for (std::size_t m = 0; m < scenes.size(); ++m)
            box.include(scenes[m]->grown_box(triangle_at(bare, geometry.triangles, place),
                                             heights[m][place]));
        return Bound{box};
    }));
    for (std::size_t m = 0; m < scenes.size(); ++m) {
        TracedScene& scene = *scenes[m];
        scene.tree_ = tree;
        for (const float one : heights[m])
            scene.grazing_height_ = std::max(scene.grazing_height_, one);
        if (scene.grazing_height_ == 0) continue;
        if (scene.kernel_.growth.horizon) scene.grazing_height_ = Box::inf;
        scene.planes_ = geometry.planes();
    }
}

}  // namespace hitmiss
