#include "commands/confusion_row.hpp"

#include <algorithm>

namespace hitmiss {

Object method_cells(const Method& method) {
    return {{"method", method.name()},
            {"epsilon", method.epsilon()},
            {"precision", method.arithmetic()},
            {"variant", to_string(method.variant)}};
}

Counts counts_of(const Confusion& confusion) {
    Counts counts;
    for (const OutcomeRow& row : outcome_rows) {
        if (row.count == &Confusion::right) continue;
        if (row.count == &Confusion::culled) counts.emplace_back("errors", confusion.errors());
        counts.emplace_back(row.column, confusion.*row.count);
        if (row.count == &Confusion::leaks)
            counts.emplace_back("leaks_background", confusion.leaks_background);
    }
    counts.emplace_back("nan", confusion.nan);
    return counts;
}

Object confusion_row(const Method& method, const Confusion& confusion) {
    Object row = method_cells(method);
    append(row, {{"hits", confusion.hits}});
    for (const auto& [column, count] : counts_of(confusion)) append(row, {{column, count}});
    return row;
}

Object short_row(const Method& method, const Confusion& confusion) {
    Object row{{"method", to_string(method)}};
    for (const auto& [column, count] : counts_of(confusion))
        if (column != "leaks_background" && column != "culled" && column != "nan")
            append(row, {{column, count}});
    return row;
}

std::vector<ColumnMeaning> confusion_columns() {
    std::vector<ColumnMeaning> columns{
        {"method", "its name, or all that was said of it, as -m takes it"},
        {"epsilon", "of the method; none for a method without"},
        {"precision", "float or double, of its arithmetic"},
        {"variant", "published, corrected or atan2"},
        {"hits", "rays that hit something"}};
    for (const auto& [column, unused] : counts_of({})) {
        const auto row = std::ranges::find(outcome_rows, column, &OutcomeRow::column);
        columns.push_back({column, row != outcome_rows.end() ? row->meaning
                                   : column == "errors" ? "leaks, false hits and wrong triangles"
                                   : column == "nan"    ? "met NaN on a triangle that is right"
                                                        : "leaks where nothing at all is hit"});
    }
    return columns;
}

}  // namespace hitmiss
