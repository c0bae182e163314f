#pragma once
// Text from outside as UTF-8. One place decides how bytes that are not UTF-8 are shown.

#include <string>
#include <string_view>

namespace hitmiss {

/// What may stand before a text in UTF-8.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Takes the first character off the text: the code point, or U+FFFD and one byte if malformed.
char32_t next_character(std::string_view& text);

/// The text with each byte that is not part of a UTF-8 character written like \xE9, fit for JSON,
/// Markdown, SVG and terminals. UTF-8 stays as it is.
std::string as_utf8(std::string_view text);

}  // namespace hitmiss
