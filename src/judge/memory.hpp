#pragma once
#include <memory>
#include <mutex>
#include <vector>

namespace hitmiss {

/// Keeps things that are made once, when they are first asked for; from any thread.
template <typename T>
class Memory {
public:
    explicit Memory(std::size_t count) : once_(count), kept_(count) {}

    std::shared_ptr<const T> operator()(std::size_t index, auto&& make) {
        std::call_once(once_[index], [&] { kept_[index] = make(); });
        return kept_[index];
    }

private:
    std::vector<std::once_flag> once_;
    std::vector<std::shared_ptr<const T>> kept_;
};

}  // namespace hitmiss
