#pragma once
// Parallel loops: what becomes of errors in them, and who watches their progress.

#include <cstddef>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>

namespace hitmiss {

/// Keeps an error of a parallel loop until its end, because none may leave the loop: that of the
/// lowest step, so that the message does not depend on which thread was faster.
class LoopError {
public:
    /// Does a step of the work and keeps its error; without a number it is the last step.
    void guard(auto&& work, std::size_t step = std::numeric_limits<std::size_t>::max()) {
        try {
            work();
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            if (!error_ || step < step_) error_ = std::current_exception(), step_ = step;
        }
    }
    /// Whether there was one.
    explicit operator bool() const {
        const std::scoped_lock lock(mutex_);
        return error_ != nullptr;
    }
    /// To be called after the loop.
    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    mutable std::mutex mutex_;
    std::exception_ptr error_;
    std::size_t step_ = 0;
};

/// Calls visit(k) for each k below `count`, on all threads and in any order. All parallel loops
/// whose work may throw (as whatever takes memory may) are calls of this, because an exception that
/// leaves a loop of OpenMP ends the program. The one that visit() throws for the
/// lowest k is thrown again after the loop.
void parallel_for(std::size_t count, auto&& visit) {
    LoopError error;
#pragma omp parallel for schedule(dynamic)
    for (std::size_t k = 0; k < count; ++k) error.guard([&] { visit(k); }, k);
    error.rethrow();
}

/// Announces so many steps and returns the function to call after each of them, from any thread.
using Watch = std::function<std::function<void()>(std::size_t steps)>;
inline const Watch unwatched = [](std::size_t) { return [] {}; };

}  // namespace hitmiss
