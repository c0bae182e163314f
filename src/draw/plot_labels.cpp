// Where labels stand beside a plot's curves.

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>

#include "draw/plot.hpp"
#include "draw/text.hpp"

namespace hitmiss {
namespace {

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

}  // namespace hitmiss
