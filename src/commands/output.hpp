#pragma once
// Where a command's results go, so that one command may run inside another.

#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

#include "figure/picture.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {

struct Output {
    std::function<void(const std::filesystem::path&, std::string_view bytes)> write;  ///< a file
    std::function<void(std::string_view text)> print;
};

/// Writes files where their paths say, telling so on stderr, and prints to stdout.
Output to_disk_and_stdout();

/// Writes below the folder. A folder of "-" stands for stdout: there goes the first file, and
/// nothing else.
Output below(const std::filesystem::path& folder, const Output& output);

/// For the names of a method's files: angle-sum:epsilon=0.01 becomes angle-sum-epsilon-0.01.
std::string file_stem(const Method& method);

/// Writes frames/METHOD-VARIANT-000.png, -001.png, ...
void write_frames(const Output& output, const Method& method, Variant variant,
                  std::span<const Picture> frames);

}  // namespace hitmiss
