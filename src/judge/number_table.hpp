#pragma once
// Tables of numbers in files, as other programs read and write them.
//
// NPY (numpy/lib/format.py), version 1.0, little-endian float32 or float64, C order; all that is
// not a row is a column: n x 3 x 3 numbers are n rows of nine. CSV: numbers separated by commas,
// decimal or hex (0x1.8p+1), inf and nan too; a first line of names may be there.

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/output_file.hpp"

namespace hitmiss {

/// A table to read from, which stays in its file. May be read from several threads at once.
class NumberTable {
public:
    /// A path that ends in .csv is CSV, any other NPY. Throws Error{Exit::bad_input} for a file
    /// that is not whole or has no row or column.
    explicit NumberTable(const std::string& path);

    const std::string& path() const { return path_; }
    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    /// Whether the numbers are stored as float32.
    bool single() const { return number_bytes_ == sizeof(float); }

    /// The rows from `first` on, one after another.
    void read(std::size_t first, std::span<double> numbers) const;

private:
    class Descriptor;

    void read_npy_header();
    void read_csv();
    template <typename Number>
    void read_as(std::size_t first, std::span<double> numbers) const;

    std::string path_;
    std::shared_ptr<const Descriptor> file_;
    std::size_t begin_ = 0, rows_ = 0, columns_ = 0, number_bytes_ = sizeof(double);
};

/// Whether a table at this path is CSV; any other is NPY.
bool is_csv(const std::filesystem::path& path);

/// Writes a table row by row, as CSV or NPY. Real, float or double, is how numbers are stored; in
/// CSV each is the shortest that reads back as it was.
template <typename Real>
class TableWriter {
public:
    /// `shape`: the columns as NPY gives them, in all as many as there are names, which stand in
    /// the first line of CSV.
    TableWriter(const Append& file, bool csv, std::span<const std::string_view> names,
                std::size_t rows, const std::vector<std::size_t>& shape);
    /// Whole rows.
    void append(std::span<const Real> numbers);

private:
    Append file_;
    bool csv_;
    std::size_t columns_;
};

/// A finite or infinite number or NaN, decimal or hex.
std::optional<double> parse_any_number(std::string_view word);

}  // namespace hitmiss
