#include "commands/whole_rays.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/words.hpp"
#include "commands/rates.hpp"

namespace hitmiss {
namespace {

/// null if no ray was followed.
Value events(const WholeRays& whole, std::uint64_t WholeRays::*count) {
    return whole.rays == 0 ? Value() : Value(whole.*count);
}
/// null also for what a number of hits alone does not tell.
Value events(const FollowedRays& followed, const WholeRayColumn& column) {
    const bool told = !(followed.numbers_alone && column.by_triangle);
    return told ? events(followed.whole, column.count) : Value();
}

}  // namespace

Object whole_ray_cells(const FollowedRays& followed, bool random) {
    const WholeRays& whole = followed.whole;
    Object cells{
        {"on_surface", whole.rays + whole.on_surface == 0 ? Value() : Value(whole.on_surface)},
        {"crossings", events(whole, &WholeRays::crossings)}};
    for (const auto& column : whole_ray_columns) {
        Object rate = rate_cells(std::string(column.key), events(followed, column), whole.rays);
        for (const char* end : {"_low", "_high"})
            if (!random) rate.at(std::string(column.key) + end) = Value();
        append(cells, std::move(rate));
    }
    cells.push_back({"miscounted", events(whole, &WholeRays::miscounted)});
    return cells;
}

std::vector<ColumnMeaning> whole_ray_meanings() {
    std::vector<ColumnMeaning> columns{
        {"on_surface",
         "with --whole-rays: rays that start on the surface, which the following leave out"},
        {"crossings", "exact crossings of the surface by all rays together"}};
    for (const auto& column : whole_ray_columns)
        columns.push_back({std::string(column.key), column.meaning});
    columns.push_back({"miscounted", "rays that are missed, double or extra"});
    return columns;
}

void check_without_whole_rays(const TableOptions& table) {
    for (const auto& name : table.columns)
        for (const auto& [key, meaning] : whole_ray_meanings())
            if (name == key || name.starts_with(key + '_'))
                throw Error(Exit::usage, "--columns {}: is counted with --whole-rays", name);
}

void note_nearest_alone(std::span<const Method> methods, std::span<const Answerer> answerers) {
    for (std::size_t m = 0; m < methods.size(); ++m)
        if (!answerers[m].all_hits && !answerers[m].count)
            say("note: {}: tells the nearest hit alone, so --whole-rays counts nothing for it",
                to_string(methods[m]));
}

void note_miscounted(const Method& method, const WholeRays& whole) {
    if (method.has_kernel()) return;
    say("note: {}: the number of hits is wrong on {} of {} rays, first on ray {}", method.name(),
        with_separators(whole.miscounted), with_separators(whole.rays), whole.first_miscounted);
}

std::string whole_rays_text(const std::vector<std::pair<Object, FollowedRays>>& counted,
                            std::size_t width, bool random) {
    Rows rows;
    for (const auto& [cells, followed] : counted) {
        const std::uint64_t rays = followed.whole.rays;
        if (rays == 0) continue;
        Object& row = rows.emplace_back(cells);
        for (const auto& column : whole_ray_columns) {
            const Value told = events(followed, column);
            const std::uint64_t number = followed.whole.*column.count;
            row.push_back(
                {std::string(column.key), told.is_null() ? Value()
                                          : random       ? narrow_cell(number, rays)
                                                   : shown_rate(per_million(number, rays).value)});
        }
    }
    if (rows.empty()) return "";
    return paragraph(
               fmt::format(
                   "\nAlong the whole ray, rays per million: crossings of the surface that were "
                   "missed or counted twice, triangles counted in error, outlines, and wrong "
                   "parity, which exchanges inside and outside.{}",
                   random ? " < stands where none was seen, before the end of the 95 % interval; "
                            "--format csv gives all intervals."
                          : ""),
               width) +
           as_text(rows, width);
}

}  // namespace hitmiss
