#pragma once
// What commands share that count for long: --checkpoint, how a checkpoint knows its count, and the
// units that a count is cut into.

#include "base/long_count.hpp"
#include "commands/progress.hpp"
#include "judge/judge.hpp"

namespace hitmiss {

/// --checkpoint and how often it is written.
void add_checkpoint(Command& command, Checkpoint& checkpoint);

/// A file as a question names it: so that it is told from one with other contents.
std::string text_of_file(const std::string& file);
/// A scene as a question names it: its triangles and methods.
std::string text_of(const Scene& scene);
std::string text_of(const Camera& camera);

/// Judges rounds that differ in one thing: an epsilon, a step, an aim. Each has so many batches, or
/// fewer, and answerers; round(k) makes it, called from any thread. `question`: in one line, all
/// that the numbers depend on. Returns tallies by round and answerer.
std::vector<std::vector<Tally>> judge_long(
    const std::string& question, std::size_t rounds, std::size_t batches, std::size_t answerers,
    const std::function<std::shared_ptr<const Round>(std::size_t)>& round,
    const Checkpoint& checkpoint, const Output& output);

}  // namespace hitmiss
