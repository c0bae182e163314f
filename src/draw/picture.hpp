#pragma once
// A picture in memory, the few operations the figures need, and its PNG file.

#include <cstdint>
#include <string>
#include <vector>

#include "base/ink.hpp"

namespace hitmiss {

/// Pixels x in [x, x + width), y in [y, y + height).
struct Rectangle {
    int x, y, width, height;
    bool operator==(const Rectangle&) const = default;
};

/// The common part; width and height are 0 where there is none.
Rectangle intersection(const Rectangle& a, const Rectangle& b);

/// The rectangle grown by `margin` pixels on every side.
Rectangle grown(const Rectangle& area, int margin);

/// Rows from the top, each from the left.
struct Picture {
    int width = 0, height = 0;
    std::vector<Rgb> pixels;

    Picture() = default;
    /// Throws Error{Exit::cannot_write} if a picture of this size is too large for a PNG file, and
    /// Error{Exit::bug} if it has no pixels.
    Picture(int width, int height, Rgb fill = palette::background);

    Rgb& at(int x, int y) { return pixels[index(x, y)]; }
    const Rgb& at(int x, int y) const { return pixels[index(x, y)]; }
    bool empty() const { return pixels.empty(); }
    Rectangle area() const { return {0, 0, width, height}; }

private:
    std::size_t index(int x, int y) const {
        return std::size_t(y) * std::size_t(width) + std::size_t(x);
    }
};

/// Copies the source so that its top left pixel comes to (x, y); clipped at the target's border.
void paste(Picture& target, int x, int y, const Picture& source);

/// The rectangle of the source, which must lie inside, each pixel as a square of factor^2 pixels.
Picture magnify(const Picture& source, const Rectangle& area, int factor);

/// The bytes of a PNG file of 8-bit RGB, the same bytes for the same pixels and version of
/// zlib; with its resolution in dots per inch unless that is 0; `small` takes more time for fewer
/// bytes. Throws Error{Exit::bug} for an empty picture.
std::string png(const Picture& picture, double dpi = 0, bool small = false);

}  // namespace hitmiss
