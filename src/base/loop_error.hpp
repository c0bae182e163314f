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
    /// Whether there was one. This and what follows is to be called after the loop.
    explicit operator bool() const { return error_ != nullptr; }
    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    std::mutex mutex_;
    std::exception_ptr error_;
};

}  // namespace hitmiss
