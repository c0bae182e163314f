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

/// The lines as one text, each ended, each behind `margin` blanks.
std::string paragraph(std::string_view text, std::size_t width, std::size_t margin = 0,
                      std::size_t indent = 0);

/// Lines that are too long go on below: those that begin with a blank behind the first two blanks
/// in them, where their second column begins, others at the margin. A command to paste, which
/// begins with the program as it was called behind two blanks, stays whole.
std::string fitted(std::string_view text, std::size_t width, std::size_t margin = 0,
                   const std::string& program = "hitmiss");

/// A column of a table, for --help.
struct ColumnMeaning {
    std::string key;
    std::string_view meaning;
};
/// "Columns:", and a line for each, however long.
std::string columns_text(const std::vector<ColumnMeaning>& columns);

}  // namespace hitmiss
