#pragma once
// A picture in memory, the few operations the figures need, and its PNG file.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
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

/// Throws Error{Exit::cannot_write} if a picture of this size is too large for a PNG file, and
/// Error{Exit::bug} if it has no pixels.
std::size_t pixel_count(int width, int height);

/// A value for each pixel: rows from the top, each from the left.
template <typename Value>
struct Image {
    int width = 0, height = 0;
    std::vector<Value> pixels;

    Image() = default;
    /// Throws as pixel_count().
    Image(int width_, int height_, Value fill = {})
        : width(width_), height(height_), pixels(pixel_count(width, height), fill) {}

    std::size_t index(int x, int y) const {
        return std::size_t(y) * std::size_t(width) + std::size_t(x);
    }
    Value& at(int x, int y) { return pixels[index(x, y)]; }
    const Value& at(int x, int y) const { return pixels[index(x, y)]; }
    Rectangle area() const { return {0, 0, width, height}; }
};
using Picture = Image<Rgb>;

/// The rectangle of the source, which must lie inside.
template <typename Value>
Image<Value> cropped(const Image<Value>& source, const Rectangle& area) {
    Image<Value> part(area.width, area.height);
    for (int y = 0; y < area.height; ++y)
        std::copy_n(&source.at(area.x, area.y + y), area.width, &part.at(0, y));
    return part;
}

/// The colour as SVG and style sheets have it.
std::string css(Rgb colour);

/// Copies the source, each pixel as a square of factor^2 pixels, so that its corner comes to (x,
/// y); clipped at the target's border.
void paste(Picture& target, int x, int y, const Picture& source, int factor = 1);

/// The bytes of a PNG file of 8-bit RGB, the same bytes for the same pixels and version of
/// libdeflate (the page, which has none, leaves compressing to stb_image_write); with its
/// resolution in dots per inch unless that is 0; `small` takes more time for fewer bytes. Throws
/// Error{Exit::bug} for an empty picture.
std::string png(const Picture& picture, double dpi = 0, bool small = false);
/// The same of 8-bit grey, in a third of the time. Throws Error{Exit::bug} unless all pixels are.
std::string grey_png(const Picture& picture);

/// A chunk of a PNG file: length, name, data and checksum.
std::string png_chunk(std::string_view name, std::string_view data);
std::string big_endian(std::uint32_t value, int bytes = 4);

}  // namespace hitmiss
