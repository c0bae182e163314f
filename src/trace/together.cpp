// The nearest hits of several methods by one traversal: most of the time for a ray goes into the
// nodes of the tree, which are the same for all of them.

#include <map>

#include "trace/one_ray.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {
namespace {

/// Keeps the nearest hit among some triangles of a leaf.
void keep_nearest(const TracedScene& scene, const PartOfLeaf& part, const Ray<float>& ray,
                  Hit& nearest) {
    for_each_hit_in(scene, part, ray, [&](double t, std::uint32_t triangle) {
        nearest.keep_nearer({t, triangle});
    });
}

/// hits[m][k] is the nearest hit of ray k by scenes[m]. All scenes share a tree and the origins of
/// their rays. `along` sees the traversals of rays that the boxes are valid for.
void nearest_hits(std::span<const TracedScene* const> scenes, std::span<const Ray<float>> rays,
                  std::span<const std::span<Hit>> hits, FoundAlong* along) {
    const WideTree& tree = scenes[0]->tree();
    std::vector<bool> held(rays.size());
    for (std::size_t k = 0; k < rays.size(); ++k) held[k] = scenes[0]->holds(rays[k]);
    // First the triangles that rays may graze.
    std::vector<std::uint32_t> most_grazed(rays.size());
    for (std::size_t m = 0; m < scenes.size(); ++m) {
        std::ranges::fill(hits[m], Hit{});
        std::vector<std::uint32_t> grazed(rays.size());
        for (const auto& [k, place] : scenes[m]->grazed_by(rays, held)) {
            most_grazed[k] = std::max(most_grazed[k], ++grazed[k]);
            keep_nearest(*scenes[m], part_at(place), rays[k], hits[m][k]);
        }
    }
    for (std::size_t k = 0; k < rays.size(); ++k) {
        const Ray<float>& ray = rays[k];
        if (most_grazed[k] > PlaneTree::most_near) {
            for (std::size_t m = 0; m < scenes.size(); ++m)
                for_each_hit(*scenes[m], ray, hits[m][k].t, [&](double t, std::uint32_t triangle) {
                    hits[m][k].keep_nearer({t, triangle});
                });
            continue;
        }
        FoundAlong* const seen_by = held[k] ? along : nullptr;
        if (seen_by) seen_by->start(k);
        const auto farthest = [&] {
            double limit = seen_by ? seen_by->limit() : 0;
            for (const auto& of_scene : hits) limit = std::max(limit, of_scene[k].t);
            return limit;
        };
        LeavesAlong leaves(tree, ray, held[k] ? box_margin(ray.o, tree.box) : Box::inf);
        for (PartOfLeaf part; (part = leaves.next(farthest())).triangles != 0;) {
            if (seen_by) seen_by->see(part);
            for (std::size_t m = 0; m < scenes.size(); ++m)
                if (double(part.entry) <= hits[m][k].t)
                    keep_nearest(*scenes[m], part, ray, hits[m][k]);
        }
        if (seen_by) seen_by->finish();
    }
}

}  // namespace

void Tracer::trace_all(std::span<const Tracer* const> tracers, std::span<const Ray<float>> rays,
                       std::span<const std::span<Hit>> hits, FoundAlong* along) {
    struct Together {
        std::vector<const TracedScene*> scenes;
        std::vector<std::span<Hit>> hits;
    };
    std::map<const WideTree*, Together> by_tree;
    const WideTree* seen = nullptr;  // one tree's traversals are
    for (std::size_t m = 0; m < tracers.size(); ++m) {
        if (const TracedScene* const scene = tracers[m]->scene_.get()) {
            Together& others = by_tree[&scene->tree()];
            others.scenes.push_back(scene), others.hits.push_back(hits[m]);
            if (seen == nullptr && tracers[m]->is_seen()) seen = &scene->tree();
        } else {
            (*tracers[m])(rays, hits[m]);
        }
    }
    for (const auto& [tree, all] : by_tree)
        nearest_hits(all.scenes, rays, all.hits, tree == seen ? along : nullptr);
}

}  // namespace hitmiss
