#include "draw/notation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/words.hpp"

namespace hitmiss {

std::string power_of_ten(int exponent) {
    constexpr std::string_view digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "10⁻" : "10";
    for (const char c : std::to_string(std::abs(exponent))) text += digits[c - '0'];
    return text;
}

std::string in_figure(double number) {
    const double size = std::abs(number);
    if (number == 0 || (size >= 1e-3 && size <= 1e6)) return number_text(number);
    const std::string digits = fmt::format("{:.14e}", number);
    const auto split = digits.find('e');
    const auto power = power_of_ten(*parse_number<int>(digits.substr(split + 1)));
    const auto factor = number_text(*parse_number<double>(digits.substr(0, split)));
    return factor == "1" ? power : factor + " × " + power;
}

std::string number_of(std::uint64_t count, std::string_view thing) {
    return fmt::format("{} {}{}", with_separators(count), thing, count == 1 ? "" : "s");
}

}  // namespace hitmiss
