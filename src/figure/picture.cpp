#include "figure/picture.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/error.hpp"
#include "zlib.h"

namespace {

/// The encoder's hook for another compressor: its own takes four times as long as zlib's fastest
/// level, for a file no smaller.
unsigned char* compress_fast(unsigned char* data, int size, int* compressed_size, int) {
    uLongf length = compressBound(static_cast<uLong>(size));
    auto* bytes = static_cast<unsigned char*>(std::malloc(length));
    if (bytes && compress2(bytes, &length, data, static_cast<uLong>(size), Z_BEST_SPEED) != Z_OK) {
        std::free(bytes);
        return nullptr;
    }
    *compressed_size = static_cast<int>(length);
    return bytes;
}

}  // namespace

#define STBIW_ZLIB_COMPRESS compress_fast
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include "stb/stb_image_write.h"

namespace hitmiss {

Rgb mixed(Rgb below, Rgb above, int coverage) {
    const auto mix = [&](std::uint8_t b, std::uint8_t a) {
        return static_cast<std::uint8_t>((b * (255 - coverage) + a * coverage + 127) / 255);
    };
    return {mix(below.r, above.r), mix(below.g, above.g), mix(below.b, above.b)};
}

Rectangle intersection(const Rectangle& a, const Rectangle& b) {
    const int left = std::max(a.x, b.x), right = std::min(a.x + a.width, b.x + b.width);
    const int top = std::max(a.y, b.y), bottom = std::min(a.y + a.height, b.y + b.height);
    return {left, top, std::max(0, right - left), std::max(0, bottom - top)};
}

Rectangle grown(const Rectangle& area, int margin) {
    return {area.x - margin, area.y - margin, area.width + 2 * margin, area.height + 2 * margin};
}

void check_size(std::int64_t width, std::int64_t height) {
    // The encoder counts bytes in int and doubles its buffer as it grows.
    constexpr std::int64_t most = 300'000'000;
    if (width < 1 || height < 1)
        throw Error{Exit::bug, "a picture of {} x {} pixels", width, height};
    if (height > most / width)
        throw Error{Exit::cannot_write,
                    "a picture of {} x {} pixels is too large for a PNG file; at most {} pixels: "
                    "choose a smaller size or fewer methods",
                    width, height, most};
}

Picture::Picture(int width_, int height_, Rgb fill) : width(width_), height(height_) {
    check_size(width, height);
    pixels.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), fill);
}

void fill(Picture& picture, const Rectangle& area, Rgb colour) {
    const Rectangle inside = intersection(area, picture.area());
    for (int y = inside.y; y < inside.y + inside.height; ++y)
        for (int x = inside.x; x < inside.x + inside.width; ++x) picture.at(x, y) = colour;
}

void outline(Picture& picture, const Rectangle& area, int thickness, Rgb colour) {
    const auto [x, y, width, height] = area;
    fill(picture, {x, y, width, thickness}, colour);
    fill(picture, {x, y + height - thickness, width, thickness}, colour);
    fill(picture, {x, y, thickness, height}, colour);
    fill(picture, {x + width - thickness, y, thickness, height}, colour);
}

void paste(Picture& target, int x, int y, const Picture& source) {
    const Rectangle seen = intersection({x, y, source.width, source.height}, target.area());
    if (seen.width == 0) return;
    for (int row = seen.y; row < seen.y + seen.height; ++row)
        std::copy_n(&source.at(seen.x - x, row - y), seen.width, &target.at(seen.x, row));
}

Picture magnify(const Picture& source, const Rectangle& area, int factor) {
    Picture result(area.width * factor, area.height * factor);
    for (int y = 0; y < result.height; ++y)
        for (int x = 0; x < result.width; ++x)
            result.at(x, y) = source.at(area.x + x / factor, area.y + y / factor);
    return result;
}

Picture turned_left(const Picture& source) {
    Picture result(source.height, source.width);
    for (int y = 0; y < result.height; ++y)
        for (int x = 0; x < result.width; ++x) result.at(x, y) = source.at(source.width - 1 - y, x);
    return result;
}

Picture stacked(std::span<const Picture> pictures, int space) {
    int width = 0, height = -space;
    for (const Picture& picture : pictures) {
        width = std::max(width, picture.width);
        height += picture.height + space;
    }
    Picture result(width, height);
    int y = 0;
    for (const Picture& picture : pictures) {
        paste(result, 0, y, picture);
        y += picture.height + space;
    }
    return result;
}

std::string png(const Picture& picture) {
    static_assert(sizeof(Rgb) == 3);
    if (picture.empty()) throw Error{Exit::bug, "a PNG file of no pixels"};
    // Trying all filters on each row would take as long as compressing; the difference to the row
    // above suits renderings. Initialised once, whichever thread comes first.
    [[maybe_unused]] static const int filter = stbi_write_force_png_filter = 2;
    // The encoder hands over the whole file in one call.
    std::string bytes;
    const auto keep = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->assign(static_cast<const char*>(data),
                                                   static_cast<std::size_t>(size));
    };
    if (!stbi_write_png_to_func(keep, &bytes, picture.width, picture.height, 3,
                                picture.pixels.data(), picture.width * 3))
        throw Error{Exit::cannot_write, "not enough memory to encode a PNG file"};
    return bytes;
}

}  // namespace hitmiss
