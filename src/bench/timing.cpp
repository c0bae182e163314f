#include "bench/timing.hpp"

#include <algorithm>
#include <ctime>

namespace hitmiss {

Quartiles quartiles(std::vector<double> sample) {
    std::sort(sample.begin(), sample.end());
    const auto at = [&](double fraction) {
        const double position = fraction * double(sample.size() - 1);
        const auto below = std::size_t(position), above = std::min(below + 1, sample.size() - 1);
        return sample[below] + (position - double(below)) * (sample[above] - sample[below]);
    };
    return {at(0.25), at(0.5), at(0.75)};
}

Quartiles rate(double amount, std::span<const double> seconds) {
    std::vector<double> rates;
    for (const double s : seconds) rates.push_back(amount / s);
    return quartiles(std::move(rates));
}

Quartiles speedup(std::span<const double> seconds, std::span<const double> other) {
    std::vector<double> quotients;
    for (std::size_t k = 0; k < seconds.size(); ++k) quotients.push_back(other[k] / seconds[k]);
    return quartiles(std::move(quotients));
}

double seconds_of(const std::function<void()>& work, Clock clock) {
    const auto now = [&] {
        timespec time;
        clock_gettime(clock == Clock::wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time);
        return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
    };
    const double start = now();
    work();
    // A time below the clock's tick must not become an infinite rate.
    return std::max(now() - start, 1e-9);
}

std::vector<std::vector<double>> take_turns(std::span<const Task> tasks, int rounds, Clock clock,
                                            const Watch& watch) {
    std::vector<std::vector<double>> seconds(tasks.size());
    const auto after_turn = watch(tasks.size() * std::size_t(rounds + 1));
    for (std::size_t round = 0; round <= std::size_t(rounds); ++round) {
        for (std::size_t turn = 0; turn < tasks.size(); ++turn) {
            const std::size_t k = (round + turn) % tasks.size();
            tasks[k].before();
            const double taken = seconds_of(tasks[k].work, clock);
            if (round > 0) seconds[k].push_back(taken);
            after_turn();
        }
    }
    return seconds;
}

}  // namespace hitmiss
