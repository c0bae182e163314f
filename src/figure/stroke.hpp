#pragma once
// Lines with smooth edges. Positions are in pixels from the top left corner of the picture, so the
// centre of pixel (x, y) is at (x + 0.5, y + 0.5).

#include <functional>
#include <glm/vec2.hpp>

#include "figure/picture.hpp"

namespace hitmiss {

/// A straight line with round ends; clipped at the border.
void draw_segment(Picture& picture, glm::dvec2 from, glm::dvec2 to, double thickness, Rgb colour);

/// A function of the position in a picture.
using Field = std::function<double(glm::dvec2)>;

/// Distance in pixels, to first order, from `where` to the line on which the field has the level;
/// infinite where the field is constant or not a number.
double distance_to_iso_line(const Field& field, double level, glm::dvec2 where);

/// The line on which the field has the level.
void draw_iso_line(Picture& picture, const Field& field, double level, double thickness,
                   Rgb colour);

}  // namespace hitmiss
