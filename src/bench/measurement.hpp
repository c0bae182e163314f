#pragma once
// What the benchmark measures and prints. Its times can be compared: the runs take turns, so that
// whatever disturbs the machine disturbs all of them alike, and a median with quartiles stands for
// the repeats.

#include <functional>
#include <span>

#include "base/parallel.hpp"
#include "base/report.hpp"

namespace hitmiss {

/// The middle half of a sample.
struct Quartiles {
    double lower = 0, median = 0, upper = 0;
};

/// Quartiles with linear interpolation between neighbours (Hyndman & Fan 1996, type 7). The sample
/// must not be empty.
Quartiles quartiles(std::vector<double> sample);
/// Quartiles of the rates amount / seconds.
Quartiles rate(double amount, std::span<const double> seconds);
/// How many times as fast as `other`: quartiles of the quotients of times from the same round, in
/// which slow phases of the machine cancel.
Quartiles speedup(std::span<const double> seconds, std::span<const double> other);

/// wall: the time that a user waits. thread: the processor time of this thread, to which other
/// programs do not add; only for work that stays on the thread.
enum class Clock { wall, thread };

/// Seconds that the work takes, at least a nanosecond.
double seconds_of(const std::function<void()>& work, Clock clock = Clock::wall);

struct Task {
    std::function<void()> work;
    std::function<void()> before = [] {};  ///< called each time before the clock starts
};

/// Seconds by task and by round: one untimed round, then `rounds` of them. Every task has one turn
/// in each round, and each round begins with another task.
std::vector<std::vector<double>> take_turns(std::span<const Task> tasks, int rounds,
                                            Clock clock = Clock::wall,
                                            const Watch& watch = unwatched);

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

/// A table per part and unit, as wide as that or, where `wide`, with all columns. The costs of
/// kernels have a line per subject and a column per setting.
std::string report_text(const Measurements& measurements, std::size_t width = any_width,
                        bool wide = true);

}  // namespace hitmiss
