// Pictures and PNG files.

#include <sys/resource.h>
#include <unistd.h>

#include <climits>
#include <fstream>
#include <new>

#include "draw/picture.hpp"
#include "figure_testing.hpp"
#include "sanitized.hpp"
#include "stb/stb_image.h"

namespace hitmiss {
namespace {

struct DecodedPng {
    int width = 0, height = 0, channels = 0;
    std::vector<std::uint8_t> numbers = {};
};
DecodedPng decoded_png(const std::string& png) {
    DecodedPng one;
    stbi_uc* const numbers = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()),
                                                   static_cast<int>(png.size()), &one.width,
                                                   &one.height, &one.channels, 0);
    if (numbers) one.numbers.assign(numbers, numbers + one.width * one.height * one.channels);
    stbi_image_free(numbers);
    return one;
}

TEST(Picture, PngDecodesToTheSamePixels) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {1, 7}, {7, 1}, {3, 5}, {255, 257}, {640, 480}})
        for (const Picture& picture :
             {noise(width, height, 1), Picture(width, height, {213, 94, 0})}) {
            const std::string bytes = png(picture);
            EXPECT_EQ(bytes, png(picture));
            const auto [w, h, channels, numbers] = decoded_png(bytes);
            ASSERT_EQ(std::tuple(w, h, channels), std::tuple(width, height, 3));
            for (std::size_t k = 0; k < picture.pixels.size(); ++k)
                ASSERT_EQ((Rgb{numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]}),
                          picture.pixels[k]);
        }
}

TEST(Picture, GreyPngDecodesToTheSamePixels) {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 7}, {7, 1}, {255, 257}}) {
        Picture grey = noise(width, height, 5);
        for (Rgb& p : grey.pixels) p = {p.r, p.r, p.r};
        const auto [w, h, channels, numbers] = decoded_png(grey_png(grey));
        ASSERT_EQ(std::tuple(w, h, channels), std::tuple(width, height, 1));
        for (std::size_t k = 0; k < grey.pixels.size(); ++k)
            ASSERT_EQ(numbers[k], grey.pixels[k].r);
    }
    // The last pixel is off by one in one channel.
    for (const Rgb& coloured : {Rgb{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
        Picture almost(4, 3, {0, 0, 0});
        almost.pixels.back() = coloured;
        EXPECT_EQ(error_of([&] { grey_png(almost); }).exit, Exit::bug);
    }
}

TEST(Picture, WithoutMemoryForItsPngFailsAsAllElseDoes) {
    if (sanitized) GTEST_SKIP() << "a sanitizer needs the addresses";
    const auto encode = [] {
        const Picture picture(4000, 4000, {1, 2, 3});
        rlim_t pages = 0;  // of the addresses that are taken
        std::ifstream("/proc/self/statm") >> pages;
        const rlimit limit{pages * rlim_t(::sysconf(_SC_PAGESIZE)) + 10'000'000, RLIM_INFINITY};
        ::setrlimit(RLIMIT_AS, &limit);
        try {
            png(picture);
            ::_exit(0);
        } catch (const std::bad_alloc&) {
            ::_exit(1);
        } catch (...) {
            ::_exit(2);
        }
    };
    EXPECT_EXIT(encode(), testing::ExitedWithCode(1), "");
}

TEST(Picture, RefusesSizesThatNoPngFileHas) {
    EXPECT_EQ(error_of([] { png(Picture{}); }).exit, Exit::bug);
    EXPECT_EQ(error_of([] { Picture(0, 5); }).exit, Exit::bug);
    EXPECT_EQ(error_of([] { Picture(5, -1); }).exit, Exit::bug);
    EXPECT_EQ(error_of([] { Picture(40'000, 40'000); }).exit, Exit::cannot_write);
    EXPECT_EQ(error_of([] { Picture(INT_MAX, INT_MAX); }).exit, Exit::cannot_write);
}

TEST(Picture, PasteMagnifiesEveryPixel) {
    const Picture source = noise(9, 7, 2);
    for (const Rectangle& area : {source.area(), Rectangle{2, 1, 3, 5}, Rectangle{8, 6, 1, 1}})
        for (int factor : {1, 2, 5}) {
            Picture result(area.width * factor, area.height * factor);
            paste(result, 0, 0, cropped(source, area), factor);
            for (int y = 0; y < area.height; ++y)
                for (int x = 0; x < area.width; ++x)
                    for (int k = 0; k < factor * factor; ++k)
                        ASSERT_EQ(result.at(x * factor + k % factor, y * factor + k / factor),
                                  source.at(area.x + x, area.y + y));
        }
}

TEST(Picture, PasteIsClipped) {
    const Picture source = noise(4, 3, 3), ground = noise(8, 6, 4);
    for (int top = -5; top < 8; ++top)
        for (int left = -6; left < 10; ++left) {
            Picture pasted = ground;
            paste(pasted, left, top, source);
            for (int y = 0; y < ground.height; ++y)
                for (int x = 0; x < ground.width; ++x) {
                    const int u = x - left, v = y - top;
                    const bool inside = u >= 0 && u < 4 && v >= 0 && v < 3;
                    ASSERT_EQ(pasted.at(x, y), inside ? source.at(u, v) : ground.at(x, y));
                }
        }
}

// PNG, 11.3.5.3: after IHDR, dots per metre in both directions, and a CRC as zlib's.
TEST(Picture, PngSaysItsResolution) {
    const std::string bytes = png(noise(5, 4, 1), 300), plain = png(noise(5, 4, 1));
    EXPECT_EQ(plain, bytes.substr(0, 33) + bytes.substr(54));
    const std::string chunk = bytes.substr(33, 21);
    EXPECT_EQ(chunk.substr(0, 17), std::string("\0\0\0\x09pHYs\0\0\x2e\x23\0\0\x2e\x23\1", 17));
    EXPECT_EQ(decoded_png(bytes).numbers, decoded_png(plain).numbers);
    EXPECT_EQ(decoded_png(bytes).numbers.size(), 60u);
    const std::string crc("\x78\xa5\x3f\x76", 4);  // of these 13 bytes, by Python's zlib.crc32
    EXPECT_EQ(chunk.substr(17), crc);
}

}  // namespace
}  // namespace hitmiss
