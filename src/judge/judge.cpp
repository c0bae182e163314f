#include "judge/judge.hpp"

#include <algorithm>

#include "base/parallel.hpp"

namespace hitmiss {
namespace {

JudgedBatch::Column judge(const JudgedBatch& judged, const Answerer& answerer, const Round& round,
                          Tally& tally) {
    const auto& [numbers, rays] = judged.batch;
    JudgedBatch::Column column{std::vector<Hit>(rays.size()), std::vector<Outcome>(rays.size())};
    tally.rays += rays.size();
    tally.multiple += answerer.trace(judged.batch, judged.right, column.hits);
    for (std::size_t k = 0; k < rays.size(); ++k) {
        const Ray<float>& ray = rays[k];
        const Answer& answer = judged.right[k];
        Hit& hit = column.hits[k];
        if (hit.triangle == unknown_triangle) hit = located(hit, answer, ray, round.geometry);
        const Outcome outcome = judge(hit, answer, ray, round.geometry, answerer.culls);
        column.outcomes[k] = outcome;
        tally.outcomes.add(outcome, bool(hit));
        const FirstRay shown{numbers[k], hit.t, hit.triangle};
        tally.first[std::size_t(outcome)] += shown;
        if (answerer.kernel)
            tally.outcomes.nan += meets_nan(*answerer.kernel, answer, ray, round.geometry);
        if (outcome != Outcome::right || !hit) continue;
        if (t_is_off(hit, answer)) ++tally.outcomes.t_off, tally.first_t_off += shown;
        if (!round.errors_of_t) continue;
        // A double's last place asks for more than the answer's t has.
        const bool finer = answerer.precision == Precision::twice;
        const double t = finer ? exact_t_of(hit, ray, round.geometry).value_or(answer.t) : answer.t;
        tally.t_ulps.add(ulps(hit.t, t, answerer.precision));
    }
    return column;
}

}  // namespace

Round remembering(Round round) {
    round.answered = std::make_shared<std::vector<AnsweredBatch>>(round.source.batches);
    return round;
}

Round with_method(Round round, const Method& method, Traversal how) {
    round.answerers = make_answerers({&method, 1}, round.geometry, how);
    return round;
}

std::vector<Tally> judge(const Round& round, std::size_t first, std::size_t last,
                         const Each& each) {
    std::vector<Tally> tallies(round.answerers.size());
    for (std::size_t index = first; index < std::min(last, round.source.batches); ++index) {
        AnsweredBatch made;
        AnsweredBatch& answered = round.answered ? (*round.answered)[index] : made;
        std::call_once(answered.once, [&] {
            answered.batch = round.source.batch(index);
            answered.right.reserve(answered.batch.rays.size());
            for (const auto& ray : answered.batch.rays)
                answered.right.push_back(round.reference(ray));
        });
        JudgedBatch judged{answered.batch, answered.right, {}};
        for (std::size_t m = 0; m < tallies.size(); ++m)
            judged.columns.push_back(judge(judged, round.answerers[m], round, tallies[m]));
        if (each) each(judged);
    }
    return tallies;
}

std::vector<Tally> judge_all(const Round& round, const Each& each, std::size_t first,
                             std::size_t last) {
    std::vector<Tally> sums(round.answerers.size());
    last = std::min(last, round.source.batches);
    parallel_for(last - std::min(first, last), [&](std::size_t k) {
        const auto part = judge(round, first + k, first + k + 1, each);
#pragma omp critical(hitmiss_judge)
        for (std::size_t m = 0; m < sums.size(); ++m) sums[m] += part[m];
    });
    return sums;
}

}  // namespace hitmiss
