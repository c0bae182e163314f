#pragma once
// A bar on the terminal for work that takes a while.

#include <chrono>
#include <mutex>

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

}  // namespace hitmiss
