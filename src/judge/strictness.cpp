
#include <algorithm>
#include <map>
#include <set>

#include "base/words.hpp"
#include "judge/alike.hpp"
#include "judge/explain.hpp"

namespace hitmiss {
namespace {

using Comparisons = std::set<Strictness::Comparison>;

/// The comparisons with two equal sides that lead to a method's hit, as it asks them; nothing if it
/// does not hit.
std::optional<Comparisons> equal_sides(const Kernel& kernel, const Ray<float>& ray,
                                       const Triangle<float>& tri) {
    Notes notes;
    if (!kernel.explain(ray, tri, notes).hit()) return {};
    Comparisons equal;
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
    // The rays that the tracer loses, by the comparisons that are equal on each right triangle that
    // the method hits, the one that it answers first; and how often one is.
    std::map<std::vector<Comparisons>, std::uint64_t> lost;
    std::map<Strictness::Comparison, std::uint64_t> losses, kept;
    std::map<Strictness::Comparison, FirstRay> examples;
    std::mutex mutex;
    Strictness strict;
    const Kernel kernel = method.kernel(round.geometry.surroundings());
    const auto look = [&](const JudgedBatch& judged) {
        const auto& [theirs, outcomes, none] = judged.columns[0];
        const auto& [own, own_outcomes, no_more] = judged.columns[1];
        const auto& right = judged.right_for(answerer);
        const auto is_good = [](Outcome one) {
            return one == Outcome::right || one == Outcome::tie;
        };
        const std::scoped_lock lock(mutex);
        for (std::size_t k = 0; k < theirs.size(); ++k) {
            strict.errors += row_of(outcomes[k]).error;
            const bool same = is_same(theirs[k], own[k], answerer);
            // Both are right where they name different triangles at an edge.
            strict.differences += !same && !(is_good(outcomes[k]) && is_good(own_outcomes[k]));
            if (!own[k]) continue;
            const auto equal_on = [&](std::uint32_t triangle) {
                return equal_sides(kernel, judged.batch.rays[k],
                                   round.geometry.triangles[triangle]);
            };
            // With another t it hits the triangle all the same.
            if (same || (theirs[k] && outcomes[k] != Outcome::leak)) {
                const bool named = answerer.tells_triangle && !answerer.tells_t_alone &&
                                   names_triangle(theirs[k], round.geometry);
                if (const auto equal = equal_on(named ? theirs[k].triangle : own[k].triangle))
                    for (const auto& one : *equal) ++kept[one];
                continue;
            }
            std::vector<Comparisons> all{equal_on(own[k].triangle).value_or(Comparisons{})};
            for (const std::uint32_t triangle : right[k].triangles)
                if (triangle != own[k].triangle)
                    if (auto equal = equal_on(triangle)) all.push_back(std::move(*equal));
            Comparisons equal;
            for (const auto& some : all) equal.insert(some.begin(), some.end());
            for (const auto& one : equal) ++losses[one];
            ++lost[all];
            if (outcomes[k] == Outcome::leak && !row_of(own_outcomes[k]).error)
                for (const auto& one : all.front())
                    examples[one] += {judged.batch.numbers[k], theirs[k].t, theirs[k].triangle};
        }
    };
    judge_all(beside(round, answerer, {&method, 1}), look);
    // A tracer that asks strictly loses a ray only if it loses each triangle there.
    std::map<Comparisons, std::uint64_t> rays;
    for (const auto& [all, count] : lost) {
        auto blamed = all;
        for (Comparisons& equal : blamed)
            std::erase_if(equal, [&](const auto& one) { return 9 * kept[one] > losses[one]; });
        if (std::ranges::none_of(blamed, [](const auto& equal) { return equal.empty(); }))
            rays[blamed.front()] += count;
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
    return strict && 10 * strict->equal >= 9 * strict->differences &&
           2 * strict->equal > strict->errors;
}

}  // namespace hitmiss
