#include "judge/answerer.hpp"

#include <algorithm>
#include <utility>

#include "base/exact.hpp"

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
    // For ExactAlong, by all threads: in the judge's loop one would make them, and the others wait.
    if (std::ranges::any_of(tracers, &Tracer::is_seen)) geometry.corners();
    std::vector<Answerer> answerers;
    for (std::size_t m = 0; m < methods.size(); ++m)
        answerers.push_back(make_answerer(methods[m], tracers[m], geometry));
    return answerers;
}

std::vector<Found> found_together(std::span<const Answerer> answerers, const Batch& batch,
                                  ExactAlong* exact) {
    std::vector<Found> found(answerers.size());
    std::vector<const Tracer*> tracers;
    std::vector<std::span<Hit>> by_tracer;
    for (std::size_t m = 0; m < answerers.size(); ++m) {
        const Answerer& answerer = answerers[m];
        const bool answers = exact != nullptr && answerer.trace_and_answer;
        if (!answers && !answerer.tracer) continue;
        auto& [hits, multiple] = found[m];
        hits.resize(batch.rays.size());
        if (answers)
            multiple = answerer.trace_and_answer(batch, *std::exchange(exact, nullptr), hits);
        else
            tracers.push_back(&*answerer.tracer), by_tracer.emplace_back(hits);
    }
    Tracer::trace_all(tracers, batch.rays, by_tracer, exact);
    return found;
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
