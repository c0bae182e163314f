#include "commands/confusion_row.hpp"

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

}  // namespace hitmiss
