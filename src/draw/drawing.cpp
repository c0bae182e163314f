#include "draw/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "draw/text.hpp"

namespace hitmiss {

void check_width(const Page& page, double letters, double mm) {
    constexpr double mm_of_point = 25.4 / 72;
    const double needed = letters * page.font_pt * mm_of_point + mm;
    if (page.width_mm >= needed - 1e-9) return;
    throw Error(Exit::usage, "--width-mm {}: too narrow for letters of {} pt; {} mm would do{}",
                page.width_mm, page.font_pt, std::ceil(needed),
                page.font_pt > Page{}.font_pt ? ", or smaller letters (--font-pt)" : "");
}

void Drawing::line_within(Point from, Point to, const Pen& pen) {
    if (const auto part = clipped(from, to, width, height)) line({part->first, part->second}, pen);
}

void Drawing::arrow(Point from, Point to, const Pen& pen) {
    line({from, to}, pen);
    const double length = glm::length(to - from);
    if (length == 0) return;
    const Point back = (from - to) * (4 * pen.width / length), across(-back.y, back.x);
    line({to + back + 0.5 * across, to, to + back - 0.5 * across}, {pen.colour, pen.width, {}});
}

void Drawing::arrow_end_on(Point at, bool towards_reader, const Pen& pen) {
    const double radius = 4 * pen.width;
    add({{{{at}, radius}}, palette::background, pen});
    if (towards_reader) return dot(at, 1.5 * pen.width, pen.colour);
    const double half = radius * std::sqrt(0.5);
    for (const Point& way : {Point(half), Point(half, -half)}) line({at - way, at + way}, pen);
}

void Drawing::box(double x, double y, double across, double down, std::optional<Rgb> fill,
                  std::optional<Pen> pen) {
    polygon({{x, y}, {x + across, y}, {x + across, y + down}, {x, y + down}}, fill, std::move(pen));
}

void Drawing::text(double x, double baseline, double anchor, std::string_view words, double size,
                   Rgb colour, Face face) {
    const std::string text = as_utf8(words);
    const Point start(x - anchor * text_width(text, size, face), baseline);
    if (!text.empty()) elements.emplace_back(Words{start, text, size, colour, false, face});
}

void Drawing::text_between(double left, double right, double middle, double baseline,
                           std::string_view words, double size) {
    const double half = text_width(words, size) / 2;
    text(std::clamp(middle, left + half, std::max(left + half, right - half)), baseline, 0.5, words,
         size);
}

void Drawing::upright(double baseline, double middle, std::string_view words, double size,
                      Rgb colour) {
    const std::string text = as_utf8(words);
    const Point start(baseline, middle + 0.5 * text_width(text, size));
    if (!text.empty()) elements.emplace_back(Words{start, text, size, colour, true});
}

void Drawing::place(double x, double y, Drawing part, double scale) {
    const Point corner(std::round(x), std::round(y));
    for (auto& element : part.elements) {
        if (auto* shape = std::get_if<Shape>(&element)) {
            for (Contour& contour : shape->contours) {
                for (Point& point : contour.points) point = corner + scale * point;
                contour.radius *= scale;
            }
            if (shape->pen) {
                shape->pen->width *= scale;
                for (double& dash : shape->pen->dashes) dash *= scale;
            }
        } else if (auto* words = std::get_if<Words>(&element)) {
            words->start = corner + scale * words->start;
            words->size *= scale;
        } else {
            auto& tile = std::get<Raster>(element);
            tile.x += int(corner.x), tile.y += int(corner.y);
        }
        elements.push_back(std::move(element));
    }
}

std::optional<Segment> clipped(Point from, Point to, double width, double height) {
    const Point along = to - from, size(width, height);
    double enter = 0, leave = 1;
    for (int axis = 0; axis < 2; ++axis) {
        if (along[axis] == 0) {
            if (from[axis] < 0 || from[axis] > size[axis]) return {};
            continue;
        }
        const double t = -from[axis] / along[axis], u = (size[axis] - from[axis]) / along[axis];
        enter = std::max(enter, std::min(t, u)), leave = std::min(leave, std::max(t, u));
    }
    if (enter > leave) return {};
    return Segment{from + enter * along, from + leave * along};
}

Contour marker(PlotMarker shape, Point centre, double radius) {
    static const std::vector<Point> corners[]{{},
                                              {},
                                              {{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}},
                                              {{0, -1.2}, {1.2, 0.9}, {-1.2, 0.9}},
                                              {{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}},
                                              {{0, 1.2}, {1.2, -0.9}, {-1.2, -0.9}}};
    if (shape == PlotMarker::circle) return {{centre}, radius};
    Contour contour;
    for (const Point& corner : corners[std::size_t(shape)])
        contour.points.push_back(centre + radius * corner);
    return contour;
}

std::vector<TextBox> text_boxes(const Drawing& drawing) {
    std::vector<TextBox> boxes;
    for (const auto& element : drawing.elements)
        if (const auto* words = std::get_if<Words>(&element)) {
            const double x = words->start.x, y = words->start.y;
            const double across = text_width(words->text, words->size, words->face);
            const double up = capital_height(words->size), down = line_metrics(words->size).descent;
            boxes.push_back(words->upright ? TextBox{x - up, y - across, x + down, y, words}
                                           : TextBox{x, y - up, x + across, y + down, words});
        }
    return boxes;
}

}  // namespace hitmiss
