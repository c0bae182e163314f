#pragma once
// The subcommands: each lists itself with its options and with what it does.

#include "commands/options.hpp"
#include "wings.hpp"

namespace hitmiss {

AddCommand add_render, add_compare, add_sweep, add_leaks, add_figures, add_explain, add_accept,
    add_inside, add_spawn, add_mesh, add_rays, add_methods;

/// In the order of the help text; the wings' commands come between the two.
inline constexpr AddCommand* first_commands[]{add_render, add_compare, add_sweep, add_leaks};
inline constexpr AddCommand* last_commands[]{add_inside, add_spawn, add_figures, add_explain,
                                             add_accept, add_mesh,  add_rays,    add_methods};

}  // namespace hitmiss
