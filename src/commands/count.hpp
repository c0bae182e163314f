#pragma once
// Tallies as tables: for people, narrow or wide, for programs as CSV and JSON, and as a threshold.
// And the pixel to look at.

#include "commands/options.hpp"
#include "judge/comparison.hpp"

namespace hitmiss {

/// The method with its settings, as a table's row is called; answers from a file by their name, and
/// the precision and culling by which they are judged.
std::string shown_name(const Method& method);

/// The method and what it was set to. Where a table has chosen columns, the name holds the settings
/// that these do not, so that no two methods have the same cells.
Object method_cells(const Method& method, const TableOptions& table);

/// Columns and their counts: the outcomes that are not right, their sums, and what is counted
/// beside them. null where it cannot be counted: NaN of a method without a kernel, what culling
/// changed of one that does not cull.
Object counts_of(const Method& method, const OutcomeCounts& outcomes);

/// A column's name in tables for people: "ties" has another key, which programs read.
std::string_view name_for_people(std::string_view column);

/// What the columns of a CountTable mean, for --help, and those that a command adds.
std::vector<ColumnMeaning> count_columns(const std::vector<ColumnMeaning>& more = {});

/// The pixel to look at (draw/comparison_sheet.hpp), and how the method errs there.
struct WorstPixel {
    std::size_t x, y;
    Outcome outcome;
};
/// That pixel in an image of that width, if the method errs anywhere.
std::optional<WorstPixel> worst_of(std::optional<std::size_t> pixel,
                                   std::span<const Outcome> outcomes, int width);

/// NAME_median, NAME_99 and NAME_max, that one with so many digits; null if there are none.
Object size_cells(const std::string& name, const Magnitudes& sizes, int digits);

/// A row for each method that was judged.
struct CountTable {
    TableOptions table;
    Rows rows = {};  ///< all columns
    /// What fits a terminal: the method with its settings, and what people ask for.
    Rows narrow = {};

    /// Adds a row to both, after the cells `before`.
    void add(const Method& method, const OutcomeCounts& outcomes, const Object& before = {});
    /// Adds cells to the last row of `rows`.
    void append(Object cells) { hitmiss::append(rows.back(), std::move(cells)); }
    /// Adds how far right answers and ties are from their planes; null if there are none.
    void append_off_plane(const Tally& tally);
    /// The same of a picture, and how far off t is where the hit is right, how often the method
    /// errs, and where it errs most; null for a method without errors.
    void append_picture(const ErrorOfT& t_ulps, const Tally& tally, std::size_t pixels,
                        const std::optional<WorstPixel>& worst);
    /// All of it as the options say; `before` and `after` are for people.
    std::string report(const Object& json, const Output& output, std::string_view before = "",
                       std::string_view after = "") const;
    /// Throws Error{Exit::over_threshold} if a method errs on more than `most` rays, or counts on
    /// more than these wrongly along the whole ray.
    void check_errors(std::optional<std::uint64_t> most, std::string_view rays) const;
};

/// Throws Error{Exit::over_threshold} that names those which err on more than `most` rays.
void refuse_over(const std::vector<std::pair<std::string, std::uint64_t>>& errors,
                 std::optional<std::uint64_t> most, std::string_view rays);

}  // namespace hitmiss
