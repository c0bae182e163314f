#include "draw/apng.hpp"

#include <vector>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "draw/small_png.hpp"

namespace hitmiss {

std::string apng(std::size_t count, const std::function<Picture(std::size_t)>& picture, double dpi,
                 int per_second) {
    if (count == 0) throw Error{Exit::bug, "an animation without pictures"};
    struct Frame {
        std::string start, rows;  // of a file of its own
    };
    std::vector<Frame> frames(count);
    parallel_for(count, [&](std::size_t k) {
        const Picture shown = picture(k);
        frames[k] = {png_start(shown), png_rows(shown)};
    });
    // acTL: how many pictures, and that they are repeated for ever.
    std::string file = frames[0].start +
                       png_chunk("acTL", big_endian(std::uint32_t(count)) + big_endian(0)) +
                       png_resolution(dpi);
    std::uint32_t order = 0;  // of the chunks that only players read
    for (const auto& [start, rows] : frames) {
        if (start != frames[0].start)
            throw Error{Exit::bug, "an animation of pictures of several sizes"};
        // fcTL: size, place, duration, and that the picture replaces the one before.
        constexpr std::size_t size_in_start = 16;
        file +=
            png_chunk("fcTL", big_endian(order++) + start.substr(size_in_start, 8) + big_endian(0) +
                                  big_endian(0) + big_endian(1, 2) +
                                  big_endian(std::uint32_t(per_second), 2) + std::string(2, '\0'));
        // The first picture is the file's own; the data of the others have a number.
        file +=
            order == 1 ? png_chunk("IDAT", rows) : png_chunk("fdAT", big_endian(order++) + rows);
    }
    return file + png_chunk("IEND", "");
}

}  // namespace hitmiss
