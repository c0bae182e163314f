#pragma once
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace hitmiss {

/// Whether stdout is a terminal whose user has nothing against colours (https://no-color.org).
inline bool colours_on_stdout() {
    const char* const no_colour = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0') &&
           terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace hitmiss
