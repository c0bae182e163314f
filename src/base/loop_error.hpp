#pragma once
#include <exception>
#include <mutex>
#include <utility>

namespace hitmiss {

/// Keeps an error of a parallel loop until its end, for none may leave the loop.
class LoopError {
public:
    /// Does a piece of the work.
    template <typename Work>
    void guard(Work&& work) {
        try {
            std::forward<Work>(work)();
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            if (!error_) error_ = std::current_exception();
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
};

}  // namespace hitmiss
