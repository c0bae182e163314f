#include "trace/tracer.hpp"

#include "fast/all_pairs.hpp"
#include "fast/tile_traversal.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

Hit nearest_in_tree(const TracedScene& scene, const Ray<float>& ray) {
    Hit nearest;
    for_each_hit(scene, ray, nearest.t, [&](double t, std::uint32_t triangle) {
        nearest.keep_nearer({t, triangle});
    });
    return nearest;
}

}  // namespace

std::vector<Tracer> Tracer::all(std::span<const Kernel> kernels, const Geometry& geometry,
                                Traversal how, VectorWidth width) {
    std::vector<Tracer> tracers;
    if (how == Traversal::one_ray)
        for (const Kernel& kernel : kernels)
            tracers.push_back(
                Tracer(TracedScene(kernel, geometry, geometry.origins()), how, width));
    else
        for (TracedScene& scene : TracedScene::for_packets(kernels, geometry))
            tracers.push_back(Tracer(std::move(scene), how, width));
    return tracers;
}

void Tracer::operator()(std::span<const Ray<float>> rays, std::span<Hit> hits) const {
    if (how_ == Traversal::one_ray) {
        for (std::size_t k = 0; k < rays.size(); ++k) hits[k] = nearest_in_tree(*scene_, rays[k]);
        return;
    }
    for (std::size_t first = 0, end; first < rays.size(); first = end) {
        for (end = first + 1; end < rays.size() && rays[end].o == rays[first].o;) ++end;
        const auto run = rays.subspan(first, end - first);
        const auto out = hits.subspan(first, run.size());
        if (how_ == Traversal::tiles && scene_->holds(run[0].o))
            trace_tiles(*scene_, run, out, width_);
        else
            trace_all_pairs(*scene_, run, out, width_);
    }
}

}  // namespace hitmiss
