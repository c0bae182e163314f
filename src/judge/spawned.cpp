#include "judge/spawned.hpp"

#include <algorithm>
#include <cmath>

#include "base/exact.hpp"
#include "judge/outcome_of.hpp"

namespace hitmiss {
namespace {

/// Whether the line of the ray meets the triangle, but not where a hit counts.
bool leaves_out(const Ray<float>& ray, const HitFilter& filter, std::uint32_t index,
                const Triangle<float>& tri) {
    const ExactHit met = exact_hit(ray, tri);
    if (met.position == Position::outside || met.position == Position::degenerate) return false;
    return !met.hit || !filter.lets(met.t, index);
}

/// The distance from X to the first surface on the way to o', where one lies between the two, else
/// 0. Its direction is rounded to float.
double gap_to_start(const SpawnedRay& exact, const Ray<float>& ray, const Geometry& geometry) {
    const Vec<float> way(Vec<double>(ray.o) - exact.start.point);
    if (way == Vec<float>(0)) return 0;
    const double t = exact_answer({exact.start, way, Goes::in_direction}, geometry).t;
    return t < 1 ? t * glm::length(Vec<double>(way)) : 0;
}

/// Which of the outcomes it is; the order of spawned.hpp.
SpawnedVerdict first_that_applies(const Spawned& spawned, const Hit& hit, Outcome outcome,
                                  const AnsweredRay& from_o) {
    const Ray<float>& ray = from_o.ray;
    const Geometry& geometry = from_o.geometry;
    const auto& [exact, right, point, filter] = spawned;
    const bool agrees =
        hit ? is_among(right->triangles, hit.triangle, geometry) : right->triangles.empty();
    if (agrees)
        return {outcome == Outcome::wrong_t ? SpawnedOutcome::error : SpawnedOutcome::right};
    if (hit && contains(geometry.triangles[hit.triangle], exact->start))
        return {SpawnedOutcome::self_hit};
    const double gap = right->t * glm::length(exact->direction());
    if (std::ranges::any_of(right->triangles, [&](std::uint32_t index) {
            return leaves_out(ray, spawned.filter, index, geometry.triangles[index]);
        }))
        return {SpawnedOutcome::skipped, gap};
    if (hit) {
        const Triangle<float>& tri = geometry.triangles[hit.triangle];
        const int side = side_of(exact->start, tri);
        if (side != side_of(ray.o, tri) && side != side_of(point, tri) && exact_hit(ray, tri).hit &&
            !exact_hit(*exact, tri).hit)
            return {SpawnedOutcome::self_hit, 0, true};
    }
    if (const double through = gap_to_start(*exact, ray, geometry); through > 0)
        return {SpawnedOutcome::skipped, through};
    if (row_of(outcome).error) return {SpawnedOutcome::error};
    return {from_o.right.triangles != right->triangles ? SpawnedOutcome::shifted
                                                       : SpawnedOutcome::tie};
}

}  // namespace

double off_plane(const Vec<float>& point, const ExactStart& start) {
    const Triangle<double> tri(start.triangle);
    const Vec<double> o(start.first.o);
    const double off = glm::dot(glm::normalize(normal(tri)), Vec<double>(point) - tri.a);
    return std::abs(off) / (0x1p-24 * (glm::length(o) + glm::length(start.point - o)));
}

SpawnedVerdict verdict_of(const Spawned& spawned, const Hit& hit, Outcome outcome,
                          const AnsweredRay& from_o) {
    SpawnedVerdict verdict = first_that_applies(spawned, hit, outcome, from_o);
    verdict.opposite = bool(hit) == spawned.right->triangles.empty();
    verdict.off_plane = off_plane(spawned.point, spawned.exact->start);
    return verdict;
}

void SpawnedCounts::add(const SpawnedVerdict& verdict, std::uint64_t number) {
    ++rays, ++by_outcome[std::size_t(verdict.outcome)];
    opposite[std::size_t(verdict.outcome)] += verdict.opposite;
    widest_skip = std::max(widest_skip, verdict.gap);
    beside += verdict.beside;
    off_plane.add(verdict.off_plane);
    if (verdict.outcome == SpawnedOutcome::self_hit && !verdict.beside)
        first_self_hit = std::min(first_self_hit, number);
}

SpawnedCounts& SpawnedCounts::operator+=(const SpawnedCounts& other) {
    off_plane += other.off_plane;
    lost += other.lost, rays += other.rays, beside += other.beside;
    for (std::size_t k = 0; k < by_outcome.size(); ++k)
        by_outcome[k] += other.by_outcome[k], opposite[k] += other.opposite[k];
    widest_skip = std::max(widest_skip, other.widest_skip);
    first_self_hit = std::min(first_self_hit, other.first_self_hit);
    return *this;
}

}  // namespace hitmiss
