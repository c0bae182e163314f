#pragma once
// Which units of a long count are finished, and their sums; kept in a file.

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

/// May be used from any thread.
class Ledger {
public:
    /// Resumes the checkpoint, if there is one, for so many threads. Throws as run() says.
    Ledger(const LongCount& count, Checkpoint checkpoint, std::size_t threads);

    /// More threads will ask for chunks.
    void add_threads(std::size_t threads);
    /// The next units to do, fewer at a time towards the end.
    std::optional<Chunk> next();
    /// Adds the sum of these units, which are now finished.
    void finish(const Chunk& chunk, const Numbers& sum);
    /// Writes the checkpoint, if there is one and it is out of date.
    void save();

    std::size_t unfinished() const;  ///< units
    std::vector<Numbers> sums() const;

private:
    std::size_t units() const { return count_.sums * count_.units_of_sum; }
    void mark(std::size_t first, std::size_t last);
    void read(const std::string& text);
    std::string text() const;
    void write();

    using Clock = std::chrono::steady_clock;
    const LongCount& count_;
    const Checkpoint checkpoint_;
    mutable std::mutex mutex_;
    std::size_t threads_;
    std::vector<Numbers> sums_;
    std::map<std::size_t, std::size_t> finished_;  ///< ranges: first unit to last, exclusive
    std::size_t next_ = 0;  ///< all units before this one are finished or handed out
    std::size_t unfinished_, saved_ = 0;
    Clock::time_point next_save_ = Clock::now();
};

}  // namespace hitmiss
