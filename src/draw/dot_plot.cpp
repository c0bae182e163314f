#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "draw/compose.hpp"
#include "draw/plot.hpp"
#include "draw/text.hpp"

namespace hitmiss {
namespace {

constexpr double dot_row = 1.9;  // in units of the font size

/// Ticks at zero and at every decade, or at every second, third, ... one counted from the last, so
/// that there is room for their labels.
std::vector<Tick> panel_ticks(const PlotAxis& axis, const auto& x, double font) {
    const auto decade = [](double value) { return int(std::lround(common_logarithm(value))); };
    for (int every = 1;; ++every) {
        std::vector<Tick> shown;
        double gap = font;
        for (const auto& [value, label] : ticks(axis)) {
            if (label.empty() || (value != 0 && (decade(axis.hi) - decade(value)) % every))
                continue;
            if (!shown.empty())
                gap = std::min(gap, x(value) - shown.back().value -
                                        0.5 * text_width(shown.back().label + label, font));
            shown.push_back({x(value), label});
        }
        if (gap > 0.3 * font || shown.size() <= 2) return shown;
    }
}

/// One panel: grid, then dots, rows from the top; ticks below.
Drawing draw_panel(const DotPlot& plot, std::size_t index, double width, const Page& page) {
    const double font = page.font(), row = dot_row * font, margin = font;
    const double bottom = row * double(plot.rows.size());
    Drawing drawing{width, bottom + 1.6 * font};
    const auto x = [&](double value) {
        const double shown = value == 0 ? 0 : std::max(value, plot.axis.lo);
        return margin + (width - 2 * margin) * plot.axis.position(shown);
    };
    for (const auto& [at, label] : panel_ticks(plot.axis, x, 0.9 * font)) {
        drawing.line({{at, 0}, {at, bottom}}, {palette::grid, page.hair()});
        drawing.text(at, bottom + 1.2 * font, 0.5, label, 0.9 * font);
    }
    for (std::size_t k = 0; k < plot.rows.size(); ++k) {
        const auto& [value, low, high] = plot.rows[k].dots[index];
        const double y = row * (double(k) + 0.5);
        drawing.line({{x(low), y}, {x(high), y}}, {ink, page.mm(0.3)});
        drawing.dot({x(value), y}, page.mm(0.75), ink);
        if (value == 0) drawing.dot({x(value), y}, page.mm(0.45), palette::background);
    }
    drawing.line({{0, bottom}, {width, bottom}}, {ink, page.hair()});
    if (!plot.axis.zero) return drawing;
    const double half_gap = page.mm(0.4) / 2;
    draw_break(drawing, {(x(0) + x(plot.axis.lo)) / 2, bottom}, {half_gap, 0}, page.mm(0.3), 2,
               {half_gap, -page.mm(0.8)}, page.hair());
    return drawing;
}

}  // namespace

Drawing draw_dots(const DotPlot& plot, const Page& page) {
    const double font = page.font(), row = dot_row * font;
    const Grid grid(page, 1, 1, no_margin);
    double left = 0, title = 0;
    for (const auto& [label, dots] : plot.rows) left = std::max(left, text_width(label, font));
    left += font;
    for (const auto& panel : plot.panels) title = std::max(title, text_width(panel, font) + font);
    const auto most = std::size_t(std::max(0.0, (grid.cell - left) / title));
    const std::size_t count = plot.panels.size(), columns = even_columns(count, most);
    const double step = (grid.cell - left) / double(columns);
    const double ticks = row * double(plot.rows.size() + 1) + 1.6 * font;
    const double height = ticks + 1.6 * font;
    const std::size_t rows = (count + columns - 1) / columns;
    Drawing body{grid.cell, height * double(rows)};
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t column = k % columns, above = k / columns;
        const double x = left + step * double(column), y = height * double(above);
        if (column == 0) {
            body.text(left + 0.5 * (grid.cell - left - font), y + ticks + 0.8 * font, 0.5,
                      plot.axis.label, font);
            for (std::size_t r = 0; r < plot.rows.size(); ++r)
                body.text(left - font, y + row * (double(r) + 1.5) + 0.35 * font, 1,
                          plot.rows[r].label, font);
        }
        body.text(x + 0.5 * (step - font), y + 0.6 * row, 0.5, plot.panels[k], font);
        body.place(x, y + row, draw_panel(plot, k, step - font, page));
    }
    return compose({plot.title, plot.subtitle, {{"", {{{}, std::move(body)}}}}}, grid);
}

}  // namespace hitmiss
