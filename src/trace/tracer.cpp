#include "trace/tracer.hpp"

#include "trace/one_ray.hpp"
#include "trace/plain.hpp"

namespace hitmiss {

std::vector<Tracer> Tracer::all(std::span<const Kernel> kernels, const Geometry& geometry,
                                Traversal how, VectorWidth width) {
    std::vector<TraceRays> fast;
    if (how != Traversal::one_ray) fast = fast_traces(kernels, geometry, how, width);
    std::vector<Tracer> tracers(kernels.size());
    for (std::size_t m = 0; m < kernels.size(); ++m) {
        Tracer& tracer = tracers[m];
        tracer.kernel_ = kernels[m];
        tracer.bounded_ = TracedScene::bounds(kernels[m].growth);
        tracer.triangles_ = geometry.triangles;
        if (!fast.empty()) {
            tracer.bounded_ = kernels[m].growth.bounded;
            tracer.fast_ = std::move(fast[m]);
        } else if (how != Traversal::brute_force) {
            tracer.scene_ =
                std::make_shared<const TracedScene>(kernels[m], geometry, geometry.origins());
        }
    }
    return tracers;
}

void Tracer::operator()(std::span<const Ray<float>> rays, std::span<Hit> hits) const {
    if (fast_) return fast_(rays, hits);
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
