#pragma once
// What a person is told at the end of a command that fails.

#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "base/error.hpp"

namespace hitmiss {

/// The message with its commands as the program was called, so that they can be pasted. A command
/// stands behind two spaces.
inline std::string for_pasting(const std::string& message, const std::string& program) {
    constexpr std::string_view name = "  hitmiss ";
    std::string text = message;
    for (auto at = text.find(name); at != text.npos; at = text.find(name, at + program.size()))
        text.replace(at + 2, name.size() - 3, program);
    return text;
}

/// Any exception as an error, with its message for a program that was called like that.
inline Error failure(const std::exception& thrown, const std::string& program) {
    if (const auto* error = dynamic_cast<const Error*>(&thrown))
        return {error->exit, for_pasting(error->what(), program)};
    if (dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr)
        return {Exit::bad_input,
                "not enough memory; a smaller image or mesh, or fewer methods, rays or points, "
                "would be right"};
    // What a thread's constructor throws.
    const auto* system = dynamic_cast<const std::system_error*>(&thrown);
    if (system != nullptr && system->code() == std::errc::resource_unavailable_try_again)
        return {Exit::bad_input,
                "no thread can be made; higher limits on processes and memory would be right"};
    return {Exit::bug, fmt::format("a bug: {}", thrown.what())};
}

}  // namespace hitmiss
