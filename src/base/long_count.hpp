#pragma once
// A count that takes long, as a list of independent units: the result of each depends on its number
// alone, and the results add up in any order to the same sum. Threads, and ranks under mpirun, take
// units as they become free. The wing cluster/ plugs in at run() and the functions of ranks;
// without it there are no checkpoints, and there is one process.

#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/parallel.hpp"

namespace hitmiss {

using Numbers = std::vector<std::uint64_t>;

struct LongCount {
    std::string question;                           ///< all that the numbers depend on
    std::size_t sums, units_of_sum;                 ///< unit k adds to sum k / units_of_sum
    Numbers none;                                   ///< the empty sum
    std::function<Numbers(std::size_t unit)> unit;  ///< from any thread
    std::function<void(Numbers& sum, const Numbers& more)> add;
};

/// The file that keeps finished units and their sums, so that a count can be resumed.
struct Checkpoint {
    std::string file;     ///< none if empty
    double seconds = 30;  ///< least time from one to the next
};

/// The sums, on all ranks. Throws what a unit throws, Error{Exit::bad_input} for a file that is not
/// a checkpoint or is one of another question, Error{Exit::cannot_write}.
std::vector<Numbers> run(const LongCount& count, const Checkpoint& checkpoint, const Watch& watch);

/// A sum that consists of numbers of 8 bytes and has +=.
template <typename T>
concept Sum = std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(std::uint64_t) == 0 &&
              requires(T sum, const T& more) {
    sum += more;
};

template <Sum T>
Numbers to_numbers(const std::vector<T>& sums) {
    Numbers numbers(sums.size() * sizeof(T) / sizeof(std::uint64_t));
    if (!numbers.empty()) std::memcpy(numbers.data(), sums.data(), sums.size() * sizeof(T));
    return numbers;
}
template <Sum T>
std::vector<T> from_numbers(const Numbers& numbers) {
    std::vector<T> sums(numbers.size() * sizeof(std::uint64_t) / sizeof(T));
    if (!sums.empty())
        std::memcpy(static_cast<void*>(sums.data()), numbers.data(), sums.size() * sizeof(T));
    return sums;
}

/// The same for units whose result is `each` sums of type T.
template <Sum T>
std::vector<std::vector<T>> run(const std::string& question, std::size_t sums,
                                std::size_t units_of_sum, std::size_t each,
                                const std::function<std::vector<T>(std::size_t unit)>& unit,
                                const Checkpoint& checkpoint, const Watch& watch) {
    const auto add = [](Numbers& sum, const Numbers& more) {
        auto total = from_numbers<T>(sum);
        const auto part = from_numbers<T>(more);
        for (std::size_t k = 0; k < total.size(); ++k) total[k] += part[k];
        sum = to_numbers(total);
    };
    std::vector<std::vector<T>> result;
    for (const Numbers& numbers :
         run({question, sums, units_of_sum, to_numbers(std::vector<T>(each)),
              [&](std::size_t k) { return to_numbers(unit(k)); }, add},
             checkpoint, watch))
        result.push_back(from_numbers<T>(numbers));
    return result;
}

/// The processes of one job under mpirun. Without MPI there is one.
struct Ranks {
    int rank = 0, size = 1;
};
/// Joins the processes that mpirun has started, if any; from then on all but rank 0 are silent.
/// Called once, by main(). Throws Error{Exit::usage} if there are several processes but this
/// program was built without MPI.
Ranks join_ranks();
/// Waits for the other ranks. Called at the end if nothing failed.
void leave_ranks();
/// Prints the message once for all ranks and ends all processes with this exit code. Returns if
/// there is only one process.
void abort_ranks(int exit, const std::string& message);
/// This process's rank, and the number of ranks.
Ranks ranks();

}  // namespace hitmiss
