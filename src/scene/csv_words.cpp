#include "scene/csv_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"

namespace hitmiss {

bool is_meant_as_number(std::string_view word) {
    const auto first = word.find_first_not_of("+-.");
    return parse_any_number(word) || (first <= 2 && word[first] >= '0' && word[first] <= '9');
}

bool only_double_prints(std::string_view word, double value) {
    if (std::isnan(value) || double(float(value)) == value) return false;
    std::size_t digits = 0;
    for (const char c : word.substr(0, word.find_first_of("eE")))
        digits += c >= '0' && c <= '9' && (c != '0' || digits > 0);
    if (word.find_first_of("xX") != word.npos) return true;
    // Printed with as many digits, the nearest float may be the same number.
    return digits > 9 &&
           parse_number<double>(fmt::format("{:.{}e}", double(float(value)), digits - 1)) != value;
}

std::string_view right_number(std::string_view word) {
    if (word.find(';') != word.npos)
        return "commas between numbers would be right, and decimal points";
    return word.find_first_of(" \t") != word.npos ? "commas between numbers would be right"
                                                  : "0.75, 0x1.8p-1 or inf would be right";
}

bool has_misplaced(std::span<const std::string> names,
                   std::initializer_list<std::string_view> columns) {
    const auto place_of = [&](std::string name) {
        std::erase(name, '"');
        return std::size_t(std::ranges::find(columns, lowered(name)) - columns.begin());
    };
    for (std::size_t k = 0; k < names.size(); ++k)
        if (const auto place = place_of(names[k]); place != k && place < columns.size())
            return true;
    return false;
}

}  // namespace hitmiss
