#include "trace/tracer.hpp"

#include "trace/one_ray.hpp"
#include "trace/plain.hpp"

namespace hitmiss {

std::vector<Tracer> Tracer::all(std::span<const Method> methods, const Geometry& geometry,
                                Traversal how, VectorWidth width) {
    std::vector<Kernel> kernels;
    for (const Method& method : methods) kernels.push_back(method.kernel(geometry.surroundings()));
    std::vector<FastTrace> fast(kernels.size());
    if (how != Traversal::one_ray) fast = fast_traces(kernels, geometry, how, width);
    std::vector<Tracer> tracers(kernels.size());
    std::vector<Kernel> alone;  // those that the wing does not trace
    for (std::size_t m = 0; m < kernels.size() && how != Traversal::brute_force; ++m)
        if (!fast[m].scene) alone.push_back(kernels[m]);
    const auto scenes = TracedScene::together(alone, geometry, geometry.origins());
    auto next = scenes.begin();
    for (std::size_t m = 0; m < kernels.size(); ++m) {
        Tracer& tracer = tracers[m];
        tracer.kernel_ = kernels[m];
        tracer.fast_ = std::move(fast[m]);
        tracer.bounded_ =
            tracer.fast_.scene ? kernels[m].growth.bounded : TracedScene::bounds(kernels[m].growth);
        tracer.triangles_ = geometry.triangles;
        if (!tracer.fast_.scene && how != Traversal::brute_force)
            tracer.scene_ = std::make_shared<const TracedScene>(*next++);
    }
    return tracers;
}

void Tracer::operator()(std::span<const Ray<float>> rays, std::span<Hit> hits) const {
    if (fast_.scene) return fast_.trace(*fast_.scene, rays, hits);
    for (std::size_t k = 0; k < rays.size(); ++k) {
        if (!scene_) {
            hits[k] = nearest_hit(kernel_, triangles_, rays[k]);
            continue;
        }
        Hit nearest;
        for_each_hit(*scene_, rays[k], nearest.t, [&](double t, std::uint32_t triangle) {
            nearest.keep_nearer({t, triangle});
        });
        hits[k] = nearest;
    }
}

}  // namespace hitmiss
