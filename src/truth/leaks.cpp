#include "truth/leaks.hpp"

namespace hitmiss {

LeakCount& LeakCount::operator+=(const LeakCount& other) {
    rays += other.rays, leaks += other.leaks, multiple += other.multiple, nan += other.nan;
    return *this;
}

LeakCounter make_leak_counter(const MethodSpec& spec, const Geometry& geometry) {
    LeakCounter counter;
    with_method(spec, [&](const auto& method) { counter = leak_counter_of(method, geometry); });
    return counter;
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
