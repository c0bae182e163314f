#pragma once
// How a command ends: exit codes, and the one exception type that carries them to main(). Also the
// messages to a person, which go to stderr.

#include <fmt/core.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/utf8.hpp"

namespace hitmiss {

enum class Exit {
    good = 0,
    over_threshold = 1,
    usage = 2,
    bad_input = 3,
    cannot_write = 4,
    bug = 70
};

/// An error: the message for the user and the exit code for the shell.
struct Error : std::runtime_error {
    Exit exit;
    Error(Exit code, const std::string& message) : std::runtime_error(message), exit(code) {}
    template <typename... Args>
    Error(Exit code, fmt::format_string<Args...> text, Args&&... args)
        : Error(code, fmt::format(text, std::forward<Args>(args)...)) {}
};

/// Bad input at a line of a file: "file:line: what is wrong; what would be right". Line 0 means the
/// whole file.
inline Error bad_input(const std::string& file, std::size_t line, const std::string& message) {
    return {Exit::bad_input, line == 0 ? fmt::format("{}: {}", file, message)
                                       : fmt::format("{}:{}: {}", file, line, message)};
}

template <typename... Args>
Error bad_input(const std::string& file, std::size_t line, fmt::format_string<Args...> text,
                Args&&... args) {
    return bad_input(file, line, fmt::format(text, std::forward<Args>(args)...));
}

/// Prints a line to stderr, beginning with "hitmiss: ". Failing to write it is not an error.
template <typename... Args>
void say(fmt::format_string<Args...> text, Args&&... args) {
    std::string line = as_utf8("hitmiss: " + fmt::format(text, std::forward<Args>(args)...) + '\n');
    // Names of files may hold what steers a terminal.
    for (char& c : line)
        if ((c >= 0 && c < ' ' && c != '\n' && c != '\t') || c == '\x7F') c = '?';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace hitmiss
