#include "draw/sweep_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "draw/notation.hpp"
#include "draw/pages.hpp"
#include "draw/text.hpp"
#include "draw/titles.hpp"

namespace hitmiss {
namespace {

/// The range of ε with the fewest errors.
PlotSpan best_range(const ErrorCurve& curve) {
    const auto [first, last] = valley(curve);
    return {*curve.points[first].epsilon, *curve.points[last].epsilon,
            "fewest, at " + fewest_errors(curve, true)};
}

/// The axes for a curve.
Plot empty_panel(const Scene& scene, const ErrorCurve& curve, std::span<const ErrorCurve> all) {
    std::uint64_t most = 10;
    for (const auto& one : all)
        for (const auto& point : one.points) most = std::max(most, point.counts.errors());
    const auto& parameters = curve.method.entry->parameters;
    const auto unit = std::ranges::find(parameters, "epsilon", &Parameter::key)->allowed.unit;
    Plot panel;
    panel.x = {fmt::format("tolerance ε ({})", unit), *curve.points.front().epsilon / 1.3,
               *curve.points.back().epsilon * 1.3};
    panel.y = {fmt::format("pixels in error, of {}", with_separators(scene.pixels())), 1,
               1.5 * double(most), true};
    return panel;
}

/// The methods without epsilon, as lines across the panel.
void add_references(Plot& panel, std::span<const ErrorCurve> all) {
    for (const auto& other : all) {
        if (other.has_epsilon()) continue;
        const auto errors = double(other.points[0].counts.errors());
        auto& line = panel.series.emplace_back();
        line.label = caption(other.method, Caption::curve)[0] + ": " + fewest_errors(other);
        line.points = {{panel.x.lo, errors}, {panel.x.hi, errors}};
        line.colour = palette::reference_curve, line.dashes = {8, 3, 2, 3};
    }
}

/// One panel of several methods: of each the leaks, and the sum of its other errors, whose curves
/// run together and have one label.
Plot shared_panel(const Scene& scene, const std::vector<ErrorCurve>& curves) {
    Plot panel =
        empty_panel(scene, *std::ranges::find_if(curves, &ErrorCurve::has_epsilon), curves);
    add_references(panel, curves);
    std::size_t swept = 0;
    const auto all = std::size_t(std::ranges::count_if(curves, &ErrorCurve::has_epsilon));
    const std::string of_all = all == 2   ? "both"
                               : all == 3 ? "all three"
                                          : fmt::format("all {}", all);
    for (const auto& curve : curves) {
        if (!curve.has_epsilon()) continue;
        const std::string name = caption(curve.method, Caption::curve)[0];
        PlotSeries leaks{"leaks: " + name, {}, palette::leak},
            others{swept == 0 ? "other errors: " + of_all : "", {}};
        leaks.dashes = others.dashes = curve_dashes[swept % std::size(curve_dashes)];
        if (curve.points.size() == 1)  // dashes need a line
            leaks.marker = others.marker = curve_markers[swept % std::size(curve_markers)];
        ++swept;
        for (const auto& point : curve.points) {
            const OutcomeCounts& counts = point.counts;
            leaks.points.push_back({*point.epsilon, double(counts.leaks)});
            others.points.push_back({*point.epsilon, double(counts.errors() - counts.leaks)});
        }
        panel.series.push_back(std::move(leaks)), panel.series.push_back(std::move(others));
    }
    return panel;
}

/// The panel and below it, for each method, its best range as a bar along the axis, and in words.
/// Those that have no room go on further pages, below the head. The pages say that they are so
/// many.
std::vector<Drawing> with_ranges(const std::string& head, const std::string& below,
                                 const Plot& panel, const std::vector<ErrorCurve>& curves,
                                 const Page& page, std::size_t pages_in_all) {
    std::vector<Drawing> pages;
    const auto begin_page = [&](std::span<const Plot> panels) {
        const std::size_t number = pages.size() + 1;
        pages.push_back(draw_plots(title_on(number, head), subtitle_on(number, pages_in_all, below),
                                   panels, page));
    };
    begin_page({&panel, 1});
    if (meets_nothing(curves)) return pages;  // none is better than another
    const double unit = unit_of(page), font = page.font();
    const PlotFrame frame = plot_frame(0, page.width() / unit);
    const auto x = [&](double epsilon) {
        return unit * (frame.lo.x + frame.size.x * panel.x.position(epsilon));
    };
    const double margin = unit * 12, width = pages[0].width, most = width - 2 * margin;
    double y = pages[0].height;
    for (const auto& curve : curves) {
        if (!curve.has_epsilon()) continue;
        const PlotSpan range = best_range(curve);
        const double from = x(range.from), to = x(range.to);
        const auto lines =
            wrap_text(caption(curve.method, Caption::curve)[0] + ": " + range.label, font, most);
        if (y + (0.5 + 1.1 * double(lines.size()) + 0.9) * font > page.max_height()) {
            begin_page({});
            y = pages.back().height + font;
        }
        Drawing& figure = pages.back();
        figure.box(from - unit * 2, y, to - from + unit * 4, 0.5 * font, palette::dark_area);
        y += 0.5 * font;
        for (const std::string& line : lines)
            figure.text_between(margin, width - margin, (from + to) / 2, y += 1.1 * font, line,
                                font);
        figure.height = std::ceil(y += 0.9 * font);
    }
    return pages;
}

}  // namespace

std::string fewest_errors(const ErrorCurve& curve, bool figure) {
    const auto [first, last] = valley(curve);
    std::string count = number_of(curve.points[first].counts.errors(), "error");
    if (!curve.has_epsilon()) return count;
    const auto text = [&](std::size_t point) {
        const double epsilon = *curve.points[point].epsilon;
        return figure ? tolerance_in_figure(epsilon) : number_text(epsilon);
    };
    return fmt::format("{} {}{}: {}", figure ? "ε =" : "epsilon", text(first),
                       first == last ? "" : " to " + text(last), count);
}

Plot sweep_panel(const Scene& scene, const ErrorCurve& curve, std::span<const ErrorCurve> all) {
    Plot panel = empty_panel(scene, curve, all);
    panel.title = caption(curve.method, Caption::curve)[0];
    for (const OutcomeRow& row : outcome_rows) {
        const bool occurs = std::ranges::any_of(
            curve.points, [&](const auto& point) { return point.counts.*row.count > 0; });
        if (!row.error || (row.count == &OutcomeCounts::wrong_t && !occurs)) continue;
        auto& series = panel.series.emplace_back();
        series = {std::string(row.label), {}, row.colour, row.marker};
        series.dashes.assign(row.dashes.begin(), row.dashes.end());
        for (const auto& point : curve.points)
            series.points.push_back({*point.epsilon, double(point.counts.*row.count)});
    }
    add_references(panel, all);
    if (!meets_nothing(all)) panel.span = best_range(curve);
    return panel;
}

std::vector<Drawing> draw_sweep(const Scene& scene, const std::vector<ErrorCurve>& curves,
                                const Page& page) {
    const std::string head = page.title_or(finding(scene, curves));
    std::string facts =
        fmt::format("{}, {} × {} pixels", mesh_text(scene), scene.width, scene.height);
    if (scene.reference.precision_text())
        facts += ", compared with " + printed_name(scene.reference);
    const std::string below = page.subtitle_or(facts);
    std::vector<Plot> panels;
    for (const auto& curve : curves)
        if (curve.has_epsilon()) panels.push_back(sweep_panel(scene, curve, curves));
    // A radian and a determinant have no axis in common.
    const bool alike = std::ranges::all_of(
        panels, [&](const Plot& panel) { return panel.x.label == panels[0].x.label; });
    if (panels.size() > 1 && alike) {
        const Plot panel = shared_panel(scene, curves);
        return numbered_pages([&](std::size_t pages) {
            return with_ranges(head, below, panel, curves, page, pages);
        });
    }
    return draw_plot_pages(head, below, panels, page);
}

}  // namespace hitmiss
