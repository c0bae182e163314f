#pragma once
// Tables of numbers, written as number_table.hpp reads them.

#include <span>
#include <string_view>

#include "base/output_file.hpp"

namespace hitmiss {

template <typename Real>
using AppendRows = std::function<void(std::span<const Real>)>;
using Names = std::span<const std::string_view>;

/// Writes a table as CSV or NPY: returns the function that takes its next whole rows. Real, float
/// or double, is how numbers are stored; in CSV each is the shortest that reads back as it was. The
/// names stand in the first line of CSV; `shape` is how NPY gives these columns, "9" or "3, 3".
template <typename Real>
AppendRows<Real> table_writer(const Append& file, bool csv, Names names, std::size_t rows,
                              std::string_view shape);

}  // namespace hitmiss
