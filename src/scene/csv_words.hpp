#pragma once
// The words of a line of CSV.

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace hitmiss {

/// Whether a word is meant as a number: it is one, or begins with a digit, perhaps behind a sign or
/// a point.
bool is_meant_as_number(std::string_view word);

/// Whether only a double prints this number: a float needs nine significant digits.
bool only_double_prints(std::string_view word, double value);

/// What would be right in place of a word that is not a number.
std::string_view right_number(std::string_view word);

/// Whether one of these columns, in any case and perhaps in quotes, stands in another's place.
bool has_misplaced(std::span<const std::string> names,
                   std::initializer_list<std::string_view> columns);

}  // namespace hitmiss
