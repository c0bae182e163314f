#pragma once
// Output of bytes: a file is written whole or not at all, even if a signal ends the program.

#include <filesystem>
#include <functional>
#include <string_view>

namespace hitmiss {

/// Takes the next bytes of a file.
using Append = std::function<void(std::string_view bytes)>;
/// Appends all bytes of a file, piece by piece.
using Content = std::function<void(const Append& append)>;

/// Throws what write_file() would throw before it writes this file, or files in this folder.
void check_destination(const std::filesystem::path& path, bool folder);

/// Writes the file, creating its folders and replacing what was there. The bytes go to a temporary
/// file beside it until the last one is on the disk, so a reader sees the old file, the new one or
/// none, never a part. One file at a time. Throws Error{Exit::usage} for one of `inputs`,
/// Error{Exit::cannot_write} and what `content` throws, and then leaves no file behind (folders may
/// stay).
void write_file(const std::filesystem::path& path, const Content& content);
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// Writes to standard output, past the buffers of stdio and iostream.
/// Throws Error{Exit::cannot_write}; for a closed pipe only if the program ignores SIGPIPE.
void write_stdout(std::string_view bytes);

/// Opens standard files that are closed, so that no other file takes their place. Reading from the
/// input and writing to the output still fail.
void open_standard_files();

/// From now on SIGINT, SIGTERM and SIGHUP end the program with the exit code of shells, 128 plus
/// the signal's number, and leave no half-written file. A signal that the caller ignores stays
/// ignored. Call it once, before there are other threads.
void exit_on_interrupt();

/// Sets a function to be called on a separate thread before one of these signals ends the program;
/// null: none. Call it again with null before the function is destroyed; that call waits for ever
/// if a signal has arrived.
void say_at_interrupt(const std::function<void()>* last_words);

}  // namespace hitmiss
