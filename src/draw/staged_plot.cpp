// Errors against the steps of a stage.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/math.hpp"
#include "base/words.hpp"
#include "draw/bar_plot.hpp"
#include "draw/notation.hpp"
#include "draw/sweep_plot.hpp"
#include "draw/titles.hpp"

namespace hitmiss {
namespace {

bool is_double(const Method& method) {
    return method.precision() == Precision::twice;
}

/// The method's name, with its tolerance if somebody chose it or another method has the same name.
std::string name_among(const Method& method, const std::vector<StagedCurve>& all,
                       bool figure = true) {
    std::string name = caption(method, Caption::curve)[0];
    const bool repeats = std::ranges::any_of(all, [&](const StagedCurve& other) {
        return other.method != method && caption(other.method, Caption::curve)[0] == name;
    });
    const auto epsilon = method.epsilon();
    const bool chosen = std::ranges::any_of(
        method.settings(), [](const auto& setting) { return setting.first == "epsilon"; });
    if (!epsilon || !(repeats || chosen)) return name;
    return name + (figure ? ", ε = " + in_figure(*epsilon) : ", epsilon " + number_text(*epsilon));
}

/// One style per curve of the figure, told apart without colour: a mark, a grey and dashes for each
/// test, in the order in which they appear; its further curves are dashed differently. Marks of
/// double are hollow. `all`: the curves that their names tell them from.
std::vector<PlotSeries> styled(const std::vector<StagedCurve>& curves,
                               const std::vector<StagedCurve>& all) {
    std::vector<const Entry*> tests;
    std::map<const Entry*, std::size_t> earlier;  // curves of that test
    std::vector<PlotSeries> series;
    for (const StagedCurve& curve : curves) {
        const auto found = std::ranges::find(tests, curve.method.entry);
        const auto test = std::size_t(found - tests.begin());
        if (found == tests.end()) tests.push_back(curve.method.entry);
        const std::size_t before = earlier[curve.method.entry]++;
        const std::size_t round = test / std::size(curve_markers),
                          place = test % std::size(curve_markers);
        const std::size_t shade = place + round + before / std::size(curve_dashes);
        series.push_back({name_of(curve, all),
                          {},
                          palette::curves[shade % std::size(palette::curves)],
                          curve_markers[place],
                          curve_dashes[(place + before) % std::size(curve_dashes)],
                          is_double(curve.method)});
    }
    return series;
}

bool errs(const StagedCurve& curve) {
    return std::ranges::any_of(curve.counts,
                               [](const Tally& count) { return count.outcomes.errors() > 0; });
}

/// Whether the least and the largest share of errors differ by more than chance explains. If a test
/// errs alike at fifty steps, they are six standard errors apart in one of twenty sweeps: so 95 %
/// intervals, half as wide again, do not meet.
bool differ(const Tally& less, const Tally& more) {
    const auto interval = [](const Tally& count) {
        const auto [low, high] = wilson_interval(count.outcomes.errors(), count.rays);
        const double further = (high - low) / 4;
        return Interval{low - further, high + further};
    };
    return interval(less).high < interval(more).low;
}

/// A curve of value(method, count) for each of `curves`, some of `all`: no point where it is
/// nothing.
Plot panel_of(const PlotAxis& x, const PlotAxis& y, const std::vector<StagedCurve>& curves,
              const std::vector<StagedCurve>& all,
              const std::function<std::optional<double>(const Method&, const Tally&)>& value) {
    Plot panel{"", x, y, styled(curves, all)};
    double most = 10 * y.lo;
    for (std::size_t c = 0; c < curves.size(); ++c)
        for (std::size_t k = 0; k < curves[c].steps.size(); ++k)
            if (const auto at = value(curves[c].method, curves[c].counts[k])) {
                panel.series[c].points.emplace_back(curves[c].steps[k], *at);
                most = std::max(most, *at);
            }
    panel.y.hi = 1.5 * most;
    return panel;
}

/// The tests that never err, of all curves together. If one name is not enough, none is short.
std::string names_of(const std::vector<Method>& right, const std::vector<StagedCurve>& curves) {
    const bool enough = std::ranges::all_of(right, [&](const Method& method) {
        return std::ranges::all_of(curves, [&](const StagedCurve& other) {
            return other.method == method || printed_name(other.method) != printed_name(method);
        });
    });
    std::string text;
    for (std::size_t k = 0; k < right.size(); ++k) {
        if (k > 0) text += k + 1 < right.size() ? "; " : " and ";
        text += enough ? printed_name(right[k]) : name_among(right[k], curves);
    }
    return text;
}

/// Wrong answers. The tests that never err are one line at 0.
Plot wrong_answers(const PlotAxis& x, std::uint64_t rays, const std::vector<StagedCurve>& curves) {
    const double one = decade_below(100 / double(rays));
    std::vector<StagedCurve> wrong;
    std::vector<Method> right;
    for (const StagedCurve& curve : curves) {
        if (std::ranges::any_of(curves, [&](const StagedCurve& other) {
                return other.method == curve.method && errs(other);
            }))
            wrong.push_back(curve);
        else if (std::ranges::find(right, curve.method) == right.end())
            right.push_back(curve.method);
    }
    Plot panel = panel_of(x, {"wrong answers (% of the rays)", one, 0, true}, wrong, curves,
                          [](const Method&, const Tally& count) -> std::optional<double> {
                              return 100 * count.error_rate();
                          });
    panel.at_ends =
        std::ranges::all_of(wrong, [](const StagedCurve& curve) { return curve.along.empty(); });
    if (right.empty()) return panel;
    PlotSeries& line =
        panel.series.emplace_back(PlotSeries{names_of(right, curves) + ": none wrong", {}, ink});
    for (const double step : curves.front().steps) line.points.emplace_back(step, 0);
    return panel;
}

/// In the words of a title.
std::string at_step(Over over, double step) {
    std::string number = in_figure(step);
    switch (over) {
        case Over::distance:
            return "a distance of " + number;
        case Over::size:
            return number + " times the size";
        case Over::aspect:
            return "an aspect ratio of " + number;
        case Over::grazing:
            return "a grazing angle of " + number + "°";
    }
    return number;
}

}  // namespace

bool saw_nothing(const std::vector<StagedCurve>& curves) {
    return std::ranges::all_of(curves, [](const StagedCurve& curve) {
        return std::ranges::all_of(curve.counts,
                                   [](const Tally& count) { return saw_nothing(count.outcomes); });
    });
}

std::string finding(Over over, const std::vector<StagedCurve>& curves) {
    if (saw_nothing(curves)) return no_ray_meets_it;
    const StagedCurve* worst = nullptr;
    std::size_t step = 0;
    double most = 0;
    for (const StagedCurve& curve : curves)
        for (std::size_t k = 0; k < curve.counts.size(); ++k) {
            const Tally& count = curve.counts[k];
            const double share = count.error_rate();
            if (share > most) most = share, worst = &curve, step = k;
        }
    const std::string_view what = row_of(over).step;
    if (!worst) return fmt::format("No test errs at any {} tried", what);
    const std::string name = as_subject(name_of(*worst, curves)), share = in_percent(100 * most);
    const Tally& least = *std::ranges::min_element(worst->counts, {}, &Tally::error_rate);
    if (worst->counts.size() == 1 || differ(least, worst->counts[step]))
        return as_title(fmt::format("{} errs on {} of the rays at {}", name, share,
                                    at_step(over, worst->steps[step])));
    // Chance made the largest share so: its step has nothing to say.
    if (least.outcomes.errors() == 0)
        return as_title(
            fmt::format("{} errs on at most {} of the rays at any {} tried", name, share, what));
    const std::string lowest = in_percent(100 * least.error_rate());
    return as_title(fmt::format("{} errs on {} of the rays at every {} tried", name,
                                lowest == share ? share : lowest + " to " + share, what));
}

std::string name_of(const StagedCurve& curve, const std::vector<StagedCurve>& all, bool figure) {
    std::string name = name_among(curve.method, all, figure);
    if (curve.along.empty()) return name;
    if (!figure) return name + ", along " + curve.along;
    return name + ", " + along_in_figure(curve.along);
}

std::string along_in_figure(std::string_view direction) {
    return fmt::format("along ({})", fmt::join(split(direction, ','), ", "));
}

Drawing draw_staged(Over over, const std::vector<StagedCurve>& curves, const Scene& scene,
                    const Page& page, std::string_view kind) {
    const std::string title = page.title_or(finding(over, curves));
    const auto& steps = curves.front().steps;
    const PlotAxis x{std::string(row_of(over).axis), steps.front() / 1.6, steps.back() * 1.6};
    std::uint64_t rays = 1;
    for (const auto& curve : curves)
        for (const Tally& count : curve.counts) rays = std::max(rays, count.rays);
    const auto subtitle = fmt::format("{}, {} {}", mesh_text(scene), with_separators(rays), kind);
    if (std::ranges::any_of(curves, errs)) {
        const Plot panel = wrong_answers(x, rays, curves);
        return draw_plots(title, subtitle, {&panel, 1}, page);
    }
    // In the same units for both precisions, whose ulps differ by that factor.
    const auto error_of_t = [](const Method& method, const Tally& count) -> std::optional<double> {
        const auto median = count.t_ulps.median();
        return median && is_double(method) ? *median * 0x1p-29 : median;
    };
    double least_t = 1;
    bool zero = false;
    for (const auto& curve : curves)
        for (const Tally& count : curve.counts) {
            const double error = error_of_t(curve.method, count).value_or(1);
            zero |= error == 0;
            if (error > 0) least_t = std::min(least_t, error);
        }
    const Plot panel = panel_of(x, {"median error in t (ulps of a float)", least_t, 0, zero},
                                curves, curves, error_of_t);
    return draw_plots(title, subtitle + ", none wrong; ulp: a unit in the last place", {&panel, 1},
                      page);
}

}  // namespace hitmiss
