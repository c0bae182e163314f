#include "draw/picture.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "zlib.h"

namespace hitmiss {
namespace {

/// A number of four bytes, the highest first.
std::string big_endian(unsigned long value) {
    std::string bytes;
    for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift & 255u);
    return bytes;
}

/// A part of a PNG file.
std::string chunk(const std::string& type, const std::string& data) {
    const std::string checked = type + data;
    const auto* bytes = reinterpret_cast<const Bytef*>(checked.data());
    return big_endian(data.size()) + checked + big_endian(crc32_z(0, bytes, checked.size()));
}

}  // namespace

Rectangle intersection(const Rectangle& a, const Rectangle& b) {
    const int left = std::max(a.x, b.x), right = std::min(a.x + a.width, b.x + b.width);
    const int top = std::max(a.y, b.y), bottom = std::min(a.y + a.height, b.y + b.height);
    return {left, top, std::max(0, right - left), std::max(0, bottom - top)};
}

Rectangle grown(const Rectangle& area, int margin) {
    return {area.x - margin, area.y - margin, area.width + 2 * margin, area.height + 2 * margin};
}

std::string css(Rgb colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b);
}

std::size_t pixel_count(int width, int height) {
    constexpr std::int64_t most = 300'000'000;  // three bytes each
    if (width < 1 || height < 1)
        throw Error{Exit::bug, "a picture of {} x {} pixels", width, height};
    if (height > most / width)
        throw Error{Exit::cannot_write,
                    "a picture of {} x {} pixels is too large for a PNG file; at most {} pixels: "
                    "choose a smaller size or fewer methods",
                    width, height, most};
    return std::size_t(width) * std::size_t(height);
}

void paste(Picture& target, int x, int y, const Picture& source, int factor) {
    const Rectangle seen =
        intersection({x, y, source.width * factor, source.height * factor}, target.area());
    for (int v = seen.y; v < seen.y + seen.height; ++v)
        for (int u = seen.x; u < seen.x + seen.width; ++u)
            target.at(u, v) = source.at((u - x) / factor, (v - y) / factor);
}

std::string png(const Picture& picture, double dpi, bool small) {
    if (picture.pixels.empty()) throw Error{Exit::bug, "a PNG file of no pixels"};
    static_assert(sizeof(Rgb) == 3);
    const auto* bytes = reinterpret_cast<const unsigned char*>(picture.pixels.data());
    const std::size_t stride = 3 * std::size_t(picture.width), height = std::size_t(picture.height);
    // Each row is its filter, 2, and the differences to the row above, which suit renderings.
    std::string rows((stride + 1) * height, '\2');
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t k = 0; k < stride; ++k, ++bytes)
            rows[y * (stride + 1) + 1 + k] =
                static_cast<char>(*bytes - (y > 0 ? *(bytes - stride) : 0));
    uLongf size = compressBound(rows.size());
    std::string packed(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                  reinterpret_cast<const Bytef*>(rows.data()), rows.size(),
                  small ? Z_BEST_COMPRESSION : Z_BEST_SPEED) != Z_OK)
        throw Error{Exit::cannot_write, "not enough memory to encode a PNG file"};
    packed.resize(size);
    const std::string dots = big_endian(static_cast<unsigned long>(std::lround(dpi / 0.0254)));
    // 8 bits for each of red, green and blue.
    const std::string header = big_endian(static_cast<unsigned long>(picture.width)) +
                               big_endian(static_cast<unsigned long>(picture.height)) +
                               std::string("\x8\x2\0\0\0", 5);
    return "\x89PNG\r\n\x1A\n" + chunk("IHDR", header) +
           (dpi > 0 ? chunk("pHYs", dots + dots + '\1') : "") + chunk("IDAT", packed) +
           chunk("IEND", "");
}

}  // namespace hitmiss
