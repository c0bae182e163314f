// What a contact sheet magnifies, and the predicted halo over its pictures.

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <set>

#include "base/parallel.hpp"
#include "draw/comparison_sheet.hpp"
#include "judge/halo_law.hpp"

namespace hitmiss {
namespace {

constexpr int window_side = 24;  // pixels

/// How much a window shows of one method. 0 unless it shows both right and wrong pixels; else 10,
/// so that the number of such methods decides first, changed by at most about 1 for each of:
/// enough: the rarer of right and wrong pixels fills an eighth of the window;
/// even: there are as many right pixels as wrong ones;
/// uneven: the errors lie in one half of the window, left, right, top or bottom;
/// central: errors lie in the window's inner quarter, and those of its inner sixteenth count twice.
double merit(const ErrorCount& count, const Rectangle& window) {
    const auto [x, y, side, down] = window;
    const int errors = count(window), rarer = std::min(errors, side * side - errors);
    if (rarer == 0) return 0;
    const int half = side / 2;
    const int left = count({x, y, half, side}), right = count({x + side - half, y, half, side});
    const int top = count({x, y, side, half}), bottom = count({x, y + side - half, side, half});
    const int excess = std::max(std::abs(left - right), std::abs(top - bottom));
    const int inner = count(grown(window, -side / 4)) + count(grown(window, -3 * side / 8));
    const int eighth = side * side / 8;
    const double enough = std::min(1.0, double(rarer) / eighth);
    const double even = 0.5 * rarer / (side * side);
    const double uneven = std::min(1.0, double(excess) / rarer);
    const double central = 0.25 * inner / errors;
    return 10 + enough + even - uneven + central;
}

}  // namespace

std::optional<Rectangle> detail_window(std::span<const OutcomeMap> maps) {
    const int width = maps[0].width, height = maps[0].height;
    const int side = std::min({window_side, width, height});
    const std::vector<ErrorCount> counts(maps.begin(), maps.end());
    // Among equals, the window nearest to the middle of all errors.
    Point middle(0);
    int errors = 0;
    for (const OutcomeMap& map : maps)
        for_each_error(map,
                       [&](int x, int y, Outcome) { middle += Point(x + 0.5, y + 0.5), ++errors; });
    middle /= std::max(errors, 1);
    const double diagonal = std::hypot(width, height);
    const auto score = [&](const Rectangle& window) {
        double sum = 0;
        for (const ErrorCount& count : counts) sum += merit(count, window);
        if (sum == 0) return sum;
        const Point centre(window.x + 0.5 * side, window.y + 0.5 * side);
        return sum - 0.25 * glm::distance(middle, centre) / diagonal;
    };
    // The best score of each row, above 1 if some map shows both, and its window's x.
    std::vector<std::pair<double, int>> rows(std::size_t(height - side + 1), {1, 0});
    parallel_for(rows.size(), [&](std::size_t y) {
        for (int x = 0; x + side <= width; ++x)
            if (const double found = score({x, int(y), side, side}); found > rows[y].first)
                rows[y] = {found, x};
    });
    const auto best = std::ranges::max_element(rows, {}, &std::pair<double, int>::first);
    if (best->first <= 1) return {};
    return Rectangle{best->second, int(best - rows.begin()), side, side};
}

std::optional<Rectangle> middle_error(const OutcomeMap& map) {
    std::optional<Rectangle> nearest;
    int least = std::numeric_limits<int>::max();
    for_each_error(map, [&](int x, int y, Outcome) {
        const int right = 2 * x + 1 - map.width, down = 2 * y + 1 - map.height;
        const int squared = right * right + down * down;
        if (squared < least) least = squared, nearest = Rectangle{x, y, 1, 1};
    });
    return nearest;
}

ToLookAt to_look_at(const Comparison& comparison, const Rectangle& crop) {
    std::vector<OutcomeMap> maps;
    for (const auto& column : comparison.columns) {
        OutcomeMap map(comparison.width, comparison.height);
        map.pixels = column.outcomes;
        maps.push_back(cropped(map, crop));
    }
    const auto window = detail_window(maps);
    ToLookAt found{window, {}};
    for (std::size_t m = 0; m < maps.size(); ++m) {
        const auto boxed = window ? middle_error(cropped(maps[m], *window)) : std::nullopt;
        found.pixels.push_back(
            boxed ? comparison.pixel(crop.x + window->x + boxed->x, crop.y + window->y + boxed->y)
                  : worst_pixel(comparison.columns[m].outcomes, comparison.width));
    }
    return found;
}

std::vector<Segment> halo_lines(const Scene& scene, std::span<const Hit> hits, double epsilon) {
    constexpr double least_size = 8;  // pixels along the visible part of an arc
    const PrimaryRays rays = scene.rays();
    // Arcs that are seen edge-on lie nearly in the surface; they count as visible.
    const double slack = 0.01 * glm::length(Vec<double>(bounds(scene.mesh.triangles).extent()));
    // Where a point of an arc is in the image; nothing if it is hidden.
    const auto project = [&](const Vec<double>& point) -> std::optional<Point> {
        const auto p = rays.project(point);
        if (!p) return {};
        if (p->x >= 0 && p->y >= 0 && p->x < rays.width() && p->y < rays.height()) {
            const auto pixel = std::size_t(p->y) * std::size_t(rays.width()) + std::size_t(p->x);
            if (hits[pixel].t + slack < glm::length(point - scene.camera.eye)) return {};
        }
        return Point(p->x, p->y);
    };
    std::set<std::uint32_t> seen;
    for (const Hit& hit : hits)
        if (hit) seen.insert(hit.triangle);
    std::vector<Segment> lines;
    for (const std::uint32_t index : seen)
        for (const auto& arc : halo_arcs(Triangle<double>(scene.mesh.triangles[index]), epsilon)) {
            std::vector<Segment> visible;
            double length = 0;
            std::optional<Point> from;
            for (const auto& point : arc) {
                const auto to = project(point);
                if (from && to) {
                    visible.emplace_back(*from, *to);
                    length += glm::length(*to - *from);
                }
                from = to;
            }
            if (length >= least_size) lines.insert(lines.end(), visible.begin(), visible.end());
        }
    return lines;
}

void draw_halo(Drawing& target, std::span<const Segment> lines, Point corner, int factor,
               const Page& page) {
    for (const auto& [from, to] : lines)
        target.line_within(double(factor) * (from - corner), double(factor) * (to - corner),
                           {palette::halo, page.mm(0.2)});
}

}  // namespace hitmiss
