// The numbers of words.hpp: as people type and read them.

#include <fmt/core.h>

#include <algorithm>

#include "base/words.hpp"

namespace hitmiss {
namespace {

/// Whether a decimal number that from_chars() finds out of range is too small rather than too
/// large.
bool is_tiny(std::string_view number) {
    const auto e = std::min(number.find_first_of("eE"), number.size());
    const auto digits = number.substr(0, e);
    const auto first = digits.find_first_of("123456789");
    if (first == digits.npos) return false;
    const auto point = std::min(digits.find('.'), digits.size());
    std::string_view power = number.substr(std::min(e + 1, number.size()));
    if (power.starts_with('+')) power.remove_prefix(1);
    std::int64_t exponent = 0;
    const auto [stop, error] = std::from_chars(power.data(), power.data() + power.size(), exponent);
    if (error == std::errc::result_out_of_range) return power.starts_with('-');
    // The power of ten of the first digit that is not 0.
    return exponent < std::int64_t(first) - std::int64_t(point);
}

/// As people write it: without leading zeros in the exponent and without its plus.
std::string plain(std::string text) {
    const auto sign = text.find('e') + 1;
    if (sign == 0) return text;
    if (text[sign + 1] == '0') text.erase(sign + 1, 1);
    if (text[sign] == '+') text.erase(sign, 1);
    return text;
}

/// One in the last of the digits of a positive number that is written with so many.
double last_digit(double number, int digits) {
    return std::pow(10, std::floor(std::log10(number)) + 1 - digits);
}

}  // namespace

template <std::floating_point Number>
std::optional<Number> parse_any_number(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    auto format = std::chars_format::general;
    if (text.starts_with("0x") || text.starts_with("0X"))
        format = std::chars_format::hex, text.remove_prefix(2);
    const bool hex = format == std::chars_format::hex;
    // The bits of a float, 0x3f800000, are not its value.
    if (hex && text.find_first_of("pP") == text.npos) return {};
    Number size = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, size, format);
    if (error == std::errc::result_out_of_range && stop == end &&
        (hex ? text.find('-') != text.npos : is_tiny(text)))
        return negative ? -Number(0) : Number(0);
    if (error != std::errc{} || stop != end || std::signbit(size)) return {};
    return negative ? -size : size;
}
template std::optional<float> parse_any_number(std::string_view);
template std::optional<double> parse_any_number(std::string_view);

std::string number_text(double number) {
    return plain(fmt::format("{}", number));
}

std::string number_text(float number) {
    return plain(fmt::format("{}", number));
}

std::string number_text(double number, int digits) {
    return number_text(rounded_to(number, digits));
}

double rounded_to(double number, int digits) {
    return parse_number<double>(fmt::format("{:.{}g}", number, digits)).value_or(number);
}

double rounded_up(double number, int digits) {
    const double near = rounded_to(number, digits);
    return near < number ? rounded_to(near + last_digit(number, digits), digits) : near;
}

double rounded_down(double number, int digits) {
    const double near = rounded_to(number, digits);
    return near > number ? rounded_to(near - last_digit(number, digits), digits) : near;
}

std::string with_separators(std::string number) {
    if (number.find('e') != number.npos) return number;
    const std::size_t first = number.starts_with('-');
    for (std::size_t k = std::min(number.find('.'), number.size()); k > first + 3; k -= 3)
        number.insert(k - 3, 1, ',');
    return number;
}

std::string number_of(std::uint64_t count, std::string_view thing) {
    return fmt::format("{} {}{}", with_separators(count), thing, count == 1 ? "" : "s");
}

}  // namespace hitmiss
