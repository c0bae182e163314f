#include "judge/answerer.hpp"

#include <algorithm>

#include "base/exact.hpp"
#include "judge/ties.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

Answerer exact_answerer(const Method& method, const Geometry& geometry) {
    const Reference exact = make_reference(method, geometry);
    const Faces faces = faces_met(method.culls());
    return {[exact, faces, geometry](const Batch& batch, std::span<const ExactAnswer>,
                                     std::span<Hit> hits) {
                for (std::size_t k = 0; k < hits.size(); ++k) {
                    const Ray<float>& ray = batch.rays[k];
                    const auto E = exact(ray, faces, batch.filter(k)).triangles;
                    hits[k] = E.empty() ? Hit{} : Hit{exact_t(ray, geometry.triangles[E[0]]), E[0]};
                }
                return 0;
            },
            method.precision(), method.culls()};
}

Answerer aimed_answerer(const Kernel& kernel, const Geometry& geometry, Precision precision,
                        bool culls) {
    const SceneByStart scene(kernel, geometry);
    const double tau = tie_roundings * unit_roundoff(precision);  // in lengths of t d
    const auto trace = [scene, tau, triangles = geometry.triangles](
                           const Batch& batch, std::span<const ExactAnswer> right,
                           std::span<Hit> hits) {
        std::uint64_t multiple = 0;
        std::vector<Hit> accepted;
        for (std::size_t k = 0; k < hits.size(); ++k) {
            const Ray<float>& ray = batch.rays[k];
            Hit nearest;
            double limit = nearest.t;
            accepted.clear();
            const HitFilter filter = batch.filter(k);
            for_each_hit(scene.of(ray), ray, limit, [&](double t, std::uint32_t triangle) {
                if (!filter.lets(t, triangle)) return;
                accepted.push_back({t, triangle});
                nearest.keep_nearer(accepted.back());
                limit = nearest.t + tau * (right[k].triangles.empty() ? nearest.t : right[k].t);
            });
            std::erase_if(accepted, [&](const Hit& hit) { return hit.t > limit; });
            multiple += accepted.size() > 1 && std::ranges::any_of(accepted, [&](const Hit& hit) {
                            return !exact_hit(ray, triangles[hit.triangle]).hit;
                        });
            hits[k] = nearest;
        }
        return multiple;
    };
    return {trace, precision, culls, kernel};
}

}  // namespace

bool is_the_reference(const Method& method) {
    return method.kind() == Kind::exact && method.get("once") == 0.0;
}

Answerer make_answerer(const Method& method, const Tracer& tracer, const Geometry& geometry) {
    if (is_the_reference(method)) return exact_answerer(method, geometry);
    const auto trace = [tracer](const Batch& batch, std::span<const ExactAnswer>,
                                std::span<Hit> hits) {
        tracer(batch.rays, hits);
        return 0;
    };
    Answerer answerer{trace, method.answer_precision(), method.culls(), tracer.kernel()};
    answerer.tracer = tracer;
    return answerer;
}

std::vector<Answerer> make_answerers(std::span<const Method> methods, const Geometry& geometry,
                                     Traversal how) {
    const auto tracers = Tracer::all(methods, geometry, how);
    std::vector<Answerer> answerers;
    for (std::size_t m = 0; m < methods.size(); ++m)
        answerers.push_back(make_answerer(methods[m], tracers[m], geometry));
    return answerers;
}

Answerer make_aimed_answerer(const Kernel& kernel, const Geometry& geometry) {
    return aimed_answerer(kernel, geometry, kernel.precision, false);
}

Answerer make_aimed_answerer(const Method& method, const Geometry& geometry) {
    if (is_the_reference(method)) return exact_answerer(method, geometry);
    return aimed_answerer(method.kernel(geometry.surroundings()), geometry,
                          method.answer_precision(), method.culls());
}

std::vector<std::vector<Hit>> hits_by_tracers(std::span<const Answerer> answerers,
                                              const Batch& batch) {
    std::vector<std::vector<Hit>> hits;
    std::vector<const Tracer*> tracers;
    std::vector<std::span<Hit>> by_tracer;
    for (const Answerer& answerer : answerers) {
        hits.emplace_back(batch.rays.size());
        if (!answerer.tracer) continue;
        tracers.push_back(&*answerer.tracer), by_tracer.emplace_back(hits.back());
    }
    Tracer::trace_all(tracers, batch.rays, by_tracer);
    return hits;
}

void add_all_hits(std::span<Answerer> answerers, std::span<const Method> methods,
                  const Geometry& geometry, const std::shared_ptr<const Duplicates>& copies,
                  Traversal how) {
    for (std::size_t m = 0; m < methods.size(); ++m) {
        if (!methods[m].has_kernel()) continue;
        const Kernel kernel = methods[m].kernel(geometry.surroundings());
        if (how == Traversal::brute_force)
            answerers[m].all_hits = [kernel,
                                     triangles = geometry.triangles](const Ray<float>& ray) {
                return all_hits(kernel, triangles, ray);
            };
        else
            answerers[m].all_hits = AllHits(kernel, geometry, copies);
    }
}

}  // namespace hitmiss
