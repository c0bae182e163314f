#pragma once
// What a command says on stderr while it works: a bar, and what --stats and --verbose ask for.

#include <chrono>
#include <mutex>

#include "base/parallel.hpp"
#include "commands/options.hpp"

namespace hitmiss {

/// A bar on stderr with the time left, erased at the end: only if it is watched, only once the work
/// has taken a second, and in plain characters that every terminal knows. A count that nobody
/// watches is almost free.
class Progress {
public:
    /// `watched`: see Output.
    Progress(std::size_t steps, bool watched) : steps_(steps), watched_(watched) {}
    ~Progress() { finish(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// One step more is done. From any thread.
    void step();
    /// Erases the bar.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    const std::size_t steps_;
    const bool watched_;
    std::mutex mutex_;
    std::size_t done_ = 0;
    const Clock::time_point begin_ = Clock::now();
    Clock::time_point next_ = begin_ + std::chrono::seconds(1);
    std::size_t drawn_ = 0;  ///< characters of the bar that stands there
};

/// A bar for each count that a measurement begins.
Watch watch_on(const Output& output);

/// A duration in few words: 12 s, 3 min, 2 h.
std::string duration_text(double seconds);

/// Follows a command from phase to phase. Verbose tells each as it begins; statistics tell at the
/// end how long each took, and what the scene consists of.
class Stats {
public:
    explicit Stats(const SceneOptions& options) : options_(options) {}

    /// Ends the phase before it.
    void phase(std::string name);
    /// Ends the last phase and prints the statistics.
    void finish(const Geometry& geometry);

private:
    using Clock = std::chrono::steady_clock;

    const SceneOptions& options_;
    std::vector<std::pair<std::string, Clock::time_point>> phases_;  ///< and when each began
};

}  // namespace hitmiss
