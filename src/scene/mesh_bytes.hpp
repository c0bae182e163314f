#pragma once
// The bytes of mesh files, and these as text. Standard input may never end: its start is looked at
// before the rest is read, and what it announces is the most that is read.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/memory.hpp"

namespace hitmiss {

/// The size of a file; nothing while standard input goes on.
using FileSize = std::optional<std::uintmax_t>;

/// Reads a regular file. Throws Error{Exit::bad_input} for anything but a regular file, and for
/// more than max_bytes.
Unfilled<char> read_bytes(const std::filesystem::path& path, std::uintmax_t max_bytes);

/// The first bytes of a file, at most so many, and the size of all.
struct FileStart {
    Unfilled<char> bytes;
    FileSize size;
};
/// Reads these as read_bytes() would, or of "-", standard input.
FileStart read_start(const std::filesystem::path& path, std::size_t bytes,
                     std::uintmax_t max_bytes);

/// What the start of a mesh file tells of all of it.
struct Announced {
    std::uintmax_t most;         ///< bytes that it can have
    std::string_view text = {};  ///< what is plain text, such as "an ASCII STL file"; else empty
};

/// Reads the rest of standard input; returns all of it. Throws Error{Exit::bad_input} as soon as it
/// is longer than announced, or for a NUL byte in a text.
Unfilled<char> read_stdin_after(Unfilled<char> start, const Announced& announced);

/// Throws Error{Exit::bad_input} for a file that begins as UTF-16 text or as one packed by gzip and
/// the like.
void refuse_packed(const std::string& file, std::string_view start);

/// Removes a byte order mark of UTF-8 from the beginning; whether there was one.
bool drop_byte_order_mark(Unfilled<char>& bytes);

/// The bytes of a file as text: without a byte order mark; line ends of any system become
/// line feeds, and the last line gets one. Throws Error{Exit::bad_input} for UTF-16 and for a NUL
/// byte (with its line); `kind` says what must be text, as in Announced.
Unfilled<char> to_text(const std::string& file, Unfilled<char> bytes, std::string_view kind);

/// Returns whole memory pages that have been read to the system.
void release(std::span<std::byte> bytes);

}  // namespace hitmiss
