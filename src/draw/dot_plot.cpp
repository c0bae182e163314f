#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "draw/compose.hpp"
#include "draw/plot.hpp"
#include "draw/text.hpp"

namespace hitmiss {
namespace {

constexpr double dot_row = 1.9;  // in units of the font size

/// Ticks at every decade, or at every second, third, ... one counted from the last, so that there
/// is room for their labels.
std::vector<Tick> spaced_ticks(const PlotAxis& axis, const auto& x, double font) {
    const auto decade = [](double value) { return int(std::lround(common_logarithm(value))); };
    for (int every = 1;; ++every) {
        std::vector<Tick> shown;
        double gap = font;
        for (const auto& [value, label] : ticks(axis)) {
            if (label.empty() || (decade(axis.hi) - decade(value)) % every) continue;
            if (!shown.empty())
                gap = std::min(gap, x(value) - shown.back().value -
                                        0.5 * text_width(shown.back().label + label, font));
            shown.push_back({x(value), label});
        }
        if (gap > 0.3 * font || shown.size() <= 2) return shown;
    }
}

}  // namespace

Drawing draw_dots(const DotPlot& plot, const Page& page) {
    const double font = page.font(), row = dot_row * font;
    const Grid grid(page, 1, 1, no_margin);
    double left = 0;
    for (const auto& [label, value] : plot.rows) left = std::max(left, text_width(label, font));
    left += font;
    const double top = row, bottom = top + row * double(plot.rows.size()),
                 width = grid.cell - left - font;
    const auto x = [&](double value) {
        return left + font + (width - 2 * font) * plot.axis.position(value);
    };
    Drawing body{grid.cell, bottom + 3.2 * font};
    for (const auto& [at, label] : spaced_ticks(plot.axis, x, 0.9 * font)) {
        body.line({{at, top}, {at, bottom}}, {palette::grid, page.hair()});
        body.text(at, bottom + 1.2 * font, 0.5, label, 0.9 * font);
    }
    for (std::size_t k = 0; k < plot.rows.size(); ++k) {
        const auto& [label, value] = plot.rows[k];
        const double y = top + row * (double(k) + 0.5);
        body.text(left - font, y + 0.35 * font, 1, label, font);
        body.dot({x(value), y}, page.mm(0.75), ink);
    }
    body.line({{left, bottom}, {left + width, bottom}}, {ink, page.hair()});
    body.text(left + 0.5 * width, bottom + 2.4 * font, 0.5, plot.axis.label, font);
    return compose({plot.title, plot.subtitle, {{"", {{{}, std::move(body)}}}}}, grid);
}

}  // namespace hitmiss
