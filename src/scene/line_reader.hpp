#pragma once
// Mesh files that are text, line by line and word by word: their numbers, and what is wrong with
// words that are none.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "scene/mesh_bytes.hpp"

namespace hitmiss {

/// Whether the character separates words.
inline bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
inline bool ends_word(char c) {
    return is_blank(c) || c == '\n';
}

/// A part of a file as a message shows it: printable(), in quotes.
std::string quote(std::string_view part, std::size_t most_bytes = 40);

/// The word as a number, rounded to the nearest float: NaN if it is NaN, infinite (in any spelling,
/// such as MSVC's 1.#QNAN) or too large for a float; nothing if it is not a number.
std::optional<float> read_number(std::string_view word);
/// Why read_number() finds no finite number, and what would be right.
std::string number_fault(std::string_view word);
/// What to write instead of a word with commas. Items: what the line lists, "numbers" or "corners".
std::string comma_advice(std::string_view word, std::string_view items);

/// A corner of a face: 1, 1/2, 1//3 or 1/2/3, each index of any sign. An index of a texture
/// coordinate or normal that 64 bits cannot hold becomes the largest that they can.
struct Corner {
    std::int64_t vertex;
    std::optional<std::int64_t> texture{}, normal{};
};

/// Reads a text of to_text() line by line and word by word. A backslash at the end of a line,
/// unless in a comment, joins the next line as if by a blank, where the format `joins` lines. A #
/// begins a comment at the start of a line or after a blank. Joined lines become one line in the
/// text itself, and comments after words become blanks.
class LineReader {
public:
    LineReader(std::string file, std::span<char> text, bool joins = true,
               std::size_t lines_before = 0)
        : file_(std::move(file)),
          next_(text.data()),
          end_(next_ + text.size()),
          joins_(joins),
          next_number_(lines_before + 1) {}

    /// Goes to the next line, if there is one.
    bool next_line();

    /// Takes the next word of the line; empty at its end.
    std::string_view next_word();

    /// Takes the next word as a corner, if there is one. (In place: an optional Corner would be
    /// stored in parts and copied whole, a store forwarding stall.)
    bool next_corner(Corner& corner);

    /// Takes the rest of the line, with its comment: names may contain #.
    std::string_view rest();

    /// The number of the line in the file, counted from 1; of joined lines the first.
    std::size_t line() const { return line_; }
    /// Where the next line begins.
    char* next() const { return next_; }

    template <typename... Args>
    Error error(fmt::format_string<Args...> text, Args&&... args) const {
        return bad_input(file_, line_, text, std::forward<Args>(args)...);
    }
    std::string warning(std::size_t line, std::string_view message) const {
        return fmt::format("{}:{}: {}", file_, line, message);
    }

private:
    bool find_word();

    std::string file_;
    char *next_, *end_;  ///< what has not been read
    bool joins_;
    char *word_ = nullptr, *line_end_ = nullptr;  ///< the rest of the line
    std::size_t line_ = 0, next_number_;
};

}  // namespace hitmiss
