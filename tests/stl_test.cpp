// STL files, binary and ASCII, written here by hand: the triangles they give, and what is refused.

#include "scene/stl.hpp"

#include <fmt/format.h>

#include "obj_files.hpp"

namespace hitmiss {
namespace {

using Stl = ObjFiles;
using Triangles = std::vector<Triangle<float>>;

const Triangles two_triangles{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                              {{0, 0, 0.1f}, {1, 0, 0.1f}, {0, 3, 0.1f}}};

/// The bytes of a binary file by its definition; normals and the last two bytes are not zero.
std::string binary(const Triangles& triangles, const std::string& header = "a part") {
    std::string bytes = header + std::string(80 - header.size(), ' ') +
                        bytes_of_value(std::uint32_t(triangles.size()));
    for (const auto& [a, b, c] : triangles) {
        for (const auto& p : {Vec<float>(NAN, 7, 7), a, b, c})
            bytes += bytes_of_value(p.x) + bytes_of_value(p.y) + bytes_of_value(p.z);
        bytes += "ab";
    }
    return bytes;
}

std::string ascii(const std::string& third_corner = "0 3 0.1") {
    return "solid a part # 7\n"
           "  facet normal nan 1 x\n    outer loop\n      vertex 0 0 0\n"
           "      vertex 1e0 0 -0.0\n\n      vertex 0 1 0\n    endloop\n  endfacet\n"
           "  facet normal 0 0 1\n    outer loop\n      vertex 0 0 .1\n"
           "      vertex +1 0 1e-1\n      vertex " +
           third_corner + "\n    endloop\n  endfacet\nendsolid a part # 7\n";
}

TEST_F(Stl, BinaryAndAsciiGiveTheSameTriangles) {
    std::string upper = ascii();
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return char(toupper(c)); });
    const std::vector<std::string> texts{
        binary(two_triangles),
        binary(two_triangles, "solid as exporters write it\n facet"),
        binary(two_triangles, std::string("solid\0 with NUL", 15)),
        ascii(),
        upper,
        replaced(ascii(), "\n", "\r\n"),
        replaced(ascii(), "\n", "\r"),
        replaced(replaced(ascii(), "facet\n", "facet\r\n"), "loop\n", "loop\r"),
        replaced(ascii(), "a part", "C:\\parts\\"),
        replaced(ascii(), "  facet normal 0", "endsolid\nsolid again\nfacet normal 0"),
        "\xEF\xBB\xBF\n" + ascii(),
        replaced(ascii(), "a part", "facet of a solid"),
        // All on one line, where # would begin a comment; also as two solids.
        replaced(replaced(ascii(), "# 7", "7"), "\n", " "),
        replaced(replaced(replaced(ascii(), "# 7", "7"), "  facet normal 0",
                          "endsolid a\nsolid b\nfacet normal 0"),
                 "\n", " "),
    };
    for (const auto& text : texts) {
        SCOPED_TRACE(text.substr(0, 50));
        for (const char* name : {"mesh.stl", "mesh.STL", "mesh.obj", "mesh.ply", "mesh.npy"}) {
            const Mesh mesh = load_mesh(write(text, name));
            EXPECT_EQ(numbers_of(mesh.triangles), numbers_of(two_triangles));
            for (std::size_t k = 0; k < 2; ++k)
                EXPECT_EQ(&mesh.material_of(k), &mesh.materials.front());
            EXPECT_EQ(warnings(mesh), "");
        }
    }
}

// The nearest float to a decimal that lies just above the middle of two doubles' floats: rounding
// to double first would give the other one.
TEST_F(Stl, DecimalsAreRoundedOnce) {
    const Mesh mesh = load_mesh(write(ascii("0 3 1.00000005960464477540"), "mesh.stl"));
    EXPECT_EQ(mesh.triangles[1].c.z, std::nextafter(1.0f, 2.0f));
}

TEST_F(Stl, WarnsOfTrianglesWithoutArea) {
    auto triangles = two_triangles;
    triangles[1].c = triangles[1].b;
    const auto path = write(binary(triangles), "mesh.stl");
    EXPECT_EQ(warnings(load_mesh(path)), path.string() + ": triangles without area: 1\n");
}

TEST_F(Stl, RefusesWhatIsWrong) {
    auto not_finite = two_triangles;
    not_finite[1].a.y = NAN;
    const auto bytes = binary(two_triangles), text = ascii();
    const auto announcing = [&](std::uint32_t count, bool reversed) {
        return std::string(bytes).replace(80, 4, bytes_of_value(count, reversed));
    };
    const struct {
        std::string text;
        const char* message;  ///< what follows the file's name
    } cases[]{
        {"", ": no triangles"},
        {binary({}), ": no triangles"},
        {"solid nothing\nendsolid\n", ": no triangles"},
        {bytes.substr(0, bytes.size() - 1), ": announces 2 triangles, 184 bytes, but holds 183"},
        {bytes + '\n', ": announces 2 triangles, 184 bytes, but holds 185 bytes"},
        {bytes.substr(0, 90), ": announces 2 triangles, 184 bytes, but holds 90 bytes"},
        {std::string(50, '\0'), ": is not an STL mesh; it would begin with 'solid', or have 84"},
        {announcing(0xffffffff, false),
         ": announces 4294967295 triangles, 214748364834 bytes, but"},
        {replaced(announcing(0xffffffff, false), "a part", "solid "), ": announces 4294967295"},
        {announcing(2, true),
         ": announces 33554432 triangles, 1677721684 bytes, but holds 184 bytes; its numbers are "
         "big-endian"},
        {binary(not_finite), ": byte 146: triangle 1 (counted from 0) has a coordinate that"},
        {text.substr(0, text.find("endsolid")), ":16: the file ends before 'endsolid'; is it cut"},
        {text.substr(0, 60), ":4: the file ends before 'endsolid'"},
        {ascii("0 3 nan"), ":14: 'nan' is not a finite number"},
        {ascii("0 3 1e39"), ":14: '1e39' is not a finite number"},
        {ascii("0 3 0,1"), ":14: '0,1' is not a number; write the decimal point as '.'"},
        {ascii("0 3 1.000,5"), ":14: '1.000,5' is not a number"},
        {ascii("0 3"), ":14: 'vertex' has 2 numbers; it needs x y z"},
        {ascii("0"), ":14: 'vertex' has 1 number; it needs x y z"},
        {ascii("0 3 1 1"), ":14: 'vertex' has 4 numbers"},
        {ascii("0 3 1\nvertex 0 0 0"), ":15: a facet has more than three vertices"},
        {replaced(text, "      vertex 0 1 0\n", ""), ":7: a facet has 2 corners"},
        {replaced(text, "outer loop", "loop"), ":3: 'loop' stands where 'outer' would be right"},
        {replaced(text, "    endloop\n", ""), ":8: 'endfacet' stands where 'vertex' would be"},
        {text + "facet", ":18: 'facet' stands where 'solid' would be right"},
        {"v 0 0 0\n", ":1: 'v' stands where 'solid' would be right"},
        {std::string(text).replace(text.rfind("endloop"), 1, 1, '\0'), ":15: NUL byte; an ASCII"},
        {std::string("\xFF\xFEs\0o\0", 6), ": is UTF-16 text"},
    };
    for (const auto& [content, message] : cases) {
        const auto path = write(content, "mesh.stl");
        EXPECT_TRUE(rejection(path).starts_with(path.string() + message)) << rejection(path);
    }
}

TEST_F(Stl, IsWrittenAsItIsDefined) {
    Mesh mesh;
    mesh.triangles = two_triangles;
    const std::string bytes = to_stl(mesh);
    ASSERT_EQ(bytes.size(), 184u);
    EXPECT_FALSE(bytes.starts_with("solid"));
    std::string expected = binary(two_triangles);
    for (std::size_t k = 0; k < 2; ++k) {
        const std::size_t at = 84 + 50 * k;
        expected.replace(at, 12, bytes_of_value(Vec<float>(0, 0, 1)));
        expected.replace(at + 48, 2, 2, '\0');
    }
    EXPECT_EQ(bytes.substr(80), expected.substr(80));
}

}  // namespace
}  // namespace hitmiss
