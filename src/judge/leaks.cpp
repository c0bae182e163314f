#include "judge/leaks.hpp"

#include <algorithm>
#include <numeric>

#include "base/exact.hpp"
#include "judge/comparison.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {

LeakCount& LeakCount::operator+=(const LeakCount& other) {
    rays += other.rays, outcomes += other.outcomes, multiple += other.multiple;
    return *this;
}

LeakCounter make_leak_counter(const Kernel& kernel, const Geometry& geometry, bool exact) {
    const auto around = std::make_shared<const TracedScene>(kernel, geometry, geometry.origins());
    // Seen from within, triangles are nearer and their boxes grow less: up to three times as fast.
    const auto within = std::make_shared<const TracedScene>(around->from(geometry, geometry.box));
    return [around, within, kernel, exact, &geometry](
               std::span<const Ray<float>> rays, std::span<const Answer> answers, std::size_t) {
        LeakCount count;
        std::vector<Hit> accepted;
        for (std::size_t k = 0; k < rays.size(); ++k) {
            const Answer& answer = answers[k];
            const TracedScene& scene = within->origins().holds(rays[k].o) ? *within : *around;
            Hit nearest;
            double limit = nearest.t;
            accepted.clear();
            for_each_hit(scene, rays[k], limit, [&](double t, std::uint32_t triangle) {
                accepted.push_back({t, triangle});
                nearest.keep_nearer(accepted.back());
                limit = nearest.t + same_point * (answer.triangles.empty() ? nearest.t : answer.t);
            });
            std::erase_if(accepted, [&](const Hit& hit) { return hit.t > limit; });
            count.multiple +=
                accepted.size() > 1 && std::ranges::any_of(accepted, [&](const Hit& hit) {
                    return !exact_hit(rays[k], geometry.triangles[hit.triangle]).hit;
                });
            if (exact && nearest) nearest.triangle = answer.triangles.at(0);
            ++count.rays;
            const Outcome outcome = judge(nearest, answer, rays[k], geometry, false);
            count.outcomes.add(outcome, bool(nearest));
            count.outcomes.t_off += outcome == Outcome::right && t_is_off(nearest, answer);
            count.outcomes.nan += meets_nan(kernel, answer, rays[k], geometry);
        }
        return count;
    };
}

LeakCounter make_leak_counter(const Method& method, const Geometry& geometry) {
    return make_leak_counter(method.kernel(geometry.surroundings()), geometry, is_exact(method));
}

LeakCounter make_leak_counter(const Method& method, const Tracer& foreign,
                              const Geometry& geometry) {
    return [=, &geometry](std::span<const Ray<float>> rays, std::span<const Answer> answers,
                          std::size_t first) {
        std::vector<std::size_t> numbers(rays.size());
        std::iota(numbers.begin(), numbers.end(), first);
        return LeakCount{rays.size(),
                         Trial(method, foreign, geometry)(rays, numbers, answers).confusion};
    };
}

std::vector<Ray<float>> draw_rays(const AimedRays& aimed, Aim aim, std::uint64_t seed,
                                  std::uint64_t block, std::size_t size) {
    Random random(seed, std::uint64_t(aim) << 40 | block);
    std::vector<Ray<float>> drawn;
    for (std::size_t k = 0; k < size; ++k) drawn.push_back(aimed(aim, random));
    return drawn;
}

std::size_t ray_units(std::uint64_t rays) {
    return std::size_t((rays + rays_of_unit - 1) / rays_of_unit);
}

std::vector<LeakCount> count_leaks(const std::vector<LeakCounter>& counters, const AimedRays& aimed,
                                   const Reference& exact, Aim aim, std::uint64_t begin,
                                   std::uint64_t end, std::uint64_t seed) {
    std::vector<LeakCount> sums(counters.size());
    if (!aimed.has(aim)) return sums;
    for (std::uint64_t first = begin; first < end; first += rays_of_block) {
        const auto size = std::size_t(std::min<std::uint64_t>(rays_of_block, end - first));
        const auto drawn = draw_rays(aimed, aim, seed, first / rays_of_block, size);
        std::vector<Answer> answers(size);
        exact(drawn, answers);
        for (std::size_t m = 0; m < counters.size(); ++m)
            sums[m] += counters[m](drawn, answers, first);
    }
    return sums;
}

}  // namespace hitmiss
