// Where things stand in a plot: values on its axes, labels beside its curves.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <tuple>

#include "base/math.hpp"
#include "base/words.hpp"
#include "draw/notation.hpp"
#include "draw/pages.hpp"
#include "draw/plot.hpp"
#include "draw/text.hpp"

namespace hitmiss {
namespace {

constexpr double zero_at = 0.05, zero_space = 0.17;  // of the axis, below the first decade

/// Points along the curve, at most about two units apart.
std::vector<Point> sampled(const PlotSeries& curve) {
    std::vector<Point> result;
    for (std::size_t k = 0; k + 1 < curve.points.size(); ++k) {
        const Point from = curve.points[k], along = curve.points[k + 1] - from;
        const int steps = 1 + int(glm::length(along) / 2);
        for (int s = 0; s < steps; ++s) result.push_back(from + along * double(s) / double(steps));
    }
    if (!curve.points.empty()) result.push_back(curve.points.back());
    return result;
}

/// 1 and 10 are always written in full.
std::string decade(int exponent, bool in_full) {
    in_full |= exponent == 0 || exponent == 1;
    return in_full ? number_text(std::pow(10, exponent), 1) : power_of_ten(exponent);
}

/// Round values, at most five steps of 1, 2 or 5 times a power of ten.
std::vector<Tick> linear_ticks(const PlotAxis& axis) {
    double step = decade_below((axis.hi - axis.lo) / 10);
    for (int k = 0; axis.hi - axis.lo > 5 * step; ++k) step *= k % 3 == 1 ? 2.5 : 2;
    std::vector<Tick> result;
    for (auto k = int(std::ceil(axis.lo / step - 1e-9)); k * step <= axis.hi + 1e-9 * step; ++k)
        result.push_back({k * step, (k < 0 ? "−" : "") + number_text(std::abs(k) * step, 6)});
    return result;
}

double distance(const PlotFrame& box, const Point& p) {
    return glm::length(glm::max(glm::max(box.lo - p, p - box.lo - box.size), Point(0)));
}

constexpr double beside_axis = 7;  // clear of its break

/// Where curves end, but above the ticks, and each below the one before.
void place_at_ends(const std::vector<PlotSeries>& curves, const PlotFrame& frame, double font,
                   std::vector<PlotFrame>& boxes) {
    std::vector<std::size_t> order;
    const double widest = width_at_ends(curves, font);
    for (std::size_t c = 0; c < curves.size(); ++c)
        if (!curves[c].points.empty() && !curves[c].label.empty()) order.push_back(c);
    std::ranges::sort(order, {}, [&](std::size_t c) { return curves[c].points.back().y; });
    double lowest = frame.lo.y;
    for (const std::size_t c : order) {
        const auto lines = wrap_text(curves[c].label, font, widest + 0.1);
        const Point size(widest + 6, (font + 1) * double(lines.size()));
        const double top = std::min(curves[c].points.back().y - size.y / 2, frame.hi().y - size.y);
        boxes[c] = {{frame.hi().x, std::max(top, lowest)}, size};
        lowest = boxes[c].hi().y;
    }
}

/// The curves of a panel as points, and what their labels must stay clear of.
struct LabelledCurves {
    const std::vector<PlotSeries>& curves;
    const PlotFrame& frame;
    double font;
    std::span<const Point> marks;
    std::vector<std::vector<Point>> lines = {};

    /// How badly a box serves curve `own` beside the boxes of the others: a label is misread when
    /// another curve or label is as near as its own curve, and hides what it covers.
    /// Any number above `most` means worse than that.
    double cost(std::size_t own, const PlotFrame& box, const std::vector<PlotFrame>& boxes,
                double most) const {
        constexpr double own_space = 4, other_space = 36;
        double sum = 0, nearest = std::numeric_limits<double>::max();
        for (std::size_t c = 0; c < boxes.size(); ++c) {
            if (c == own || boxes[c].size.x == 0) continue;
            sum += overlap(boxes[c], box) ? 1e6 : 0;
            sum += overlap({boxes[c].lo - font, boxes[c].size + 2 * font}, box) ? 500 : 0;
        }
        for (const Point& p : marks) sum += 50 * std::max(own_space - distance(box, p), 0.0);
        for (std::size_t c = 0; c < lines.size() && sum <= most; ++c) {
            const double space = c == own ? own_space : other_space;
            for (const Point& p : lines[c]) {
                // Nearly all points are farther away than counts.
                const Point apart = glm::max(box.lo - p, p - box.hi());
                if (c != own && std::max(apart.x, apart.y) >= space) continue;
                const double gap = distance(box, p);
                if (c == own) nearest = std::min(nearest, gap);
                sum += std::max(space - gap, 0.0) + 50 * std::max(own_space - gap, 0.0);
            }
        }
        return sum + 3 * std::max(nearest - own_space, 0.0);
    }

    /// The best box above, below or beside a point of the curve.
    PlotFrame best(std::size_t own, const std::vector<PlotFrame>& boxes) const {
        constexpr double space = 4;
        const Point size(text_width(curves[own].label, font) + 6, font + 3);
        std::vector<Point> offsets;
        for (const double rise : {-size.y - space, space})
            for (const double back : {0.0, size.x / 2, size.x}) offsets.emplace_back(-back, rise);
        for (const double across : {space + 2, -size.x - space - 2})
            offsets.emplace_back(across, -size.y / 2);
        PlotFrame found{frame.lo + Point(beside_axis, 0), size};
        double least = std::numeric_limits<double>::max();
        for (const Point& p : lines[own])
            for (const Point& offset : offsets) {
                const PlotFrame box{p + offset, size};
                if (box.lo != glm::max(box.lo, frame.lo + Point(beside_axis, 2))) continue;
                if (box.hi() != glm::min(box.hi(), frame.hi() - 2.0)) continue;
                if (const double bad = cost(own, box, boxes, least); bad < least)
                    least = bad, found = box;
            }
        return found;
    }
};

}  // namespace

double width_at_ends(const std::vector<PlotSeries>& curves, double font) {
    double widest = 0;
    for (const PlotSeries& curve : curves)
        if (curve.mark() != PlotMarker::none)
            widest = std::max(widest, text_width(curve.label, font));
    return widest;
}

bool is_crossed(const PlotFrame& box, const std::vector<PlotSeries>& curves) {
    return std::ranges::any_of(curves, [&](const PlotSeries& series) {
        for (std::size_t k = 1; k < series.points.size(); ++k)
            if (clipped(series.points[k - 1] - box.lo, series.points[k] - box.lo, box.size.x,
                        box.size.y))
                return true;
        return false;
    });
}

bool overlap(const PlotFrame& a, const PlotFrame& b) {
    return a.lo.x < b.hi().x && b.lo.x < a.hi().x && a.lo.y < b.hi().y && b.lo.y < a.hi().y;
}

double PlotAxis::position(double value) const {
    if (linear) return (value - lo) / (hi - lo);
    const double first = zero ? zero_space : 0;
    if (zero && value == 0) return zero_at;
    const double start = common_logarithm(lo);
    return first + (1 - first) * (common_logarithm(value) - start) / (common_logarithm(hi) - start);
}

bool PlotAxis::is_in_full() const {
    return linear || (lo > 5e-4 && hi < 1000);
}

std::vector<Tick> ticks(const PlotAxis& axis) {
    if (axis.linear) return linear_ticks(axis);
    std::vector<Tick> result;
    if (axis.zero) result.push_back({0, "0"});
    const int first = int(std::floor(common_logarithm(axis.lo))) - 1;
    const int last = int(std::floor(common_logarithm(axis.hi))) + 1;
    const int step = 1 + (last - first) / 14;
    const bool in_full = axis.is_in_full() && !axis.powers;
    bool any_decade = !axis.zero;  // below the first decade stand 0 and the break
    for (int exponent = first; exponent <= last; ++exponent)
        for (int mantissa = 1; mantissa < 10; ++mantissa) {
            const auto value = *parse_number<double>(fmt::format("{}e{}", mantissa, exponent));
            if (value < axis.lo || value > axis.hi) continue;
            const bool named = value == axis.last;
            const bool labelled = (mantissa == 1 && exponent % step == 0) || named;
            any_decade |= labelled;
            if (labelled || (step == 1 && any_decade))
                result.push_back({value, named      ? number_text(value)
                                         : labelled ? decade(exponent, in_full)
                                                    : ""});
        }
    return result;
}

std::size_t every_with_room(const std::vector<Tick>& labels, double font) {
    constexpr double space = 3;
    const auto touch = [&](const Tick& left, const Tick& right) {
        return right.value - left.value < 0.5 * text_width(left.label + right.label, font) + space;
    };
    for (std::size_t every = 1;; ++every) {
        bool have_room = true;
        for (std::size_t k = every; k < labels.size(); k += every)
            have_room &= !touch(labels[k - every], labels[k]);
        if (have_room) return every;
    }
}

void draw_break(Drawing& target, Point middle) {
    const Point half_slash(4, -2), upper = middle - Point(0, 2), lower = middle + Point(0, 2);
    target.line({upper, lower}, {palette::background, 3});
    for (const Point& end : {upper, lower})
        target.line({end - half_slash, end + half_slash}, {ink, 1});
}

std::vector<PlotFrame> place_labels(const std::vector<PlotSeries>& curves, const PlotFrame& frame,
                                    double font, bool at_ends, std::span<const Point> marks) {
    LabelledCurves labelled{curves, frame, font, marks};
    for (const PlotSeries& curve : curves) labelled.lines.push_back(sampled(curve));
    std::vector<PlotFrame> boxes(curves.size());
    if (at_ends) place_at_ends(curves, frame, font, boxes);
    const std::vector<PlotFrame> fixed = boxes;
    // Twice, because the first ones give way to later ones that have less choice.
    for (int round = 0; round < 2; ++round)
        for (std::size_t c = 0; c < curves.size(); ++c)
            if (fixed[c].size.x == 0 && !curves[c].label.empty())
                boxes[c] = labelled.best(c, boxes);
    return boxes;
}

double unit_of(const Page& page) {
    return page.mm(0.25) * page.font_pt / Page{}.font_pt;
}

std::size_t fitting_columns(const Page& page, std::size_t columns) {
    return std::clamp<std::size_t>(std::size_t(page.width() / unit_of(page) / narrowest_plot), 1,
                                   columns);
}

double draw_heading(Drawing& target, const std::string& title, const std::string& subtitle,
                    double body_font, double margin) {
    const double size = 1.22 * body_font;
    double y = 20 - 1.3 * size;
    for (const auto& [text, font, colour, face] :
         {std::tuple{title, size, ink, Face::medium},
          {subtitle, body_font, pale_ink, Face::regular}}) {
        if (text.empty()) continue;
        const double room = target.width - 2 * margin,
                     fitting = fitting_size(text, font, room, face);
        for (const std::string& line : wrap_text(text, fitting, room, face))
            target.text(margin, y += 1.3 * fitting, 0, line, fitting, colour, face);
    }
    return y - 20;
}

std::vector<Drawing> draw_plot_pages(const std::string& title, const std::string& subtitle,
                                     std::span<const Plot> panels, const Page& page,
                                     std::size_t columns) {
    columns = fitting_columns(page, columns);
    for (std::size_t rows = std::max<std::size_t>(1, (panels.size() + columns - 1) / columns);;
         --rows) {
        const std::size_t count = (panels.size() + rows * columns - 1) / (rows * columns);
        std::vector<Drawing> pages;
        for (auto rest = panels; !rest.empty();) {
            const std::size_t number = pages.size() + 1;
            const auto shown = rest.first(std::min(rows * columns, rest.size()));
            rest = rest.subspan(shown.size());
            pages.push_back(draw_plots(title_on(number, title),
                                       subtitle_on(number, count, subtitle), shown, page, columns));
        }
        const bool fits = std::ranges::all_of(
            pages, [&](const Drawing& one) { return one.height <= page.max_height(); });
        if (fits || rows <= 1) return pages;
    }
}

}  // namespace hitmiss
