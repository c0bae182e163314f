#pragma once
// What hitmiss inside prints: a row for each rule, and which rules err least.

#include <algorithm>

#include "base/report.hpp"
#include "draw/inside_map.hpp"
#include "draw/notation.hpp"
#include "methods/method.hpp"

namespace hitmiss {

/// A rule with what it asks.
struct RuleRow {
    InsideRule rule;
    std::optional<Method> method{};
    Precision precision = Precision::single;

    std::string name() const { return std::string(inside_rule_names[std::size_t(rule)]); }
    std::string by() const {
        return method                            ? to_string(*method)
               : rule == InsideRule::solid_angle ? std::string(to_string(precision))
                                                 : "";
    }
    /// The same as figures print it.
    std::vector<std::string> caption() const {
        std::string printed = name();
        std::ranges::replace(printed, '-', ' ');
        if (!method) return {printed, by()};
        std::vector<std::string> texts{printed_name(*method)};
        for (const auto& [key, value] : method->settings())
            texts.push_back(setting_in_figure(key, value));
        return {printed, joined_texts(texts)};
    }
};

/// The counts of all points that are judged.
struct InsideCounts {
    PointTallies random, near;
    InsideTally winding;  ///< on the slice, against the parity

    /// At how many points the winding number says otherwise than the parity.
    std::uint64_t winding_differs() const {
        return winding.errors() + random.winding.errors() + near.winding.errors();
    }
};

/// The rows with all columns, and as shown.
struct InsideTable {
    Rows all, shown;
    std::string verdict;  ///< a line; empty if there is no exact answer
};
/// A row for each rule, and one for the winding number where that differs from the parity.
InsideTable table_of(const std::vector<RuleRow>& rows, const InsideFigure& figure,
                     const InsideCounts& counts);

}  // namespace hitmiss
