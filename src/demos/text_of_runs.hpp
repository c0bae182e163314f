#pragma once
// What a demonstration prints.

#include "commands/options.hpp"

namespace hitmiss {

/// A table below each method and variant, which are the first cells of a row, with the columns of
/// these keys; or with --wide one table with all columns. Five digits of each number.
std::string text_of_runs(const TableOptions& table, Rows rows,
                         const std::vector<std::string_view>& keys, const Output& output);

}  // namespace hitmiss
