#pragma once
// Commands within messages.

#include <string>
#include <string_view>

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

}  // namespace hitmiss
