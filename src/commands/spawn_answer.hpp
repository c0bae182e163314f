#pragma once
// What hitmiss spawn found, in words.

#include "draw/spawn_plot.hpp"

namespace hitmiss {

/// An epsilon serves a scene if no ray hits itself, none skips a surface, and at most one in so
/// many starts so far off that it rightly meets something else.
inline constexpr std::uint64_t few_shifted = 1000;

/// Whether some epsilon serves the scene; then what each rule does, at its best epsilon where it
/// has one, by all methods together.
std::string spawn_answer(const std::vector<LeavingCount>& counted, std::size_t width);

/// For each rule without an epsilon that has a self-hit: the first one, in hex.
std::string counterexamples(const std::vector<LeavingCount>& counted);

}  // namespace hitmiss
