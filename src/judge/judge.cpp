#include "judge/judge.hpp"

#include <algorithm>

#include "base/parallel.hpp"

namespace hitmiss {
namespace {

std::vector<ExactAnswer> answers_to(const Batch& batch, const Reference& reference, Faces faces) {
    std::vector<ExactAnswer> answers;
    answers.reserve(batch.rays.size());
    for (std::size_t k = 0; k < batch.rays.size(); ++k)
        answers.push_back(reference(batch.rays[k], faces, batch.filter(k)));
    return answers;
}

/// Counts how far t is off where the triangle is right, or a tie.
void count_t(const Hit& hit, Outcome outcome, const AnsweredRay& asked, const Round& round,
             Tally& tally) {
    const auto& [ray, answer, geometry, precision] = asked;
    const double tau = asked.tau(), off = distance_to_plane(hit.t, hit.triangle, asked);
    tally.off_plane.add(tie_roundings * off / tau);
    tally.outcomes.t_off += off > tau;
    if (!round.errors_of_t || outcome != Outcome::right) return;
    // A double's last place asks for more than the answer's t has.
    const bool finer = precision == Precision::twice;
    const TwoDoubles t = finer ? exact_t_of(hit, ray, geometry).value_or(answer.t) : answer.t;
    tally.t_ulps.add(ulps(hit.t, t, precision));
}

/// `found`: its hits, unless it must be asked for them.
JudgedBatch::Column judged_column(const JudgedBatch& judged, const Answerer& answerer, Found found,
                                  const Round& round, Tally& tally) {
    const auto& [numbers, rays, spawned, lost] = judged.batch;
    const auto& right = judged.right_for(answerer);
    if (found.hits.empty()) {
        found.hits.resize(rays.size());
        found.multiple = answerer.trace(judged.batch, right, found.hits);
    }
    JudgedBatch::Column column{std::move(found.hits), std::vector<Outcome>(rays.size()), {}};
    tally.rays += rays.size(), tally.multiple += found.multiple, tally.spawned.lost += lost;
    for (std::size_t k = 0; k < rays.size(); ++k) {
        const Hit said = column.hits[k];
        // Most rays of a file pass everything by, rightly.
        if (!said && right[k].triangles.empty() && judged.right[k].triangles.empty() &&
            spawned.empty()) {
            tally.outcomes.add(Outcome::right, false);
            tally.first[std::size_t(Outcome::right)] += {numbers[k], said.t, said.triangle};
            continue;
        }
        const AnsweredRay asked{rays[k], right[k], round.geometry, answerer.precision};
        const JudgedHit one = judged_hit(said, answerer.faces(), asked);
        const auto& [hit, outcome, t_alone] = one;
        Outcome otherwise = outcome;
        if (answerer.ambiguous_precision) {
            const AnsweredRay again{rays[k], right[k], round.geometry, other(answerer.precision)};
            otherwise = judged_hit(said, answerer.faces(), again).outcome;
        }
        column.hits[k] = hit, column.outcomes[k] = outcome;
        tally.outcomes.errors_otherwise += row_of(otherwise).error;
        tally.outcomes.add(outcome, bool(hit));
        tally.first[std::size_t(outcome)] += {numbers[k], hit.t, one.told().triangle};
        if (answerer.kernel) tally.outcomes.nan += meets_nan(*answerer.kernel, asked);
        if (answerer.culls)
            tally.outcomes.culling_changed += right[k].triangles != judged.right[k].triangles;
        if (round.traits) {
            count_traits(hit, outcome, asked, tally.traits);
            tally.traits.t_alone += t_alone;
        }
        if (!spawned.empty()) {
            column.spawned.push_back(verdict_of(spawned[k], hit, outcome, asked));
            tally.spawned.add(column.spawned.back(), numbers[k]);
        }
        if (hit && answerer.tells_triangle &&
            (outcome == Outcome::right || outcome == Outcome::tie))
            count_t(hit, outcome, asked, round, tally);
    }
    for (std::size_t k = 0; k < judged.whole.size(); ++k) {
        if (answerer.all_hits)
            tally.whole.add(judged.whole[k], answerer.all_hits(rays[k]), rays[k], round.geometry,
                            answerer.precision, numbers[k]);
        if (answerer.count)
            tally.whole.add(judged.whole[k], answerer.count(numbers[k]), numbers[k]);
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
        std::vector<Found> found;
        std::call_once(answered.once, [&] {
            answered.batch = round.source.batch(index);
            const Batch& batch = answered.batch;
            if (round.reference.exact && batch.spawned.empty()) {
                ExactAlong exact(batch.rays, round.geometry, round.reference);
                found = found_together(round.answerers, batch, &exact);
                answered.right = std::move(exact).answers();
            } else {
                answered.right = answers_to(batch, round.reference, Faces::all);
            }
            if (round.whole_rays)
                for (const Ray<float>& ray : answered.batch.rays)
                    answered.whole.push_back(whole_ray(ray, round.geometry, *round.whole_rays));
        });
        const bool culls = std::ranges::any_of(round.answerers, &Answerer::culls);
        if (culls)
            std::call_once(answered.once_front, [&] {
                answered.front = answers_to(answered.batch, round.reference, Faces::front);
            });
        const auto& front = culls ? answered.front : made.front;
        JudgedBatch judged{answered.batch, answered.right, front, answered.whole, {}};
        if (found.empty()) found = found_together(round.answerers, answered.batch, nullptr);
        for (std::size_t m = 0; m < tallies.size(); ++m)
            judged.columns.push_back(
                judged_column(judged, round.answerers[m], std::move(found[m]), round, tallies[m]));
        if (each) each(judged);
    }
    return tallies;
}

std::vector<Tally> judge_all(const Round& round, const Each& each, std::size_t first,
                             std::size_t last) {
    round.geometry.tree();  // by all threads: in the loop one would make it, and the others wait
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
