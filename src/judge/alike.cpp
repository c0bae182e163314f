#include "judge/alike.hpp"

namespace hitmiss {

bool is_same(const Hit& one, const Hit& other, const Answerer& tracer) {
    if (!one || !other || !tracer.tells_triangle) return bool(one) == bool(other);
    return (tracer.tells_t_alone || one.triangle == other.triangle) && is_close(other.t, one.t);
}

Round beside(const Round& round, const Answerer& answerer, std::span<const Method> methods) {
    Round both = round;
    both.answerers = make_answerers(methods, round.geometry, Traversal::one_ray);
    both.answerers.insert(both.answerers.begin(), answerer);
    return both;
}

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

}  // namespace hitmiss
