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
/// So many roundings of the largest coordinate may move the start of a ray, also one that was
/// computed from an eye dozens of meshes away.
constexpr double start_roundings = 256;

/// The logarithm of the number of ways to choose `some` of so many.
double log_choices(std::uint64_t all, std::uint64_t some) {
    double sum = 0;
    for (std::uint64_t k = 1; k <= some; ++k) sum += std::log(double(all - some + k) / double(k));
    return sum;
}

/// Hits next to the rays' starts and all others are so many times apart in t, at least.
constexpr double much_farther = 10;

}  // namespace

void LostHits::add(const JudgedBatch& judged, const Answerer& answerer, const Geometry& geometry) {
    const auto& [hits, outcomes, none] = judged.columns[0];
    const auto& right = judged.right_for(answerer);
    const bool names = answerer.tells_triangle && !answerer.tells_t_alone;
    for (std::size_t k = 0; k < hits.size(); ++k) {
        const auto& [t, E] = right[k];
        if (names && hits[k]) hit_.insert(hits[k].triangle);
        const auto sees_front = [&, &ray = judged.batch.rays[k]](std::uint32_t index) {
            return seen_from_front(ray, geometry.triangles[index]);
        };
        if (names && names_triangle(hits[k], geometry))
            ++fronts_.hits, hit_fronts_ += sees_front(hits[k].triangle);
        const bool lost = outcomes[k] == Outcome::leak;
        if (lost) fronts_.lost += std::ranges::all_of(E, sees_front);
        if (E.empty() || !(lost || outcomes[k] == Outcome::right || outcomes[k] == Outcome::tie))
            continue;
        // An answer that names none of E may have hit any triangle of E.
        if (!lost && !(names && std::ranges::binary_search(E, hits[k].triangle)))
            hit_.insert(E.begin(), E.end());
        const auto n = glm::normalize(normal(Triangle<double>(geometry.triangles[E[0]])));
        const double height = t * std::abs(glm::dot(n, Vec<double>(judged.batch.rays[k].d)));
        met_.insert(E.begin(), E.end());
        const std::size_t count = lost ? E.size() : 1;
        all_.push_back({t, lost ? hits[k].t : t, float(height), std::uint32_t(triangles_.size()),
                        std::uint32_t(count), lost});
        triangles_.insert(triangles_.end(), E.begin(), E.begin() + std::ptrdiff_t(count));
    }
}

std::optional<BoundOfT> LostHits::bound(std::uint64_t errors, const Box& box) const {
    const auto found = bound_at(true, errors, box);
    return found ? found : bound_at(false, errors, box);
}

std::optional<BoundOfT> LostHits::bound_at(bool least, std::uint64_t errors, const Box& box) const {
    const auto beyond = [least](double t, double other) { return least ? t < other : t > other; };
    BoundOfT bound{least, least ? 0 : HUGE_VAL, least ? HUGE_VAL : 0};
    // On a lost ray the tracer may answer a hit behind: it keeps no hit there, but that t counts.
    double answered = bound.kept;
    for (const Right& one : all_) {
        if (std::isfinite(one.answered) && beyond(one.answered, answered)) answered = one.answered;
        if (!one.lost && beyond(one.t, bound.kept)) bound.kept = one.t;
    }
    // Rays of a triangle that is lost or kept as a whole may have another reason in common, and
    // count once.
    struct Rays {
        std::uint64_t explained = 0, lost = 0, kept = 0;
    };
    std::map<std::uint32_t, Rays> by_triangle;
    float highest = 0;
    std::uint64_t lost = 0;
    for (const Right& one : all_) {
        Rays& rays = by_triangle[triangles_[one.first]];
        ++(one.lost ? rays.lost : rays.kept);
        lost += one.lost, bound.kept_rays += !one.lost;
        if (!one.lost || !beyond(one.t, answered)) continue;
        ++rays.explained, ++bound.lost_rays;
        highest = std::max(highest, one.height);
        if (bound.lost_rays == 1 || beyond(bound.lost, one.t)) bound.lost = one.t;
    }
    if (bound.lost_rays < least_lost || 4 * bound.lost_rays < 3 * lost ||
        2 * bound.lost_rays <= errors)
        return {};
    const double largest = std::max(largest_size(box.lo), largest_size(box.hi));
    bound.at_starts =
        least && double(highest) <= start_roundings * unit_roundoff(Precision::single) * largest;
    // Where next to nothing is kept, chance cannot be told; but to lose what rounding left in front
    // of a ray that leaves a surface, and nothing farther, is what a t_min is for.
    if (bound.at_starts && bound.kept > much_farther * bound.lost) return bound;
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
    std::set<std::uint32_t> missed;
    std::uint64_t lost = 0;
    for (const Right& one : all_) {
        const auto E = triangles_of(one);
        lost += one.lost;
        const auto is_hit = [&](std::uint32_t triangle) { return hit_.contains(triangle); };
        if (!one.lost || std::ranges::any_of(E, is_hit)) continue;
        missed.insert(E.begin(), E.end()), ++never.lost_rays;
    }
    if (never.lost_rays < least_lost || 10 * never.lost_rays < 9 * errors) return {};
    never.met = met_.size(), never.triangles.assign(missed.begin(), missed.end());
    // How probable it is that all rays of so many triangles are lost, if triangles do not matter.
    if (log_choices(never.met, missed.size()) + log_choices(lost, never.lost_rays) -
            log_choices(all_.size(), never.lost_rays) >
        log_of_chance)
        return {};
    return never;
}

std::optional<LostFronts> LostHits::fronts(std::uint64_t errors) const {
    const auto& [lost, hits] = fronts_;
    if (hit_fronts_ > 0 || hits < least_lost || lost < least_lost || 10 * lost < 9 * errors)
        return {};
    // How probable it is that these are the ones that are lost, if faces do not matter.
    return -log_choices(lost + hits, hits) > log_of_chance ? std::nullopt : std::optional(fronts_);
}

}  // namespace hitmiss
