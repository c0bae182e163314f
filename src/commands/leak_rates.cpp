#include "commands/leak_rates.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "commands/count.hpp"
#include "commands/rates.hpp"
#include "commands/ray_choice.hpp"
#include "commands/whole_rays.hpp"

namespace hitmiss {
namespace {

/// Whether the narrow table has leaks of that kind: hardly any test leaks inside triangles.
bool shows_leaks(Aim aim, const std::vector<AimedTallies>& counted) {
    return aim != Aim::interior || counted.size() == 1;
}

}  // namespace

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
                    places.push_back(fmt::format("{} {}{}",
                                                 rate_text(per_million(errors, tally.rays)), what,
                                                 aim_places[std::size_t(aimed.aim)]));
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
