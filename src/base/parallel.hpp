#pragma once
// Parallel loops with error handling and progress.

#include <cstddef>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>

namespace hitmiss {

/// Keeps an error thrown in a parallel loop until the loop ends, because no exception may leave it.
/// The error of the lowest step is kept, so the message does not depend on which thread was faster.
class LoopError {
public:
    /// Runs a step and keeps its error. A step without a number counts as the last.
    void guard(auto&& work, std::size_t step = std::numeric_limits<std::size_t>::max()) {
        try {
            work();
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            if (!error_ || step < step_) error_ = std::current_exception(), step_ = step;
        }
    }
    /// Whether an error was kept.
    explicit operator bool() const {
        const std::scoped_lock lock(mutex_);
        return error_ != nullptr;
    }
    /// Throws the kept error, if any. Call it after the loop.
    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    mutable std::mutex mutex_;
    std::exception_ptr error_;
    std::size_t step_ = 0;
};

/// Calls visit(k) for each k below `count`, on all threads and in any order; after the loop, throws
/// the exception of the lowest k. All parallel loops that may throw (anything that takes memory
/// may) use it, because an exception that leaves a loop of OpenMP ends the program. A single step
/// wakes no threads: where another program works too, waiting for them takes longer than most
/// steps.
void parallel_for(std::size_t count, auto&& visit) {
    LoopError error;
#pragma omp parallel for schedule(dynamic) if (count > 1)
    for (std::size_t k = 0; k < count; ++k) error.guard([&] { visit(k); }, k);
    error.rethrow();
}

/// Announces the number of steps; returns what to call after each of them, from any thread.
using Watch = std::function<std::function<void()>(std::size_t steps)>;
inline const Watch unwatched = [](std::size_t) { return [] {}; };

}  // namespace hitmiss
