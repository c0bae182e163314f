#pragma once
// User input: numbers, words, and misspelt ones.

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmiss {

/// A letter in lower case; any other character as it is.
constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

/// The text with its letters in lower case.
std::string lowered(std::string_view text);

constexpr bool is_letter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}

/// The parts between separators. An empty text has one part, which is empty.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The whole text as a finite or infinite double or float, or NaN, decimal or hex with its
/// exponent (0x1.8p+1), in any locale; nothing if it is not one. A number too small for its type is
/// 0.
template <std::floating_point Number = double>
std::optional<Number> parse_any_number(std::string_view text);

/// The whole text as a finite decimal number.
template <std::floating_point Number>
std::optional<Number> parse_number(std::string_view text) {
    // Nearly all texts are such a number; others may have a plus sign or be too small.
    Number plain{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, plain);
    if (error == std::errc{} && stop == end && std::isfinite(plain)) return plain;
    const auto number = parse_any_number<Number>(text);
    const bool hex = text.find_first_of("xX") != text.npos;
    return number && std::isfinite(*number) && !hex ? number : std::nullopt;
}
/// The whole text as a whole number.
template <std::integral Number>
std::optional<Number> parse_number(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole ? std::optional(number) : std::nullopt;
}

/// The whole text as `count` finite numbers between separators; nothing if it is not.
template <typename Number, std::size_t count>
std::optional<std::array<Number, count>> parse_numbers(std::string_view text, char separator) {
    const auto words = split(text, separator);
    if (words.size() != count) return {};
    std::array<Number, count> numbers{};
    for (std::size_t k = 0; k < count; ++k) {
        const auto number = parse_number<Number>(words[k]);
        if (!number) return {};
        numbers[k] = *number;
    }
    return numbers;
}

/// The shortest decimal that reads back, as people write it: 1e-6 and 1e30, not 1e-06 and 1e+30.
std::string number_text(double number);
std::string number_text(float number);
/// The same for the number rounded to `digits` significant digits.
std::string number_text(double number, int digits);
/// The number that text stands for, and the next ones that are not less, or not larger, than a
/// positive number.
double rounded_to(double number, int digits);
double rounded_up(double number, int digits);
double rounded_down(double number, int digits);
template <std::integral Number>
std::string number_text(Number number) {
    return std::to_string(number);
}

/// Groups thousands: 12,345.6. A number with an exponent stays as it is.
std::string with_separators(std::string number);
inline std::string with_separators(std::uint64_t number) {
    return with_separators(std::to_string(number));
}
/// "1 triangle", "1,280 triangles".
std::string number_of(std::uint64_t count, std::string_view thing);

/// Without the blanks and line ends around it.
std::string_view trimmed(std::string_view text);

/// "a, b or c" by " or ".
std::string list_text(const std::vector<std::string>& words, std::string_view last);

/// A part of a file, fit for a terminal: its beginning, and ... if there is more, without control
/// characters, otherwise as as_utf8() shows it.
std::string printable(std::string_view part, std::size_t most_bytes = 40);

/// The number of characters of a UTF-8 text: of its bytes that are not continuation bytes.
std::size_t character_count(std::string_view text);

/// The word as a shell reads it, in quotes where it needs them.
std::string shell_word(const std::string& text);

/// Number of insertions, deletions and replacements that turn one word into the other
/// (Levenshtein 1966; row by row, Wagner and Fischer 1974).
std::size_t edit_distance(std::string_view from, std::string_view to);

/// The candidate at the least edit distance from the word, of equals the first; empty if that is
/// more than 2 or than half of the word.
std::string_view nearest_word(std::string_view word,
                              const std::vector<std::string_view>& candidates);
/// "did you mean 'x'? " with the first candidate that contains the word, as vertical_fov contains
/// fov, else with the nearest; empty if there is none.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace hitmiss
