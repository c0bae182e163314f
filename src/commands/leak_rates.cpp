#include "commands/leak_rates.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "commands/count.hpp"

namespace hitmiss {
namespace {

/// For people: decimals matter below ten only.
Value shown(double rate) {
    return rate < 10 ? rounded(rate, 2) : Value(std::round(rate));
}

std::string shown_text(double rate) {
    return cell_text(shown(rate), true);
}

/// For people: a rate with its interval in one cell.
std::string cell(const Rate& rate) {
    return fmt::format("{} ({}..{})", shown_text(rate.value), shown_text(rate.low),
                       shown_text(rate.high));
}

/// The same in a narrow one: the rate alone; where nothing was seen, the interval's end.
Value narrow_cell(std::uint64_t events, std::uint64_t rays) {
    if (rays == 0) return {};
    return events > 0 ? shown(per_million(events, rays).value)
                      : Value("< " + cell_text(end_per_million(rays), true));
}

/// Whether the narrow table has leaks of that kind: hardly any test leaks inside triangles.
bool shows_leaks(Aim aim, const std::vector<AimedTallies>& counted) {
    return aim != Aim::interior || counted.size() == 1;
}

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

Rate per_million(std::uint64_t events, std::uint64_t rays) {
    const auto [low, high] = wilson_interval(events, rays);
    const auto thousandths = [](double rate) { return std::round(1e9 * rate) / 1e3; };
    return {thousandths(double(events) / double(rays)), thousandths(low), thousandths(high)};
}

double end_per_million(std::uint64_t rays) {
    const double end = 1e6 * wilson_interval(0, rays).high;
    return end < 10 ? rounded_up(end, 2) : std::ceil(end);
}

Object rate_cells(const std::string& what, Value events, std::uint64_t rays) {
    Value value, low, high;
    if (!events.is_null() && rays > 0) {
        const auto rate = per_million(events.get<std::uint64_t>(), rays);
        value = rate.value, low = rate.low, high = rate.high;
    }
    return {{what, events},
            {what + "_per_million", value},
            {what + "_low", low},
            {what + "_high", high}};
}
Value rate_text(const Value& events, std::uint64_t rays) {
    return events.is_null() || rays == 0
               ? Value()
               : Value(cell(per_million(events.get<std::uint64_t>(), rays)));
}

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
            row.push_back({std::string(column.key), told.is_null() ? Value()
                                                    : random
                                                        ? narrow_cell(number, rays)
                                                        : shown(per_million(number, rays).value)});
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

RateRows rate_rows(const Scene& scene, const std::vector<AimedTallies>& counted,
                   const TableOptions& table) {
    RateRows rows;
    const auto has_whole = [](const Tally& count) {
        return count.whole.rays + count.whole.on_surface > 0;
    };
    const bool whole = std::ranges::any_of(counted, [&](const AimedTallies& one) {
        return std::ranges::any_of(one.by_method, has_whole);
    });
    for (const auto& [aim, by_method] : counted)
        for (std::size_t m = 0; m < by_method.size(); ++m) {
            const Method& method = scene.methods[m];
            const Tally& count = by_method[m];
            Object all{{"aim", aim_names[std::size_t(aim)]}}, for_people = all;
            append(all, method_cells(method, table));
            all.push_back({"rays", count.rays});
            append(for_people, {{"method", to_string(method)}, {"rays", count.rays}});
            Object counts = counts_of(method, count.outcomes);
            counts.push_back({"multiple", method.has_kernel() ? Value(count.multiple) : Value()});
            for (const auto& [what, events] : counts) {
                append(all, rate_cells(what, events, count.rays));
                for_people.push_back({what, rate_text(events, count.rays)});
            }
            if (whole) append(all, whole_ray_cells({count.whole}));
            rows.all.push_back(all);
            rows.for_people.push_back(for_people);
        }
    return rows;
}

Rows leaks_by_aim(const Scene& scene, const std::vector<AimedTallies>& counted) {
    Rows rows;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        Object row{{"method", shown_name(scene.methods[m])}};
        for (const auto& [aim, by_method] : counted) {
            const auto& [leaks, false_hits, rays] = std::tuple(
                by_method[m].outcomes.leaks, by_method[m].outcomes.false_hits, by_method[m].rays);
            if (shows_leaks(aim, counted))
                row.push_back({aim == Aim::silhouette ? "silhouette_leaks"
                                                      : std::string(aim_names[std::size_t(aim)]),
                               narrow_cell(leaks, rays)});
            if (aim == Aim::silhouette)
                row.push_back({"silhouette_false_hits", narrow_cell(false_hits, rays)});
        }
        rows.push_back(row);
    }
    return rows;
}

std::string interval_text(const std::vector<AimedTallies>& counted) {
    std::set<std::uint64_t> seen;  // events in the table; the rays are as many of each kind
    std::uint64_t rays = 0;
    for (const auto& [aim, by_method] : counted)
        for (const Tally& tally : by_method) {
            rays = tally.rays;
            if (shows_leaks(aim, counted)) seen.insert(tally.outcomes.leaks);
            if (aim == Aim::silhouette) seen.insert(tally.outcomes.false_hits);
        }
    if (rays == 0 || seen.empty()) return {};
    std::string text;
    if (*seen.begin() == 0) {
        const auto none = narrow_cell(0, rays).get<std::string>();
        text = fmt::format(
            " {} means that none was seen; the 95 % interval of the rate ends below {}.", none,
            none.substr(2));
        seen.erase(0);
    }
    if (seen.empty()) return text;
    const auto interval_of = [&](std::uint64_t events) {
        const auto [rate, low, high] = per_million(events, rays);
        return fmt::format("{} is {}..{}", shown_text(rate), shown_text(low), shown_text(high));
    };
    text += " The 95 % interval of " + interval_of(*seen.begin());
    if (seen.size() > 1) text += ", that of " + interval_of(*seen.rbegin());
    return text + '.';
}

std::string other_errors_text(const Scene& scene, const std::vector<AimedTallies>& counted,
                              std::size_t width) {
    std::vector<std::string> methods;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        std::vector<std::string> places;
        for (const AimedTallies& aimed : counted) {
            const Tally& tally = aimed.by_method[m];
            const OutcomeCounts& outcomes = tally.outcomes;
            const auto add = [&](std::uint64_t errors, std::string_view what) {
                if (errors > 0)
                    places.push_back(fmt::format("{} {}{}", cell(per_million(errors, tally.rays)),
                                                 what, aim_places[std::size_t(aimed.aim)]));
            };
            add(outcomes.wrong_triangle + outcomes.wrong_t, "");
            if (aimed.aim != Aim::silhouette) add(outcomes.false_hits, "false hits ");
            if (!shows_leaks(aimed.aim, counted)) add(outcomes.leaks, "leaks ");
        }
        if (!places.empty())
            methods.push_back(
                fmt::format("{}: {}", shown_name(scene.methods[m]), fmt::join(places, ", ")));
    }
    if (methods.empty()) return {};
    return paragraph(
        fmt::format(
            "Other errors per million rays of a kind with 95 % intervals, wrong triangles and "
            "wrong t unless named: {}.",
            fmt::join(methods, "; ")),
        width);
}

}  // namespace hitmiss
