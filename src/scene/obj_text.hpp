#pragma once
// The text of OBJ and MTL files, read as lines of words and judged before the mesh library, which
// accepts nearly anything in silence, sees a byte of it.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/memory.hpp"

namespace hitmiss {

/// Reads a regular file, or "-", standard input, whole; every line of the result ends with a line
/// feed. Throws when it is something else, larger than max_bytes, UTF-16, or contains a NUL byte.
Unfilled<char> read_text(const std::filesystem::path& path, std::uintmax_t max_bytes);

/// What parts words.
inline bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/// A piece of a file as a message may show it: in quotes, short, without control characters.
std::string quote(std::string_view piece);

/// A corner of a face: 1, 1/2, 1//3 or 1/2/3, each index of any sign. One that 64 bits cannot hold
/// becomes the largest that they can.
struct Corner {
    std::string_view vertex_word;
    std::int64_t vertex;
    std::optional<std::int64_t> texture{}, normal{};
};

/// Walks over a text of read_text() line by line and word by word. A backslash at the end of a
/// line, unless in a comment, joins the next line as if by a blank.
class LineReader {
public:
    /// Of a part of a file, `first` is the number of its first line.
    LineReader(std::string file, std::span<char> text, std::size_t first = 1)
        : file_(std::move(file)), text_(text), next_line_(first) {}

    /// Goes to the next line, if there is one.
    bool next_line();

    /// Takes the next word of the line; empty at its end. Anywhere but in a name, # begins a
    /// comment.
    std::string_view next_word();

    /// Takes the rest of the line as a name that may contain blanks. A comment ends it only where
    /// the # stands alone, since names like `Material #25` are common.
    std::string_view name();

    /// The word as a finite number, rounded to the nearest float.
    float number(std::string_view word) const;

    /// The word as a corner.
    Corner corner(std::string_view word) const;

    /// Where the line begins in the file, counted from 1.
    std::size_t line() const { return line_; }
    template <typename... Args>
    Error error(fmt::format_string<Args...> text, Args&&... args) const {
        return bad_input(file_, line_, text, std::forward<Args>(args)...);
    }
    std::string warning(std::string_view message) const {
        return fmt::format("{}:{}: {}", file_, line_, message);
    }

private:
    std::string file_;
    std::span<char> text_;
    std::size_t at_ = 0;  ///< where the next line begins
    std::size_t line_ = 0, next_line_;
    std::string_view rest_;  ///< of the line
};

}  // namespace hitmiss
