#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "demos/walker.hpp"

namespace hitmiss {
namespace {

using Sample = LegendEntry::Sample;

/// By WalkEvent.
constexpr LegendEntry entries[]{
    {{80, 80, 80}, "path", Sample::line},
    {{0, 0, 0}, "blocked by a wall", Sample::stop},
    {palette::leak, "walks through a wall", Sample::thick},
    {palette::false_hit, "blocked although no wall is there", Sample::stop}};
constexpr std::array numbered_events{WalkEvent::blocked, WalkEvent::walked_through,
                                     WalkEvent::stopped};

/// The numbers of all moves of that event: "8–12, 14".
std::string numbers(const WalkRun& run, WalkEvent event) {
    std::vector<std::string> found;
    for (const Episode& episode : episodes(run))
        if (episode.event == event) found.push_back(to_string(episode));
    return fmt::format("{}", fmt::join(found, ", "));
}

}  // namespace

WalkEvent event_of(const WalkMove& move) {
    if (move.blocked()) return move.exact ? WalkEvent::blocked : WalkEvent::stopped;
    return move.exact ? WalkEvent::walked_through : WalkEvent::free;
}

const LegendEntry& legend_entry(WalkEvent event) {
    return entries[std::size_t(event)];
}

std::vector<Episode> episodes(const WalkRun& run) {
    std::vector<Episode> found;
    for (std::size_t k = 0; k < run.moves.size(); ++k) {
        const WalkEvent event = event_of(run.moves[k]);
        if (!found.empty() && found.back().event == event && found.back().last == k)
            ++found.back().last;
        else if (event != WalkEvent::free)
            found.push_back({event, k + 1, k + 1});
    }
    return found;
}

std::string to_string(const Episode& episode) {
    return episode.first == episode.last ? fmt::format("{}", episode.first)
                                         : fmt::format("{}–{}", episode.first, episode.last);
}

std::vector<std::string> describe(const WalkRun& run) {
    std::vector<std::string> lines;
    for (const WalkEvent event : numbered_events)
        if (const auto found = numbers(run, event); !found.empty())
            lines.push_back(fmt::format("{}: {}", legend_entry(event).label, found));
    if (lines.empty()) lines.push_back("not blocked");
    return lines;
}

bool walls_move(const Scene& scene) {
    return std::ranges::any_of(scene.moving, [](const MovingMesh& mesh) {
        return mesh.motion.spin != Vec<double>(0) || mesh.motion.drift != Vec<double>(0);
    });
}

std::vector<LegendEntry> walk_legend(const Scene& scene, const std::vector<WalkRun>& runs) {
    std::vector<LegendEntry> legend{{wall_colour, "wall", Sample::thick}};
    if (walls_move(scene))
        legend = {{wall_colour, "wall at a numbered step", Sample::thick},
                  {elsewhere_colour, "wall at other steps", Sample::thick}};
    legend.push_back(legend_entry(WalkEvent::free));
    const auto uses = [&](Construction construction) {
        return std::ranges::count(runs, construction, &WalkRun::construction) > 0;
    };
    if (uses(Construction::plane))
        legend.push_back({tested_colour, "plane that the published test checks", Sample::dashes});
    if (uses(Construction::ray))
        legend.push_back({tested_colour, "direction of the ray as published", Sample::arrow});
    const auto meets = [&](WalkEvent event) {
        return std::ranges::any_of(runs, [&](auto& run) { return !numbers(run, event).empty(); });
    };
    if (uses(Construction::ray) && meets(WalkEvent::stopped))
        legend.push_back({tested_colour, "to its hit, ahead or behind", Sample::dashes});
    for (const WalkEvent event : numbered_events)
        if (meets(event)) legend.push_back(legend_entry(event));
    return legend;
}

Object walk_row(const WalkRun& run, std::size_t k) {
    const WalkMove& move = run.moves[k];
    const bool step = move.is_step();
    return {{"method", to_string(run.method)},
            {"variant", to_string(run.variant)},
            {"step", k + 1},
            {"move", std::string(1, move.move)},
            {"x", shortest(move.position.x)},
            {"y", shortest(move.position.y)},
            {"z", shortest(move.position.z)},
            {"before", move.verdict.before},
            {"after", move.verdict.after},
            {"t", move.verdict.t},
            {"verdict", !step            ? "turns"
                        : move.blocked() ? "blocked"
                                         : "moves"},
            {"exact", !step        ? Value()
                      : move.exact ? "blocked"
                                   : "moves"},
            {"reason", step ? reasons[std::size_t(move.verdict.reason)] : Value()}};
}

Rows for_people(Rows rows) {
    for (Object& row : rows)
        for (auto& [unused, value] : row)
            if (value.is_number_float()) value = rounded(value.get<double>(), 5);
    return rows;
}

}  // namespace hitmiss
