#include "base/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "base/words.hpp"

namespace hitmiss {
namespace {

/// In the value, and in all that it holds.
void show_as_utf8(Value& value) {
    if (value.is_string()) value = as_utf8(value.get<std::string>());
    if (value.is_structured())
        for (Value& part : value) show_as_utf8(part);
}

/// The rows with these columns only, in this order.
Rows chosen(const Rows& rows, const std::vector<std::string>& columns) {
    Rows kept(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k)
        for (const std::string& column : columns) kept[k].push_back({column, rows[k].at(column)});
    return kept;
}

/// Tables below each other: how their headings and rows are written.
std::string joined(const std::vector<TitledRows>& tables, const auto& heading, const auto& as) {
    std::string text;
    for (const auto& [title, rows] : tables) {
        if (!text.empty()) text += '\n';
        if (!title.empty()) text += heading(title);
        text += as(rows);
    }
    return text;
}

std::string text_of(const Report& report, const TableOptions& options, std::size_t width) {
    const bool all = options.columns.empty();
    if (!report.csv.empty()) check_columns(options, report.csv[0]);
    const Rows rows = all ? report.csv : chosen(report.csv, options.columns);
    const std::vector<TitledRows> tables =
        all && !report.tables.empty() ? report.tables : std::vector<TitledRows>{{"", rows}};
    switch (options.format) {
        case Format::json:
            return as_json(all ? Value(report.json) : Value(rows)) + '\n';
        case Format::csv:
            return as_csv(rows);
        case Format::markdown:
            return joined(
                tables, [](auto& title) { return fmt::format("**{}**\n\n", markdown_text(title)); },
                as_markdown);
        case Format::latex:
            return joined(
                tables, [](auto& title) { return fmt::format("% {}\n", title); }, as_latex);
        default:
            return all ? report.text : as_text(rows, width);
    }
}

}  // namespace

void append(Object& object, Object more) {
    std::ranges::move(more, std::back_inserter(object));
}

Value rounded(double value, int digits) {
    return parse_number<double>(fmt::format("{:.{}g}", value, digits));
}

Value shortest(float value) {
    return parse_number<double>(fmt::format("{}", value));
}

void check_columns(const TableOptions& options, const Object& row) {
    std::vector<std::string_view> names;
    for (const auto& [key, unused] : row) names.push_back(key);
    for (const std::string& column : options.columns)
        if (std::ranges::find(names, column) == names.end())
            throw Error(Exit::usage, "--columns {}: not in this table; {}its columns are {}",
                        column, did_you_mean(column, names), fmt::join(names, ", "));
}

std::string to_string(const Report& report, const TableOptions& options, std::size_t width) {
    return as_utf8(text_of(report, options, width));
}

std::string tables_text(const std::vector<TitledRows>& tables, std::size_t width) {
    return joined(
        tables, [](auto& title) { return title + '\n'; },
        [&](const Rows& rows) { return as_text(rows, width); });
}

std::string cell_text(const Value& value, bool for_people) {
    if (value.is_string()) return as_utf8(value.get<std::string>());
    if (value.is_null() || (value.is_number_float() && !std::isfinite(value.get<double>())))
        return for_people ? "-" : "";
    if (!value.is_number()) return as_json(value);
    const std::string text =
        value.is_number_float() ? number_text(value.get<double>()) : value.dump();
    return for_people ? with_separators(text) : text;
}

std::string as_json(Value value) {
    show_as_utf8(value);
    return value.dump(2);
}

}  // namespace hitmiss
