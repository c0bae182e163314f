#pragma once
// Where a command's results go, so that one command may run inside another.

#include "base/output_file.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {

/// A path that was typed after an option. `folder`: without an ending it names a folder.
struct Destination {
    std::string option;
    std::filesystem::path path;
    bool folder;
};

struct Output {
    std::function<void(const std::filesystem::path&, const Content&)> write_file;
    std::function<void(std::string_view text)> print;
    std::size_t width = 80;           ///< of a line of text
    bool watched = false;             ///< by a person, to whom a bar shows the progress
    std::string program = "hitmiss";  ///< as it was called, for commands to paste; empty: none
    void (*check_place)(const std::filesystem::path&, bool folder) = nullptr;
    std::function<bool(const std::filesystem::path&)> exists = {};  ///< empty: no file is kept

    /// Writes a file; a path of "-" means that its content is printed.
    void write(const std::filesystem::path& path, const Content& content) const;
    void write(const std::filesystem::path& path, std::string_view bytes) const;

    /// Before the work: throws what writing there would throw, as far as that is known then, and
    /// Error{Exit::usage} for two of the same path.
    void check(const std::vector<Destination>& destinations) const;
};

/// Characters in a line of the terminal at stdout; 80 if there is none.
std::size_t terminal_width();

/// Writes files where their paths say, prints to stdout, in lines that fit its terminal. What was
/// written it tells on stderr once it is gone: a line for each folder, another one for files that
/// were there before.
Output to_disk_and_stdout();

/// For a rank that leaves the output to another.
Output to_nowhere();

/// Writes below the folder. A folder of "-" stands for stdout: there goes the first file; a note
/// names each other one.
Output below(const std::filesystem::path& folder, const Output& output);

/// For the names of a method's files: angle-sum:epsilon=0.01 becomes angle-sum-epsilon-0.01.
std::string file_stem(const Method& method);

/// The file of a figure's page, counted from 0: the path, then NAME-2, ...
std::filesystem::path page_path(std::filesystem::path path, std::size_t page);

/// Says which files of an earlier run follow those just written, whose names are numbered: `part`
/// is what each file is, `whole` what they belong to. They stay, because nobody asked to delete
/// them.
void note_older(const Output& output, std::string_view part, std::string_view whole,
                std::size_t written, const std::function<std::filesystem::path(std::size_t)>& path);

}  // namespace hitmiss
