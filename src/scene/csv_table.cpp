// Tables of numbers as CSV.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/temporary_file.hpp"
#include "base/utf8.hpp"
#include "base/words.hpp"
#include "scene/number_table.hpp"

namespace hitmiss {
namespace {

/// Whether a word is meant as a number: it is one, or begins with a digit, perhaps behind a sign or
/// a point.
bool is_meant_as_number(std::string_view word) {
    const auto first = word.find_first_not_of("+-.");
    return parse_any_number(word) || (first <= 2 && word[first] >= '0' && word[first] <= '9');
}

/// Whether only a double prints this number: a float needs nine significant digits.
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

/// What would be right in place of a word that is not a number.
std::string_view right_number(std::string_view word) {
    if (word.find(';') != word.npos)
        return "commas between numbers would be right, and decimal points";
    return word.find_first_of(" \t") != word.npos ? "commas between numbers would be right"
                                                  : "0.75, 0x1.8p-1 or inf would be right";
}

/// Whether one of these columns, in any case and perhaps in quotes, stands in another's place.
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

}  // namespace

void NumberTable::read_csv(bool floats) {
    // Its numbers go to a file without a name, so that its rows are found and memory stays flat.
    const auto numbers = temporary_file();
    check_room(numbers != nullptr);
    std::string line;
    std::size_t number = 0;
    const auto next_line = [&] {
        line.clear();
        int c = 0;
        while ((c = std::getc(file_.get())) != EOF && c != '\n')
            if (line.push_back(char(c)); line.size() > max_csv_line)
                throw bad_input(path_, number + 1, "is longer than {} characters", max_csv_line);
        ++number;
        if (std::ferror(file_.get())) throw bad_input(path_, number, "cannot be read");
        return c != EOF || !line.empty();
    };
    const auto write = [&](const auto& row) {
        return std::fwrite(row.data(), sizeof row[0], row.size(), numbers.get()) == row.size();
    };
    while (next_line()) {
        if (number == 1 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
        if (trimmed(line).empty()) continue;
        const auto words = split(line, ',');
        const auto meant = [](std::string_view word) { return is_meant_as_number(trimmed(word)); };
        if (number == 1 && std::ranges::none_of(words, meant)) {
            for (const auto word : words) names_.emplace_back(trimmed(word));
            continue;
        }
        std::vector<double> row;
        bool needs_double = false;
        for (const auto word : words) {
            const auto value = parse_any_number(trimmed(word));
            if (!value)
                throw bad_input(path_, number, "'{}' is not a number of a double's range; {}",
                                printable(trimmed(word)), right_number(trimmed(word)));
            if (row.empty()) needs_double = only_double_prints(trimmed(word), *value);
            if (floats && !rounded_row_ && only_double_prints(trimmed(word), *value))
                rounded_row_ = rows_;
            // A double between two floats may have been rounded itself.
            const auto single = floats ? parse_any_number<float>(trimmed(word)) : std::nullopt;
            row.push_back(single ? double(*single) : *value);
        }
        if (needs_double && !(row.size() == 2 && row[1] < 0)) printed_doubles_.add(row[0]);
        if (rows_++ == 0) columns_ = row.size();
        if (row.size() != columns_)
            throw bad_input(path_, number, "has {} numbers; {}, as above, would be right",
                            row.size(), columns_);
        check_room(floats ? write(std::vector<float>(row.begin(), row.end())) : write(row));
    }
    check_room(std::fflush(numbers.get()) == 0);
    file_ = numbers;
}

void NumberTable::check_names(std::initializer_list<std::string_view> columns) const {
    if (has_misplaced(names_, columns))
        throw bad_input(path_, 1, "has the columns {}; {} would be right", fmt::join(names_, ","),
                        fmt::join(columns, ","));
}

}  // namespace hitmiss
