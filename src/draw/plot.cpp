#include "draw/plot.hpp"

#include <algorithm>

#include "draw/text.hpp"

namespace hitmiss {
namespace {

constexpr double plot_font = 11.3;                                 // 8 points
constexpr double margin = 12, heading = 30;                        // around the page, for a title
constexpr double left_space = 68, above = 40, panel_height = 262;  // of a panel
constexpr double curve_width = 1.2;
constexpr AxisBreak break_of_y{{0, 2}, {4, -2}, 1, 3, 1};

/// One panel while it is drawn: from values to points of the figure.
struct Panel {
    const Plot& plot;
    PlotFrame frame;
    Drawing& target;
    double right = frame.left + frame.width, bottom = frame.top + frame.height;

    double x(double value) const { return frame.left + frame.width * plot.x.position(value); }
    double y(double value) const { return bottom - frame.height * plot.y.position(value); }
    std::vector<Point> points(const PlotSeries& series) const {
        std::vector<Point> result;
        for (const auto& point : series.points) result.emplace_back(x(point.x), y(point.y));
        return result;
    }
};

void draw_grid(const Panel& panel) {
    const auto pen = [](const std::string& label) {
        return Pen{label.empty() ? palette::fine_grid : palette::grid, 0.7};
    };
    for (const auto& [value, label] : ticks(panel.plot.x)) {
        const double x = panel.x(value);
        panel.target.line({{x, panel.frame.top}, {x, panel.bottom}}, pen(label));
        panel.target.text(x, panel.bottom + plot_font + 3, 0.5, label, plot_font);
    }
    for (const auto& [value, label] : ticks(panel.plot.y)) {
        const double y = panel.y(value);
        panel.target.line({{panel.frame.left, y}, {panel.right, y}}, pen(label));
        panel.target.text(panel.frame.left - 6, y + plot_font / 3, 1, label, plot_font);
    }
}

/// Grey behind the curves; the label above the frame, within its sides.
void draw_spans(const Panel& panel) {
    constexpr double more = 4;
    for (const auto& span : panel.plot.spans) {
        const double from = panel.x(span.from) - more, to = panel.x(span.to) + more;
        panel.target.box(from, panel.frame.top, to - from, panel.frame.height, palette::range);
        const double half = text_width(span.label, plot_font) / 2.0;
        const double middle = std::clamp((from + to) / 2, panel.frame.left + half,
                                         std::max(panel.frame.left, panel.right - 2 * half) + half);
        panel.target.text(middle, panel.frame.top - 5, 0.5, span.label, plot_font);
    }
}

void draw_frame(const Panel& panel) {
    const auto [left, top, width, height] = panel.frame;
    const Plot& plot = panel.plot;
    Drawing& target = panel.target;
    target.line({{left, top}, {left, panel.bottom}, {panel.right, panel.bottom}}, {ink, 1});
    if (plot.y.zero) draw_break(target, {left, (panel.y(0) + panel.y(plot.y.lo)) / 2}, break_of_y);
    target.text(left + width / 2, panel.bottom + 2 * plot_font + 8, 0.5, plot.x.label, plot_font);
    target.upright(left - left_space + margin + capital_height(plot_font), top + height / 2,
                   plot.y.label, plot_font);
    target.text(left, top - (plot.spans.empty() ? 8 : 24), 0, plot.title, plot_font);
}

void draw_line(Drawing& target, const PlotSeries& series, std::vector<Point> points) {
    if (points.size() > 1)
        target.line(std::move(points), {series.colour, curve_width, series.dashes});
}

void draw_marks(Drawing& target, const PlotSeries& series, std::span<const Point> points) {
    Shape marks{{}, series.hollow ? palette::background : series.colour, Pen{series.colour, 1}};
    for (const Point& point : points)
        if (auto mark = marker(series.marker, point, 2.6))
            marks.contours.push_back(std::move(*mark));
    if (!marks.contours.empty()) target.add(std::move(marks));
}

/// Whether it is this series' turn to show a piece of its curve, one or two of its points. All
/// series with the same piece take turns, by where it stands in the first of them.
bool has_turn(const Plot& plot, const PlotSeries& series, std::span<const Point> piece) {
    std::size_t sharing = 0, place = 0, position = 0;
    for (const PlotSeries& other : plot.series) {
        const auto& points = other.points;
        const auto found = std::search(points.begin(), points.end(), piece.begin(), piece.end());
        if (found == points.end()) continue;
        if (sharing == 0) position = std::size_t(found - points.begin());
        if (&other == &series) place = sharing;
        ++sharing;
    }
    return position % sharing == place;
}

void draw_curves(const Panel& panel) {
    for (const auto& series : panel.plot.series) {
        const auto points = panel.points(series);
        std::vector<Point> run;  // of pieces that are drawn as one line
        for (std::size_t k = 0; k < points.size(); ++k) {
            run.push_back(points[k]);
            if (k + 1 < points.size() && has_turn(panel.plot, series, {&series.points[k], 2}))
                continue;
            draw_line(panel.target, series, std::move(run)), run.clear();
        }
    }
    for (const auto& series : panel.plot.series) {
        const auto points = panel.points(series);
        std::vector<Point> marked;
        for (std::size_t k = 0; k < points.size(); ++k)
            if (has_turn(panel.plot, series, {&series.points[k], 1})) marked.push_back(points[k]);
        draw_marks(panel.target, series, marked);
    }
}

void label_curves(const Panel& panel) {
    std::vector<Curve> curves;
    for (const auto& series : panel.plot.series)
        if (!series.label.empty()) curves.push_back({series.label, panel.points(series)});
    const auto boxes = place_labels(curves, panel.frame, plot_font);
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        const auto& [left, top, width, height] = boxes[k];
        panel.target.text(left + width / 2, top + 0.8 * height, 0.5, curves[k].label, plot_font);
    }
}

/// The series' labels, each once, beside a piece of line; returns where they end.
double draw_key(Drawing& target, std::span<const Plot> panels, double y) {
    constexpr double piece = 30, gap = 18;
    std::vector<std::string_view> named;
    double x = margin;
    for (const Plot& plot : panels)
        for (const PlotSeries& series : plot.series) {
            if (std::ranges::find(named, series.label) != named.end()) continue;
            named.push_back(series.label);
            const double width = piece + 6 + text_width(series.label, plot_font);
            if (x > margin && x + width > target.width - margin) x = margin, y += 1.5 * plot_font;
            const double middle = y - plot_font / 3;
            draw_line(target, series, {{x, middle}, {x + piece, middle}});
            draw_marks(target, series, std::vector<Point>{{x + piece / 2, middle}});
            target.text(x + piece + 6, y, 0, series.label, plot_font);
            x += width + gap;
        }
    return y + plot_font;
}

/// Title and subtitle; returns how much lower they end than a title of one line.
double draw_heading(Drawing& target, const std::string& title, const std::string& subtitle) {
    const double size = 1.25 * plot_font;
    double y = 20 - 1.3 * size;
    const auto paragraph = [&](const std::string& text, double font, Rgb colour) {
        if (text.empty()) return;
        for (const std::string& line : wrap_text(text, font, target.width - 2 * margin))
            target.text(margin, y += 1.3 * font, 0, line, font, colour);
    };
    paragraph(title, size, ink), paragraph(subtitle, plot_font, pale_ink);
    return std::max(0.0, y - 20);
}

}  // namespace

PlotFrame plot_frame(std::size_t index, double width, std::size_t columns) {
    const double across = width / double(columns);
    const std::size_t column = index % columns, row = index / columns;
    return {left_space + across * double(column), heading + double(row) * panel_height + above,
            across - left_space - 18, panel_height - above - 48};
}

Drawing draw_plots(const std::string& title, const std::string& subtitle,
                   std::span<const Plot> panels, const Page& page, std::size_t columns) {
    const double unit = page.mm(0.25), width = page.width() / unit;
    Drawing content{width, 0};
    const double lower = draw_heading(content, title, subtitle);
    for (std::size_t k = 0; k < panels.size(); ++k) {
        PlotFrame frame = plot_frame(k, width, columns);
        frame.top += lower;
        const Panel panel{panels[k], frame, content};
        draw_grid(panel), draw_spans(panel), draw_frame(panel), draw_curves(panel);
        if (columns == 1) label_curves(panel);
    }
    const std::size_t rows = (panels.size() + columns - 1) / columns;
    content.height = heading + lower + double(rows) * panel_height;
    if (columns > 1) content.height = draw_key(content, panels, content.height + plot_font);
    Drawing whole{content.width * unit, content.height * unit, page.dpi};
    whole.place(0, 0, std::move(content), unit);
    return whole;
}

}  // namespace hitmiss
