#pragma once
// The files that a command reads, so that it does not replace them.

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <vector>

namespace hitmiss {

/// May be asked and told from several threads.
class Inputs {
public:
    void add(const std::filesystem::path& path) {
        const std::scoped_lock lock(mutex_);
        paths_.push_back(path);
    }
    /// Whether this is one of the files, under any name.
    bool contain(const std::filesystem::path& path) const {
        const std::scoped_lock lock(mutex_);
        std::error_code missing;
        return std::ranges::any_of(paths_, [&](const std::filesystem::path& input) {
            return std::filesystem::equivalent(input, path, missing);
        });
    }
    /// A new command begins.
    void clear() {
        const std::scoped_lock lock(mutex_);
        paths_.clear();
    }

private:
    mutable std::mutex mutex_;
    std::vector<std::filesystem::path> paths_;
};
inline Inputs inputs;

}  // namespace hitmiss
