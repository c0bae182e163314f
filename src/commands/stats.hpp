#pragma once
// What --stats and --verbose say on stderr.

#include <chrono>
#include <string>
#include <vector>

#include "commands/options.hpp"

namespace hitmiss {

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
