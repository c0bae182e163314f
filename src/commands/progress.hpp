#pragma once
// What a command says on stderr while it works: a bar, and what --stats and --verbose ask for.

#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "commands/options.hpp"

namespace hitmiss {

/// A bar on stderr, erased at the end: only if that is a terminal, only once the work has taken a
/// second, and in plain characters that every terminal knows. A count that nobody watches is
/// almost free.
class Progress {
public:
    explicit Progress(std::size_t steps);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// One step more is done. From any thread.
    void step();

private:
    using Clock = std::chrono::steady_clock;

    const std::size_t steps_;
    const bool watched_;
    std::mutex mutex_;
    std::size_t done_ = 0;
    Clock::time_point next_ = Clock::now() + std::chrono::seconds(1);
    bool drawn_ = false;
};

/// Follows a command from phase to phase. Verbose tells each as it begins; statistics tell at the
/// end how long each took, and what the scene consists of.
class Stats {
public:
    explicit Stats(const SceneOptions& options);

    /// Ends the phase before it.
    void phase(std::string name);
    /// Ends the last phase and prints the statistics.
    void finish(const Geometry& geometry);

private:
    using Clock = std::chrono::steady_clock;
    struct Phase {
        std::string name;
        Clock::time_point begin;
    };

    const bool verbose_, stats_;
    std::vector<Phase> phases_;
};

}  // namespace hitmiss
