#pragma once
// Lines over a picture, with grey-scale edges.

#include "figure/picture.hpp"

namespace hitmiss {

/// A point of the picture; pixel (i, j) covers [i, i + 1) x [j, j + 1).
struct PicturePoint {
    double x, y;
};

/// How much of each pixel lines cover, 0 to 255; where they cross, the larger.
struct Coverage {
    int width, height;
    std::vector<std::uint8_t> values;

    Coverage(int width_, int height_)
        : width(width_),
          height(height_),
          values(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

    /// A line with round ends, `thickness` pixels wide; clipped at the border.
    void add_line(const PicturePoint& from, const PicturePoint& to, double thickness);
};

/// Lays the colour over the picture as far as it is covered.
void paint(Picture& picture, const Coverage& coverage, Rgb colour);

}  // namespace hitmiss
