#pragma once
// Bytes out of the program: a file is written whole or not at all, also when a signal ends it.

#include <filesystem>
#include <functional>
#include <string_view>

namespace hitmiss {

/// Takes the next bytes of a file.
using Append = std::function<void(std::string_view bytes)>;
/// Appends all bytes of a file, piece by piece.
using Content = std::function<void(const Append& append)>;

/// Writes the file, creating its folders and replacing what was there. Until the last byte is on
/// the disk they are in a temporary file beside it, so a reader sees the old file, the new one or
/// none, never a part. One file at a time. Throws Error{Exit::cannot_write} and what `content`
/// throws, leaving no file behind (folders may stay).
void write_file(const std::filesystem::path& path, const Content& content);
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// Writes to standard output, past the buffers of stdio and iostream.
/// Throws Error{Exit::cannot_write}; for a closed pipe only if the program ignores SIGPIPE.
void write_stdout(std::string_view bytes);

/// From now on SIGINT, SIGTERM and SIGHUP end the program with the exit code of shells, 128 plus
/// the signal's number, and leave no half-written file. A signal that the caller ignores stays
/// ignored. To be called once, before there are other threads.
void exit_on_interrupt();

/// What to say, in a thread of its own, before one of these signals ends the program; null:
/// nothing. To be called again with null before the function goes, which waits for ever if a signal
/// has come.
void say_at_interrupt(const std::function<void()>* last_words);

}  // namespace hitmiss
