#include "commands/inside_table.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/words.hpp"
#include "commands/leak_rates.hpp"

namespace hitmiss {
namespace {

Object rate(std::string_view what, const InsideTally& tally, bool closed) {
    Object cells{{fmt::format("{}_points", what), closed ? Value(tally.points) : Value()}};
    append(cells,
           rate_cells(std::string(what), closed ? Value(tally.errors()) : Value(), tally.points));
    return cells;
}

/// `judged`: whether there is an exact answer.
void add_row(InsideTable& table, const std::string& rule, const std::string& by, bool judged,
             const InsideTally& slice, const InsideTally& random, const InsideTally& near) {
    Object& row =
        table.all.emplace_back(Object{{"rule", rule},
                                      {"method", by},
                                      {"slice_missing", judged ? Value(slice.missing) : Value()},
                                      {"slice_added", judged ? Value(slice.added) : Value()}});
    table.shown.push_back(row);
    append(row, rate("random", random, judged));
    append(row, rate("near", near, judged));
    if (judged)
        append(table.shown.back(), {{"random_points", rate_text(random.errors(), random.points)},
                                    {"near_surface", rate_text(near.errors(), near.points)}});
}

}  // namespace

InsideTable table_of(const std::vector<RuleRow>& rows, const InsideFigure& figure,
                     const InsideCounts& counts) {
    InsideTable table;
    std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const InsideTally& slice = figure.maps[r].tally;
        const auto &random = counts.random.rules[r], &near = counts.near.rules[r];
        add_row(table, rows[r].name(), rows[r].by(), figure.judged, slice, random, near);
        const auto errors = slice.errors() + random.errors() + near.errors();
        if (!figure.judged || errors > fewest) continue;
        const std::string name =
            rows[r].name() + (rows[r].by().empty() ? "" : fmt::format(" ({})", rows[r].by()));
        if (errors == fewest)
            table.verdict += ", " + name;
        else
            table.verdict =
                (errors == 0 ? "No wrong point: "
                             : fmt::format("Fewest wrong points, {}: ", with_separators(errors))) +
                name;
        fewest = errors;
    }
    if (counts.winding_differs() > 0)
        add_row(table, "winding-number", "exact", figure.judged, counts.winding,
                counts.random.winding, counts.near.winding);
    return table;
}

}  // namespace hitmiss
