#include "judge/diagnosis.hpp"

#include <algorithm>
#include <atomic>

#include "judge/alike.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

/// Triangles prepared and rays traced by all methods that are tried.
constexpr std::size_t most_work = 8'000'000;
/// Pairs of ray and triangle for a method that no tree can help.
constexpr std::size_t most_pairs = 20'000'000;

/// The first methods that may be tried on so many rays with so much work.
std::vector<Method> affordable(const std::vector<Method>& methods, const Geometry& geometry,
                               std::size_t rays, std::size_t& work) {
    std::vector<Method> some;
    const std::size_t triangles = geometry.triangles.size();
    for (const Method& method : methods) {
        const bool bounded = method.kernel(geometry.surroundings()).growth.bounded;
        if (!bounded && rays * triangles > most_pairs) continue;
        if (work + rays + triangles > most_work) break;
        work += rays + triangles;
        some.push_back(method);
    }
    return some;
}

/// The method with most answers in common, the plainest of equals; or the first that differs in
/// nothing but a comparison that is strict.
void find_alike(const Round& round, const Answerer& answerer, Diagnosis& diagnosis) {
    auto& best = diagnosis.alike;
    std::size_t work = 0;
    const auto try_all = [&](const std::vector<Method>& methods) {
        const auto some = affordable(methods, round.geometry, std::size_t(diagnosis.tried), work);
        if (some.empty()) return;
        for (const Alike& alike : held_against(round, answerer, some))
            if (!best || alike.same > best->same) best = alike;
    };
    const auto differs = [&] { return !best || best->same < diagnosis.tried; };
    const auto fits = [&] {
        return best && 10 * (diagnosis.tried - best->same) <= diagnosis.tried_errors &&
               10 * (diagnosis.tried_hits - best->same_hits) <= diagnosis.tried_hits;
    };
    const auto try_stages = [&](std::span<const std::vector<Method>> stages) {
        for (const auto& stage : stages) {
            const auto before = best;
            if (differs()) try_all(stage);
            const bool better = best && (!before || best->method != before->method);
            if (better && differs()) try_all(refined(best->method));
        }
    };
    const auto stages = candidates(answerer.culls);
    try_all(stages.front());
    if (best && differs()) diagnosis.strict = strictness(round, answerer, best->method);
    if (explains(diagnosis.strict)) return;
    diagnosis.strict.reset();
    try_stages(std::span(stages).subspan(1));
    // A tracer may cull though nobody says so: its answers about fronts are all that tell.
    if (!fits() && !diagnosis.coarse() && !diagnosis.hopeless())
        work = 0, try_stages(candidates(!answerer.culls));
    if (!fits()) best.reset();
}

/// The same method with the least epsilon, in double, and both.
void vary(const Round& round, const Answerer& answerer, Diagnosis& diagnosis) {
    const Method& method = diagnosis.alike->method;
    const auto errors_of = [&](const Method& other) {
        return held_against(round, answerer, {&other, 1}).front();
    };
    const auto in_double = [](const Method& one) {
        return one.with(precision_key, double(Precision::twice));
    };
    const bool threshold = method.kind() == Kind::ray_test && method.epsilon().value_or(0) > 0;
    const bool single = method.precision_text() && method.precision() == Precision::single;
    if (threshold) diagnosis.without = errors_of(method.with("epsilon", 0));
    if (single) diagnosis.finer = errors_of(in_double(method));
    if (threshold && single) diagnosis.both = errors_of(in_double(method.with("epsilon", 0)));
}

/// Whether a method is alike, and errs next to nowhere without its threshold of the determinant.
bool by_threshold(const Diagnosis& diagnosis) {
    const auto& without = diagnosis.without;
    return diagnosis.alike && without && 10 * without->errors <= diagnosis.tried_errors;
}

/// Whether every error is a hit behind the nearest one, and none of the right hits has another one
/// behind it: the farthest hit is kept.
bool by_order(const Diagnosis& diagnosis) {
    return diagnosis.behind() && diagnosis.traits.behind == diagnosis.remaining &&
           diagnosis.right_before_others == 0;
}

/// Judges the round's first answerer and says what is wrong: how many errors and of which rays.
/// Then again as its answers are to be read, while that helps.
RayNumbers errors_as_read(Round& round, Diagnosis& diagnosis) {
    for (;;) {
        RayNumbers errors;
        Evidence evidence;
        LostHits lost;
        std::mutex mutex;
        const Tally tally = judge_all(round, [&](const JudgedBatch& judged) {
            const std::scoped_lock lock(mutex);
            evidence.add(judged, round.answerers[0], round.geometry);
            lost.add(judged, round.answerers[0], round.geometry);
            for (std::size_t k = 0; k < judged.batch.rays.size(); ++k)
                if (row_of(judged.columns[0].outcomes[k]).error)
                    errors.push_back(judged.batch.numbers[k]);
        })[0];
        if (diagnosis.readings.empty()) diagnosis.errors = errors.size();
        diagnosis.rays = tally.rays, diagnosis.remaining = errors.size();
        diagnosis.traits = tally.traits, diagnosis.hits = tally.outcomes.hits;
        diagnosis.right_hits = tally.traits.right_hits + tally.outcomes.tie;
        diagnosis.polygons = evidence.polygons();
        diagnosis.bound = lost.bound(errors.size(), diagnosis.box);
        diagnosis.never_hit = lost.never_hit(errors.size());
        diagnosis.fronts = lost.fronts(errors.size());
        if (errors.empty()) return errors;
        // Faces that rays leave are lost by their distance, though they are seen from behind.
        const bool may_cull = !diagnosis.bound || !diagnosis.bound->at_starts;
        const auto other = evidence.reading(round, errors.size(), may_cull);
        if (other) diagnosis.readings.push_back(*other);
        // Where nothing is hit at all, no answer can be read.
        if (!other || diagnosis.hits == 0) return errors;
        round.answerers = {other->answerer};
    }
}

/// Whether the ray meets a triangle of these faces behind t.
bool meets_behind(double t, const Ray<float>& ray, Faces faces, const Geometry& geometry) {
    return any_along(geometry.tree(), scaled_for_boxes(ray), Box::inf, [&](std::uint32_t index) {
        const auto& tri = geometry.triangles[index];
        if (faces == Faces::front && !seen_from_front(ray, tri)) return false;
        const ExactHit exact = exact_hit(ray, tri);
        return exact.hit && exact.t > t && !is_close(exact.t, t);
    });
}

/// On how many rays the answer is the nearest hit, right or a tie, though there is one behind.
std::uint64_t right_before_others(const Round& round) {
    std::atomic<std::uint64_t> count = 0;
    const Answerer& answerer = round.answerers[0];
    judge_all(round, [&](const JudgedBatch& judged) {
        const auto& [hits, outcomes, none] = judged.columns[0];
        const auto& right = judged.right_for(answerer);
        for (std::size_t k = 0; k < hits.size(); ++k)
            if (hits[k] && (outcomes[k] == Outcome::right || outcomes[k] == Outcome::tie))
                count += meets_behind(right[k].t, judged.batch.rays[k], answerer.faces(),
                                      round.geometry);
    });
    return count;
}

/// The diagnosis of the round's first answerer, whose causes may exclude each other.
std::optional<Diagnosis> all_causes(const Round& all, const Answerer& answerer) {
    Diagnosis diagnosis;
    diagnosis.box = all.geometry.box, diagnosis.precision = answerer.precision;
    Round round = all;
    const RaySource source = some_batches(all.source);
    round.source = spread(source, most_diagnosed);
    diagnosis.all = all.source.count;
    round.answerers = {answerer};
    round.traits = true;
    round.whole_rays = {};
    round = remembering(std::move(round));
    RayNumbers errors = errors_as_read(round, diagnosis);
    if (diagnosis.errors == 0) return {};
    if (errors.empty() || diagnosis.hits == 0 || diagnosis.renamed()) return diagnosis;
    const Answerer as_read = round.answerers[0];
    round.traits = false;
    if (diagnosis.mostly_behind()) diagnosis.right_before_others = right_before_others(round);
    round.source = with_others(source, thinned(std::move(errors), most_tried / 2), most_tried);
    round = remembering(std::move(round));
    const Tally tried = judge_all(round)[0];
    diagnosis.tried = tried.rays, diagnosis.tried_errors = tried.outcomes.errors();
    diagnosis.tried_hits = tried.outcomes.hits;
    const Diagnosis without_methods = diagnosis;
    find_alike(round, as_read, diagnosis);
    // A method with nearly the same answers is chance where the order of the hits explains all.
    if (diagnosis.alike && diagnosis.alike->same < diagnosis.tried && by_order(diagnosis))
        return without_methods;
    if (diagnosis.alike) vary(round, as_read, diagnosis);
    if (!diagnosis.bound) return diagnosis;
    // A method that loses the same hits may do so for another reason than a bound of t. If it does
    // not give the very same answers, nobody can tell these two apart.
    if (!by_threshold(diagnosis)) return without_methods;
    if (diagnosis.alike->same == diagnosis.tried) diagnosis.bound.reset();
    return diagnosis;
}

}  // namespace

std::optional<Diagnosis> diagnose(const Round& round, const Answerer& answerer) {
    auto diagnosis = all_causes(round, answerer);
    if (!diagnosis) return {};
    if (diagnosis->renamed()) diagnosis->bound.reset();
    const bool by_another =
        diagnosis->alike || diagnosis->coarse() || diagnosis->behind() || diagnosis->renamed();
    if (by_another) diagnosis->fronts.reset();
    // A triangle that is left out shows what is behind it, as a wrong order of the hits does:
    // nobody can tell these two apart, even if a method gives the same answers.
    const bool known =
        (diagnosis->alike && !diagnosis->behind()) || diagnosis->coarse() || diagnosis->renamed();
    if (diagnosis->hits == 0 || (!diagnosis->bound && known) || diagnosis->fronts)
        diagnosis->never_hit.reset();
    return diagnosis;
}

}  // namespace hitmiss
