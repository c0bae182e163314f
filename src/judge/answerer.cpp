#include "judge/answerer.hpp"

#include <algorithm>
#include <utility>

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

/// What a method accepts along a ray at the nearest t, and less than tau behind it.
class NearestAccepted {
public:
    /// `tau`: in lengths of t d.
    explicit NearestAccepted(double tau) : tau_(tau) {}

    void start() { hits_.clear(), nearest_ = {}; }
    void add(double t, std::uint32_t triangle) {
        hits_.push_back({t, triangle});
        nearest_.keep_nearer(hits_.back());
    }
    const Hit& nearest() const { return nearest_; }
    /// How far hits matter. `exact_t`: of the exact answer; infinity if there is none.
    double limit(double exact_t) const {
        return nearest_.t + tau_ * (std::isinf(exact_t) ? nearest_.t : exact_t);
    }
    /// Whether it accepts one point twice.
    bool is_multiple(const Ray<float>& ray, double exact_t,
                     std::span<const Triangle<float>> triangles) {
        std::erase_if(hits_, [most = limit(exact_t)](const Hit& hit) { return hit.t > most; });
        return hits_.size() > 1 && std::ranges::any_of(hits_, [&](const Hit& hit) {
                   return !exact_hit(ray, triangles[hit.triangle]).hit;
               });
    }

private:
    double tau_;
    Hit nearest_;
    std::vector<Hit> hits_;
};

Answerer aimed_answerer(const Kernel& kernel, const Geometry& geometry, Precision precision,
                        bool culls) {
    const SceneByStart scene(kernel, geometry);
    const NearestAccepted none(tie_roundings * unit_roundoff(precision));
    // `along`, in place of `right`, finds the exact answers where the method's boxes are valid,
    // which hold the triangles, too.
    const auto trace = [scene, none, triangles = geometry.triangles](
                           const Batch& batch, std::span<const ExactAnswer> right,
                           std::span<Hit> hits, ExactAlong* along) {
        const auto exact_t = [&](std::size_t k) { return along ? along->answer(k).t : right[k].t; };
        std::uint64_t multiple = 0;
        NearestAccepted accepted = none;
        for (std::size_t k = 0; k < hits.size(); ++k) {
            const Ray<float>& ray = batch.rays[k];
            const HitFilter filter = batch.filter(k);
            const TracedScene& of_ray = scene.of(ray);
            const TracedScene::Needs needs = of_ray.needs(ray);
            ExactAlong* const seen_by = needs.boxes_hold ? along : nullptr;
            if (seen_by) seen_by->start(k);
            accepted.start();
            double limit = Box::inf;
            const auto shorten = [&] {
                limit = seen_by ? std::max(accepted.limit(seen_by->limit()), seen_by->limit())
                                : accepted.limit(exact_t(k));
            };
            const auto visit = [&](double t, std::uint32_t triangle) {
                if (!filter.lets(t, triangle)) return;
                accepted.add(t, triangle);
                shorten();
            };
            for_each_hit(of_ray, ray, needs, limit, visit, [&](const PartOfLeaf& part) {
                if (seen_by && seen_by->see(part)) shorten();
            });
            if (seen_by) seen_by->finish();
            multiple += accepted.is_multiple(ray, exact_t(k), triangles);
            hits[k] = accepted.nearest();
        }
        return multiple;
    };
    Answerer answerer{[trace](const Batch& batch, std::span<const ExactAnswer> right,
                              std::span<Hit> hits) { return trace(batch, right, hits, nullptr); },
                      precision, culls, kernel};
    if (!culls && TracedScene::bounds(kernel.growth))
        answerer.trace_and_answer = [trace](const Batch& batch, ExactAlong& exact,
                                            std::span<Hit> hits) {
            return trace(batch, {}, hits, &exact);
        };
    return answerer;
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
