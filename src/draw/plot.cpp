#include "draw/plot.hpp"

#include <algorithm>
#include <cmath>

#include "draw/text.hpp"

namespace hitmiss {
namespace {

constexpr double plot_font = 12.14;                                // 8.6 points
constexpr double margin = 12, heading = 30;                        // around the page, for a title
constexpr double left_space = 68, above = 40, panel_height = 262;  // of a panel
constexpr double bare_above = 12;  // of one with neither title nor label
constexpr double curve_width = 1.2, line_height = 13, narrowest_page = 160;

void draw_line(Drawing& target, const PlotSeries& series, std::vector<Point> points) {
    if (points.size() > 1)
        target.line(std::move(points), {series.colour, curve_width, series.dashes});
}

/// At `zero`, the height of the line of 0, they are small.
void draw_marks(Drawing& target, const PlotSeries& series, const std::vector<Point>& points,
                double zero) {
    if (series.mark() == PlotMarker::none || points.empty()) return;
    Shape marks{{}, series.hollow ? palette::background : series.colour, Pen{series.colour, 1}};
    for (const Point& point : points)
        marks.contours.push_back(marker(series.mark(), point, point.y == zero ? 1.6 : 2.6));
    target.add(std::move(marks));
}

/// How many lines the label of a panel's span takes, which stands above a frame of that width.
std::size_t lines_above(const Plot& plot, double width) {
    return plot.span ? wrap_text(plot.span->label, plot_font, width).size() : 0;
}

/// How much more a panel needs above its frame than for a title of one line and a label of one;
/// less than 0 if it has neither.
double more_above(const Plot& plot, double width) {
    const std::size_t label = lines_above(plot, width);
    if (plot.title.empty() && label == 0) return bare_above - above;
    const std::size_t title = wrap_text(plot.title, plot_font, width).size();
    return line_height * double(std::max<std::size_t>(title + label, 2) - 2);
}

/// One panel while it is drawn, its series as points of the figure.
struct Panel {
    Plot plot;
    PlotFrame frame;
    Drawing& target;
    double left = frame.lo.x, top = frame.lo.y, right = frame.hi().x, bottom = frame.hi().y;
    bool meet_at_zero = false;  ///< do_meet_at_zero(), of the points in the figure

    /// From values to points of the figure.
    double x(double value) const { return left + frame.size.x * plot.x.position(value); }
    double y(double value) const { return bottom - frame.size.y * plot.y.position(value); }

    /// The grid; the span in grey, its label above the frame, within its sides; the frame.
    void draw_axes() const {
        const Pen grid{palette::grid, 0.7}, minor{ink, 0.7};
        const std::vector<Tick> marked = ticks(plot.x);
        std::vector<Tick> below;  // labels, and where they stand
        for (const auto& [value, label] : marked)
            if (!label.empty()) below.push_back({x(value), label});
        const std::size_t every = every_with_room(below, plot_font);
        std::size_t labelled = 0;
        for (const auto& [value, label] : marked) {
            if (label.empty()) {
                target.line({{x(value), bottom}, {x(value), bottom - 2.5}}, minor);
                continue;
            }
            target.line({{x(value), top}, {x(value), bottom}}, grid);
            if (labelled++ % every == 0)
                target.text(x(value), bottom + plot_font + 5, 0.5, label, plot_font);
        }
        for (const auto& [value, label] : ticks(plot.y)) {
            if (label.empty())
                target.line({{left, y(value)}, {left + 2.5, y(value)}}, minor);
            else
                target.line({{left, y(value)}, {right, y(value)}}, grid);
            target.text(left - 6, y(value) + plot_font / 3, 1, label, plot_font);
        }
        if (plot.span) {
            const double from = x(plot.span->from) - 4, to = x(plot.span->to) + 4;
            target.box(from, top, to - from, bottom - top, palette::range);
            double baseline = top - 5;
            const auto lines = wrap_text(plot.span->label, plot_font, frame.size.x);
            for (std::size_t k = lines.size(); k-- > 0; baseline -= line_height)
                target.text_between(left, right, (from + to) / 2, baseline, lines[k], plot_font);
        }
        target.line({{left, top}, {left, bottom}, {right, bottom}}, {ink, 1});
        if (plot.y.zero) draw_break(target, {left, (y(0) + y(plot.y.lo)) / 2});
        // As near to the middle of its axis as the panel's sides let it be.
        const double room = right + 14 - (left - left_space + 4);
        const double size =
            plot_font * std::min(1.0, room / std::max(1.0, text_width(plot.x.label, plot_font)));
        const double half_label = 0.5 * text_width(plot.x.label, size);
        const double middle =
            std::min(left + frame.size.x / 2, std::max(right + 14 - half_label, left));
        target.text(std::max(middle, left - left_space + 4 + half_label),
                    bottom + 2 * plot_font + 8, 0.5, plot.x.label, size);
        target.upright(left - left_space + margin + capital_height(plot_font),
                       top + frame.size.y / 2, plot.y.label, plot_font);
        const std::size_t span_lines = lines_above(plot, frame.size.x);
        double baseline = top - (span_lines == 0 ? 8 : 11 + line_height * double(span_lines));
        const auto lines = wrap_text(plot.title, plot_font, frame.size.x);
        for (std::size_t k = lines.size(); k-- > 0; baseline -= line_height)
            target.text(left, baseline, 0, lines[k], plot_font);
    }

    bool is_zero(const Point& point) const { return plot.y.zero && point.y == y(0); }
    static auto find_piece(const PlotSeries& series, std::span<const Point> piece) {
        return std::search(series.points.begin(), series.points.end(), piece.begin(), piece.end());
    }
    /// Whether two curves have a piece of the line of 0 in common.
    bool do_meet_at_zero() const {
        return std::ranges::any_of(plot.series, [&](const PlotSeries& series) {
            for (std::size_t k = 1; k < series.points.size(); ++k) {
                const std::span piece(&series.points[k - 1], 2);
                if (is_zero(piece[0]) && is_zero(piece[1]) &&
                    std::ranges::count_if(plot.series, [&](const PlotSeries& other) {
                        return find_piece(other, piece) != other.points.end();
                    }) > 1)
                    return true;
            }
            return false;
        });
    }
    /// A piece from one point to another, or a mark at one.
    bool shows(const PlotSeries& series, std::span<const Point> piece) const {
        const bool marked = series.mark() != PlotMarker::none;
        if (piece.size() == 1) return marked;
        return !marked || !is_zero(piece.front()) || !is_zero(piece.back()) || !meet_at_zero;
    }

    /// Whether it is this series' turn to show a piece of its curve, the points first .. first +
    /// count. All that show the same piece take turns, by where it stands in the last of them.
    bool has_turn(const PlotSeries& series, std::size_t first, std::size_t count) const {
        const std::span piece(&series.points[first], count);
        if (!shows(series, piece)) return false;
        std::size_t sharing = 0, place = 0, position = 0;
        for (const PlotSeries& other : plot.series) {
            if (!shows(other, piece)) continue;
            const auto found = find_piece(other, piece);
            if (found == other.points.end()) continue;
            position = std::size_t(found - other.points.begin());
            if (&other == &series) place = sharing;
            ++sharing;
        }
        return sharing > 0 && position % sharing == place;
    }

    void draw_curves() const {
        for (const auto& series : plot.series) {
            std::vector<Point> run;  // of pieces that are drawn as one line
            for (std::size_t k = 0; k < series.points.size(); ++k) {
                run.push_back(series.points[k]);
                if (k + 1 < series.points.size() && has_turn(series, k, 2)) continue;
                draw_line(target, series, std::move(run)), run.clear();
            }
        }
        for (const auto& series : plot.series) {
            std::vector<Point> marked;
            for (std::size_t k = 0; k < series.points.size(); ++k)
                if (has_turn(series, k, 1)) marked.push_back(series.points[k]);
            draw_marks(target, series, marked, y(0));
        }
    }

    /// The series without the points that no line of theirs reaches.
    std::vector<PlotSeries> lines() const {
        std::vector<PlotSeries> result = plot.series;
        for (PlotSeries& series : result) {
            std::vector<Point> reached;
            for (std::size_t k = 0; k < series.points.size(); ++k) {
                const auto piece = [&](std::size_t from) {
                    return shows(series, std::span(&series.points[from], 2));
                };
                if ((k > 0 && piece(k - 1)) || (k + 1 < series.points.size() && piece(k)))
                    reached.push_back(series.points[k]);
            }
            if (!reached.empty()) series.points = std::move(reached);
        }
        return result;
    }

    /// Whether there was room for them all, clear of curves.
    bool label_curves() const {
        const auto curves = lines();
        std::vector<Point> marks;
        for (const PlotSeries& series : plot.series)
            if (series.mark() != PlotMarker::none)
                marks.insert(marks.end(), series.points.begin(), series.points.end());
        const auto boxes = place_labels(curves, frame, plot_font, plot.at_ends, marks);
        const double end = plot.at_ends ? target.width : right;
        for (std::size_t k = 0; k < boxes.size(); ++k) {
            if (curves[k].label.empty()) continue;
            const auto covers = [&](const Point& p) { return overlap({p, Point(0)}, boxes[k]); };
            if (std::ranges::any_of(marks, covers)) return false;
            // Each label right of the frame is level with its curve's end, and above the ticks.
            if (boxes[k].lo.x >= right) {
                const double level = curves[k].points.back().y, low = boxes[k].hi().y;
                const double off = std::max(boxes[k].lo.y - level, level - low);
                if (off > line_height / 2 || low > bottom + 1) return false;
            }
            if (boxes[k].hi().x > end || is_crossed(boxes[k], curves)) return false;
            for (std::size_t other = 0; other < k; ++other)
                if (overlap(boxes[k], boxes[other])) return false;
        }
        for (std::size_t k = 0; k < boxes.size(); ++k) {
            if (curves[k].label.empty()) continue;
            const auto words = wrap_text(curves[k].label, plot_font, boxes[k].size.x - 5.9);
            const double line = boxes[k].size.y / double(words.size());
            for (std::size_t l = 0; l < words.size(); ++l)
                target.text(boxes[k].lo.x + 3, boxes[k].lo.y + (0.8 + double(l)) * line, 0,
                            words[l], plot_font);
        }
        return true;
    }
};

/// The series' labels, each once, beside a piece of line; returns where they end.
double draw_key(Drawing& target, std::span<const Plot> panels, double y) {
    constexpr double piece = 30, gap = 18;
    std::vector<const PlotSeries*> named;
    for (const Plot& plot : panels)
        for (const PlotSeries& series : plot.series)
            if (!series.label.empty() &&
                std::ranges::find(named, series.label, &PlotSeries::label) == named.end())
                named.push_back(&series);
    double x = margin, size = plot_font;  // of all labels: the longest fits
    const double most = target.width - 2 * margin - piece - 6;
    for (const PlotSeries* series : named)
        if (const double label = text_width(series->label, plot_font); label > most)
            size = std::min(size, plot_font * most / label);
    for (const PlotSeries* series : named) {
        const double width = piece + 6 + text_width(series->label, size);
        if (x > margin && x + width > target.width - margin) x = margin, y += 1.5 * plot_font;
        const double at = y - plot_font / 3;
        draw_line(target, *series, {{x, at}, {x + piece, at}});
        draw_marks(target, *series, {{x + piece / 2, at}}, 0);
        target.text(x + piece + 6, y, 0, series->label, size);
        x += width + gap;
    }
    return y + plot_font;
}

}  // namespace

PlotFrame plot_frame(std::size_t index, double width, std::size_t columns) {
    const double across = width / double(columns);
    const std::size_t column = index % columns, row = index / columns;
    return {{left_space + across * double(column), heading + double(row) * panel_height + above},
            {across - left_space - 18, panel_height - above - 48}};
}

Drawing draw_plots(const std::string& title, const std::string& subtitle,
                   std::span<const Plot> panels, const Page& page, std::size_t columns) {
    check_width(page, narrowest_page / plot_font, 0);
    const double unit = unit_of(page), width = page.width() / unit;
    columns = fitting_columns(page, columns);
    Drawing content{width, 0};
    double lower = draw_heading(content, page.has_title ? title : "",
                                page.has_subtitle ? subtitle : "", plot_font, margin);
    if (page.has_title) lower = std::max(0.0, lower);
    bool all_labelled = true;
    const bool powers = std::ranges::any_of(
        panels, [](const Plot& plot) { return !plot.x.is_in_full() || !plot.y.is_in_full(); });
    for (std::size_t k = 0; k < panels.size(); ++k) {
        PlotFrame frame = plot_frame(k, width, columns);
        if (k % columns == 0) {
            double more = bare_above - above;
            for (std::size_t beside = k; beside < std::min(k + columns, panels.size()); ++beside)
                more = std::max(more, more_above(panels[beside], frame.size.x));
            lower += more;
        }
        frame.lo.y += lower;
        Plot plot = panels[k];
        plot.x.powers = plot.y.powers = powers;
        const double needed = width_at_ends(plot.series, plot_font);
        plot.at_ends = plot.at_ends && frame.size.x - needed > narrowest_plot;
        if (plot.at_ends) frame.size.x -= needed;
        Panel panel{std::move(plot), frame, content};
        for (PlotSeries& series : panel.plot.series)
            for (Point& point : series.points) point = {panel.x(point.x), panel.y(point.y)};
        panel.meet_at_zero = panel.do_meet_at_zero();
        panel.draw_axes(), panel.draw_curves();
        if ((columns > 1 && !panels[k].direct) || !panel.label_curves()) all_labelled = false;
    }
    const std::size_t rows = (panels.size() + columns - 1) / columns;
    content.height = heading + lower + double(rows) * panel_height;
    if (!all_labelled && !panels.empty())
        content.height = draw_key(content, panels, content.height + plot_font);
    Drawing whole{content.width * unit, content.height * unit, page.dpi};
    whole.place(0, 0, std::move(content), unit);
    whole.title = title, whole.description = subtitle;
    return whole;
}

}  // namespace hitmiss
