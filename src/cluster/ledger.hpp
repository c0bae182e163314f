#pragma once
// Which units of a long count are finished, and their sums; kept in a file.

#include <boost/icl/interval_set.hpp>
#include <chrono>
#include <mutex>
#include <optional>

#include "base/long_count.hpp"

namespace hitmiss {

/// Units of one sum that one thread does one after another.
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
    /// The next units to do: as many as take about a second, fewer towards the end.
    std::optional<Chunk> next();
    /// Adds the sum of these units, which are now finished.
    void finish(const Chunk& chunk, const Numbers& sum);
    /// Writes the checkpoint, if there is one and it is out of date.
    void save();

    /// Number of units that are not finished.
    std::size_t unfinished() const {
        const std::scoped_lock lock(mutex_);
        return unfinished_;
    }
    std::vector<Numbers> sums() const {
        const std::scoped_lock lock(mutex_);
        return sums_;
    }

private:
    using Clock = std::chrono::steady_clock;
    using Range = boost::icl::right_open_interval<std::size_t>;

    std::size_t units() const { return count_.sums * count_.units_of_sum; }
    /// How many units there are, and for which sums.
    Numbers shape() const { return {count_.sums, count_.units_of_sum, count_.none.size()}; }
    void read(const std::string& text);
    void write();

    const LongCount& count_;
    const Checkpoint checkpoint_;
    mutable std::mutex mutex_;
    std::size_t threads_;
    std::vector<Numbers> sums_;
    boost::icl::interval_set<std::size_t, std::less, Range> finished_;  ///< units
    std::size_t next_ = 0;  ///< all units before this one are finished or handed out
    std::size_t unfinished_, saved_ = 0, at_begin_ = 0;  ///< numbers of unfinished units
    const Clock::time_point begin_ = Clock::now();
    std::chrono::time_point<Clock, std::chrono::duration<double>> next_save_ = begin_;
};

}  // namespace hitmiss
