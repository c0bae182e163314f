#pragma once
#include <charconv>
#include <algorithm>
#include <cstdio>
namespace std {
/// Hexadecimal only, which musl's %a writes as to_chars does, but for 0x.
inline to_chars_result to_chars(char* first, char* last, double value, chars_format) {
    char text[32];
    const int size = snprintf(text, sizeof text, "%a", value);
    const bool minus = text[0] == '-';
    if (minus) *first++ = '-';
    const int skipped = minus ? 3 : 2;
    if (last - first < size - skipped) return {last, errc::value_too_large};
    return {std::copy(text + skipped, text + size, first), errc{}};
}

}
