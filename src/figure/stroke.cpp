#include "figure/stroke.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

namespace hitmiss {
namespace {

/// Paints the pixels under a line whose middle is `distance(centre)` away from a pixel's centre.
void paint_line(Picture& picture, double thickness, Rgb colour, const auto& distance) {
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            const double away = distance(glm::dvec2(x + 0.5, y + 0.5));
            const double cover = std::clamp(thickness / 2 + 0.5 - away, 0.0, 1.0);
            if (cover > 0)
                picture.at(x, y) = mixed(picture.at(x, y), colour, int(255 * cover + 0.5));
        }
}

}  // namespace

void draw_segment(Picture& picture, glm::dvec2 from, glm::dvec2 to, double thickness, Rgb colour) {
    const auto along = to - from;
    const double squared = glm::dot(along, along);
    paint_line(picture, thickness, colour, [&](glm::dvec2 p) {
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
    paint_line(picture, thickness, colour,
               [&](glm::dvec2 p) { return distance_to_iso_line(field, level, p); });
}

}  // namespace hitmiss
