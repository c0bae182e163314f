#pragma once
// The subcommands. Each registers itself with its options; its callback does the work and throws
// Error to end with another exit code than 0.

#include <CLI/CLI.hpp>

namespace hitmiss {

void add_render(CLI::App& app);
void add_compare(CLI::App& app);
void add_methods(CLI::App& app);
void add_mesh(CLI::App& app);

/// All of them, in the order of the help text.
inline void add_commands(CLI::App& app) {
    add_render(app);
    add_compare(app);
    add_mesh(app);
    add_methods(app);
}

}  // namespace hitmiss
