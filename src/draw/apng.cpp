#include "draw/apng.hpp"

#include <libdeflate.h>

#include "base/error.hpp"

namespace hitmiss {
namespace {

std::string big_endian(std::uint32_t value, int bytes = 4) {
    std::string text;
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) text += char(value >> shift & 255u);
    return text;
}

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t k = 0; k < 4; ++k) value = value << 8 | std::uint8_t(bytes[at + k]);
    return value;
}

std::string chunk(std::string_view name, const std::string& data) {
    const std::string body = std::string(name) + data;
    return big_endian(std::uint32_t(data.size())) + body +
           big_endian(libdeflate_crc32(0, body.data(), body.size()));
}

}  // namespace

std::string apng(std::span<const Picture> pictures, double dpi, int per_second) {
    if (pictures.empty()) throw Error{Exit::bug, "an animation without pictures"};
    const int width = pictures[0].width, height = pictures[0].height;
    std::string file;
    std::uint32_t order = 0;  // of the chunks that only players read
    for (const Picture& picture : pictures) {
        if (picture.width != width || picture.height != height)
            throw Error{Exit::bug, "an animation of pictures of several sizes"};
        const std::string still = png(picture, dpi, true);
        // fcTL: place, size, duration, and that the picture replaces the one before.
        const std::string control =
            chunk("fcTL", big_endian(order++) + big_endian(std::uint32_t(width)) +
                              big_endian(std::uint32_t(height)) + big_endian(0) + big_endian(0) +
                              big_endian(1, 2) + big_endian(std::uint32_t(per_second), 2) +
                              std::string(2, '\0'));
        const bool first = file.empty();
        for (std::size_t at = 8; at < still.size();) {
            const std::size_t size = number_at(still, at);
            const std::string_view name = std::string_view(still).substr(at + 4, 4);
            const std::string whole = still.substr(at, size + 12);
            if (name == "IDAT") {
                // The first picture is the file's own; the data of the others have a number.
                file += control;
                file +=
                    first ? whole : chunk("fdAT", big_endian(order++) + still.substr(at + 8, size));
            } else if (first && name != "IEND") {
                if (name == "IHDR") file = still.substr(0, 8);
                file += whole;
                // acTL: how many pictures, and that they are repeated for ever.
                if (name == "IHDR")
                    file +=
                        chunk("acTL", big_endian(std::uint32_t(pictures.size())) + big_endian(0));
            }
            at += size + 12;
        }
    }
    return file + chunk("IEND", "");
}

}  // namespace hitmiss
