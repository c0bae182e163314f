#include "draw/plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "draw/text.hpp"

namespace hitmiss {
namespace {

constexpr double plot_font = 11.3;                                 // 8 points
constexpr double margin = 12, heading = 30;                        // around the page, for a title
constexpr double left_space = 68, above = 40, panel_height = 262;  // of a panel
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
    for (const auto& [value, label] : ticks(at.plot.x)) {
        const double x = at.x(value);
        at.target.line({{x, frame.top}, {x, at.bottom}}, {label.empty() ? fine_grid : grid, 0.7});
        at.target.text(x, at.bottom + plot_font + 3, 0.5, label, plot_font);
    }
    for (const auto& [value, label] : ticks(at.plot.y)) {
        const double y = at.y(value);
        at.target.line({{frame.left, y}, {at.right, y}}, {label.empty() ? fine_grid : grid, 0.7});
        at.target.text(frame.left - 6, y + plot_font / 3, 1, label, plot_font);
    }
}

/// Grey behind the curves; the label above the frame, within its sides.
void draw_spans(const Canvas& at) {
    constexpr double more = 4;
    for (const auto& span : at.plot.spans) {
        const double from = at.x(span.from) - more, to = at.x(span.to) + more;
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
    at.target.upright(left - left_space + margin + capital_height(plot_font), top + height / 2,
                      at.plot.y.label, plot_font);
    at.target.text(left, top - (at.plot.spans.empty() ? 8 : 24), 0, at.plot.title, plot_font);
}

void draw_line(Drawing& target, const PlotSeries& series, std::vector<Point> places) {
    if (series.width > 0 && places.size() > 1)
        target.line(std::move(places), {series.colour, series.width, series.dashes});
}

void draw_marks(Drawing& target, const PlotSeries& series, std::span<const Point> places) {
    Shape marks{{}, series.hollow ? palette::background : series.colour, Pen{series.colour, 1}};
    for (const Point& place : places)
        if (auto mark = marker(series.marker, place, 2.6))
            marks.contours.push_back(std::move(*mark));
    if (!marks.contours.empty()) target.add(std::move(marks));
}

/// Whether it is this series' turn to show a piece of it among all that run through the same
/// points.
bool has_turn(const Plot& plot, const PlotSeries& series, std::span<const Point> piece) {
    std::size_t sharing = 0, own = 0, step = 0;
    for (const PlotSeries& other : plot.series) {
        const auto& all = other.points;
        const auto found = std::search(all.begin(), all.end(), piece.begin(), piece.end());
        if (found == all.end()) continue;
        if (sharing == 0) step = std::size_t(found - all.begin());
        if (&other == &series) own = sharing;
        ++sharing;
    }
    return step % sharing == own;
}

void draw_curves(const Canvas& at) {
    for (const auto& series : at.plot.series) {
        const auto places = at.places(series);
        std::vector<Point> run;
        for (std::size_t k = 0; k < places.size(); ++k) {
            run.push_back(places[k]);
            if (k + 1 < places.size() && has_turn(at.plot, series, {&series.points[k], 2}))
                continue;
            draw_line(at.target, series, std::move(run)), run.clear();
        }
    }
    for (const auto& series : at.plot.series) {
        auto places = at.places(series);
        for (std::size_t k = places.size(); k-- > 0;)
            if (!has_turn(at.plot, series, {&series.points[k], 1}))
                places.erase(places.begin() + std::ptrdiff_t(k));
        draw_marks(at.target, series, places);
    }
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
    constexpr double piece = 30, gap = 18;
    std::vector<std::string_view> named;
    double x = margin;
    for (const Plot& plot : panels)
        for (const PlotSeries& series : plot.series) {
            if (std::ranges::find(named, series.label) != named.end()) continue;
            named.push_back(series.label);
            const double across = piece + 6 + text_width(series.label, plot_font);
            if (x > margin && x + across > target.width - margin) x = margin, y += 1.5 * plot_font;
            const double middle = y - plot_font / 3;
            draw_line(target, series, {{x, middle}, {x + piece, middle}});
            draw_marks(target, series, std::vector<Point>{{x + piece / 2, middle}});
            target.text(x + piece + 6, y, 0, series.label, plot_font);
            x += across + gap;
        }
    return y + plot_font;
}

/// The panels in so many columns below title and subtitle; a single one has room for labels beside
/// the curves.
Drawing draw_panels(const std::string& title, const std::string& subtitle,
                    std::span<const Plot> panels, std::size_t columns, const Page& page) {
    const double unit = page.mm(0.25), width = page.width() / unit, size = 1.25 * plot_font;
    Drawing content{width, 0};
    double y = 20 - 1.3 * size;
    const auto paragraph = [&](const std::string& text, double font, Rgb colour) {
        if (text.empty()) return;
        for (const std::string& line : wrap_text(text, font, width - 2 * margin))
            content.text(margin, y += 1.3 * font, 0, line, font, colour);
    };
    paragraph(title, size, ink), paragraph(subtitle, plot_font, pale_ink);
    const double lower = std::max(0.0, y - 20);  // than below a title of one line
    for (std::size_t k = 0; k < panels.size(); ++k) {
        PlotFrame frame = plot_frame(k, width, columns);
        frame.top += lower;
        const Canvas at{panels[k], frame, content};
        draw_grid(at), draw_spans(at), draw_frame(at), draw_curves(at);
        if (columns == 1) label_curves(at);
    }
    const std::size_t rows = (panels.size() + columns - 1) / columns;
    content.height = heading + lower + double(rows) * panel_height;
    if (columns > 1) content.height = draw_key(content, panels, content.height + plot_font);
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
    return {left_space + across * double(column), heading + double(row) * panel_height + above,
            across - left_space - 18, panel_height - above - 48};
}

Drawing draw_plots(const std::string& title, const std::string& subtitle,
                   std::span<const Plot> panels, const Page& page) {
    return draw_panels(title, subtitle, panels, 1, page);
}

Drawing draw_plots_by_two(const std::string& title, const std::string& subtitle,
                          std::span<const Plot> panels, const Page& page) {
    return draw_panels(title, subtitle, panels, 2, page);
}

}  // namespace hitmiss
