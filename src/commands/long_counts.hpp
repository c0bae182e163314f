#pragma once
// What commands share that count for long: --checkpoint, how a checkpoint knows its count, and the
// units that a count is cut into.

#include "cluster/long_count.hpp"
#include "commands/options.hpp"
#include "commands/output.hpp"
#include "commands/progress.hpp"
#include "judge/judge.hpp"

namespace hitmiss {

/// --checkpoint and how often it is written.
void add_checkpoint(Command& command, Checkpoint& checkpoint);

/// A scene as a question names it: its triangles and methods. Throws Error{Exit::usage}
/// for a method whose answers come from a file, if there is a checkpoint, for nobody could tell
/// whether it has changed.
std::string text_of(const Scene& scene);
std::string text_of(const Camera& camera);

/// Rounds of judging that differ in one thing: an epsilon, a step, an aim.
struct LongJudging {
    std::string question;  ///< in one line: all that the numbers depend on
    std::size_t rounds, batches, answerers;
    /// From any thread; of so many batches, or fewer.
    std::function<std::shared_ptr<const Round>(std::size_t round)> round;
};
/// Tallies by round and answerer.
std::vector<std::vector<Tally>> judge_long(const LongJudging& judging, const Checkpoint& checkpoint,
                                           const Output& output);

/// A unit's result as a sum that nothing else adds to.
template <typename T>
struct Result {
    T value{};
    std::uint64_t known = 0;

    Result& operator+=(const Result& other) {
        if (other.known != 0) *this = other;
        return *this;
    }
};
/// What each unit comes to; T as Sum says, but for the sum.
template <typename T>
std::vector<T> unit_results(const std::string& question, std::size_t units,
                            const std::function<T(std::size_t unit)>& unit,
                            const Checkpoint& checkpoint, const Output& output) {
    std::vector<T> results;
    for (const auto& sum : run<Result<T>>(
             question, units, 1, 1,
             [&](std::size_t k) {
                 return std::vector{Result<T>{unit(k), 1}};
             },
             checkpoint, watch_on(output)))
        results.push_back(sum[0].value);
    return results;
}

}  // namespace hitmiss
