#include "bench/timing.hpp"

#include <algorithm>
#include <ctime>

namespace hitmiss {

Quartiles quartiles(std::vector<double> sample) {
    std::sort(sample.begin(), sample.end());
    const auto at = [&](double fraction) {
        const double place = fraction * double(sample.size() - 1);
        const auto below = std::size_t(place), above = std::min(below + 1, sample.size() - 1);
        return sample[below] + (place - double(below)) * (sample[above] - sample[below]);
    };
    return {at(0.25), at(0.5), at(0.75)};
}

Quartiles rate(double amount, std::span<const double> seconds) {
    std::vector<double> rates;
    for (const double s : seconds) rates.push_back(amount / s);
    return quartiles(std::move(rates));
}

Quartiles scaled(double factor, std::span<const double> seconds) {
    std::vector<double> sample;
    for (const double s : seconds) sample.push_back(factor * s);
    return quartiles(std::move(sample));
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

std::vector<std::vector<double>> take_turns(std::span<const Task> runs, int rounds, Clock clock) {
    std::vector<std::vector<double>> seconds(runs.size());
    for (std::size_t round = 0; round <= std::size_t(rounds); ++round) {
        for (std::size_t turn = 0; turn < runs.size(); ++turn) {
            const std::size_t k = (round + turn) % runs.size();
            runs[k].before();
            const double taken = seconds_of(runs[k].work, clock);
            if (round > 0) seconds[k].push_back(taken);
        }
    }
    return seconds;
}

}  // namespace hitmiss
