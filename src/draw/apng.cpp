#include "draw/apng.hpp"

#include <vector>

#include "base/error.hpp"
#include "base/parallel.hpp"

namespace hitmiss {

std::string apng(std::size_t count, const std::function<Picture(std::size_t)>& picture, double dpi,
                 int per_second) {
    if (count == 0) throw Error{Exit::bug, "an animation without pictures"};
    constexpr std::size_t start_size = 33, width_and_height = 16;  // signature and IHDR
    struct Frame {
        std::string head, data;  // what stands before the data of a file of its own, and these
    };
    std::vector<Frame> frames(count);
    parallel_for(count, [&](std::size_t k) {
        const std::string still = png(picture(k), dpi, true);
        const auto name = still.find("IDAT");
        const std::size_t size = still.size() - name - 4 - 4 - 12;  // without checksum and IEND
        frames[k] = {still.substr(0, name - 4), still.substr(name + 4, size)};
    });
    // acTL: how many pictures, and that they are repeated for ever.
    std::string file = frames[0].head;
    file.insert(start_size, png_chunk("acTL", big_endian(std::uint32_t(count)) + big_endian(0)));
    std::uint32_t order = 0;  // of the chunks that only players read
    for (const auto& [head, data] : frames) {
        if (head != frames[0].head)
            throw Error{Exit::bug, "an animation of pictures of several sizes"};
        // fcTL: size, place, duration, and that the picture replaces the one before.
        const bool first = order == 0;
        file +=
            png_chunk("fcTL", big_endian(order++) + head.substr(width_and_height, 8) +
                                  big_endian(0) + big_endian(0) + big_endian(1, 2) +
                                  big_endian(std::uint32_t(per_second), 2) + std::string(2, '\0'));
        // The first picture is the file's own; the data of the others have a number.
        file += first ? png_chunk("IDAT", data) : png_chunk("fdAT", big_endian(order++) + data);
    }
    return file + png_chunk("IEND", "");
}

}  // namespace hitmiss
