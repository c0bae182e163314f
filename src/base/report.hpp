#pragma once
// Results for people and for programs: named values, printed as text, JSON, CSV, Markdown or LaTeX.

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/wrapping.hpp"

/// An optional without a value is null.
template <typename T>
struct nlohmann::adl_serializer<std::optional<T>> {
    static void to_json(auto& json, const std::optional<T>& value) {
        if (value) json = *value;
    }
};

namespace hitmiss {

/// A value of a report. null means that there is none; so does a number that is not finite.
using Value = nlohmann::ordered_json;
using List = Value::array_t;
using Object = Value::object_t;    ///< its members in this order
using Rows = std::vector<Object>;  ///< of a table: flat, all with the same keys in the same order

/// Adds members at the end.
void append(Object& object, Object more);

/// The number rounded to `digits` significant digits.
Value rounded(double value, int digits);

/// A cell of a CSV file: in quotes where it needs them.
std::string csv_cell(const std::string& cell);

/// The shortest decimal number that reads back as this float.
Value shortest(float value);

enum class Format { text, json, csv, markdown, latex };
inline constexpr std::array<std::string_view, 5> format_names{"text", "json", "csv", "markdown",
                                                              "latex"};

/// Rows under a heading, which may be empty.
struct TitledRows {
    std::string title;
    Rows rows;
};

/// The results of a command.
struct Report {
    Object json;
    Rows csv;  ///< all rows with all columns
    std::string text;
    std::vector<TitledRows> tables = {};  ///< those in the text; none: the text has no tables
};

/// How a report is printed.
struct TableOptions {
    Format format = Format::text;
    bool wide = false;  ///< all columns as text, however wide
    std::vector<std::string> columns =
        {};  ///< those of Report::csv to print; empty: the usual ones

    /// Whether the report's own text is printed.
    bool as_text() const { return format == Format::text && columns.empty(); }
    /// The longest line of text on a terminal of that width.
    std::size_t width(std::size_t terminal) const { return wide ? any_width : terminal; }
};

/// Throws Error{Exit::usage} for a column that is asked for and that this row does not have. Before
/// the work: commands have several tables, and only the row says which one it will be.
void check_columns(const TableOptions& options, const Object& row);

/// The report as the options ask for it, text in lines of that width. Throws Error{Exit::usage} for
/// a column that is not there.
std::string to_string(const Report& report, const TableOptions& options, std::size_t width);

/// The tables as text below each other, each under its heading.
std::string tables_text(const std::vector<TitledRows>& tables, std::size_t width);

/// A scalar value as a table shows it: numbers as number_text() writes them, for people with
/// thousands grouped; null is empty, for people "-".
std::string cell_text(const Value& value, bool for_people);

/// Whether people read the column from the left: it holds words, not numbers or bounds of them.
bool holds_words(const Rows& rows, const std::string& key);

/// A line per row below the keys, columns aligned; thousands are grouped, null is "-", _ in a key a
/// blank. A text "< 38" counts as a number. Keys are broken into lines, and cells of words where
/// the table would be wider than `width`.
std::string as_text(const Rows& rows, std::size_t width = any_width);

/// Markdown without what ends a cell, or begins an HTML tag: "<", unless a blank follows as in
/// "< 5".
std::string markdown_text(std::string_view text);
/// The same as a table of Markdown.
std::string as_markdown(const Rows& rows);

/// The same as a tabular of LaTeX, which needs no package.
std::string as_latex(const Rows& rows);

/// A header line, then a line per row, after RFC 4180; null is empty.
std::string as_csv(const Rows& rows);

/// Indented by two spaces, without a line break at the end; texts as as_utf8() shows them.
std::string as_json(Value value);

}  // namespace hitmiss
