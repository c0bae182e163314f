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

}  // namespace hitmiss
