#pragma once
// What a command says on stderr while it works: a bar, and what --stats and --verbose ask for.

#include <chrono>

#include "base/parallel.hpp"
#include "commands/options.hpp"

namespace hitmiss {

/// A bar on stderr, with the time left once it can be told, one for all of a command: only if the
/// output is watched, only once the work has taken a second, and in plain characters that every
/// terminal knows. `shares`: how much of the time the first count takes, the second, ..., so that
/// the bar goes on from one to the next. It is erased with the functions that count steps, which
/// any thread may call, and which are almost free where nobody watches.
Watch watch_on(const Output& output, std::vector<double> shares = {1});

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
