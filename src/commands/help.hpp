#pragma once
// What --help and --version say beyond the options.

#include <CLI/CLI.hpp>
#include <string>

namespace hitmiss {

/// Lets the command's --help open with these command lines. The list of commands in the program's
/// own --help stays short.
inline void add_examples(CLI::App& command, std::initializer_list<const char*> lines) {
    std::string text = "Examples:\n";
    for (const char* line : lines) text += std::string("  ") + line + '\n';
    text += '\n' + command.get_description();
    command.preparse_callback([&command, text](std::size_t) { command.description(text); });
}

/// The program's version, the compiler that built it and the widths of the vector
/// instructions that this machine has.
std::string version_text();

}  // namespace hitmiss
