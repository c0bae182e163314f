#include "figure/plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "figure/text.hpp"

namespace hitmiss {
namespace {

constexpr double heading = 30, panel = 262, plot_font = 11.3;  // 8 points
constexpr double zero_at = 0.05, zero_space = 0.17;  // of the axis, below the first decade
constexpr Rgb grid{215, 215, 215}, fine_grid{240, 240, 240}, span_grey{228, 228, 228};

/// One panel while it is drawn: from values to places in the figure.
struct Canvas {
    const Plot& plot;
    PlotFrame frame;
    Drawing& target;
    double right = frame.left + frame.width, bottom = frame.top + frame.height;

    double x(double value) const { return frame.left + frame.width * plot.x.position(value); }
    double y(double value) const { return bottom - frame.height * plot.y.position(value); }
    std::vector<Point> places(const PlotSeries& series) const {
        std::vector<Point> result;
        for (const auto& point : series.points) result.emplace_back(x(point.x), y(point.y));
        return result;
    }
};

void draw_grid(const Canvas& at) {
    const auto& frame = at.frame;
    const auto across = ticks(at.plot.x);
    bool tight = false;  // numbers in full would touch
    double end = -plot_font;
    for (const auto& [value, label] : across) {
        if (label.empty()) continue;
        const double half = text_width(label, plot_font) / 2;
        tight |= at.plot.x.log && at.x(value) - half < end + plot_font / 3;
        end = at.x(value) + half;
    }
    for (const auto& [value, label] : across) {
        const double x = at.x(value);
        at.target.line({{x, frame.top}, {x, at.bottom}}, {label.empty() ? fine_grid : grid, 0.7});
        const bool power = tight && value > 0 && !label.empty();
        at.target.text(x, at.bottom + plot_font + 3, 0.5,
                       power ? power_of_ten(int(std::lround(common_logarithm(value)))) : label,
                       plot_font);
    }
    for (const auto& [value, label] : ticks(at.plot.y)) {
        const double y = at.y(value);
        at.target.line({{frame.left, y}, {at.right, y}}, {label.empty() ? fine_grid : grid, 0.7});
        at.target.text(frame.left - 6, y + plot_font / 3, 1, label, plot_font);
    }
}

/// Grey behind the curves; the label above the frame, within its sides.
void draw_spans(const Canvas& at) {
    constexpr double margin = 4;
    for (const auto& span : at.plot.spans) {
        const double from = at.x(span.from) - margin, to = at.x(span.to) + margin;
        at.target.box(from, at.frame.top, to - from, at.frame.height, span_grey);
        const double half = text_width(span.label, plot_font) / 2.0;
        const double middle = std::clamp((from + to) / 2, at.frame.left + half,
                                         std::max(at.frame.left, at.right - 2 * half) + half);
        at.target.text(middle, at.frame.top - 5, 0.5, span.label, plot_font);
    }
}

void draw_frame(const Canvas& at) {
    const auto [left, top, across, height] = at.frame;
    at.target.line({{left, top}, {left, at.bottom}, {at.right, at.bottom}}, {ink, 1});
    if (at.plot.y.zero) {
        const double y = at.bottom - height * (zero_at + zero_space) / 2;
        at.target.line({{left, y - 2}, {left, y + 2}}, {palette::background, 3});
        for (const double stroke : {-2.0, 2.0})
            at.target.line({{left - 4, y + stroke + 2}, {left + 4, y + stroke - 2}}, {ink, 1});
    }
    at.target.text(left + across / 2, at.bottom + 2 * plot_font + 8, 0.5, at.plot.x.label,
                   plot_font);
    at.target.upright(left - 80 + plot_font, top + height / 2, at.plot.y.label, plot_font);
    at.target.text(left, top - 24, 0, at.plot.title, plot_font);
}

/// A series' line and marks.
void draw_series(Drawing& target, const PlotSeries& series, const std::vector<Point>& places) {
    if (series.width > 0) target.line(places, {series.colour, series.width, series.dashes});
    Shape marks{{}, series.colour, Pen{series.colour, 1}};
    if (series.marker == PlotMarker::square) marks.fill = palette::background;
    for (const Point& place : places)
        if (auto mark = marker(series.marker, place, 2.6))
            marks.contours.push_back(std::move(*mark));
    if (!marks.contours.empty()) target.add(std::move(marks));
}

void draw_curves(const Canvas& at) {
    for (const auto& series : at.plot.series) draw_series(at.target, series, at.places(series));
}

void label_curves(const Canvas& at) {
    std::vector<Curve> curves;
    for (const auto& series : at.plot.series)
        if (!series.label.empty()) curves.push_back({series.label, at.places(series)});
    const auto boxes = place_labels(curves, at.frame, plot_font);
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        const auto& [left, top, across, height] = boxes[k];
        at.target.text(left + across / 2, top + 0.8 * height, 0.5, curves[k].label, plot_font);
    }
}

/// The series' labels, each once, beside a piece of line; returns where they end.
double draw_key(Drawing& target, std::span<const Plot> panels, double y) {
    constexpr double margin = 18, piece = 30, gap = 18;
    std::vector<std::string_view> named;
    double x = margin;
    for (const Plot& plot : panels)
        for (const PlotSeries& series : plot.series) {
            if (std::ranges::find(named, series.label) != named.end()) continue;
            named.push_back(series.label);
            const double across = piece + 6 + text_width(series.label, plot_font);
            if (x > margin && x + across > target.width - margin) x = margin, y += 1.5 * plot_font;
            const double middle = y - plot_font / 3;
            draw_series(target, series,
                        {{x, middle}, {x + piece / 2, middle}, {x + piece, middle}});
            target.text(x + piece + 6, y, 0, series.label, plot_font);
            x += across + gap;
        }
    return y + plot_font;
}

/// In units, on the page.
Drawing on_page(const Drawing& content, double unit, const Page& page) {
    Drawing whole{content.width * unit, content.height * unit, page.dpi};
    whole.place(0, 0, content, unit);
    return whole;
}

}  // namespace

double PlotAxis::position(double value) const {
    if (!log) return (value - lo) / (hi - lo);
    const double first = zero ? zero_space : 0;
    if (zero && value == 0) return zero_at;
    const double start = common_logarithm(lo);
    return first + (1 - first) * (common_logarithm(value) - start) / (common_logarithm(hi) - start);
}

PlotFrame plot_frame(std::size_t index, double width, std::size_t columns) {
    const double across = width / double(columns);
    const std::size_t column = index % columns, row = index / columns;
    return {80 + across * double(column), heading + double(row) * panel + 40, across - 80 - 18,
            panel - 40 - 48};
}

Drawing draw_plots(const std::string& title, std::span<const Plot> panels, const Page& page) {
    const double unit = page.mm(0.25), width = page.width() / unit;
    Drawing content{width, heading + double(panels.size()) * panel};
    content.text(width / 2, 20, 0.5, title, 1.25 * plot_font);
    for (std::size_t k = 0; k < panels.size(); ++k) {
        const Canvas at{panels[k], plot_frame(k, width), content};
        draw_grid(at), draw_spans(at), draw_frame(at), draw_curves(at), label_curves(at);
    }
    return on_page(content, unit, page);
}

Drawing draw_plots_by_two(const std::string& title, const std::string& subtitle,
                          std::span<const Plot> panels, const Page& page) {
    const double unit = page.mm(0.25), width = page.width() / unit, margin = 18;
    Drawing content{width, 0};
    double y = 8;
    const auto paragraph = [&](const std::string& text, double size, Rgb colour) {
        for (const std::string& line : wrap_text(text, size, width - 2 * margin))
            content.text(margin, y += 1.3 * size, 0, line, size, colour);
    };
    paragraph(title, 1.25 * plot_font, ink), paragraph(subtitle, plot_font, pale_ink);
    for (std::size_t k = 0; k < panels.size(); ++k) {
        PlotFrame frame = plot_frame(k, width, 2);
        frame.top += y + 10 - heading;
        const Canvas at{panels[k], frame, content};
        draw_grid(at), draw_spans(at), draw_frame(at), draw_curves(at);
    }
    const std::size_t rows = (panels.size() + 1) / 2;
    y += 10 + double(rows) * panel;
    content.height = draw_key(content, panels, y + plot_font);
    return on_page(content, unit, page);
}

}  // namespace hitmiss
