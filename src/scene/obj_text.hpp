#pragma once
// The text of OBJ and MTL files, as a whole and as lines of words.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/memory.hpp"

namespace hitmiss {

/// Reads a regular file, or "-", standard input. A byte order mark becomes blanks, line ends of any
/// system become line feeds, and the last line gets one. Throws Error{Exit::bad_input} for anything
/// but a regular file, for more than max_bytes, for UTF-16 and for a NUL byte (with its line).
Unfilled<char> read_text(const std::filesystem::path& path, std::uintmax_t max_bytes);

/// Whether a character separates words.
inline bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/// A part of a file as a message may show it: in quotes, short, without control characters.
std::string quote(std::string_view part);

/// The name at the end of a line, which may contain blanks. A comment ends it only where the #
/// stands alone, because names like `Material #25` are common.
std::string_view name_in(std::string_view rest_of_line);

/// A corner of a face: 1, 1/2, 1//3 or 1/2/3, each index of any sign. An index that 64 bits cannot
/// hold becomes the largest that they can.
struct Corner {
    std::int64_t vertex;
    std::optional<std::int64_t> texture{}, normal{};
};

/// Reads a text of read_text() line by line and word by word. A backslash at the end of a line,
/// unless in a comment, joins the next line as if by a blank. Joined lines become one line in the
/// text itself, and comments after words become blanks.
class LineReader {
public:
    LineReader(std::string file, std::span<char> text)
        : file_(std::move(file)), next_(text.data()), end_(next_ + text.size()) {}

    /// Goes to the next line, if there is one.
    bool next_line();

    /// Takes the next word of the line; empty at its end. A # begins a comment.
    std::string_view next_word();

    /// Takes the next word as a finite number, rounded to the nearest float, if there is one.
    std::optional<float> next_number();

    /// Takes the next word as a corner, if there is one. (In place: an optional Corner would be
    /// stored in parts and copied whole, a store forwarding stall.)
    bool next_corner(Corner& corner);

    /// Takes the rest of the line as a name.
    std::string_view name();

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
    char *next_, *end_;                           ///< what has not been read
    char *word_ = nullptr, *line_end_ = nullptr;  ///< the rest of the line
    std::size_t line_ = 0, next_number_ = 1;
};

}  // namespace hitmiss
