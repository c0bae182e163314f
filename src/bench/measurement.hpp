#pragma once
// Times that can be compared: runs take turns, so that what disturbs the machine disturbs all of
// them alike, and a median with quartiles stands for the repeats. And the tables of what was found
// out, with the machine, without which no number means anything.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/table.hpp"

namespace hitmiss {

/// The middle half of a sample.
struct Quartiles {
    double lower = 0, median = 0, upper = 0;
};

/// Quartiles with linear interpolation between neighbours (Hyndman & Fan 1996, type 7). The sample
/// must not be empty.
Quartiles quartiles(std::vector<double> sample);

/// Quartiles of amount / seconds: a rate.
Quartiles rate(double amount, std::span<const double> seconds);
/// Quartiles of factor * seconds.
Quartiles scaled(double factor, std::span<const double> seconds);

/// How many times as fast as `other`: quartiles of the quotients of times from the same round, in
/// which slow phases of the machine cancel.
Quartiles speedup(std::span<const double> seconds, std::span<const double> other);

/// wall: as a user waits. thread: of this thread's processor time, which other programs do not
/// add to; only for work that stays on the thread.
enum class Clock { wall, thread };

/// Seconds that the work takes, at least a nanosecond.
double seconds_of(const std::function<void()>& work, Clock clock = Clock::wall);

struct Task {
    std::function<void()> work;
    std::function<void()> before = [] {};  ///< done each time before the clock starts
};

/// Begins a count of so many steps and returns what is called after each, for a bar.
using Watch = std::function<std::function<void()>(std::size_t steps)>;
inline const Watch unwatched = [](std::size_t) { return [] {}; };

/// Seconds by run and by round: one round untimed, then `rounds` of them, in each of which every
/// run has one turn. Each round begins with another run.
std::vector<std::vector<double>> take_turns(std::span<const Task> runs, int rounds,
                                            Clock clock = Clock::wall,
                                            const Watch& watch = unwatched);

struct Measurement {
    std::string part;     ///< kernels, rays, embree, scaling, job or chart
    std::string subject;  ///< who was measured
    std::string setting;  ///< how
    std::string unit;
    Quartiles value;
    std::optional<std::uint64_t> triangles{};
    std::optional<int> threads{};
    std::optional<Quartiles> ratio{};  ///< how many times as fast as ratio_to
    std::string ratio_to{};
    std::optional<std::uint64_t> hits{};
    std::optional<double> error_rate{};             ///< of rays from the eye at edges
    std::optional<std::uint64_t> picture_errors{};  ///< in the pixels of the reduced image
    bool front = false;                             ///< on the Pareto front of time and error
};
using Measurements = std::vector<Measurement>;

/// One row per measurement, numbers rounded to four digits; what does not apply is null.
Rows rows_of(const Measurements& measurements);

/// A table per part and unit, as wide as that or, where `wide`, with all columns. The costs of
/// kernels are spread out: a line per subject, a column per setting.
std::string report_text(const Measurements& measurements, std::size_t width = any_width,
                        bool wide = true);

struct Machine {
    std::string cpu;       ///< its name, from /proc/cpuinfo; "unknown" elsewhere
    int threads;           ///< that a run on all threads uses
    std::string compiler;  ///< name and version
};
Machine this_machine();
/// All of it, for a heading.
std::string to_string(const Machine& machine);

}  // namespace hitmiss
