#pragma once
// The subcommands. Each registers itself with its options; its callback does the work and throws
// Error to end with another exit code than 0.

#include <CLI/CLI.hpp>

namespace hitmiss {

void add_bench(CLI::App& app);
void add_render(CLI::App& app);
void add_compare(CLI::App& app);
void add_figures(CLI::App& app);
void add_explain(CLI::App& app);
void add_leaks(CLI::App& app);
void add_methods(CLI::App& app);
void add_mesh(CLI::App& app);
void add_sweep(CLI::App& app);
void add_probe(CLI::App& app);
void add_walk(CLI::App& app);

/// All of them, in the order of the help text.
inline void add_commands(CLI::App& app) {
    add_render(app);
    add_compare(app);
    add_sweep(app);
    add_leaks(app);
    add_walk(app);
    add_probe(app);
    add_bench(app);
    add_figures(app);
    add_explain(app);
    add_mesh(app);
    add_methods(app);
}

}  // namespace hitmiss
