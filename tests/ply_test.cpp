// PLY files of all kinds, written here property by property: the triangles they give, and what is
// refused.

#include "scene/ply.hpp"

#include <fmt/format.h>

#include <functional>

#include "obj_files.hpp"

namespace hitmiss {
namespace {

using Ply = ObjFiles;
using Triangles = std::vector<Triangle<float>>;
using List = std::vector<double>;

/// A file to be written. Beside vertices and faces it has properties and an element that nobody
/// knows, with NaN in them.
struct Made {
    std::string format = "ascii", real = "float", index = "int", length = "uchar";
    bool faces_first = false;
    std::vector<List> vertices{{0, 0, 0.1}, {1, 0, 0.1}, {1, 1, 0.1}, {0, 1, 0.1}, {0, 0, 0.3}};
    std::vector<List> faces{{0, 1, 2, 3}, {0, 1, 4}};
    std::string announced_vertices = "", announced_faces = "";

    std::string number(double value, const std::string& type) const {
        if (format == "ascii") return fmt::format("{} ", value);
        const bool reversed = format == "binary_big_endian";
        if (type == "double") return bytes_of_value(value, reversed);
        if (type == "float") return bytes_of_value(float(value), reversed);
        if (type == "uint") return bytes_of_value(std::uint32_t(value), reversed);
        if (type == "int") return bytes_of_value(std::int32_t(value), reversed);
        if (type == "ushort") return bytes_of_value(std::uint16_t(value), reversed);
        if (type == "short") return bytes_of_value(std::int16_t(value), reversed);
        return bytes_of_value(std::int8_t(value));
    }
    std::string list(const List& values, const std::string& type) const {
        std::string text = number(double(values.size()), length);
        for (const double value : values) text += number(value, type);
        return text;
    }
    std::string line_end() const { return format == "ascii" ? "\n" : ""; }

    std::string vertex_header() const {
        return "element vertex " +
               (announced_vertices.empty() ? std::to_string(vertices.size()) : announced_vertices) +
               "\nproperty " + real + " x\nproperty " + real + " y\nproperty uchar red\n" +
               "property list " + length + " float others\nproperty " + real + " z\n";
    }
    std::string face_header() const {
        return "element face " +
               (announced_faces.empty() ? std::to_string(faces.size()) : announced_faces) +
               "\nproperty double area\nproperty list " + length + " " + index +
               " vertex_indices\nproperty uchar red\n";
    }
    std::string vertex_rows() const {
        std::string text;
        for (const auto& p : vertices)
            text += number(p[0], real) + number(p[1], real) + number(7, "uchar") +
                    list({NAN, 2}, "float") + number(p[2], real) + line_end();
        return text;
    }
    std::string face_rows() const {
        std::string text;
        for (const auto& face : faces)
            text += number(NAN, "double") + list(face, index) + number(9, "uchar") + line_end();
        return text;
    }
    std::string header() const {
        const std::string unknown = "element strange 2\nproperty short a\nproperty double b\n";
        return "ply\nformat " + format + " 1.0\ncomment C:\\meshes\\\nobj_info # none\n" +
               (faces_first ? face_header() : vertex_header()) + unknown +
               (faces_first ? vertex_header() : face_header()) + "end_header\n";
    }
    std::string text() const {
        std::string unknown;
        for (int k = 0; k < 2; ++k)
            unknown += number(-5, "short") + number(INFINITY, "double") + line_end();
        return header() + (faces_first ? face_rows() : vertex_rows()) + unknown +
               (faces_first ? vertex_rows() : face_rows());
    }
};

const std::vector<std::string> formats{"ascii", "binary_little_endian", "binary_big_endian"};

TEST_F(Ply, EveryFormatAndTypeGivesTheSameTriangles) {
    const float z = 0.1f;
    const Triangles expected{{{0, 0, z}, {1, 0, z}, {1, 1, z}},
                             {{0, 0, z}, {1, 1, z}, {0, 1, z}},
                             {{0, 0, z}, {1, 0, z}, {0, 0, 0.3f}}};
    for (const auto& format : formats)
        for (const char* real : {"float", "double"})
            for (const char* index : {"char", "uchar", "short", "ushort", "int", "uint"})
                for (const char* length : {"char", "uchar", "short", "ushort", "int", "uint"})
                    for (const bool faces_first : {false, true}) {
                        SCOPED_TRACE(format + " " + real + " " + index + " " + length);
                        const Made made{format, real, index, length, faces_first};
                        const Mesh mesh = load_mesh(write(made.text(), "mesh.ply"));
                        ASSERT_EQ(numbers_of(mesh.triangles), numbers_of(expected));
                        ASSERT_EQ(warnings(mesh), "");
                    }
}

TEST_F(Ply, IsKnownByItsContentWithLineEndsOfAnySystem) {
    for (const auto& format : formats)
        for (const char* line_end : {"\n", "\r\n", "\r"}) {
            const Made made{format};
            const auto header = made.header(), rest = made.text().substr(header.size());
            const auto text = replaced(header, "\n", line_end) +
                              (format == "ascii" ? replaced(rest, "\n", line_end) : rest);
            for (const char* name : {"mesh.ply", "mesh.PLY", "mesh.obj", "mesh.stl", "mesh.npy"})
                EXPECT_EQ(load_mesh(write(text, name)).triangles.size(), 3u) << format << line_end;
        }
    const auto unmarked = replaced(Made{}.text(), "comment C:", "Created by Blender3D 247 - C:");
    EXPECT_EQ(load_mesh(write(unmarked, "mesh.ply")).triangles.size(), 3u);
    const auto text =
        replaced(replaced(Made{}.text(), "vertex_indices", "vertex_index"), "float", "float32");
    EXPECT_EQ(load_mesh(write(text, "mesh.ply")).triangles.size(), 3u);
}

// Just above the middle of two floats, but nearer to it than a double tells.
TEST_F(Ply, DecimalsAreRoundedOnce) {
    const auto text = replaced(Made{"ascii", "double"}.text(), "0.3", "1.00000005960464477540");
    EXPECT_EQ(load_mesh(write(text, "mesh.ply")).triangles[2].c.z, std::nextafter(1.0f, 2.0f));
}

TEST_F(Ply, WarnsOfFacesThatAreNoPolygons) {
    for (const auto& format : formats) {
        Made made{format};
        made.faces = {{0, 1}, {}, {0, 1, 1}, {0, 1, 2}, {0, 2, 1, 3}};
        const auto path = write(made.text(), "mesh.ply");
        EXPECT_EQ(warnings(load_mesh(path)),
                  path.string() + ": faces with fewer than three corners, skipped: 2\n" +
                      path.string() + ": triangles without area: 1\n" + path.string() +
                      ": faces whose outline crosses itself: 1\n");
    }
}

// As one version of MeshLab wrote them. More numbers of a vertex would shift its coordinates.
TEST_F(Ply, WarnsOfFacesWithMoreNumbers) {
    const auto path = write(replaced(Made{}.text(), "3 0 1 4 9", "3 0 1 4 9 1 1 1"), "mesh.ply");
    const Mesh mesh = load_mesh(path);
    EXPECT_EQ(mesh.triangles.size(), 3u);
    EXPECT_EQ(warnings(mesh), path.string() +
                                  ": lines with more numbers than the header announces, "
                                  "ignored: 1\n");
}

TEST_F(Ply, IgnoresNanThatNoFaceUses) {
    for (const auto& format : formats) {
        Made made{format};
        made.vertices.push_back({0, NAN, INFINITY});
        EXPECT_EQ(load_mesh(write(made.text(), "mesh.ply")).triangles.size(), 3u);
    }
    // In the spellings of every library, where no face uses it, and where one does.
    Made unused, used;
    unused.vertices.push_back({0, 0, 123.5});
    used.vertices[1][2] = 123.5;
    for (const char* spelling :
         {"1.#QNAN", "-1.#IND00", "1.#INF", "-nan(ind)", "NaN", "1e400", "1e39"}) {
        const auto path = write(replaced(unused.text(), "123.5", spelling), "mesh.ply");
        EXPECT_EQ(load_mesh(path).triangles.size(), 3u) << spelling;
        EXPECT_TRUE(contains(
            rejection(write(replaced(used.text(), "123.5", spelling), "mesh.ply")),
            fmt::format("mesh.ply:20: '{}' is not a finite number in the range", spelling)))
            << spelling;
    }
    // A face of two corners is skipped, and so is what only it uses.
    for (const auto& format : formats) {
        Made made{format};
        made.vertices.push_back({0, NAN, 0});
        made.faces.push_back({0, 5});
        EXPECT_EQ(load_mesh(write(made.text(), "mesh.ply")).triangles.size(), 3u) << format;
        made.faces.push_back({0, 1, 5});
        EXPECT_NE(rejection(write(made.text(), "mesh.ply")), "") << format;
    }
}

TEST_F(Ply, RefusesWhatIsWrongInAnyFormat) {
    const struct {
        std::function<void(Made&)> change;
        const char* message;
    } cases[]{
        {[](Made& made) { made.vertices[2][1] = NAN; },
         "is not a finite number in the range of a float"},
        {[](Made& made) { made.vertices[4][0] = -INFINITY; }, "is not a finite number in the"},
        {[](Made& made) { made.real = "double", made.vertices[2][1] = 1e39; }, "range of a float"},
        {[](Made& made) { made.faces[1][2] = 5; },
         "vertex 5 does not exist; vertices in the file, counted from 0: 5"},
        {[](Made& made) { made.faces[1][2] = -1; }, "vertex -1 does not exist"},
        {[](Made& made) {
             made.faces = {{0, 1}};
         },
         ": no faces"},
        {[](Made& made) { made.faces = {}; }, ": no faces"},
        {[](Made& made) { made.announced_vertices = "4294967296"; },
         ":5: announces 4294967296 elements 'vertex', at least"},
        {[](Made& made) { made.announced_faces = "18446744073709551615"; },
         ":14: announces 18446744073709551615 elements 'face'"},
        {[](Made& made) { made.announced_faces = "99999999999999999999"; },
         ":14: 'element' needs a name and a number"},
        {[](Made& made) { made.announced_faces = "-1"; }, ":14: 'element' needs a name and a"},
        {[](Made& made) { made.announced_faces = "3"; }, "the file ends "},
        {[](Made& made) { made.announced_faces = "1"; }, "after the last element that the header"},
        {[](Made& made) { made.announced_vertices = "4"; }, ""},
    };
    for (const auto& format : formats)
        for (const auto& [change, message] : cases) {
            Made made{format};
            change(made);
            const auto rejected = rejection(write(made.text(), "mesh.ply"));
            EXPECT_NE(rejected, "") << message;
            EXPECT_TRUE(contains(rejected, message)) << format;
        }
}

TEST_F(Ply, NamesTheLineOrTheByte) {
    Made text, bytes{"binary_big_endian"};
    text.faces[1][0] = bytes.faces[1][0] = 77;
    EXPECT_TRUE(contains(rejection(write(text.text(), "mesh.ply")), "mesh.ply:27: vertex 77"));
    const auto last_face = bytes.text().size() - (8 + 1 + 3 * 4 + 1);
    EXPECT_TRUE(contains(rejection(write(bytes.text(), "mesh.ply")),
                         fmt::format("mesh.ply: byte {}: vertex 77", last_face)));
    bytes.faces[1][0] = 0, bytes.vertices[4][1] = NAN;
    const auto rows = bytes.vertex_rows().size(),
               last_vertex = bytes.header().size() + rows / 5 * 4;
    EXPECT_TRUE(contains(rejection(write(bytes.text(), "mesh.ply")),
                         fmt::format("mesh.ply: byte {}: vertex 4 (counted", last_vertex)));
}

TEST_F(Ply, RefusesADamagedHeader) {
    const std::string good = Made{}.text(), binary = Made{"binary_little_endian"}.text();
    const struct {
        std::string text;
        const char* message;  ///< what follows the file's name
    } cases[]{
        {"", ":1: is not a PLY mesh; its first line would be 'ply'"},
        {"v 0 0 0\n", ":1: is not a PLY mesh"},
        {good.substr(0, 100), ": its header has no line 'end_header'; is it cut off?"},
        {"ply\ncomment" + std::string(1 << 20, ' ') + "\nend_header\n",
         ": its header has no line 'end_header' in its first 1048576 bytes"},
        {replaced(good, "end_header\n", "end_header\r\n"),
         ": its header has no line 'end_header' that"},
        {replaced(binary, "ply\n", "ply\r\n"),
         ": its header has no line 'end_header' that ends like"},
        {replaced(good, "format ascii 1.0\n", ""), ":17: no line 'format' before it"},
        {replaced(good, "ascii", "text"),
         ":2: format 'text' '1.0'; ascii, binary_little_endian or"},
        {replaced(good, " 1.0\n", " 2.0\n"), ":2: format 'ascii' '2.0'"},
        {replaced(good, "uchar red", "byte red"), ":8: 'byte' is not a type; float, double, int"},
        {replaced(good, "list uchar float", "list float float"),
         ":9: a list has a whole number of"},
        {replaced(good, "property float y", "property float"), ":7: 'property' needs a name"},
        {replaced(good, "comment", "remark"), ":3: 'remark' is not a keyword"},
        {replaced(good, "comment", "property int a\ncomment"), ":3: 'property' stands before"},
        {replaced(good, " z\n", " depth\n"), ":5: vertices have no number z; a line"},
        {replaced(good, "vertex_indices", "corners"), ":14: faces have no list of vertices"},
        {replaced(good, "list uchar int", "list uchar float"),
         ":14: faces have no list of vertices"},
        {replaced(good, "element vertex", "element point"), ": no vertices"},
        {replaced(good, "element face", "element facet"), ": no faces"},
        {replaced(good, "comment", std::string("comm\0nt", 7)),
         ":3: NUL byte; the header of a PLY"},
    };
    for (const auto& [text, message] : cases) {
        const auto path = write(text, "mesh.ply");
        EXPECT_TRUE(rejection(path).starts_with(path.string() + message)) << rejection(path);
    }
}

TEST_F(Ply, RefusesADamagedText) {
    const std::string good = Made{}.text();
    const struct {
        std::string text;
        const char* message;  ///< what follows the file's name
    } cases[]{
        {replaced(good, "0 0 7", "0,5 0 7"), ":19: '0,5' is not a number; write the decimal point"},
        {replaced(good, "0 0 7", "1e39 0 7"), ":19: '1e39' is not a finite number"},
        {replaced(good, "0.3", "0x3"), ":23: '0x3' is not a number"},
        {replaced(good, "0.3", ""), ":23: fewer numbers than the header announces"},
        {replaced(good, "0.3", "0.3 9"), ":23: '9' is more than the header announces"},
        {replaced(good, "3 0 1 4", "3 0 1 4.5"), ":27: '4.5' is not a whole number"},
        {replaced(good, "3 0 1 4", "-3 0 1 4"), ":27: a face of -3 corners"},
        {replaced(good, "3 0 1 4", "100001 0 1 4"),
         ":27: a face of 100001 corners; at most 100000"},
        {replaced(good, "2 nan 2", "-1 nan 2"), ":19: a list of -1 items"},
    };
    for (const auto& [text, message] : cases) {
        const auto path = write(text, "mesh.ply");
        EXPECT_TRUE(rejection(path).starts_with(path.string() + message)) << rejection(path);
    }
}

TEST_F(Ply, EveryCutOffFileIsRefused) {
    for (const auto& format : formats) {
        const auto text = Made{format}.text();
        // The last number may be cut off unseen, and so may the last blank.
        const std::size_t unseen = format == "ascii" ? 2 : 0;
        for (std::size_t size = 0; size + unseen < text.size(); ++size)
            EXPECT_NE(rejection(write(text.substr(0, size), "mesh.ply")), "") << format << size;
    }
}

TEST_F(Ply, IsWrittenAsItIsDefined) {
    const Triangles triangles{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{1, 0, 0}, {0, 0, 0}, {0, 0, 1}}};
    std::string rows;
    for (const int number : {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1})
        rows += bytes_of_value(float(number));
    for (const auto& face : {std::array{0u, 1u, 2u}, std::array{1u, 0u, 3u}})
        rows += '\3' + bytes_of_value(face);
    Mesh mesh;
    mesh.triangles = triangles;
    const auto bytes = to_ply(mesh);
    EXPECT_TRUE(bytes.starts_with("ply\nformat binary_little_endian 1.0\n"));
    EXPECT_TRUE(contains(bytes, "element vertex 4\n"));
    EXPECT_TRUE(bytes.ends_with("end_header\n" + rows));
}

}  // namespace
}  // namespace hitmiss
