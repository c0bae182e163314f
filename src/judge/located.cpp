// The triangle of a hit of which only t is known, or not even that.

#include <cmath>
#include <vector>

#include "base/exact.hpp"
#include "judge/outcome_of.hpp"
#include "judge/ties.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

/// Where a hit of the triangle is degenerate, at a t that nobody said: at the ray's start, or where
/// a ray in the triangle's plane meets a side.
std::optional<double> degenerate_t(std::uint32_t index, const AnsweredRay& asked) {
    const Vec<double> o(asked.ray.o), d(asked.ray.d);
    std::vector<double> candidates{0};
    for (const auto& [p, q] : edges(Triangle<double>(asked.triangle(index)))) {
        const Vec<double> side = q - p, across = glm::cross(d, side);
        // o + t d = p + s side: the cross product with the side leaves t.
        candidates.push_back(glm::dot(glm::cross(p - o, side), across) / glm::dot(across, across));
        // A corner, where the ray runs along the side.
        candidates.push_back(glm::dot(p - o, d) / glm::dot(d, d));
    }
    for (const double t : candidates)
        if (t >= 0 && is_degenerate({t, index}, asked)) return t;
    return {};
}

}  // namespace

Hit located(const Hit& hit, Faces faces, const AnsweredRay& asked) {
    if (hit.triangle != unknown_triangle) return hit;
    const Ray<float>& ray = asked.ray;
    const auto& E = asked.right.triangles;
    Hit found = hit;
    double least = -1;  // where E is empty nothing is hit: only a degenerate triangle is meant
    if (!E.empty()) {
        found.triangle = E.front();
        if (is_good(found, asked)) return found;
        least = std::abs(hit.t - asked.right.t);
    }
    double limit = std::numeric_limits<double>::infinity();
    for_each_box(asked.geometry.tree(), scaled_for_boxes(ray), limit, [&](std::uint32_t index) {
        if (limit < 0) return;  // the rest of a leaf
        const auto& tri = asked.triangle(index);
        if (std::isnan(hit.t)) {
            if (const auto t = degenerate_t(index, asked)) found = {*t, index};
            return;
        }
        if (!E.empty() && is_good({hit.t, index}, asked) && is_tie(index, asked)) {
            found.triangle = index, limit = -1;  // nothing else is asked for
            return;
        }
        double distance = -1;
        if (!is_degenerate({hit.t, index}, asked)) {
            const ExactHit exact = exact_hit(ray, tri);
            if (!exact.hit || (faces == Faces::front && !seen_from_front(ray, tri))) return;
            distance = std::abs(hit.t - exact.t);
        }
        if (distance < least || distance < 0) least = distance, found.triangle = index;
    });
    return found;
}

JudgedHit judged_hit(const Hit& said, Faces faces, const AnsweredRay& asked) {
    const Hit hit = located(said, faces, asked);
    const Outcome outcome = outcome_of(hit, asked);
    return {hit, outcome, outcome == Outcome::wrong_t && said.triangle == unknown_triangle};
}

}  // namespace hitmiss
