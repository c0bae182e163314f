#pragma once
#include <cstddef>
#include <exception>
#include <limits>
#include <mutex>
#include <utility>

namespace hitmiss {

/// Keeps an error of a parallel loop until its end, because none may leave the loop: that of the
/// lowest step, so that the message does not depend on which thread was faster.
class LoopError {
public:
    /// Does a step of the work; without a number it is the last one.
    template <typename Work>
    void guard(Work&& work, std::size_t step = std::numeric_limits<std::size_t>::max()) {
        try {
            std::forward<Work>(work)();
        } catch (...) {
            keep(step);
        }
    }
    /// Keeps the error of a step that was caught.
    void keep(std::size_t step) {
        const std::scoped_lock lock(mutex_);
        if (!error_ || step < step_) error_ = std::current_exception(), step_ = step;
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

}  // namespace hitmiss
