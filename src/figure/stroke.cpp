#include "figure/stroke.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

namespace hitmiss {
namespace {

/// Paints the pixels of the area that a line covers whose middle is `distance(centre)` away.
void paint_line(Picture& picture, const Rectangle& area, double thickness, Rgb colour,
                const auto& distance) {
    const Rectangle seen = intersection(area, picture.area());
    for (int y = seen.y; y < seen.y + seen.height; ++y)
        for (int x = seen.x; x < seen.x + seen.width; ++x) {
            const double away = distance(glm::dvec2(x + 0.5, y + 0.5));
            const double cover = std::clamp(thickness / 2 + 0.5 - away, 0.0, 1.0);
            if (cover > 0)
                picture.at(x, y) = mixed(picture.at(x, y), colour, int(255 * cover + 0.5));
        }
}

}  // namespace

void draw_segment(Picture& picture, glm::dvec2 from, glm::dvec2 to, double thickness, Rgb colour) {
    // The ends may lie far outside of the picture, beyond what an int holds.
    const auto limited = [&](glm::dvec2 p) {
        return glm::dvec2(std::clamp(p.x, -1.0, picture.width + 1.0),
                          std::clamp(p.y, -1.0, picture.height + 1.0));
    };
    const auto lo = limited(glm::min(from, to) - thickness);
    const auto hi = limited(glm::max(from, to) + thickness);
    const Rectangle area{int(std::floor(lo.x)), int(std::floor(lo.y)),
                         int(hi.x) - int(std::floor(lo.x)) + 1,
                         int(hi.y) - int(std::floor(lo.y)) + 1};
    const auto along = to - from;
    const double squared = glm::dot(along, along);
    paint_line(picture, area, thickness, colour, [&](glm::dvec2 p) {
        const double s =
            squared > 0 ? std::clamp(glm::dot(p - from, along) / squared, 0.0, 1.0) : 0;
        return glm::length(p - (from + s * along));
    });
}

double distance_to_iso_line(const Field& field, double level, glm::dvec2 where) {
    constexpr double h = 0.25;
    const double dx = field(where + glm::dvec2(h, 0)) - field(where - glm::dvec2(h, 0));
    const double dy = field(where + glm::dvec2(0, h)) - field(where - glm::dvec2(0, h));
    const double slope = std::sqrt(dx * dx + dy * dy) / (2 * h);
    const double distance = std::abs(field(where) - level) / slope;
    return std::isfinite(distance) ? distance : std::numeric_limits<double>::infinity();
}

void draw_iso_line(Picture& picture, const Field& field, double level, double thickness,
                   Rgb colour) {
    paint_line(picture, picture.area(), thickness, colour,
               [&](glm::dvec2 p) { return distance_to_iso_line(field, level, p); });
}

}  // namespace hitmiss
