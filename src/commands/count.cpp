#include "commands/count.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace hitmiss {

Object method_cells(const Method& method) {
    return {{"method", method.name()},
            {"epsilon", method.epsilon()},
            {"precision", method.arithmetic()},
            {"variant", method.has_kernel() ? Value(to_string(method.variant())) : Value()}};
}

Counts counts_of(const Method& method, const Confusion& confusion) {
    Counts counts;
    for (const OutcomeRow& row : outcome_rows) {
        if (row.count == &Confusion::right) continue;
        if (row.count == &Confusion::culled) counts.emplace_back("errors", confusion.errors());
        counts.emplace_back(row.column, confusion.*row.count);
        if (row.count == &Confusion::leaks)
            counts.emplace_back("leaks_background", confusion.leaks_background);
    }
    counts.emplace_back("nan", method.has_kernel() ? std::optional(confusion.nan) : std::nullopt);
    counts.emplace_back("t_off", confusion.t_off);
    return counts;
}

std::vector<ColumnMeaning> count_columns(const std::vector<ColumnMeaning>& more) {
    std::vector<ColumnMeaning> columns{
        {"method", "its name, or all that was said of it, as -m takes it"},
        {"epsilon", "of the method; none for a method without"},
        {"precision", "float or double, of its arithmetic"},
        {"variant", "published, corrected or atan2"},
        {"hits", "rays that hit something"}};
    for (const auto& [column, unused] : counts_of(make_method("exact"), {})) {
        const auto row = std::ranges::find(outcome_rows, column, &OutcomeRow::column);
        columns.push_back(
            {column, row != outcome_rows.end() ? row->meaning
                     : column == "errors"      ? "leaks, false hits and wrong triangles"
                     : column == "nan"         ? "met NaN on a triangle that is right"
                     : column == "t_off"
                         ? "right triangles at a t that is off by more than 2^-18 of it"
                         : "leaks where nothing at all is hit"});
    }
    columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

void CountTable::add(const Method& method, const Confusion& confusion, const Object& before) {
    constexpr std::array<std::string_view, 5> wide{"leaks_background", "degenerate", "culled",
                                                   "nan", "t_off"};
    Object& row = rows.emplace_back(before);
    Object& shown = narrow.emplace_back(before);
    hitmiss::append(row, method_cells(method));
    hitmiss::append(row, {{"hits", confusion.hits}});
    hitmiss::append(shown, {{"method", to_string(method)}});
    for (const auto& [column, count] : counts_of(method, confusion)) {
        hitmiss::append(row, {{column, count}});
        if (std::ranges::find(wide, column) == wide.end())
            hitmiss::append(shown, {{column, count}});
    }
}

std::string CountTable::report(const Object& json, const TableOptions& options,
                               const Output& output, std::string_view before,
                               std::string_view after) const {
    const std::string text =
        fmt::format("{}{}{}", before, options.text(narrow, rows, output), after);
    return to_string({json, rows, text}, options.format);
}

void CountTable::check_errors(std::optional<std::uint64_t> most, std::string_view rays) const {
    std::vector<std::string> over;
    for (std::size_t k = 0; k < rows.size(); ++k)
        if (const auto errors = rows[k].at("errors").get<std::uint64_t>(); most && errors > *most)
            over.push_back(fmt::format("{} errs on {} {}",
                                       narrow[k].at("method").get<std::string>(), errors, rays));
    if (!over.empty())
        throw Error(Exit::over_threshold,
                    fmt::format("{} (--fail-over {})", fmt::join(over, "; "), *most));
}

}  // namespace hitmiss
