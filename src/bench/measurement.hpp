#pragma once
// What the benchmark measures and prints. Its times can be compared: the runs take turns, so that
// whatever disturbs the machine disturbs all of them alike, and a median with quartiles stands for
// the repeats.

#include <array>
#include <ctime>

#include "base/parallel.hpp"
#include "base/report.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {

/// The middle half of a sample.
struct Quartiles {
    double lower = 0, median = 0, upper = 0;
};

/// Quartiles with linear interpolation between neighbours (Hyndman & Fan 1996, type 7). The sample
/// must not be empty.
Quartiles quartiles(std::vector<double> sample);
/// Quartiles of amount[k] / seconds[k]: rates, or speeds relative to the times `amount` of another
/// task in the same rounds, where slow phases of the machine cancel.
Quartiles quotients(std::span<const double> amount, std::span<const double> seconds);

/// Seconds that the work takes, at least a nanosecond: by CLOCK_MONOTONIC, the time that a user
/// waits, or by CLOCK_THREAD_CPUTIME_ID, the processor time of this thread, to which other programs
/// do not add; only for work that stays on the thread.
double seconds_of(const std::function<void()>& work, clockid_t clock);

struct Task {
    std::function<void()> work;
    std::function<void()> before = [] {};  ///< called each time before the clock starts
};

/// Seconds by task and by round: one untimed round, then `rounds` of them. Every task has one turn
/// in each round, and each round begins with another task.
std::vector<std::vector<double>> take_turns(std::span<const Task> tasks, int rounds,
                                            clockid_t clock, const Watch& watch = unwatched);

struct Measurement {
    std::string part;     ///< kernels, rays or embree
    std::string subject;  ///< a method or Embree
    std::string setting;  ///< how it was measured
    std::string unit;
    Quartiles value;
    std::optional<int> threads{};
    std::optional<Quartiles> ratio{};  ///< how many times as fast as ratio_to
    std::string ratio_to{};
    std::optional<std::uint64_t> hits{};
};
using Measurements = std::vector<Measurement>;

/// One row per measurement, numbers rounded to four digits; what does not apply is null.
Rows rows_of(const Measurements& measurements);

/// A table per part and unit; if `wide`, with all columns. The costs of kernels have a line per
/// subject and a column per setting.
std::vector<TitledRows> tables_of(const Measurements& measurements, bool wide);

/// A triangle and rays aimed at its plane.
struct Aimed {
    Triangle<float> triangle;
    std::array<Ray<float>, 16> rays;
};

/// Random triangles, and rays that all start at one eye. By the exact answer, round(hit_rate *
/// rays) of all rays hit their triangle, in random order so that branches are unpredictable. Hits
/// are spread evenly over the triangle. Misses pass it by less than its own size, as in a leaf of a
/// tree, because far misses would make a test look fast.
std::vector<Aimed> aim_rays(std::size_t triangles, double hit_rate);

/// The work that is timed: a method's tests of aimed rays, one after another, each triangle
/// prepared in a leaf of its own. Returns how many rays hit. The rays must outlive it.
std::function<std::uint64_t()> aimed_tests(const Method& method, std::span<const Aimed> aimed);

/// Nanoseconds per test of one ray against one triangle, by method and at shares of hits from 0 to
/// 100 %, which decide how early a test stops. All data are in the cache.
Measurements kernel_costs(std::span<const Method> methods, int rounds,
                          const Watch& watch = unwatched);

}  // namespace hitmiss
