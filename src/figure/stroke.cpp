#include "figure/stroke.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace hitmiss {
namespace {

/// The part of from + t (to - from), 0 <= t <= 1, that can colour the picture at this width; so
/// that a line to far beyond the border costs no more than one across.
bool clip(const Picture& picture, double width, Point& from, Point& to) {
    const Point start = from, along = to - from;
    double enter = 0, leave = 1;
    for (int axis = 0; axis < 2; ++axis) {
        const double lo = -width, hi = (axis == 0 ? picture.width : picture.height) + width;
        if (along[axis] == 0) {
            if (start[axis] < lo || start[axis] > hi) return false;
            continue;
        }
        const double t = (lo - start[axis]) / along[axis], u = (hi - start[axis]) / along[axis];
        enter = std::max(enter, std::min(t, u)), leave = std::min(leave, std::max(t, u));
    }
    from = start + enter * along, to = start + leave * along;
    return enter <= leave;
}

}  // namespace

void draw_line(Picture& picture, Point from, Point to, double width, Rgb colour) {
    if (!clip(picture, width, from, to)) return;
    const double reach = width / 2 + 1;
    const Point lo = glm::min(from, to) - reach, hi = glm::max(from, to) + reach;
    const Rectangle around{int(std::floor(lo.x)), int(std::floor(lo.y)), int(hi.x - lo.x) + 2,
                           int(hi.y - lo.y) + 2};
    const Rectangle seen = intersection(around, picture.area());
    const Point along = to - from;
    const double squared = glm::dot(along, along);
    for (int y = seen.y; y < seen.y + seen.height; ++y)
        for (int x = seen.x; x < seen.x + seen.width; ++x) {
            const Point centre = Point(x + 0.5, y + 0.5) - from;
            const double t =
                squared > 0 ? std::clamp(glm::dot(centre, along) / squared, 0.0, 1.0) : 0;
            // The share of the pixel that a line whose middle passes at this distance covers.
            const double distance = glm::length(centre - t * along);
            const double share = std::clamp(width / 2 + 0.5 - distance, 0.0, 1.0);
            Rgb& pixel = picture.at(x, y);
            if (share > 0) pixel = mixed(pixel, colour, int(std::lround(255 * share)));
        }
}

void draw_dashes(Picture& picture, Point from, Point to, double width, double dash, Rgb colour) {
    if (!clip(picture, width, from, to)) return;
    const double length = glm::length(to - from);
    for (int k = 0; 2 * dash * k < length; ++k) {
        const double start = 2 * dash * k;
        const double end = std::min(start + dash, length);
        draw_line(picture, glm::mix(from, to, start / length), glm::mix(from, to, end / length),
                  width, colour);
    }
}

void draw_dot(Picture& picture, Point centre, double radius, Rgb colour) {
    draw_line(picture, centre, centre, 2 * radius, colour);
}

void draw_arrow(Picture& picture, Point from, Point to, double width, Rgb colour) {
    draw_line(picture, from, to, width, colour);
    const double length = glm::length(to - from);
    if (length == 0) return;
    const Point back = (from - to) * (3 * width / length), across(-back.y, back.x);
    for (const double side : {-0.6, 0.6})
        draw_line(picture, to, to + back + side * across, width, colour);
}

}  // namespace hitmiss
