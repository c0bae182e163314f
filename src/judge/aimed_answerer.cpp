// A method's answers to rays whose starts lie apart: one ray at a time.

#include <algorithm>

#include "base/exact.hpp"
#include "judge/answerer.hpp"
#include "judge/ties.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

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
    if (!culls && TracedScene::bounds(kernel.growth)) {
        geometry.corners();  // for ExactAlong, by all threads
        answerer.trace_and_answer = [trace](const Batch& batch, ExactAlong& exact,
                                            std::span<Hit> hits) {
            return trace(batch, {}, hits, &exact);
        };
    }
    return answerer;
}

}  // namespace

Answerer make_aimed_answerer(const Kernel& kernel, const Geometry& geometry) {
    return aimed_answerer(kernel, geometry, kernel.precision, false);
}

Answerer make_aimed_answerer(const Method& method, const Geometry& geometry) {
    if (is_the_reference(method)) return make_answerer(method, {}, geometry);
    return aimed_answerer(method.kernel(geometry.surroundings()), geometry,
                          method.answer_precision(), method.culls());
}

}  // namespace hitmiss
