#include "figure/dot_plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "figure/compose.hpp"
#include "figure/text.hpp"

namespace hitmiss {
namespace {

constexpr double row_height = 1.9;  // in units of the font size

/// One panel: grid, then dots, rows from the top; ticks below if wanted.
Drawing draw_panel(const DotPlot& plot, std::size_t index, double width, const Page& page) {
    const double font = page.font(), row = row_height * font, margin = font;
    const double bottom = row * double(plot.rows.size());
    Drawing drawing{width, bottom + 1.6 * font};
    const auto x = [&](double value) {
        const double position =
            value == 0 ? plot.axis.position(0) : plot.axis.position(std::max(value, plot.axis.lo));
        return margin + (width - 2 * margin) * position;
    };
    double free = 0;  // where the next label may start
    for (const Tick& tick : ticks(plot.axis)) {
        if (tick.label.empty()) continue;
        const double value = tick.value;
        // Short enough for narrow panels.
        const std::string label =
            value == 0 ? "0" : power_of_ten(int(std::lround(common_logarithm(value))));
        drawing.line({{x(value), 0}, {x(value), bottom}}, {{225, 225, 225}, page.hair()});
        const double half = 0.5 * text_width(label, 0.8 * font);
        if (x(value) - half < free || x(value) + half > width) continue;
        drawing.text(x(value), bottom + 1.2 * font, 0.5, label, 0.8 * font);
        free = x(value) + half + 0.3 * font;
    }
    for (std::size_t k = 0; k < plot.rows.size(); ++k) {
        const auto& [value, low, high] = plot.rows[k].dots[index];
        const double y = row * (double(k) + 0.5);
        drawing.line({{x(low), y}, {x(high), y}}, {plot.colour, page.mm(0.3)});
        drawing.dot({x(value), y}, page.mm(0.75), plot.colour);
        if (value == 0) drawing.dot({x(value), y}, page.mm(0.45), palette::background);
    }
    drawing.line({{0, bottom}, {width, bottom}}, {ink, page.hair()});
    return drawing;
}

}  // namespace

Drawing draw_dots(const DotPlot& plot, const Page& page) {
    const double font = page.font(), row = row_height * font;
    const Grid grid(page, 1, 1, false);
    double left = 0;
    for (const auto& [label, dots] : plot.rows) left = std::max(left, text_width(label, font));
    left += font;
    const double step = (grid.cell - left) / double(plot.panels.size());
    Drawing body{grid.cell, row * double(plot.rows.size() + 1) + 1.6 * font};
    for (std::size_t k = 0; k < plot.rows.size(); ++k)
        body.text(left - font, row * (double(k) + 1.5) + 0.35 * font, 1, plot.rows[k].label, font);
    for (std::size_t k = 0; k < plot.panels.size(); ++k) {
        const double x = left + step * double(k);
        body.text(x + 0.5 * (step - font), 0.6 * row, 0.5, plot.panels[k], font);
        body.place(x, row, draw_panel(plot, k, step - font, page));
    }
    return compose({plot.title, plot.subtitle, {{"", {{{}, std::move(body)}}}}}, grid);
}

}  // namespace hitmiss
