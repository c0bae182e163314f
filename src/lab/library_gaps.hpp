#pragma once
// The parts of C++20's standard library that the page's sources use and Debian 12's Emscripten
// (libc++ 13) lacks. The build includes this before each of them.

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <range/v3/algorithm.hpp>
#include <string>

// C++20's range algorithms from range-v3 (Debian's librange-v3-dev), on which the standard's are
// based.
namespace std::ranges {
using namespace ::ranges;
}

namespace std {

template <typename To, typename From>
constexpr To bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}

template <typename Array>
unique_ptr<Array> make_unique_for_overwrite(size_t size) {
    return unique_ptr<Array>(new remove_extent_t<Array>[size]);
}

/// By musl's strtod, which rounds correctly and knows no locale.
template <typename Real, typename = enable_if_t<is_floating_point_v<Real>>>
from_chars_result from_chars(const char* first, const char* last, Real& value,
                             chars_format format = chars_format::general) {
    const bool minus = first != last && *first == '-', hex = format == chars_format::hex;
    string text(first + minus, last);
    // strtod accepts what from_chars does not: blanks, a plus, and hexadecimal digits after 0x.
    if (text.empty() || text.find_first_of(" \t\n\v\f\r+-") == 0)
        return {first, errc::invalid_argument};
    text = hex ? "0x" + text : text.substr(0, text.find_first_of("xX"));
    char* stop = nullptr;
    errno = 0;
    const double read =
        is_same_v<Real, float> ? double(strtof(text.c_str(), &stop)) : strtod(text.c_str(), &stop);
    if (stop == text.c_str()) return {first, errc::invalid_argument};
    const char* const end = first + minus + (stop - text.c_str()) - (hex ? 2 : 0);
    // Subnormal numbers are in range.
    if (errno == ERANGE && (read == 0 || std::isinf(read))) return {end, errc::result_out_of_range};
    value = Real(minus ? -read : read);
    return {end, errc{}};
}

}  // namespace std
