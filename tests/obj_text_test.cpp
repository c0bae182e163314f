// What lines of an OBJ file mean, and where and why one is rejected.

#include <bit>
#include <charconv>
#include <cmath>
#include <random>

#include "obj_files.hpp"

namespace hitmiss {
namespace {

using ObjText = ObjFiles;

TEST_F(ObjText, ReadsTheTextAsTheFormatMeansIt) {
    const std::string vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    for (const auto& text : std::vector<std::string>{
             "\xEF\xBB\xBF" + vertices + "f 1 2 3",                         // byte order mark
             vertices + "f 1 2 \\\n3\n",                                    // joined lines
             vertices + "f 1 2\\\r\n3 \\",                                  // also at the end
             vertices + "# not joined \\\nf 1 2 3\n",                       // nor in a comment
             "f 1 2 3\n" + vertices,                                        // faces first
             "v 0 0 0 1\nv 1 0 0 1 0 0\nv 0 1 0 1 1 0 0\nf 1/ 2// 3 #4\n",  // weights, colours
             "v +0 -.0 1e-60\nv 1. 0e9 5e-324\nv 0 1 0\nf 1 2 3\n",
         }) {
        const auto mesh = load_obj(write(text));
        ASSERT_EQ(mesh.triangles.size(), 1u) << text;
        EXPECT_EQ(area(mesh), 0.5) << text;
        EXPECT_EQ(warnings(mesh), "") << text;
    }
}

// The library would take the words of a comment for corners and materials.
TEST_F(ObjText, HidesCommentsFromTheLibrary) {
    write("newmtl A\nKd 1 0 0\nnewmtl #A\nKd 0 1 0\n", "a.mtl");
    const std::string head = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl A # B\n";
    const auto mesh = load_obj(write(head + "f 1 2 3 # 2 1\nf 1 2 # 3\nusemtl#A\nf 1 2 3 #1\n"));
    EXPECT_EQ(mesh.material, (std::vector<std::uint32_t>{1, 1}));
    EXPECT_EQ(
        warnings(mesh),
        (folder_ / "mesh.obj:7: faces with fewer than three corners, skipped: 1\n").string() +
            (folder_ / "mesh.obj:8: 'usemtl#A' is not supported; lines ignored: 1\n").string());
}

TEST_F(ObjText, NamesLineAndReason) {
    const std::string vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    const struct {
        std::string text;
        const char* message;
    } cases[]{
        {vertices + "f 1 2 3\\\n\nf 1 2 4\n", ":6: vertex 4"},
        {vertices + "\r\r\nf 1 2 4\n", ":6: vertex 4"},
        {"f -1 -2 -3\n" + vertices, ":1: vertex -1 does not exist; vertices before this line: 0"},
        {vertices + "f 1 2 4294967299\n", ":4: vertex 4294967299"},
        {vertices + "f 1 2 18446744073709551617\n",
         ":4: vertex 18446744073709551617 does not exist; no file has so many"},
        {vertices + "f 1 2 -9223372036854775809\n",
         ":4: vertex -9223372036854775809 does not exist; no file has so many"},
        {vertices + "f 1 2 -9223372036854775808\n", ":4: vertex -9223372036854775808"},
        {vertices + "f 1 2 3.5\n", ":4: '3.5' is not a corner of a face"},
        {vertices + "f 1 2 3/x\n", ":4: '3/x' is not a corner of a face"},
        {vertices + "f 1 2 3/1/1/1\n", ":4: '3/1/1/1' is not a corner of a face"},
        {vertices + "f 1 /2 3\n", ":4: '/2' is not a corner of a face"},
        {vertices + "v 0 0 0 0 0\n", ":4: 'v' has 5 numbers"},
        {"v 0 0 3.5e38\n" + vertices + "f 1 2 3\n", ":1: '3.5e38' is not a finite number"},
        {"v 0 0 -1e39\n" + vertices + "f 1 2 3\n", ":1: '-1e39' is not a finite number"},
        {"v 0 0 +-1\n", ":1: '+-1' is not a number; write it like"},
        {"v 0 0 \x1b[2J\n", ":1: '?[2J' is not a number"},
        {"\n<!DOCTYPE html>\n", ": no faces; '<!DOCTYPE' in line 2"},
        {"f 1 2 3\nf 1 2 5\nf 1 2 4\nf 1 2 6\n" + vertices, ":2: vertex 5 does not exist"},
    };
    for (const auto& [text, message] : cases) {
        const auto path = write(text);
        EXPECT_TRUE(rejection(path).starts_with(path.string() + message)) << rejection(path);
    }
    std::string face = vertices + "f";
    for (int k = 0; k < 100'001; ++k) face += " 1";
    EXPECT_TRUE(contains(rejection(write(face)), ":4: a face of 100001 corners; at most 100000"));
    EXPECT_EQ(warnings(load_obj(write("F 1 2 3\n" + vertices + "f 1 2 3\nsurf 0 1\n"))),
              (folder_ / "mesh.obj").string() + ":1: 'F' is not supported; lines ignored: 2\n");
}

// So long a text is read and searched by several threads.
TEST_F(ObjText, IsReadToItsEndHoweverLong) {
    std::string text;
    for (int k = 0; k < 140'000; ++k) text += fmt::format("v {} {} 1\n", k % 7, k % 11);
    text += "f 1 2 3";
    ASSERT_GT(text.size(), 1u << 20);
    EXPECT_EQ(load_obj(write(text)).triangles.size(), 1u);
    EXPECT_EQ(load_obj(write(text + '\r')).triangles.size(), 1u);
    EXPECT_EQ(rejection(write(text + "\r\nf 1 2 140001\r\n")),
              (folder_ / "mesh.obj").string() +
                  ":140002: vertex 140001 does not exist; vertices in the file: 140000");
    EXPECT_TRUE(contains(rejection(write(text + "\r\n" + '\0')), ":140002: NUL byte"));
    EXPECT_EQ(load_obj(write(text + " \\\n 4 5")).triangles.size(), 3u) << "a joined line";
}

// A backslash at the end of a line is a blank, wherever it stands.
TEST_F(ObjText, JoinsLinesAtAnyBlank) {
    std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n# C:\\\n", all;
    const std::string mesh = to_obj(load_obj(write(text)));
    for (std::size_t at = text.find(' '); at < text.find('#'); at = text.find(' ', at + 1))
        EXPECT_EQ(to_obj(load_obj(write(text.substr(0, at) + "\\\n" + text.substr(at + 1)))), mesh)
            << at;
    // So many that vertices beyond the array's end would be noticed.
    for (int k = 0; k < 20'000; ++k) all += "v\\\n 0 0 1\n";
    EXPECT_EQ(load_obj(write(all + text + "f\\\n 1 2 20003\n")).triangles.size(), 2u);
}

/// All that is found out of a file: why it is rejected, or its mesh.
std::string found_in(const fs::path& path, std::size_t piece) {
    std::string all;
    try {
        const Mesh mesh = load_obj(path, piece);
        all = to_obj(mesh) + warnings(mesh);
        for (std::size_t k = 0; k < mesh.triangles.size(); ++k)
            all += mesh.material_of(k).name + ' ';
    } catch (const Error& error) {
        all = error.what();
    }
    return all;
}

// Each file in one piece and cut after nearly every line.
TEST_F(ObjText, MeansTheSameInPieces) {
    const auto expect_alike = [](const fs::path& path) {
        const std::string whole = found_in(path, std::size_t(1) << 40);
        for (const std::size_t piece : {std::size_t{1}, std::size_t{90}})
            EXPECT_EQ(found_in(path, piece), whole) << path << ' ' << piece;
        return whole;
    };
    for (const auto& file : fs::directory_iterator(torture))
        if (file.path().extension() == ".obj") expect_alike(file.path());
    const std::vector<std::string> often{"v 0 0 1",    " v\t1 0.5 -2e3 # x",
                                         "v 7 8 9",    "f 1 2 3",
                                         "f -1 -2 -3", "f 3/9/1 2/1/1 1",
                                         "f 1 2 3 -1", "f 9 1 2",
                                         "vt 0 0",     "vn 1 0 0",
                                         "vn",         "v #",
                                         "usemtl A",   "usemtl B",
                                         "",           "# f",
                                         "g x",        "vp 1",
                                         "vtx 1",      "\tf 1 2 3 # 4",
                                         "f 1 2 3 #4", "usemtl B #",
                                         "usemap f"};
    const std::vector<std::string> seldom{
        "f 1 2 99", "v 1 2",           "f -40 1 2",  "F 1 2 3",  "f 1 2 x", "f 1 2",
        "usemtl C", "mtllib none.mtl", "v 1 2\\\n3", "usemtl",   "f 0 1 2", "curv 1",
        "usemtl#A", "f 1 \\\n2 3",     "v nan 0 1",  "f 1 2 3#4"};
    write("newmtl A\nKd 1 0 0\nnewmtl B\nKd 0 1 0\n", "ab.mtl");
    std::mt19937 random(1);
    std::size_t read = 0;
    for (int k = 0; k < 120; ++k) {
        std::string text = "mtllib ab.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\n";
        for (int line = 0; line < 40; ++line) {
            const auto& lines = random() % 60 == 0 ? seldom : often;
            std::string one = lines[random() % lines.size()];
            if (one == "v #" && random() % 8 != 0) one = "v 1 1 1";
            text += one + '\n';
        }
        read += expect_alike(write(text)).starts_with("v ");
    }
    EXPECT_GT(read, 15u);
    EXPECT_LT(read, 105u);
}

TEST_F(ObjText, KeepsEveryBitOfShortestDigits) {
    std::mt19937 bits(1);
    std::vector<float> written;
    std::string text;
    for (int k = 0; k < 30'000; ++k) {
        float x = std::bit_cast<float>(std::uint32_t(bits()));
        // This one tinyobjloader itself reads as its neighbour.
        if (k == 0) x = 2.7607039e13f;
        if (!std::isfinite(x)) x = -0.0f;
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, x).ptr;
        text += (k % 3 == 0 ? "v " : " ") + std::string(digits, end) + (k % 3 == 2 ? "\n" : "");
        if (k % 9 == 8) text += "f -3 -2 -1\n";
        written.push_back(x);
    }
    const auto mesh = load_obj(write(text));
    ASSERT_EQ(mesh.triangles.size() * 9, written.size() / 9 * 9);
    for (std::size_t k = 0; k < mesh.triangles.size(); ++k) {
        const auto& [a, b, c] = mesh.triangles[k];
        const float read[]{a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z};
        for (std::size_t i = 0; i < 9; ++i)
            ASSERT_EQ(std::bit_cast<std::uint32_t>(read[i]),
                      std::bit_cast<std::uint32_t>(written[9 * k + i]));
    }
}

}  // namespace
}  // namespace hitmiss
