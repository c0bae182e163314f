#include "judge/diagnosis.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

#include "base/words.hpp"
#include "judge/candidates.hpp"
#include "judge/explain.hpp"
#include "judge/some_rays.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

/// Triangles prepared and rays traced by all methods that are tried.
constexpr std::size_t most_work = 8'000'000;
/// Pairs of ray and triangle for a method that no tree can help.
constexpr std::size_t most_pairs = 20'000'000;

/// Whether both answer alike, as far as the tracer answers at all: it may say only whether it hits.
bool is_same(const Hit& one, const Hit& other, const Answerer& tracer) {
    if (!one || !other || !tracer.tells_triangle) return bool(one) == bool(other);
    const bool unknown = one.triangle == unknown_triangle || other.triangle == unknown_triangle;
    return (unknown || one.triangle == other.triangle) && is_close(other.t, one.t);
}

/// The round with the tracer first, and methods after it.
Round beside(const Round& round, const Answerer& answerer, std::span<const Method> methods) {
    Round both = round;
    both.answerers = make_answerers(methods, round.geometry, Traversal::one_ray);
    both.answerers.insert(both.answerers.begin(), answerer);
    return both;
}

/// Holds methods against the tracer.
std::vector<Alike> held_against(const Round& round, const Answerer& answerer,
                                std::span<const Method> methods) {
    std::vector<Alike> all;
    for (const Method& method : methods) all.push_back({method});
    std::mutex mutex;
    const auto compare = [&](const JudgedBatch& judged) {
        const auto& [theirs, outcomes, none] = judged.columns[0];
        const std::scoped_lock lock(mutex);
        for (std::size_t m = 0; m < all.size(); ++m)
            for (std::size_t k = 0; k < theirs.size(); ++k) {
                const bool same = is_same(theirs[k], judged.columns[m + 1].hits[k], answerer);
                all[m].same += same;
                all[m].same_errors += same && row_of(outcomes[k]).error;
                all[m].same_hits += same && theirs[k];
            }
    };
    const auto tallies = judge_all(beside(round, answerer, methods), compare);
    for (std::size_t m = 0; m < all.size(); ++m) all[m].errors = tallies[m + 1].outcomes.errors();
    return all;
}

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

/// The comparisons with two equal sides that lead to a method's hit, as it asks them.
std::set<Strictness::Comparison> equal_sides(const Kernel& kernel, const Ray<float>& ray,
                                             const Triangle<float>& tri) {
    Notes notes;
    kernel.explain(ray, tri, notes);
    std::set<Strictness::Comparison> equal;
    for (const Decision& decision : notes.decisions)
        if (!decision.guards() && decision.left.value == decision.right.value &&
            sign_text(decision) != "==")
            equal.insert({decision.left.name, std::string(sign_text(decision)),
                          decision.right.name.empty() ? number_text(decision.right.value)
                                                      : decision.right.name});
    return equal;
}

/// The comparisons of a method that come out equal where it hits and the tracer does not, except
/// those with which the tracer hits on more than a tenth of such rays.
std::optional<Strictness> strictness(const Round& round, const Answerer& answerer,
                                     const Method& method) {
    using Comparisons = std::set<Strictness::Comparison>;
    // The rays that the tracer loses, by the comparisons that are equal; and how often one is.
    std::map<Comparisons, std::uint64_t> lost;
    std::map<Strictness::Comparison, std::uint64_t> losses, kept;
    std::map<Strictness::Comparison, FirstRay> examples;
    std::mutex mutex;
    Strictness strict;
    const Kernel kernel = method.kernel(round.geometry.surroundings());
    const auto look = [&](const JudgedBatch& judged) {
        const auto& [theirs, outcomes, none] = judged.columns[0];
        const auto& own = judged.columns[1].hits;
        const std::scoped_lock lock(mutex);
        for (std::size_t k = 0; k < theirs.size(); ++k) {
            const bool same = is_same(theirs[k], own[k], answerer);
            strict.differences += !same;
            if (!own[k]) continue;
            const Comparisons equal = equal_sides(kernel, judged.batch.rays[k],
                                                  round.geometry.triangles[own[k].triangle]);
            for (const auto& one : equal) ++(same ? kept : losses)[one];
            if (same) continue;
            if (!equal.empty()) ++lost[equal];
            if (outcomes[k] == Outcome::leak && !row_of(judged.columns[1].outcomes[k]).error)
                for (const auto& one : equal)
                    examples[one] += {judged.batch.numbers[k], theirs[k].t, theirs[k].triangle};
        }
    };
    judge_all(beside(round, answerer, {&method, 1}), look);
    std::map<Comparisons, std::uint64_t> rays;
    for (const auto& [all, count] : lost) {
        Comparisons equal = all;
        std::erase_if(equal, [&](const auto& one) { return 9 * kept[one] > losses[one]; });
        if (!equal.empty()) rays[equal] += count;
    }
    // As few comparisons as explain these rays, those that explain most first.
    while (!rays.empty()) {
        std::map<Strictness::Comparison, std::uint64_t> counts;
        for (const auto& [equal, count] : rays)
            for (const auto& one : equal) counts[one] += count;
        const auto most =
            *std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
        strict.comparisons.push_back(most.first), strict.equal += most.second;
        strict.example += examples[most.first];
        std::erase_if(rays, [&](const auto& ray) { return ray.first.contains(most.first); });
    }
    if (strict.equal == 0) return {};
    return strict;
}

/// Whether equal sides of a comparison explain nearly all that the method answers otherwise.
bool explains(const std::optional<Strictness>& strict) {
    return strict && 10 * strict->equal >= 9 * strict->differences;
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

/// Judges the round's first answerer and says what is wrong: how many errors and of which rays.
/// Then again as its answers are to be read, while that helps.
RayNumbers errors_as_read(Round& round, Diagnosis& diagnosis) {
    for (;;) {
        RayNumbers errors;
        Evidence evidence;
        std::mutex mutex;
        const Tally tally = judge_all(round, [&](const JudgedBatch& judged) {
            const std::scoped_lock lock(mutex);
            evidence.add(judged);
            for (std::size_t k = 0; k < judged.batch.rays.size(); ++k)
                if (row_of(judged.columns[0].outcomes[k]).error)
                    errors.push_back(judged.batch.numbers[k]);
        })[0];
        if (diagnosis.readings.empty()) diagnosis.errors = errors.size();
        diagnosis.rays = tally.rays, diagnosis.remaining = errors.size();
        diagnosis.traits = tally.traits, diagnosis.hits = tally.outcomes.hits;
        diagnosis.right_hits = tally.traits.right_hits + tally.outcomes.tie;
        diagnosis.polygons = evidence.polygons();
        if (errors.empty()) return errors;
        const auto other = evidence.reading(round, errors.size());
        if (other) diagnosis.readings.push_back(*other);
        // Where nothing is hit at all, no answer can be read.
        if (!other || diagnosis.hits == 0) return errors;
        round.answerers = {other->answerer};
    }
}

/// Whether the ray meets a triangle of these faces behind t.
bool meets_behind(double t, const Ray<float>& ray, Faces faces, const Geometry& geometry) {
    bool meets = false;
    double limit = std::numeric_limits<double>::infinity();
    for_each_box(geometry.tree(), scaled_for_boxes(ray), limit, [&](std::uint32_t index) {
        const auto& tri = geometry.triangles[index];
        if (meets || (faces == Faces::front && !seen_from_front(ray, tri))) return;
        const ExactHit exact = exact_hit(ray, tri);
        meets = exact.hit && exact.t > t && !is_close(exact.t, t);
        if (meets) limit = -1;
    });
    return meets;
}

/// On how many rays the answer is the nearest hit, right or a tie, though there is one behind.
std::uint64_t right_before_others(const Round& round) {
    std::atomic<std::uint64_t> count = 0;
    const Answerer& answerer = round.answerers[0];
    judge_all(round, [&](const JudgedBatch& judged) {
        const auto& [hits, outcomes, none] = judged.columns[0];
        const auto& right = answerer.culls ? judged.front : judged.right;
        for (std::size_t k = 0; k < hits.size(); ++k)
            if (hits[k] && (outcomes[k] == Outcome::right || outcomes[k] == Outcome::tie))
                count += meets_behind(right[k].t, judged.batch.rays[k], answerer.faces(),
                                      round.geometry);
    });
    return count;
}

}  // namespace

std::optional<Diagnosis> diagnose(const Round& all, const Answerer& answerer) {
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
    find_alike(round, as_read, diagnosis);
    if (diagnosis.alike) vary(round, as_read, diagnosis);
    return diagnosis;
}

}  // namespace hitmiss
