#pragma once
// What a person should see beside the results: on stderr, where losing it is no error.

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace hitmiss {

/// Prints a line to stderr.
template <typename... Args>
void say(fmt::format_string<Args...> text, Args&&... args) {
    const std::string line = fmt::format(text, std::forward<Args>(args)...) + '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace hitmiss
