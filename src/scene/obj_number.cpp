// Numbers of meshes that are text, and what is wrong with words that are none.

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/words.hpp"
#include "scene/line_reader.hpp"

namespace hitmiss {
namespace {

/// NaN and infinity as from_chars() does not know them.
bool is_odd_nan(std::string_view word) {
    constexpr std::array<std::string_view, 5> others{"nanq", "nans", "qnan", "snan", "\u221E"};
    return word.starts_with("1.#") || std::ranges::find(others, lowered(word)) != others.end();
}

/// Whether all parts behind the first comma are three digits, as thousands are.
bool groups_thousands(const std::vector<std::string_view>& parts) {
    const auto digits = [](std::string_view part) {
        return std::min(part.find_first_not_of("0123456789"), part.size());
    };
    std::string_view first = parts[0];
    if (first.starts_with('-') || first.starts_with('+')) first.remove_prefix(1);
    return !first.empty() && first.size() <= 3 && digits(first) == first.size() &&
           std::all_of(parts.begin() + 1, parts.end(), [&](const std::string_view& part) {
               return digits(part) == 3 && (part.size() == 3 || &part == &parts.back());
           });
}

}  // namespace

std::string comma_advice(std::string_view word, std::string_view items) {
    const auto parts = split(word, ',');
    const bool thousands = groups_thousands(parts), point = word.find('.') != word.npos,
               pair = parts.size() == 2 && !parts[0].empty() && !parts[1].empty();
    if (thousands && (parts.size() > 2 || point || items == "corners"))
        return "write it without thousands separators";
    if (!pair || parts[1].find('.') != word.npos || items == "corners")
        return fmt::format("separate {} by blanks instead of commas", items);
    return thousands || point ? "write the decimal point as '.', without thousands separators"
                              : "write the decimal point as '.'";
}

std::optional<float> read_number(std::string_view word) {
    if (const auto number = parse_number<float>(word)) return number;
    constexpr float not_finite = std::numeric_limits<float>::quiet_NaN();
    std::string_view size = word;
    if (size.starts_with('-') || size.starts_with('+')) size.remove_prefix(1);
    if (is_odd_nan(size)) return not_finite;
    if (size.starts_with('-')) return {};
    float value = 0;
    const char* const end = size.data() + size.size();
    const auto [stop, failure] = std::from_chars(size.data(), end, value);
    if (failure == std::errc::invalid_argument || stop != end) return {};
    return not_finite;
}

std::string number_fault(std::string_view word) {
    if (read_number(word))
        return quote(word) + " is not a finite number in the range of a float, 1e-45 to 3.4e38";
    return quote(word) + " is not a number; " +
           (word.find(',') != word.npos ? comma_advice(word, "numbers")
                                        : "write it like -1.5 or 2e-3");
}

}  // namespace hitmiss
