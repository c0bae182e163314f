#pragma once
// What the demonstrations print and show of their runs.

#include "commands/options.hpp"
#include "commands/output.hpp"
#include "draw/picture.hpp"

namespace hitmiss {

/// The pictures of each run's frames; a bar shows how many there are.
std::vector<std::vector<Picture>> pictures_of(
    std::size_t runs, std::size_t frames,
    const std::function<Picture(std::size_t run, std::size_t frame)>& picture,
    const Output& output);

/// Writes FOLDER/METHOD-VARIANT-000.png, -001.png, ...
void write_frames(const Output& output, const std::string& folder, const Method& method,
                  Variant variant, std::span<const Picture> frames);

/// The rows in the table's format. As text, a table below each method and variant, which are a
/// row's first cells, with the columns of these keys; with --wide one table with all columns.
/// Numbers have five digits.
std::string report_of_runs(const TableOptions& table, const Object& json, const Rows& rows,
                           const std::vector<std::string_view>& keys, const Output& output);

}  // namespace hitmiss
