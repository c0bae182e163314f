#include "judge/judge.hpp"

#include <algorithm>

#include "base/exact.hpp"
#include "base/parallel.hpp"

namespace hitmiss {
namespace {

/// The error of a right hit's t.
double error_of_t(const Hit& hit, const Answer& answer, const Ray<float>& ray,
                  const Answerer& answerer, const Geometry& geometry) {
    const auto& tri = geometry.triangles[hit.triangle];
    // A double's last place asks for more than the answer's t has.
    const bool again = answerer.precision == Precision::twice && exact_hit(ray, tri).hit;
    return ulps(hit.t, again ? exact_t(ray, tri) : answer.t, answerer.precision);
}

JudgedBatch::Column judge(const JudgedBatch& judged, const Answerer& answerer, const Round& round,
                          Tally& tally) {
    const std::size_t size = judged.batch->rays.size();
    JudgedBatch::Column column{std::vector<Hit>(size), std::vector<Outcome>(size)};
    tally.rays += size;
    tally.multiple += answerer.trace(*judged.batch, *judged.right, column.hits);
    for (std::size_t k = 0; k < size; ++k) {
        const Ray<float>& ray = judged.batch->rays[k];
        const Answer& answer = (*judged.right)[k];
        Hit& hit = column.hits[k];
        if (hit.triangle == unknown_triangle) hit = located(hit, answer, ray, round.geometry);
        const Outcome outcome = judge(hit, answer, ray, round.geometry, answerer.culls);
        column.outcomes[k] = outcome;
        tally.outcomes.add(outcome, bool(hit));
        const FirstRay shown{judged.batch->numbers[k], hit.t, hit.triangle};
        tally.first[std::size_t(outcome)] += shown;
        if (outcome == Outcome::right && t_is_off(hit, answer))
            ++tally.outcomes.t_off, tally.first_t_off += shown;
        if (answerer.kernel)
            tally.outcomes.nan += meets_nan(*answerer.kernel, answer, ray, round.geometry);
        if (round.errors_of_t && hit && outcome == Outcome::right)
            tally.t_ulps.add(error_of_t(hit, answer, ray, answerer, round.geometry));
    }
    return column;
}

}  // namespace

std::vector<Tally> judge(const Round& round, std::size_t first, std::size_t last,
                         const Each& each) {
    std::vector<Tally> tallies(round.answerers.size());
    for (std::size_t k = first; k < std::min(last, round.source.batches); ++k) {
        JudgedBatch judged{round.source.batch(k), {}, {}};
        judged.right = round.reference(*judged.batch);
        for (std::size_t m = 0; m < tallies.size(); ++m)
            judged.columns.push_back(judge(judged, round.answerers[m], round, tallies[m]));
        if (each) each(judged);
    }
    return tallies;
}

std::vector<Tally> judge_all(const Round& round, const Each& each,
                             const std::function<void()>& after_batch, std::size_t first,
                             std::size_t last) {
    std::vector<Tally> sums(round.answerers.size());
    last = std::min(last, round.source.batches);
    parallel_for(last - std::min(first, last), [&](std::size_t k) {
        const auto part = judge(round, first + k, first + k + 1, each);
#pragma omp critical(hitmiss_judge)
        for (std::size_t m = 0; m < sums.size(); ++m) sums[m] += part[m];
        if (after_batch) after_batch();
    });
    return sums;
}

}  // namespace hitmiss
