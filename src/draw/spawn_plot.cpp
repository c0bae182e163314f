#include "draw/spawn_plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/math.hpp"
#include "base/words.hpp"
#include "draw/notation.hpp"

namespace hitmiss {
namespace {

double percent(const SpawnedCounts& counts, SpawnedOutcome outcome) {
    return counts.rays == 0 ? 0 : 100 * double(counts.of(outcome)) / double(counts.rays);
}

/// "0.01", or "10⁻²" beside steps that need a power of ten; angles in degrees.
std::string step_in_figure(Over over, double step, bool powers) {
    return (powers ? tolerance_in_figure(step) : in_figure(step)) +
           (over == Over::grazing ? "°" : "");
}

}  // namespace

std::vector<LeavingCount> by_rule(const std::vector<LeavingCount>& counted) {
    std::vector<LeavingCount> sums;
    for (const LeavingCount& row : counted) {
        const auto sum = std::ranges::find_if(sums, [&](const LeavingCount& one) {
            return one.rule == row.rule && one.epsilon == row.epsilon;
        });
        if (sum == sums.end())
            sums.push_back(row);
        else
            sum->counts += row.counts;
    }
    return sums;
}

std::string in_figure(Leaving rule, const std::string& epsilon) {
    if (rule == Leaving::t_min) return "hits at 𝑡 > " + epsilon;
    if (rule == Leaving::normal) return epsilon + " along the normal";
    return fmt::format("rule {}", leaving_names[std::size_t(rule)]);
}

std::vector<SpawnedPanel> panels_of(const std::vector<LeavingCount>& counted) {
    std::vector<SpawnedPanel> panels;
    const LeavingCount* last = nullptr;
    for (const LeavingCount& row : counted) {
        if (!row.epsilon) continue;
        if (!last || last->method != row.method || last->rule != row.rule)
            panels.push_back({fmt::format("{}: {}", caption(row.method, Caption::row)[0],
                                          in_figure(row.rule, "ε")),
                              {},
                              row.rule});
        if (*row.epsilon == 0)
            panels.back().at_zero = row.counts;
        else
            panels.back().points.emplace_back(*row.epsilon, row.counts);
        last = &row;
    }
    return panels;
}

std::vector<SpawnedPanel> panels_of(const std::vector<SpawnStep>& steps, Over over) {
    const bool powers =
        std::ranges::any_of(steps, [](const SpawnStep& step) { return step.value < 1e-3; });
    std::vector<SpawnedPanel> panels;
    for (const SpawnStep& step : steps)
        for (SpawnedPanel& panel : panels_of(by_rule(step.counted))) {
            panel.title =
                fmt::format("{} {}: {}", row_of(over).step,
                            step_in_figure(over, step.value, powers), in_figure(panel.rule, "ε"));
            panels.push_back(std::move(panel));
        }
    return panels;
}

std::vector<Drawing> draw_spawned(const std::string& title, const std::string& mesh,
                                  const std::vector<SpawnedPanel>& panels, std::uint64_t rays,
                                  const Page& page) {
    std::vector<Plot> plots;
    bool shifted = false;
    for (const auto& [name, points, rule, at_zero] : panels) {
        Plot& plot = plots.emplace_back();
        plot.title = name;
        plot.x = {"ε (scene units)", points.front().first / 1.3, points.back().first * 1.3};
        plot.y = {"% of the rays", decade_below(100 / double(rays)), 150, true};
        plot.direct = true;
        const auto add = [&, &points = points](SpawnedOutcome outcome, PlotSeries series) {
            for (const auto& [epsilon, counts] : points)
                series.points.push_back({epsilon, percent(counts, outcome)});
            if (std::ranges::all_of(series.points, [](Point p) { return p.y == 0; })) return;
            plot.series.push_back(std::move(series));
            shifted |= outcome == SpawnedOutcome::shifted;
        };
        add(SpawnedOutcome::self_hit, {"self-hits", {}, palette::self_hit, PlotMarker::circle});
        add(SpawnedOutcome::skipped, {"skipped", {}, palette::leak, PlotMarker::square});
        add(SpawnedOutcome::shifted, {"shifted", {}, palette::unchanged, PlotMarker::triangle});
    }
    return draw_plot_pages(
        title,
        fmt::format("{}; {} rays that leave the surface; skipped: miss the next one{}", mesh,
                    with_separators(rays), shifted ? "; shifted: correctly meet another" : ""),
        plots, page, plots.size() > 1 ? 2 : 1);
}

}  // namespace hitmiss
