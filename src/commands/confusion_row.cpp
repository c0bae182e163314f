#include "commands/confusion_row.hpp"

#include <algorithm>

namespace hitmiss {

Object method_cells(const Method& method) {
    return {{"method", method.name()},
            {"epsilon", method.epsilon()},
            {"precision", method.arithmetic()},
            {"variant", method.has_kernel() ? Value(to_string(method.variant)) : Value()}};
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

Object confusion_row(const Method& method, const Confusion& confusion) {
    Object row = method_cells(method);
    append(row, {{"hits", confusion.hits}});
    for (const auto& [column, count] : counts_of(method, confusion)) append(row, {{column, count}});
    return row;
}

Object short_row(const Method& method, const Confusion& confusion) {
    Object row{{"method", to_string(method)}};
    constexpr std::array<std::string_view, 5> wide{"leaks_background", "degenerate", "culled",
                                                   "nan", "t_off"};
    for (const auto& [column, count] : counts_of(method, confusion))
        if (std::ranges::find(wide, column) == wide.end()) append(row, {{column, count}});
    return row;
}

std::vector<ColumnMeaning> confusion_columns() {
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
    return columns;
}

}  // namespace hitmiss
