#pragma once
// Text laid out in lines for people.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hitmiss {

inline constexpr std::size_t any_width = 10'000;

/// Lines of at most `width` characters, broken at blanks; a word that is longer than a line is
/// broken after : , and hyphens, else after = or anywhere. All lines but the first are indented.
std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

/// The lines as one text, each indented by `margin` blanks and ended by a line feed.
std::string paragraph(std::string_view text, std::size_t width, std::size_t margin = 0,
                      std::size_t indent = 0);

/// Wraps lines that are too long. If the line begins with a blank, the rest is indented to its
/// second column, which begins after its first two blanks; else it begins with the line. A command
/// to paste, which begins with two blanks and the program as it was called, stays whole.
std::string fitted(std::string_view text, std::size_t width, const std::string& program);

/// A column of a table, for --help, or several, separated by ", "; NAME_x stands for that column of
/// each name before.
struct ColumnMeaning {
    std::string key;
    std::string_view meaning;
};
/// "Columns:", and one line for each, of any length.
std::string columns_text(const std::vector<ColumnMeaning>& columns);
/// The names of all these columns.
std::vector<std::string> column_names(const std::vector<ColumnMeaning>& columns);

}  // namespace hitmiss
