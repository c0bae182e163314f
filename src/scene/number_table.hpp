#pragma once
// Tables of numbers in files, as other programs read and write them.
//
// NPY (numpy/lib/format.py), version 1.0, little-endian float32 or float64, C order; all that is
// not a row is a column: n x 3 x 3 numbers are n rows of nine. CSV: numbers separated by commas,
// decimal or hex (0x1.8p+1), inf and nan too; a first line of names may be there. A name begins
// like no number.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"
#include "base/output_file.hpp"
#include "scene/mesh_bytes.hpp"

namespace hitmiss {

/// What numbers a table may hold: real ones, or those of integer types too, of which numpy's bool
/// and uint8 say yes or no, and all others count.
enum class NumberKind { real, yes_or_no, counts };

/// What the reader of a table asks of its numbers: doubles, also those of integer types, or floats,
/// to which decimals are rounded once.
enum class Wanted { doubles, doubles_or_integers, floats };

/// The first bytes of an NPY file, with its version; without it they tell NPY from anything else.
inline constexpr std::string_view npy_magic{"\x93NUMPY\x01\x00", 8},
    npy_start = npy_magic.substr(0, 6);

/// Rows that fit in a processor's cache.
inline constexpr std::size_t rows_at_once = 8192;

/// How an NPY file stores its numbers.
struct NumberType;

/// The numbers of a column that a float cannot be: none, one, or several different ones.
struct DoubleNumbers {
    std::optional<double> first{};
    bool several = false;

    void add(double number) {
        if (!first) first = number;
        several |= number != *first;
    }
};

/// A table to read from, which stays in its file. May be read from several threads at once.
class NumberTable {
public:
    /// A path that ends in .csv is CSV unless its content is NPY, any other NPY. Throws
    /// Error{Exit::bad_input} for a file that is not whole or has no row or column, and for
    /// integers unless they are wanted.
    explicit NumberTable(const std::string& path, Wanted wanted = Wanted::doubles);
    /// The same for the bytes of an NPY file, which came from elsewhere: "-" for standard input. If
    /// that goes on, without a size, the bytes need only hold the header.
    NumberTable(const std::string& path, std::string_view bytes, FileSize size);

    const std::string& path() const { return path_; }
    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    /// The size that the header of an NPY file announces.
    std::uintmax_t bytes() const;
    /// Whether it is CSV.
    bool is_text() const { return is_text_; }
    /// Whether the numbers are stored as float32, or are wanted as floats and CSV.
    bool single() const;
    /// What they mean; CSV holds real numbers.
    NumberKind numbers() const;
    /// The numbers in the first column of CSV that only a double prints: no float, with more than
    /// the nine significant digits that a float needs. The t of a miss, whose triangle is below 0,
    /// does not count.
    const DoubleNumbers& printed_doubles() const { return printed_doubles_; }

    /// The first row of CSV wanted as floats in which such a number is rounded.
    std::optional<std::size_t> rounded_row() const { return rounded_row_; }
    /// Throws Error{Exit::bad_input} for CSV whose first line has these names in another order.
    void check_names(std::initializer_list<std::string_view> columns) const;

    /// So many rows from `first` on, one after another.
    std::vector<double> read(std::size_t first, std::size_t rows) const;
    /// The same rounded to floats, three to a vector.
    std::vector<Vec<float>> vectors(std::size_t first, std::size_t rows) const;

private:
    void read_npy_header(bool integers_too, FileSize size);
    void read_csv(bool floats);
    void check_size() const;
    /// Throws Error{Exit::bad_input} where a temporary file has no room.
    void check_room(bool has_room) const;
    void read_bytes(std::size_t offset, void* to, std::size_t size) const;

    std::string path_;
    std::shared_ptr<std::FILE> file_;
    std::size_t begin_ = 0, rows_ = 0, columns_ = 0;
    const NumberType* type_;
    bool is_text_ = false;
    DoubleNumbers printed_doubles_;
    std::optional<std::size_t> rounded_row_;
    std::vector<std::string> names_;  ///< of CSV's columns, if it has them
};

/// Calls visit(number, numbers of that row) for each row in order, while that returns true.
void for_each_row(const NumberTable& table, const auto& visit) {
    for (std::size_t first = 0; first < table.rows(); first += rows_at_once) {
        const std::size_t count = std::min(rows_at_once, table.rows() - first);
        const auto numbers = table.read(first, count);
        for (std::size_t k = 0; k < count; ++k)
            if (!visit(first + k, &numbers[k * table.columns()])) return;
    }
}

/// Whether a table at this path is CSV; any other is NPY.
bool is_csv(const std::filesystem::path& path);

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
