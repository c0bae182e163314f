#include "trace/tracer.hpp"

#include "fast/all_pairs.hpp"
#include "fast/tile_traversal.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

Hit nearest_in_tree(const Prepared& scene, const Ray<float>& ray) {
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
            tracers.push_back(Tracer(Prepared(kernel, geometry, geometry.origins()), how, width));
    else
        for (Prepared& scene : Prepared::for_packets(kernels, geometry))
            tracers.push_back(Tracer(std::move(scene), how, width));
    return tracers;
}

void Tracer::operator()(const Rays& rays, std::span<Hit> hits) const {
    if (how_ == Traversal::brute_force || !scene_->holds(rays.o))
        return trace_all_pairs(*scene_, rays, hits, width_);
    if (how_ == Traversal::tiles) return trace_tiles(*scene_, rays, hits, width_);
    for (std::size_t k = 0; k < rays.size(); ++k) hits[k] = nearest_in_tree(*scene_, rays[k]);
}

void Tracer::operator()(std::span<const Ray<float>> rays, std::span<Hit> hits) const {
    for_each_origin(rays, [&](const Rays& run, std::size_t first) {
        (*this)(run, hits.subspan(first, run.size()));
    });
}

}  // namespace hitmiss
