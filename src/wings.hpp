#pragma once
// What the wings add to the street: wings.cpp implements it if they are built, else no_wings.cpp.
// Besides these functions, a wing plugs in at kernel_of.hpp and fast_traces() (fast/), and at
// base/long_count.hpp (cluster/).

#include <span>

#include "judge/answerer.hpp"

namespace hitmiss {

struct CommandLine;
struct Figure;
using AddCommand = void(CommandLine& line);

/// The wings' commands, in the order of the help text.
std::span<AddCommand* const> wing_commands();
/// Whether a long count can be kept in a checkpoint and shared by processes.
bool counts_can_resume();
/// The figures that these commands make.
std::span<const Figure> wing_figures();
/// Another tracer's answers, as a method of kind peer. Throws Error{Exit::usage} if it was not
/// found at build time.
Answerer peer_answers(const Method& method, const Geometry& geometry);

}  // namespace hitmiss
