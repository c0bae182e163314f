#include "draw/small_png.hpp"

#include <array>
#include <cmath>

#include "draw/deflate.hpp"

namespace hitmiss {
namespace {

/// CRC-32 of each byte.
constexpr auto crc_table = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1u ? 0xEDB88320u : 0u);
        table[byte] = crc;
    }
    return table;
}();

std::uint32_t png_checksum(std::string_view bytes) {
    std::uint32_t crc = ~0u;
    for (const char byte : bytes) crc = crc >> 8 ^ crc_table[(crc ^ std::uint8_t(byte)) & 255u];
    return ~crc;
}

}  // namespace

std::string big_endian(std::uint32_t value, int bytes) {
    std::string text;
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) text += char(value >> shift & 255u);
    return text;
}

std::string png_chunk(std::string_view name, std::string_view data) {
    const std::string body = std::string(name).append(data);
    return big_endian(std::uint32_t(data.size())) + body + big_endian(png_checksum(body));
}

std::string png_start(const Picture& picture) {
    // Three channels of 8 bits.
    return "\x89PNG\r\n\x1A\n" + png_chunk("IHDR", big_endian(std::uint32_t(picture.width)) +
                                                       big_endian(std::uint32_t(picture.height)) +
                                                       std::string("\10\2\0\0\0", 5));
}

std::string png_resolution(double dpi) {
    const std::string dots = big_endian(std::uint32_t(std::lround(dpi / 0.0254)));
    return png_chunk("pHYs", dots + dots + '\1');
}

std::string png_rows(const Picture& picture) {
    // Each row as its difference to the row above, which suits renderings.
    constexpr char up = 2;
    std::string rows;
    rows.reserve((3 * std::size_t(picture.width) + 1) * std::size_t(picture.height));
    for (int y = 0; y < picture.height; ++y) {
        rows += up;
        for (int x = 0; x < picture.width; ++x) {
            const Rgb above = y > 0 ? picture.at(x, y - 1) : Rgb{0, 0, 0}, here = picture.at(x, y);
            for (const auto channel : {&Rgb::r, &Rgb::g, &Rgb::b})
                rows += char(here.*channel - above.*channel);
        }
    }
    return deflated(rows);
}

std::string small_png(const Picture& picture) {
    return png_start(picture) + png_chunk("IDAT", png_rows(picture)) + png_chunk("IEND", "");
}

}  // namespace hitmiss
