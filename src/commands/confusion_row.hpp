#pragma once
// How every table names a method and counts its errors.

#include "base/table.hpp"
#include "judge/confusion.hpp"

namespace hitmiss {

/// The method and what it was set to.
Object method_cells(const Method& method);

/// Columns and their counts: the outcomes that are not right, their sums, and right triangles at a
/// wrong t. Nothing where it cannot be counted: NaN of what is no kernel.
using Counts = std::vector<std::pair<std::string, std::optional<std::uint64_t>>>;
Counts counts_of(const Method& method, const Confusion& confusion);

/// The method, and its confusion.
Object confusion_row(const Method& method, const Confusion& confusion);

/// What fits a terminal: the method with its settings, and the outcomes that people ask for.
Object short_row(const Method& method, const Confusion& confusion);

/// What the columns of those rows mean, for --help.
std::vector<ColumnMeaning> confusion_columns();

}  // namespace hitmiss
