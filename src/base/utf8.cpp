#include "base/utf8.hpp"

#include <fmt/core.h>

namespace hitmiss {

char32_t next_character(std::string_view& text) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    char32_t code = length == 1 ? first : first & (0x7Fu >> length);
    bool valid = (first < 0x80 || (first >= 0xC0 && first < 0xF8)) && length <= text.size();
    for (std::size_t k = 1; valid && k < length; ++k) {
        valid = (byte(k) & 0xC0u) == 0x80;
        code = code << 6 | (byte(k) & 0x3Fu);
    }
    valid = valid && code >= smallest[length] && code <= 0x10FFFF && (code & ~0x7FFu) != 0xD800;
    text.remove_prefix(valid ? length : 1);
    return valid ? code : 0xFFFD;
}

std::string as_utf8(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const std::string_view before = text;
        const char32_t code = next_character(text);
        const auto bytes = before.substr(0, before.size() - text.size());
        const bool malformed = code == 0xFFFD && bytes.size() == 1;
        const bool control = code >= 0x80 && code < 0xA0;
        if (malformed || control)
            for (const char byte : bytes)
                shown += fmt::format("\\x{:02X}", static_cast<unsigned char>(byte));
        else
            shown += bytes;
    }
    return shown;
}

}  // namespace hitmiss
