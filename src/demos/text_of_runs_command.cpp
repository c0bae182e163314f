#include <fmt/format.h>

#include <algorithm>

#include "demos/text_of_runs.hpp"
#include "demos/walker.hpp"

namespace hitmiss {

std::string text_of_runs(const TableOptions& table, Rows rows,
                         const std::vector<std::string_view>& keys, const Output& output) {
    rows = for_people(std::move(rows));
    if (table.wide) return as_text(rows);
    std::string text;
    for (auto first = rows.begin(); first != rows.end();) {
        const auto &method = first->at("method"), &variant = first->at("variant");
        Rows shown;
        auto row = first;
        for (; row != rows.end() && row->at("method") == method && row->at("variant") == variant;
             ++row) {
            shown.emplace_back();
            for (const auto& member : *row)
                if (std::ranges::find(keys, member.first) != keys.end())
                    shown.back().push_back(member);
        }
        text += fmt::format("{}{}, {}\n{}", text.empty() ? "" : "\n", cell_text(method, true),
                            cell_text(variant, true), as_text(shown, output.width));
        first = row;
    }
    return text;
}

}  // namespace hitmiss
