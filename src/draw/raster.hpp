#pragma once
// Shapes as pixels, with smooth edges. The centre of pixel (x, y) is at (x + 0.5, y + 0.5); what
// lies outside of the picture is clipped.

#include "draw/drawing.hpp"

namespace hitmiss {

/// Fills what the polygons enclose, those of opposite turn subtracted: as letters with holes are.
void fill_polygons(Picture& picture, std::span<const std::vector<Point>> polygons, Rgb colour);

/// A line with round ends.
void draw_line(Picture& picture, Point from, Point to, double width, Rgb colour);

/// The points joined, by a solid line or by dashes.
void draw_along(Picture& picture, std::span<const Point> points, const Pen& pen);

}  // namespace hitmiss
