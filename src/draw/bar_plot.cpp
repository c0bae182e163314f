#include "draw/bar_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/math.hpp"
#include "draw/pages.hpp"
#include "draw/text.hpp"

namespace hitmiss {
namespace {

constexpr double bar_row = 1.7;  // in units of the font size

constexpr double label_row = 0.85;  // of a line above its bar, in rows

/// Where labels stand: in lines of `room` above their bars; 0: beside them.
struct Labels {
    double room, font;

    std::vector<std::string> lines(const std::string& label, Face face = Face::regular) const {
        if (room == 0) return {label};
        return wrap_text(label, font, room, face);
    }
    double rows(const std::string& label, Face face = Face::regular) const {
        return label_row * double(lines(label, face).size());
    }
};

/// How many rows down the bars begin, those of each row; at the end how many there are.
std::vector<double> places(const BarPlot& plot, const Labels& labels) {
    constexpr double between = 0.4;
    std::vector<double> result;
    double next = 0;
    for (const auto& row : plot.rows) {
        if (!row.group.empty())
            next += (result.empty() ? 0 : between) + 1 - label_row +
                    labels.rows(row.group, Face::medium);
        if (labels.room > 0) next += labels.rows(row.label);
        result.push_back(next++);
    }
    result.push_back(next);
    return result;
}

/// The end of all axes, in per cent.
int axis_end(const BarPlot& plot) {
    if (plot.end > 0) return plot.end;
    double most = 0;
    for (const auto& row : plot.rows)
        for (const Bar& bar : row.bars)
            most = std::max({most, bar.high, std::reduce(bar.parts.begin(), bar.parts.end())});
    return most <= 20 ? 20 : most <= 50 ? 50 : 100;
}

/// One panel from 0 to the end, its bars from the top, each with its sum behind it.
Drawing draw_panel(const BarPlot& plot, std::size_t index, double width, const Labels& labels,
                   const Page& page) {
    const double font = page.font(), row = bar_row * font;
    const auto place = places(plot, labels);
    const double bottom = row * place.back(), behind = text_width("0.00 %", font) + font;
    Drawing drawing{width, bottom + 1.6 * font};
    const int end = axis_end(plot);
    const auto x = [&](double share) { return (width - behind) * share / end; };
    for (const int share : {0, end / 2, end}) {
        drawing.line({{x(share), 0}, {x(share), bottom}}, {palette::grid, page.hair()});
        if (share == end / 2 && x(share) < 1.2 * text_width("100 %", font)) continue;
        drawing.text(x(share), bottom + 1.2 * font, 0.5,
                     share == 0 ? "0" : fmt::format("{} %", share), font);
    }
    for (std::size_t k = 0; k < plot.rows.size(); ++k) {
        const Bar& bar = plot.rows[k].bars[index];
        const double top = row * (place[k] + 0.14), high = 0.72 * row;
        double from = 0;
        for (std::size_t part = 0; part < bar.parts.size(); ++part) {
            if (bar.parts[part] == 0) continue;
            drawing.box(x(from), top, x(bar.parts[part]), high, plot.parts[part].colour);
            from += bar.parts[part];
        }
        if (bar.high > bar.low)  // also of 0: so many may have been missed
            drawing.line({{x(bar.low), top + high / 2}, {x(bar.high), top + high / 2}},
                         {pale_ink, page.hair()});
        drawing.text(x(std::max(from, bar.high)) + 0.4 * font, top + high / 2 + 0.35 * font, 0,
                     in_percent(from), font, from == 0 ? pale_ink : ink);
    }
    drawing.line({{0, 0}, {0, bottom}}, {ink, page.hair()});
    return drawing;
}

/// What a page has of a plot.
struct BarRange {
    std::size_t first_panel, last_panel, first_row, last_row;
};

/// The rows below the heading of their group, on the axes of the whole plot.
BarPlot part_of(const BarPlot& plot, const BarRange& part) {
    BarPlot shown = plot;
    const auto cut = [](auto& all, std::size_t first, std::size_t last) {
        all.erase(all.begin() + std::ptrdiff_t(last), all.end());
        all.erase(all.begin(), all.begin() + std::ptrdiff_t(first));
    };
    cut(shown.rows, part.first_row, part.last_row);
    cut(shown.panels, part.first_panel, part.last_panel);
    for (BarPlot::Row& row : shown.rows) cut(row.bars, part.first_panel, part.last_panel);
    for (std::size_t k = part.first_row + 1; k-- > 0 && shown.rows[0].group.empty();)
        shown.rows[0].group = plot.rows[k].group;
    shown.end = axis_end(plot);
    return shown;
}

/// Pages for panels and rows cut into so many parts; fewer where one is too high, unless all must
/// be drawn.
std::vector<Drawing> pages_of(const BarPlot& plot, const Page& page, std::size_t across,
                              std::size_t down, bool all) {
    const std::size_t panels = plot.panels.size(), rows = plot.rows.size();
    std::vector<Drawing> pages;
    for (std::size_t i = 0; i < across; ++i)
        for (std::size_t k = 0; k < down; ++k) {
            const BarRange part{i * panels / across, (i + 1) * panels / across, k * rows / down,
                                (k + 1) * rows / down};
            BarPlot shown = part_of(plot, part);
            shown.title = title_on(pages.size() + 1, plot.title);
            shown.subtitle = subtitle_on(pages.size() + 1, across * down, plot.subtitle);
            Drawing drawn = draw_bars(shown, page);
            if (!all && drawn.height > page.max_height()) return pages;
            pages.push_back(std::move(drawn));
        }
    return pages;
}

}  // namespace

std::string in_percent(double share) {
    if (share == 0) return "0";
    if (share >= 0.95) return fmt::format("{:.0f} %", share);
    return fmt::format("{:.{}f} %", share, std::max(1, int(-std::floor(common_logarithm(share)))));
}

Drawing draw_bars(const BarPlot& plot, const Page& page) {
    const double font = page.font(), row = bar_row * font;
    const Grid grid(page, 1, 1, no_margin);
    double left = 0, title = text_width("0 50 % 100 % 0.00 %", font) + 2 * font;
    const bool grouped = !plot.rows.empty() && !plot.rows[0].group.empty();
    const double indent = grouped ? font : 0;
    for (const auto& [label, bars, group] : plot.rows)
        left = std::max(
            {left, indent + text_width(label, font), text_width(group, font, Face::medium)});
    left += 0.6 * font;
    for (const auto& panel : plot.panels) title = std::max(title, text_width(panel, font) + font);
    const bool above = grid.cell - left < title;  // no room beside the labels
    const Labels labels{above ? grid.cell - indent - 0.4 * font : 0, font};
    if (above) title = std::max(title, left + font), left = 0;
    const auto most = std::size_t(std::max(0.0, (grid.cell - left) / title));
    const std::size_t count = plot.panels.size(), columns = even_columns(count, most);
    const double step = (grid.cell - left) / double(columns);
    const auto place = places(plot, labels);
    const double height = row * (place.back() + 1) + 2.6 * font;
    const std::size_t bands = (count + columns - 1) / columns;
    Drawing body{grid.cell, height * double(bands)};
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t band = k / columns;
        const double x = left + step * double(k % columns), y = height * double(band);
        if (k % columns == 0)
            for (std::size_t r = 0; r < plot.rows.size(); ++r) {
                const double baseline = y + row * (place[r] + 1.5) + 0.35 * font;
                const auto& [label, bars, group] = plot.rows[r];
                double line = baseline - (above ? labels.rows(label) * row : 0);
                double heading = line - row * (1 - label_row + labels.rows(group, Face::medium));
                const double x_label = above     ? indent + 0.4 * font
                                       : grouped ? indent
                                                 : left - 0.6 * font;
                for (const std::string& words : labels.lines(label)) {
                    body.text(x_label, line, above || grouped ? 0 : 1, words, font);
                    line += label_row * row;
                }
                if (group.empty()) continue;
                for (const std::string& words : labels.lines(group, Face::medium)) {
                    body.text(above ? 0.4 * font : 0, heading, 0, words, font, ink, Face::medium);
                    heading += label_row * row;
                }
            }
        body.text(x, y + 0.6 * row, 0, plot.panels[k], font, ink, Face::medium);
        body.place(x, y + row, draw_panel(plot, k, step - 0.5 * font, labels, page));
    }
    // A part too small to be seen anywhere needs no entry.
    std::vector<LegendEntry> legend;
    for (std::size_t part = 0; part < plot.parts.size(); ++part)
        if (!plot.parts[part].label.empty() &&
            std::ranges::any_of(plot.rows, [&](const BarPlot::Row& shown) {
                return std::ranges::any_of(shown.bars, [&](const Bar& bar) {
                    return bar.parts[part] > 0.003 * axis_end(plot);
                });
            }))
            legend.push_back(plot.parts[part]);
    return compose(plot.title, plot.subtitle, std::move(body), grid, legend);
}

std::vector<Drawing> draw_bar_pages(const BarPlot& plot, const Page& page) {
    const std::size_t panels = plot.panels.size(), rows = plot.rows.size();
    std::vector<Drawing> fewest;
    for (std::size_t across = 1; across <= panels; ++across)
        for (std::size_t down = 1; down <= rows; ++down) {
            if (!fewest.empty() && across * down >= fewest.size()) break;
            auto pages = pages_of(plot, page, across, down, false);
            if (pages.size() == across * down) fewest = std::move(pages);
        }
    return fewest.empty() ? pages_of(plot, page, panels, rows, true) : fewest;
}

}  // namespace hitmiss
