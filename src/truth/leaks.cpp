#include "truth/leaks.hpp"

#include <algorithm>

#include "trace/one_ray.hpp"
#include "truth/confusion.hpp"

namespace hitmiss {

LeakCount& LeakCount::operator+=(const LeakCount& other) {
    rays += other.rays, leaks += other.leaks, multiple += other.multiple, nan += other.nan;
    return *this;
}

LeakCounter make_leak_counter(const Kernel& kernel, const Geometry& geometry) {
    const auto scene = std::make_shared<const Prepared>(kernel, geometry, geometry.origins());
    const double same_point = 1e-3 * geometry.diagonal();
    return [scene, same_point, &geometry](std::span<const Ray<float>> rays,
                                          std::span<const Answer> answers) {
        LeakCount count;
        std::vector<double> accepted;
        for (std::size_t k = 0; k < rays.size(); ++k) {
            const Answer& answer = answers[k];
            if (answer.triangles.empty()) continue;
            double limit = std::numeric_limits<double>::infinity();
            accepted.clear();
            for_each_hit(*scene, rays[k], limit, [&](double t, std::uint32_t) {
                accepted.push_back(t);
                limit = std::min(limit, t + same_point);
            });
            const auto nearest = std::count_if(accepted.begin(), accepted.end(),
                                               [&](double t) { return t <= limit; });
            ++count.rays;
            count.leaks += nearest == 0;
            count.multiple += nearest > 1;
            count.nan += meets_nan(scene->kernel(), answer, rays[k], geometry);
        }
        return count;
    };
}

std::vector<LeakCount> count_leaks(const std::vector<LeakCounter>& counters, const AimedRays& aimed,
                                   const Reference& exact, Aim aim, std::uint64_t rays,
                                   std::uint64_t seed) {
    constexpr std::uint64_t block_size = 2048;
    const std::uint64_t blocks = (rays + block_size - 1) / block_size;
    std::vector<LeakCount> sums(counters.size());
#pragma omp parallel for schedule(dynamic)
    for (std::uint64_t block = 0; block < blocks; ++block) {
        Random random(seed, std::uint64_t(aim) << 40 | block);
        const auto size = std::size_t(std::min(block_size, rays - block * block_size));
        std::vector<Ray<float>> drawn;
        for (std::size_t k = 0; k < size; ++k) drawn.push_back(aimed(aim, random));
        std::vector<Answer> answers(size);
        for_each_origin(drawn, [&](const Rays& run, std::size_t first_of_run) {
            exact(run, std::span(answers).subspan(first_of_run, run.size()));
        });
        for (std::size_t m = 0; m < counters.size(); ++m) {
            const LeakCount count = counters[m](drawn, answers);
#pragma omp critical(hitmiss_leaks)
            sums[m] += count;
        }
    }
    return sums;
}

}  // namespace hitmiss
