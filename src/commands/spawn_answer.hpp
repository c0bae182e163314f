#pragma once
// What hitmiss spawn found, in words.

#include "draw/spawn_plot.hpp"

namespace hitmiss {

/// Whether some epsilon serves the scene; then what each rule does, at its best epsilon where it
/// has one, by all methods together.
std::string spawn_answer(const std::vector<LeavingCount>& counted, std::size_t width);

/// The same over steps of `what`: a line that says at which of them no epsilon serves,
/// and which rules without one never hit themselves; and lines by step and by rule.
std::pair<std::string, std::string> staged_spawn_answer(const std::vector<SpawnStep>& steps,
                                                        const std::string& what);

/// The head of the table of counts, of so many rays asked for.
std::string counts_head(const std::vector<LeavingCount>& counted, std::uint64_t rays);

/// For each method and rule without an epsilon that has a self-hit: the first one, in hex.
std::string counterexamples(const std::vector<LeavingCount>& counted);

}  // namespace hitmiss
