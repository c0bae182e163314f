#pragma once
// What the standard library of Debian 12's Emscripten (libc++ 13) lacks of C++20, as far as the
// page's sources use it. Included before each of them by the build.

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <string>

namespace std {

template <typename To, typename From>
constexpr To bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}

template <typename Array>
unique_ptr<Array> make_unique_for_overwrite(size_t size) {
    return unique_ptr<Array>(new remove_extent_t<Array>[size]);
}

namespace detail {
/// By musl's strtod, which rounds correctly and knows no locale. `hex`: digits without 0x.
template <typename Real>
from_chars_result read_real(const char* first, const char* last, Real& value, bool hex) {
    string text(first, last);
    const bool minus = text.starts_with('-');
    if (minus) text.erase(0, 1);
    // What strtod takes beyond from_chars: blanks, a plus, hexadecimal digits.
    if (text.empty() || string_view(" \t\n\v\f\r+-").find(text[0]) != string_view::npos)
        return {first, errc::invalid_argument};
    if (hex)
        text.insert(0, "0x");
    else if (const auto x = text.find_first_of("xX"); x != string::npos)
        text.resize(x);
    char* stop = nullptr;
    errno = 0;
    Real read;
    if constexpr (is_same_v<Real, float>)
        read = strtof(text.c_str(), &stop);
    else
        read = strtod(text.c_str(), &stop);
    if (stop == text.c_str()) return {first, errc::invalid_argument};
    const char* const end = first + minus + (stop - text.c_str()) - (hex ? 2 : 0);
    // Subnormal numbers are in range.
    if (errno == ERANGE && (read == 0 || std::isinf(read))) return {end, errc::result_out_of_range};
    value = minus ? -read : read;
    return {end, errc{}};
}
}  // namespace detail

inline from_chars_result from_chars(const char* first, const char* last, float& value,
                                    chars_format format = chars_format::general) {
    return detail::read_real(first, last, value, format == chars_format::hex);
}
inline from_chars_result from_chars(const char* first, const char* last, double& value,
                                    chars_format format = chars_format::general) {
    return detail::read_real(first, last, value, format == chars_format::hex);
}

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

namespace ranges {

template <typename Range, typename Value, typename Projection = identity>
constexpr auto find(Range&& range, const Value& value, Projection of = {}) {
    return std::find_if(std::begin(range), std::end(range),
                        [&](auto&& item) { return std::invoke(of, item) == value; });
}
template <typename Range, typename Test>
constexpr auto find_if(Range&& range, Test test) {
    return std::find_if(std::begin(range), std::end(range), test);
}
template <typename Range, typename Test>
constexpr auto find_if_not(Range&& range, Test test) {
    return std::find_if_not(std::begin(range), std::end(range), test);
}
template <typename Range, typename Test>
constexpr bool any_of(Range&& range, Test test) {
    return std::any_of(std::begin(range), std::end(range), test);
}
template <typename Range, typename Test>
constexpr bool none_of(Range&& range, Test test) {
    return std::none_of(std::begin(range), std::end(range), test);
}
template <typename Range, typename Test>
constexpr auto count_if(Range&& range, Test test) {
    return std::count_if(std::begin(range), std::end(range), test);
}
template <typename Range, typename Value, typename Projection = identity>
constexpr auto count(Range&& range, const Value& value, Projection of = {}) {
    return std::count_if(std::begin(range), std::end(range),
                         [&](auto&& item) { return std::invoke(of, item) == value; });
}
template <typename Range, typename Out>
constexpr auto copy(Range&& range, Out out) {
    return std::copy(std::begin(range), std::end(range), out);
}
template <typename Range, typename Out>
constexpr auto move(Range&& range, Out out) {
    return std::move(std::begin(range), std::end(range), out);
}
template <typename Range, typename Value>
constexpr void replace(Range&& range, const Value& from, const Value& to) {
    std::replace(std::begin(range), std::end(range), from, to);
}
template <typename Range, typename Test, typename Value>
constexpr void replace_if(Range&& range, Test test, const Value& to) {
    std::replace_if(std::begin(range), std::end(range), test, to);
}
template <typename One, typename Other, typename Same>
constexpr bool equal(One&& one, Other&& other, Same same) {
    return std::equal(std::begin(one), std::end(one), std::begin(other), std::end(other), same);
}
template <typename One, typename Other>
struct in_in_result {
    One in1;
    Other in2;
};
template <typename One, typename Other>
constexpr auto mismatch(One&& one, Other&& other) {
    const auto [in1, in2] =
        std::mismatch(std::begin(one), std::end(one), std::begin(other), std::end(other));
    return in_in_result<decltype(std::begin(one)), decltype(std::begin(other))>{in1, in2};
}

namespace detail {
template <typename Less, typename Projection>
constexpr auto by(Less less, Projection of) {
    return [=](auto&& a, auto&& b) {
        return std::invoke(less, std::invoke(of, a), std::invoke(of, b));
    };
}
}  // namespace detail

template <typename Range, typename Less = std::less<>, typename Projection = identity>
constexpr void sort(Range&& range, Less less = {}, Projection of = {}) {
    std::sort(std::begin(range), std::end(range), detail::by(less, of));
}
template <typename Range, typename Less = std::less<>, typename Projection = identity>
constexpr auto min_element(Range&& range, Less less = {}, Projection of = {}) {
    return std::min_element(std::begin(range), std::end(range), detail::by(less, of));
}
template <typename Range, typename Value, typename Less = std::less<>,
          typename Projection = identity>
constexpr auto lower_bound(Range&& range, const Value& value, Less less = {}, Projection of = {}) {
    return std::lower_bound(std::begin(range), std::end(range), value,
                            [&](auto&& item, auto&& sought) {
                                return std::invoke(less, std::invoke(of, item), sought);
                            });
}
template <typename Range, typename Value, typename Less = std::less<>>
constexpr bool binary_search(Range&& range, const Value& value, Less less = {}) {
    return std::binary_search(std::begin(range), std::end(range), value, less);
}

}  // namespace ranges
}  // namespace std
