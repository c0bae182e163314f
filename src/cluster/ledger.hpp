#pragma once
// Which units are to be done, which are finished and what they came to; kept in a file.

#include <chrono>
#include <map>
#include <mutex>
#include <optional>

#include "cluster/long_count.hpp"

namespace hitmiss {

/// Units that one thread does one after another, all of one sum.
struct Chunk {
    std::size_t first, count;
};

/// From any thread.
class Ledger {
public:
    /// Goes on from the checkpoint, if there is one. Throws as run() says.
    Ledger(const LongCount& count, Checkpoint checkpoint);

    /// The next units to do, fewer at a time towards the end, for so many threads altogether.
    std::optional<Chunk> next(std::size_t threads);
    /// They are finished.
    void finish(const Chunk& chunk, const Numbers& sum);
    /// Writes the checkpoint, if there is one and it is behind.
    void save();

    std::size_t left() const;  ///< units that are not finished
    std::vector<Numbers> sums() const;

private:
    /// From the first unit to the last, which is excluded.
    using Ranges = std::map<std::size_t, std::size_t>;

    std::size_t units() const { return count_.sums * count_.units_of_sum; }
    void mark(std::size_t first, std::size_t last);
    void read(const std::string& text);
    std::string text() const;
    void write();

    using Clock = std::chrono::steady_clock;
    const LongCount& count_;
    const Checkpoint checkpoint_;
    mutable std::mutex mutex_;
    std::vector<Numbers> sums_;
    Ranges finished_, open_;
    std::size_t left_, saved_ = 0;
    Clock::time_point next_save_ = Clock::now();
};

}  // namespace hitmiss
