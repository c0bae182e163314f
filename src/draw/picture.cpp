#include "draw/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "base/error.hpp"
#include "base/memory.hpp"

namespace {

/// Renderings take no less time at level 1, and are hardly smaller up to level 9.
constexpr int fast_level = 2, small_level = 6;
thread_local int compression_level = fast_level;

}  // namespace

// The page has no libdeflate; there the encoder's own compressor stays.
#ifndef __EMSCRIPTEN__
#include <libdeflate.h>

namespace {

/// The encoder's hook for another compressor. Its own takes several times as long and makes files
/// no smaller.
unsigned char* compress(unsigned char* data, int size, int* compressed_size, int) {
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(compression_level), libdeflate_free_compressor);
    if (!compressor) return nullptr;
    const auto length = static_cast<std::size_t>(size);
    const std::size_t most = libdeflate_zlib_compress_bound(compressor.get(), length);
    auto* bytes = static_cast<unsigned char*>(std::malloc(most));
    if (bytes)
        *compressed_size =
            static_cast<int>(libdeflate_zlib_compress(compressor.get(), data, length, bytes, most));
    return bytes;
}

}  // namespace

#define STBIW_ZLIB_COMPRESS compress
#endif
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include "stb/stb_image_write.h"

namespace hitmiss {
namespace {

/// PNG's pHYs chunk: dots per metre, both ways.
std::string resolution_chunk(double dpi) {
    const std::string dots = big_endian(std::uint32_t(std::lround(dpi / 0.0254)));
    return png_chunk("pHYs", dots + dots + '\1');
}

}  // namespace

Rectangle intersection(const Rectangle& a, const Rectangle& b) {
    // The part that both intervals share; their ends may exceed an int.
    const auto shared = [](std::int64_t from, int size, std::int64_t other, int other_size) {
        const auto begin = std::max(from, other);
        const auto end = std::min(from + size, other + other_size);
        return std::pair(int(begin), int(std::max<std::int64_t>(0, end - begin)));
    };
    const auto [left, width] = shared(a.x, a.width, b.x, b.width);
    const auto [top, height] = shared(a.y, a.height, b.y, b.height);
    return {left, top, width, height};
}

Rectangle grown(const Rectangle& area, int margin) {
    return {area.x - margin, area.y - margin, area.width + 2 * margin, area.height + 2 * margin};
}

std::string css(Rgb colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b);
}

std::size_t pixel_count(int width, int height) {
    // The encoder counts bytes in int and doubles its buffer as it grows.
    constexpr std::int64_t most = 300'000'000;
    if (width < 1 || height < 1)
        throw Error{Exit::bug, "a picture of {} x {} pixels", width, height};
    if (height > most / width)
        throw Error{Exit::cannot_write,
                    "a picture of {} x {} pixels is too large for a PNG file; at most {} pixels: "
                    "choose a smaller size, width or number of dots, fewer methods, or .svg",
                    width, height, most};
    return std::size_t(width) * std::size_t(height);
}

void paste(Picture& target, int x, int y, const Picture& source, int factor) {
    const Rectangle seen =
        intersection({x, y, source.width * factor, source.height * factor}, target.area());
    if (seen.width == 0) return;
    for (int v = seen.y; v < seen.y + seen.height; ++v) {
        Rgb* const row = &target.at(seen.x, v);
        if (v > seen.y && (v - y) % factor != 0)
            std::copy_n(row - target.width, seen.width, row);
        else
            for (int u = 0; u < seen.width; ++u)
                row[u] = source.at((seen.x + u - x) / factor, (v - y) / factor);
    }
}

std::string big_endian(std::uint32_t value, int bytes) {
    std::string text;
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) text += char(value >> shift & 255u);
    return text;
}

std::string png_chunk(std::string_view name, std::string_view data) {
    std::string body = std::string(name).append(data);
    const auto sum = stbiw__crc32(reinterpret_cast<unsigned char*>(body.data()), int(body.size()));
    return big_endian(std::uint32_t(data.size())) + body + big_endian(sum);
}

namespace {

/// The PNG file of pixels with so many bytes each.
std::string encoded(const Picture& of, const void* pixels, int bytes_of_pixel, int level) {
    if (of.pixels.empty()) throw Error{Exit::bug, "a PNG file of no pixels"};
    // Trying all filters on each row would take as long as compressing; the difference to the row
    // above suits renderings. Initialised once, whichever thread comes first.
    [[maybe_unused]] static const int filter = stbi_write_force_png_filter = 2;
    compression_level = level;
    // The encoder hands over the whole file in one call.
    std::string bytes;
    const auto keep = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->assign(static_cast<const char*>(data),
                                                   static_cast<std::size_t>(size));
    };
    if (!stbi_write_png_to_func(keep, &bytes, of.width, of.height, bytes_of_pixel, pixels,
                                of.width * bytes_of_pixel))
        throw std::bad_alloc();
    return bytes;
}

}  // namespace

std::string png(const Picture& picture, double dpi, bool small) {
    static_assert(sizeof(Rgb) == 3);
    std::string bytes =
        encoded(picture, picture.pixels.data(), 3, small ? small_level : fast_level);
    constexpr std::size_t header = 33;  // signature and IHDR
    if (dpi > 0) bytes.insert(header, resolution_chunk(dpi));
    return bytes;
}

std::string grey_png(const Picture& picture) {
    Unfilled<std::uint8_t> grey(picture.pixels.size());
    std::uint8_t hue = 0;
    for (std::size_t k = 0; k < grey.size(); ++k) {
        const auto [r, g, b] = picture.pixels[k];
        grey[k] = r, hue |= std::uint8_t((r ^ g) | (r ^ b));
    }
    if (hue != 0) throw Error{Exit::bug, "a grey PNG file of coloured pixels"};
    return encoded(picture, grey.data(), 1, fast_level);
}

}  // namespace hitmiss
