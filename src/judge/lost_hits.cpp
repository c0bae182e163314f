#include "judge/lost_hits.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace hitmiss {
namespace {

/// Fewer lost hits tell nothing.
constexpr std::uint64_t least_lost = 10;
/// Chance may look like a rule no more often than once in a million times.
constexpr double log_of_chance = -14;
/// As a part of the mesh's size: what is no farther lies next to its ray's start.
constexpr double at_start = 1e-3;

/// The logarithm of the number of ways to choose `some` of so many.
double log_choices(std::uint64_t all, std::uint64_t some) {
    double sum = 0;
    for (std::uint64_t k = 1; k <= some; ++k) sum += std::log(double(all - some + k) / double(k));
    return sum;
}

}  // namespace

void LostHits::add(const JudgedBatch& judged, const Answerer& answerer) {
    const auto& [hits, outcomes, none] = judged.columns[0];
    const auto& right = answerer.culls ? judged.front : judged.right;
    const bool names = answerer.tells_triangle && !answerer.tells_t_alone;
    for (std::size_t k = 0; k < hits.size(); ++k) {
        const auto& [t, E] = right[k];
        if (names && hits[k]) named_.insert(hits[k].triangle);
        const bool lost = outcomes[k] == Outcome::leak;
        if (E.empty() || !(lost || outcomes[k] == Outcome::right || outcomes[k] == Outcome::tie))
            continue;
        // Who does not say which of several triangles it hit, hit perhaps the others.
        if (!lost && E.size() == 1) named_.insert(E[0]);
        const double length = glm::length(Vec<double>(judged.batch.rays[k].d));
        all_.push_back({t, t * length, lost ? hits[k].t : t, E[0], lost});
    }
}

std::optional<BoundOfT> LostHits::bound(std::uint64_t errors, double diagonal) const {
    const auto found = bound_at(true, errors, diagonal);
    return found ? found : bound_at(false, errors, diagonal);
}

std::optional<BoundOfT> LostHits::bound_at(bool least, std::uint64_t errors,
                                           double diagonal) const {
    const auto beyond = [least](double t, double other) { return least ? t < other : t > other; };
    BoundOfT bound{least, least ? 0 : HUGE_VAL, least ? HUGE_VAL : 0};
    for (const Right& one : all_)
        if (std::isfinite(one.answered) && beyond(one.answered, bound.kept))
            bound.kept = one.answered;
    // Rays of a triangle that is lost or kept as a whole may have another reason in common, and
    // count once.
    struct Rays {
        std::uint64_t explained = 0, lost = 0, kept = 0;
    };
    std::map<std::uint32_t, Rays> by_triangle;
    double farthest = 0;
    std::uint64_t lost = 0;
    for (const Right& one : all_) {
        Rays& rays = by_triangle[one.triangle];
        ++(one.lost ? rays.lost : rays.kept);
        lost += one.lost, bound.kept_rays += !one.lost;
        if (!one.lost || !beyond(one.t, bound.kept)) continue;
        ++rays.explained, ++bound.lost_rays;
        farthest = std::max(farthest, one.distance);
        if (bound.lost_rays == 1 || beyond(bound.lost, one.t)) bound.lost = one.t;
    }
    if (bound.lost_rays < least_lost || 4 * bound.lost_rays < 3 * lost ||
        2 * bound.lost_rays <= errors)
        return {};
    bound.at_starts = least && farthest <= at_start * diagonal;
    // Nobody asks for what lies there.
    if (bound.at_starts && bound.kept_rays == 0) return bound;
    Rays units;
    for (const auto& [triangle, rays] : by_triangle) {
        const bool whole = rays.lost == 0 || rays.kept == 0;
        units.explained += whole ? rays.explained > 0 : rays.explained;
        units.lost += whole ? rays.lost > 0 : rays.lost;
        units.kept += whole ? rays.kept > 0 : rays.kept;
    }
    // How probable it is that the nearest ones are all lost, if nearness does not matter.
    if (log_choices(units.lost, units.explained) -
            log_choices(units.lost + units.kept, units.explained) >
        log_of_chance)
        return {};
    return bound;
}

std::optional<NeverHit> LostHits::never_hit(std::uint64_t errors) const {
    NeverHit never;
    std::set<std::uint32_t> met, missed;
    std::uint64_t lost = 0;
    for (const Right& one : all_) {
        met.insert(one.triangle), lost += one.lost;
        if (!one.lost || named_.contains(one.triangle)) continue;
        missed.insert(one.triangle), ++never.lost_rays;
    }
    if (never.lost_rays < least_lost || 10 * never.lost_rays < 9 * errors) return {};
    never.met = met.size(), never.triangles.assign(missed.begin(), missed.end());
    // How probable it is that all rays of so many triangles are lost, if triangles do not matter.
    if (log_choices(never.met, missed.size()) + log_choices(lost, never.lost_rays) -
            log_choices(all_.size(), never.lost_rays) >
        log_of_chance)
        return {};
    return never;
}

}  // namespace hitmiss
