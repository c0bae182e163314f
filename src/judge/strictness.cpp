#include "judge/strictness.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/words.hpp"
#include "judge/alike.hpp"
#include "judge/explain.hpp"

namespace hitmiss {
namespace {

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

}  // namespace

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
            // With another t it hits the triangle all the same.
            const bool loses =
                !same && (!theirs[k] || outcomes[k] == Outcome::leak ||
                          (!answerer.tells_t_alone && theirs[k].triangle != own[k].triangle));
            const Comparisons equal = equal_sides(kernel, judged.batch.rays[k],
                                                  round.geometry.triangles[own[k].triangle]);
            for (const auto& one : equal) ++(loses ? losses : kept)[one];
            if (!loses) continue;
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

bool explains(const std::optional<Strictness>& strict) {
    return strict && 10 * strict->equal >= 9 * strict->differences;
}

}  // namespace hitmiss
