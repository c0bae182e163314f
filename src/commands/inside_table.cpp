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

}  // namespace

InsideTable table_of(const std::vector<RuleRow>& rows, const InsideFigure& figure,
                     const std::vector<InsideTally>& random, const std::vector<InsideTally>& near) {
    InsideTable table;
    std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const bool closed = figure.judged;
        const auto& map = figure.maps[r];
        Object& row =
            table.all.emplace_back(Object{{"rule", rows[r].name()},
                                          {"method", rows[r].by()},
                                          {"slice_missing", closed ? Value(map.missing) : Value()},
                                          {"slice_added", closed ? Value(map.added) : Value()}});
        table.shown.push_back(row);
        append(row, rate("random", random[r], closed));
        append(row, rate("near", near[r], closed));
        if (!closed) continue;
        append(table.shown.back(),
               {{"random_points", rate_text(random[r].errors(), random[r].points)},
                {"near_surface", rate_text(near[r].errors(), near[r].points)}});
        const auto errors = map.missing + map.added + random[r].errors() + near[r].errors();
        if (errors > fewest) continue;
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
    return table;
}

}  // namespace hitmiss
