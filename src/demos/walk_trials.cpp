#include "demos/walk_trials.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "truth/exact.hpp"

namespace hitmiss {
namespace {

/// A point of the cube on a grid so coarse that sums of a few of them are exact.
Vec<float> anywhere(Random& random) {
    constexpr std::uint32_t half = 1u << 18;
    const auto draw = [&] { return (float(random.below(2 * half)) - float(half)) * 0x1p-18f; };
    return {draw(), draw(), draw()};
}

/// A step from that point: to another, to a point of the triangle, or through the middle of an
/// edge to as far behind it. The last two miss the border by a unit of the grid or not at all.
Vec<float> draw_step(Random& random, std::uint64_t kind, const Vec<float>& from,
                     const Triangle<float>& tri) {
    if (kind == 0) return anywhere(random) - from;
    const Vec<float> corners[] = {tri.a, tri.b, tri.c};
    const auto first = random.below(3);
    const auto ab = corners[first] + corners[(first + 1) % 3], c = corners[(first + 2) % 3];
    const auto unit = [&] { return (float(random.below(3)) - 1) * 0x1p-18f; };
    const Vec<float> nudge{unit(), unit(), unit()};
    return (kind == 1 ? 0.25f * (ab + 2.0f * c) - from : ab - 2.0f * from) + nudge;
}

double distance_to_segment(const Vec<double>& P, const Vec<double>& a, const Vec<double>& b) {
    const auto e = b - a;
    return glm::length(P - a - std::clamp(glm::dot(P - a, e) / glm::dot(e, e), 0.0, 1.0) * e);
}

/// How far a step's collision is from turning into none, or the reverse, in longest edges.
double distance_to_border(const Ray<float>& step, const Triangle<float>& stored) {
    const Triangle<double> tri(stored);
    const Vec<double> o(step.o), d(step.d), n = glm::normalize(normal(tri));
    const double before = glm::dot(n, o - tri.a), after = glm::dot(n, o + d - tri.a);
    const auto P = o + d * (before / (before - after));
    const double edge =
        std::min({distance_to_segment(P, tri.a, tri.b), distance_to_segment(P, tri.b, tri.c),
                  distance_to_segment(P, tri.c, tri.a)});
    const double longest = std::max(
        {glm::length(tri.b - tri.a), glm::length(tri.c - tri.b), glm::length(tri.a - tri.c)});
    return std::min({edge, std::abs(before), std::abs(after)}) / longest;
}

}  // namespace

WalkTrials try_random_steps(const Collider& collider, std::uint64_t count, std::uint64_t seed) {
    Random random(seed);
    WalkTrials trials;
    for (; trials.steps < count; ++trials.steps) {
        const Vec<float> a = anywhere(random), b = anywhere(random), c = anywhere(random);
        const Wall wall{{a, b, c}, {a, b, c}, {}};
        const Vec<float> from = anywhere(random);
        const Ray<float> step(from, draw_step(random, trials.steps % 3, from, wall.placed));
        const bool exact = exact_step(step, wall.placed);
        const bool answer = collider.test({step.o, step.d}, wall).collides();
        trials.collisions += exact;
        if (answer == exact) continue;
        ++(exact ? trials.walked_through : trials.stopped);
        trials.farthest = std::max(trials.farthest, distance_to_border(step, wall.placed));
    }
    return trials;
}

}  // namespace hitmiss
