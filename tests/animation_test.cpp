// An animation's file against a reader of PNG files, picture by picture.

#include <gtest/gtest.h>

#include <boost/crc.hpp>

#include "draw/sweep_plot.hpp"
#include "figure_testing.hpp"
#include "judging.hpp"
#include "stb/stb_image.h"

namespace hitmiss {
namespace {

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t k = 0; k < 4; ++k) value = value << 8 | std::uint8_t(bytes[at + k]);
    return value;
}

std::uint32_t checksum(const std::string& bytes) {
    boost::crc_32_type sum;
    sum.process_bytes(bytes.data(), bytes.size());
    return sum.checksum();
}

struct Chunk {
    std::string name, data;
};
/// The chunks behind the signature; each must end in its checksum.
std::vector<Chunk> chunks_of(const std::string& file) {
    std::vector<Chunk> chunks;
    EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
    for (std::size_t at = 8; at < file.size();) {
        const std::size_t size = number_at(file, at);
        const std::string body = file.substr(at + 4, size + 4);
        EXPECT_EQ(number_at(file, at + 8 + size), checksum(body));
        chunks.push_back({body.substr(0, 4), body.substr(4)});
        at += size + 12;
    }
    return chunks;
}

/// The chunks as a file of one picture, decoded.
Picture decoded(const Chunk& header, const std::string& data, int width, int height) {
    std::string file = "\x89PNG\r\n\x1a\n";
    for (const auto& [name, bytes] : {header, Chunk{"IDAT", data}, Chunk{"IEND", ""}}) {
        const auto size = std::uint32_t(bytes.size());
        for (const int shift : {24, 16, 8, 0}) file += char(size >> shift & 255u);
        file += name + bytes;
        const std::string body = name + bytes;
        const auto sum = checksum(body);
        for (const int shift : {24, 16, 8, 0}) file += char(sum >> shift & 255u);
    }
    int w = 0, h = 0, channels = 0;
    stbi_uc* pixels = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file.data()),
                                            int(file.size()), &w, &h, &channels, 3);
    Picture picture(width, height);
    EXPECT_TRUE(pixels && w == width && h == height);
    if (pixels && w == width && h == height)
        for (std::size_t k = 0; k < picture.pixels.size(); ++k)
            picture.pixels[k] = {pixels[3 * k], pixels[3 * k + 1], pixels[3 * k + 2]};
    stbi_image_free(pixels);
    return picture;
}

std::string animated(const std::vector<Picture>& pictures) {
    std::vector<Drawing> frames;
    for (const Picture& picture : pictures) {
        Drawing& frame =
            frames.emplace_back(Drawing{double(picture.width), double(picture.height)});
        frame.elements.emplace_back(Raster{0, 0, picture, 1});
    }
    return animation(frames);
}

TEST(Animation, HoldsEachPictureForItsTimeAndRepeats) {
    const std::vector<Picture> pictures{noise(7, 5, 1), noise(7, 5, 2), noise(7, 5, 3)};
    const auto chunks = chunks_of(animated(pictures));
    std::vector<std::string> names;
    for (const Chunk& chunk : chunks) names.push_back(chunk.name);
    EXPECT_EQ(names, (std::vector<std::string>{"IHDR", "acTL", "pHYs", "fcTL", "IDAT", "fcTL",
                                               "fdAT", "fcTL", "fdAT", "IEND"}));
    EXPECT_EQ(number_at(chunks[1].data, 0), 3u);
    EXPECT_EQ(number_at(chunks[1].data, 4), 0u) << "for ever";
    std::uint32_t order = 0;
    for (const auto& [name, data] : chunks) {
        if (name == "fcTL" || name == "fdAT") {
            EXPECT_EQ(number_at(data, 0), order++);
        }
        if (name != "fcTL") continue;
        EXPECT_EQ(number_at(data, 4), 7u);
        EXPECT_EQ(number_at(data, 8), 5u);
        EXPECT_EQ(data.substr(20, 4), std::string("\0\1\0\4", 4)) << "a quarter of a second";
    }
    EXPECT_EQ(decoded(chunks[0], chunks[4].data, 7, 5).pixels, pictures[0].pixels);
    EXPECT_EQ(decoded(chunks[0], chunks[6].data.substr(4), 7, 5).pixels, pictures[1].pixels);
    EXPECT_EQ(decoded(chunks[0], chunks[8].data.substr(4), 7, 5).pixels, pictures[2].pixels);
    EXPECT_EQ(error_of([] { animated({}); }).exit, Exit::bug);
    EXPECT_EQ(error_of([] { animated({noise(7, 5, 1), noise(6, 5, 1)}); }).exit, Exit::bug);
}

// However long an epsilon is written, and whether a test errs: one size, the plot in one place.
TEST(Animation, ItsFramesHaveOneSizeAndEachNamesItsEpsilon) {
    Scene scene = load_scene(HITMISS_SCENES "/icosphere.toml");
    resize(scene, 24, 18);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const auto judged = [&](const Method& method) {
        return compared({&method, 1}, geometry, scene.camera, 24, 18);
    };
    ErrorCurve curve = make_curve(parse_method("angle-sum"), decimal_steps(1e-7, 1, 2));
    for (auto& point : curve.points) point.counts = judged(point.method).columns[0].tally.outcomes;
    const auto frames = sweep_frames(scene, curve, judged, {120, 100});
    ASSERT_EQ(frames.size(), curve.points.size());
    for (const Drawing& frame : frames) {
        EXPECT_EQ(frame.width, frames[0].width);
        EXPECT_EQ(frame.height, frames[0].height);
        expect_readable(frame);
    }
}

}  // namespace
}  // namespace hitmiss
