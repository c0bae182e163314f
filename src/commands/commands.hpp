#pragma once
// The subcommands: each lists itself with its options and with what it does.

#include "commands/command_line.hpp"

namespace hitmiss {

using AddCommand = void(CommandLine& line);
AddCommand add_render, add_compare, add_sweep, add_leaks, add_advise, add_walk, add_probe,
    add_bench, add_figures, add_explain, add_accept, add_mesh, add_rays, add_methods;

/// In the order of the help text.
inline constexpr AddCommand* all_commands[]{
    add_render, add_compare, add_sweep,   add_leaks,  add_advise, add_walk, add_probe,
    add_bench,  add_figures, add_explain, add_accept, add_mesh,   add_rays, add_methods};

}  // namespace hitmiss
