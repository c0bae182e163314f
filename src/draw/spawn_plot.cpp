#include "draw/spawn_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "draw/notation.hpp"

namespace hitmiss {
namespace {

/// As in a figure: what the rule compares or moves.
std::string_view in_words(Leaving rule) {
    return rule == Leaving::t_min ? "hits at t > ε" : "ε along the normal";
}

double percent(const SpawnedCounts& counts, SpawnedOutcome outcome) {
    return counts.rays == 0 ? 0 : 100 * double(counts.of(outcome)) / double(counts.rays);
}

}  // namespace

Drawing draw_spawned(const std::string& title, const std::vector<LeavingCount>& counted,
                     std::uint64_t rays, const Page& page) {
    std::vector<Plot> panels;
    for (const LeavingCount& row : counted) {
        const auto& [method, rule, epsilon, counts] =
            std::tie(row.method, row.rule, row.epsilon, row.counts);
        if (!epsilon || *epsilon == 0) continue;
        const std::string name =
            fmt::format("{}: {}", caption(method, Caption::row)[0], in_words(rule));
        if (panels.empty() || panels.back().title != name) {
            Plot& panel = panels.emplace_back();
            panel.title = name;
            panel.x = {"ε (scene units)", *epsilon / 1.3, 0};
            const double one = 100 / double(rays);
            panel.y = {"% of the rays", std::pow(10, std::floor(std::log10(one))), 150, true};
            panel.series = {{"self-hits", {}, palette::self_hit, PlotMarker::circle},
                            {"skipped", {}, palette::leak, PlotMarker::square},
                            {"shifted", {}, palette::unchanged, PlotMarker::triangle}};
            panel.direct = true;
        }
        Plot& panel = panels.back();
        panel.x.hi = *epsilon * 1.3;
        panel.series[0].points.push_back({*epsilon, percent(counts, SpawnedOutcome::self_hit)});
        panel.series[1].points.push_back({*epsilon, percent(counts, SpawnedOutcome::skipped)});
        panel.series[2].points.push_back({*epsilon, percent(counts, SpawnedOutcome::shifted)});
    }
    bool shifted = false;
    for (Plot& panel : panels) {
        std::erase_if(panel.series, [](const PlotSeries& series) {
            return std::ranges::all_of(series.points, [](Point p) { return p.y == 0; });
        });
        shifted |= std::ranges::any_of(
            panel.series, [](const PlotSeries& series) { return series.label == "shifted"; });
    }
    return draw_plots(title,
                      fmt::format("{} rays that start on the surface; skipped: the next is missed"
                                  "{}",
                                  with_separators(rays),
                                  shifted ? "; shifted: another is right from the moved "
                                            "start"
                                          : ""),
                      panels, page, panels.size() > 1 ? 2 : 1);
}

}  // namespace hitmiss
