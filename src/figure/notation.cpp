#include "figure/notation.hpp"

#include <charconv>
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
    char text[32];
    const auto end = std::to_chars(text, std::end(text), number, std::chars_format::scientific).ptr;
    const std::string_view all(text, std::size_t(end - text));
    const auto split = all.find('e');
    const auto power = power_of_ten(*parse_number<int>(all.substr(split + 1)));
    return all.substr(0, split) == "1" ? power : std::string(all.substr(0, split)) + " × " + power;
}

}  // namespace hitmiss
