#pragma once
// Text from outside as UTF-8. One place decides how bytes that are not UTF-8 are shown.

#include <string>
#include <string_view>

namespace hitmiss {

/// What may stand before a text in UTF-8.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Takes the first character off the text: the code point, or U+FFFD and one byte if malformed.
char32_t next_character(std::string_view& text);

/// The text with each byte written like \xE9 that is not part of a UTF-8 character, or is part of a
/// control character from U+0080 to U+009F, which a terminal may obey. Other UTF-8 stays as it is.
/// Fit for JSON, Markdown and SVG, and for terminals but for ASCII's control characters.
std::string as_utf8(std::string_view text);

}  // namespace hitmiss
