#pragma once
// Lines and dots with smooth edges. Positions are in pixels from the top left corner of the
// picture, so the centre of pixel (x, y) is at (x + 0.5, y + 0.5); what lies outside is clipped.

#include <glm/vec2.hpp>

#include "figure/picture.hpp"

namespace hitmiss {

using Point = glm::dvec2;

/// A line with round ends.
void draw_line(Picture& picture, Point from, Point to, double width, Rgb colour);

/// A line of dashes as long as the gaps between them.
void draw_dashes(Picture& picture, Point from, Point to, double width, double dash, Rgb colour);

/// A filled disc.
void draw_dot(Picture& picture, Point centre, double radius, Rgb colour);

/// A line with a head of two barbs at `to`, as long as three widths each.
void draw_arrow(Picture& picture, Point from, Point to, double width, Rgb colour);

}  // namespace hitmiss
