#include "draw/plot_labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "draw/text.hpp"

namespace hitmiss {
namespace {

/// Points along the curve, at most about two units apart.
std::vector<Point> sampled(const Curve& curve) {
    std::vector<Point> result;
    for (std::size_t k = 0; k + 1 < curve.points.size(); ++k) {
        const Point a = curve.points[k], b = curve.points[k + 1];
        const double dx = b.x - a.x, dy = b.y - a.y;
        const int steps = 1 + int(std::sqrt(dx * dx + dy * dy) / 2);
        for (int s = 0; s < steps; ++s)
            result.push_back({a.x + dx * s / steps, a.y + dy * s / steps});
    }
    if (!curve.points.empty()) result.push_back(curve.points.back());
    return result;
}

double distance(const PlotFrame& box, const Point& p) {
    const double dx = std::max({box.left - p.x, p.x - box.left - box.width, 0.0});
    const double dy = std::max({box.top - p.y, p.y - box.top - box.height, 0.0});
    return std::sqrt(dx * dx + dy * dy);
}

bool overlap(const PlotFrame& a, const PlotFrame& b) {
    return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height &&
           b.top < a.top + a.height;
}

}  // namespace

std::vector<PlotFrame> place_labels(const std::vector<Curve>& curves, const PlotFrame& frame,
                                    double font) {
    // A label is misread when another curve is as near as its own, and hides what it covers.
    constexpr double own_space = 4, other_space = 24;
    std::vector<std::vector<Point>> lines;
    for (const Curve& curve : curves) lines.push_back(sampled(curve));
    std::vector<PlotFrame> boxes;
    for (std::size_t c = 0; c < curves.size(); ++c) {
        const double width = text_width(curves[c].label, font) + 6, height = font + 3;
        PlotFrame best{frame.left, frame.top, width, height};
        double least = std::numeric_limits<double>::infinity();
        const auto consider = [&](double left, double top) {
            const PlotFrame box{left, top, width, height};
            if (left < frame.left + 2 || left + width > frame.left + frame.width - 2 ||
                top < frame.top + 2 || top + height > frame.top + frame.height - 2)
                return;
            double cost = 0, own = std::numeric_limits<double>::infinity();
            for (const auto& placed : boxes) cost += overlap(placed, box) ? 1e6 : 0;
            for (std::size_t other = 0; other < lines.size(); ++other) {
                const double space = other == c ? own_space : other_space;
                for (const Point& p : lines[other]) {
                    const double gap = distance(box, p);
                    if (other == c) own = std::min(own, gap);
                    cost += std::max(space - gap, 0.0) + 50 * std::max(own_space - gap, 0.0);
                }
            }
            cost += 3 * std::max(own - own_space, 0.0);
            if (cost < least) least = cost, best = box;
        };
        for (const Point& p : lines[c])
            for (const double rise : {-height - own_space, own_space})
                for (const double back : {0.0, width / 2, width}) consider(p.x - back, p.y + rise);
        boxes.push_back(best);
    }
    return boxes;
}

}  // namespace hitmiss
