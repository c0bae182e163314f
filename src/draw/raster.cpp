// Shapes as pixels, with smooth edges. The centre of pixel (x, y) is at (x + 0.5, y + 0.5).
// Everything outside the picture is clipped.

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <span>

#include "base/math.hpp"
#include "base/parallel.hpp"
#include "draw/drawing.hpp"
#include "draw/text.hpp"

namespace hitmiss {
namespace {

/// Covers a share of a pixel, in [0, 1], with a colour.
void cover(Rgb& pixel, Rgb colour, double share) {
    const int coverage = int(std::lround(255 * share));
    if (coverage == 0) return;
    const auto mix = [&](std::uint8_t& channel, std::uint8_t by) {
        channel = std::uint8_t((channel * (255 - coverage) + by * coverage + 127) / 255);
    };
    mix(pixel.r, colour.r), mix(pixel.g, colour.g), mix(pixel.b, colour.b);
}

/// The part of the picture that a box from lo to hi touches.
Rectangle touched(const Picture& picture, Point lo, Point hi) {
    const Point size(picture.width, picture.height);
    lo = glm::clamp(lo, Point(0), size), hi = glm::ceil(glm::clamp(hi, Point(0), size));
    return {int(lo.x), int(lo.y), int(hi.x) - int(lo.x), int(hi.y) - int(lo.y)};
}

/// For each pixel of an area the signed area that polygons cover, as differences along each row.
struct Coverage {
    Rectangle area;
    Image<double> cells{area.width + 2, area.height};

    /// Adds the area to the right of the edge, which is positive if the edge runs downwards.
    void add_edge(Point a, Point b) {
        if (a.y == b.y) return;
        const double sign = a.y < b.y ? 1 : -1;
        if (sign < 0) std::swap(a, b);
        const double slope = (b.x - a.x) / (b.y - a.y);
        const int first = std::max(area.y, int(std::floor(a.y)));
        const int last = std::min(area.y + area.height - 1, int(std::floor(b.y)));
        for (int y = first; y <= last; ++y) {
            const double top = std::max(a.y, double(y)), bottom = std::min(b.y, y + 1.0);
            if (bottom > top)
                add_in_row(y, a.x + (top - a.y) * slope, a.x + (bottom - a.y) * slope,
                           sign * (bottom - top));
        }
    }

    /// An edge within row y, from x0 to x1, of that height.
    void add_in_row(int y, double x0, double x1, double height) {
        if (x0 > x1) std::swap(x0, x1);
        const int last = std::max(int(std::floor(x0)), int(std::ceil(x1)) - 1);
        double before = 0;  // of the area to the right of the edge, in the columns up to x
        for (int x = int(std::floor(x0)); x <= last + 1; ++x) {
            const double l = std::clamp(x0, double(x), x + 1.0);
            const double r = std::clamp(x1, double(x), x + 1.0);
            // Half of the width that the edge crosses in this column, and all that came before.
            const double passed = x1 > x0 ? (l - x0) / (x1 - x0) : 0;
            const double within = x1 > x0 ? (r - l) / (x1 - x0) : 1;
            const double share = x > last ? 1 : passed + within * (x + 1 - 0.5 * (l + r));
            cells.at(std::clamp(x - area.x, 0, area.width + 1), y - area.y) +=
                height * share - before;
            before = height * share;
        }
    }
};

/// Fills what the polygons enclose; holes turn the other way.
void fill_polygons(Picture& picture, std::span<const std::vector<Point>> polygons, Rgb colour) {
    Point lo(1e9), hi(-1e9);
    for (const auto& polygon : polygons)
        for (const Point& point : polygon) lo = glm::min(lo, point), hi = glm::max(hi, point);
    const Rectangle all = touched(picture, lo, hi);
    if (all.width < 1 || all.height < 1) return;
    // A band of rows after another, because a whole figure's cells do not fit into caches.
    constexpr int rows = 64;
    parallel_for(std::size_t((all.height + rows - 1) / rows), [&](std::size_t band) {
        Rectangle area = all;
        area.y += int(band) * rows;
        area.height = std::min(rows, all.y + all.height - area.y);
        Coverage coverage{area};
        for (const auto& polygon : polygons)
            for (std::size_t k = 0; k < polygon.size(); ++k)
                coverage.add_edge(polygon[k], polygon[(k + 1) % polygon.size()]);
        for (int y = 0; y < area.height; ++y) {
            double sum = 0;
            for (int x = 0; x < area.width; ++x) {
                sum += coverage.cells.at(x, y);
                cover(picture.at(area.x + x, area.y + y), colour, std::min(1.0, std::abs(sum)));
            }
        }
    });
}

/// A line with round ends.
void draw_line(Picture& picture, Point from, Point to, const Pen& pen) {
    const double width = pen.width;
    // Clipped, so that a line far beyond the border costs no more than one inside the picture.
    const Point border(width, width);
    const auto near =
        clipped(from + border, to + border, picture.width + 2 * width, picture.height + 2 * width);
    if (!near) return;
    from = near->first - border, to = near->second - border;
    const double reach = width / 2 + 1;
    const Rectangle seen = touched(picture, glm::min(from, to) - reach, glm::max(from, to) + reach);
    const Point along = to - from;
    const double squared = glm::dot(along, along);
    for (int y = seen.y; y < seen.y + seen.height; ++y)
        for (int x = seen.x; x < seen.x + seen.width; ++x) {
            const Point centre = Point(x + 0.5, y + 0.5) - from;
            const double t =
                squared > 0 ? std::clamp(glm::dot(centre, along) / squared, 0.0, 1.0) : 0;
            // Coverage of the pixel by a line whose axis passes at this distance.
            const double distance = glm::length(centre - t * along);
            const double share = std::clamp(width / 2 + 0.5 - distance, 0.0, std::min(1.0, width));
            if (share > 0) cover(picture.at(x, y), pen.colour, share);
        }
}

/// The points joined, by a solid line or by dashes.
void draw_along(Picture& picture, std::span<const Point> points, const Pen& pen) {
    const bool solid = pen.dashes.empty();
    std::size_t dash = 0;  // even: a stroke
    double left = solid ? std::numeric_limits<double>::infinity() : pen.dashes[0];
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        const Point from = points[k], to = points[k + 1];
        const double length = glm::length(to - from);
        if (solid && length == 0) draw_line(picture, from, to, pen);
        for (double at = 0; at < length;) {
            const double end = std::min(length, at + left);
            if (dash % 2 == 0)
                draw_line(picture, glm::mix(from, to, at / length),
                          glm::mix(from, to, end / length), pen);
            left -= end - at, at = end;
            if (left <= 1e-9) left = pen.dashes[++dash % pen.dashes.size()];
        }
    }
}

std::vector<Point> polygon(const Contour& contour) {
    if (contour.radius == 0) return contour.points;
    std::vector<Point> points;
    const int sides = std::clamp(int(4 * contour.radius), 16, 128);
    for (int k = 0; k < sides; ++k) {
        const auto [s, c] = sine_cosine(2 * pi<double> * k / sides);
        points.push_back(contour.points[0] + contour.radius * Point(c, s));
    }
    return points;
}

void draw(Picture& picture, const Shape& shape) {
    for (const Contour& contour : shape.contours) {
        auto points = polygon(contour);
        if (shape.fill) fill_polygons(picture, {&points, 1}, *shape.fill);
        if (!shape.pen) continue;
        if (shape.closed) points.push_back(points[0]);
        draw_along(picture, points, *shape.pen);
    }
}

void draw(Picture& picture, const Words& words) {
    auto outlines = text_polygons(words.text, words.size, words.face);
    for (auto& outline : outlines)
        for (Point& p : outline) p = words.start + (words.upright ? Point(p.y, -p.x) : p);
    fill_polygons(picture, outlines, words.colour);
}

void draw(Picture& picture, const Raster& tile) {
    paste(picture, tile.x, tile.y, tile.picture, tile.factor);
}

}  // namespace

Picture pixels(const Drawing& drawing) {
    Picture picture(int(std::ceil(drawing.width)), int(std::ceil(drawing.height)));
    for (const auto& element : drawing.elements)
        std::visit([&](const auto& part) { draw(picture, part); }, element);
    return picture;
}

}  // namespace hitmiss
