// Meshes of any format as a user brings them: the same triangles, the same picture, from files and
// from standard input.

#include <fmt/format.h>

#include "program.hpp"

namespace hitmiss {
namespace {

const std::vector<std::string> endings{"obj", "stl", "ply", "npy", "csv"};

class MeshFile : public Program {
protected:
    void SetUp() override { ASSERT_EQ(run("mesh terrain:faces=500,seed=3 -o mesh.obj").exit, 0); }
    std::string read(const std::string& name) const { return read_all(folder_ / name); }
};

TEST_F(MeshFile, EveryFormatKeepsTheTrianglesBitForBit) {
    for (const auto& from : endings)
        for (const auto& to : endings) {
            EXPECT_EQ(run(fmt::format("mesh mesh.obj -o a.{}", from)).exit, 0);
            EXPECT_EQ(run(fmt::format("mesh a.{} -o b.{}", from, to)).exit, 0);
            EXPECT_EQ(run(fmt::format("mesh b.{} -o c.obj", to)).exit, 0);
            EXPECT_EQ(read("c.obj"), read("mesh.obj")) << from << ' ' << to;
        }
}

TEST_F(MeshFile, EveryFormatGivesTheSamePicture) {
    const std::string options = " --size 96x96 -m watertight -o -";
    const auto picture = run("render mesh.obj" + options).out;
    EXPECT_GT(picture.size(), 1000u);
    for (const std::string& ending : endings) {
        const std::string file = "copy." + ending;
        ASSERT_EQ(run("mesh mesh.obj -o " + file).exit, 0);
        EXPECT_EQ(run("render " + file + options).out, picture) << file;
        write("scene.toml", "[[mesh]]\npath = \"" + file + "\"\n");
        EXPECT_EQ(run("render scene.toml" + options).out, picture) << file;
        if (ending == "csv") continue;  // its content does not tell
        EXPECT_EQ(run("render -" + options + " <" + file).out, picture) << file;
        EXPECT_EQ(run("mesh - <" + file).out, read("mesh.obj")) << file;
    }
}

// Nearest to a decimal just above the middle of two floats. To a double first, it would be the
// other one.
TEST_F(MeshFile, DecimalsOfTablesAreRoundedOnce) {
    const std::string decimal = "1.00000005960464477540", corners = "0,0,0,1,0,0,0,1,";
    write("mesh.csv", corners + decimal + '\n' + corners + "0x1.000002p+0\n");
    const std::string obj = run("mesh mesh.csv").out;
    EXPECT_NE(obj.find("v 0 1 1.0000001\n"), obj.npos) << obj;
    EXPECT_NE(obj.find("f 1 2 3\nf 1 2 3\n"), obj.npos) << obj;
    write("rays.csv", "0,0,0,0,0," + decimal + '\n');
    write("floats.csv", "0,0,0,0,0,1.0000001\n");
    const auto exact = [&](const std::string& rays) {
        write("wall.obj", "v -1 -1 1\nv 3 -1 1\nv -1 3 1\nf 1 2 3\n");
        EXPECT_EQ(run("compare wall.obj -m exact --answers a.csv --rays " + rays).exit, 0);
        return read("a.csv");
    };
    EXPECT_EQ(exact("rays.csv"), exact("floats.csv"));
}

TEST_F(MeshFile, ContentDecidesBehindAByteOrderMarkAndUnderAnyName) {
    const std::string mark = "\xEF\xBB\xBF", obj = read("mesh.obj");
    ASSERT_EQ(run("mesh mesh.obj -o mesh.npy").exit, 0);
    ASSERT_EQ(run("mesh mesh.obj -o mesh.csv").exit, 0);
    write("npy.csv", read("mesh.npy"));
    EXPECT_EQ(run("mesh npy.csv").out, obj);
    const std::string csv = read("mesh.csv");
    write("marked.csv", mark + csv);
    EXPECT_EQ(run("mesh marked.csv").out, obj);
    write("marked.csv", mark + csv.substr(csv.find('\n') + 1));
    EXPECT_EQ(run("mesh marked.csv").out, obj) << "no row is taken for names";
    write("marked.obj", mark + obj);
    EXPECT_EQ(run("mesh marked.obj").out, obj);
    const std::string faces = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
                      header =
                          "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n"
                          "property float y\nproperty float z\nelement face 1\n"
                          "property list uchar int vertex_indices\nend_header\n",
                      solid =
                          "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"
                          "vertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";
    for (const std::string& text : {header + faces, solid})
        for (const char* name : {"marked.ply", "marked.stl", "marked.obj"}) {
            write(name, mark + text);
            const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
            EXPECT_EQ(run(std::string("mesh ") + name).out, triangle) << name;
            EXPECT_EQ(run(std::string("mesh - <") + name).out, triangle) << name;
        }
}

// The first MiB of standard input is looked at before the rest is read.
TEST_F(MeshFile, StandardInputIsReadToItsEnd) {
    const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n", face = "f 1 2 3\n";
    for (const std::size_t size : {1u << 20, (1u << 20) + 1, 3u << 20}) {
        std::string text = corners + '#';
        text.resize(size - face.size() - 1, '#');
        write("long.obj", text + '\n' + face);
        EXPECT_EQ(run("mesh - <long.obj").out, corners + face) << size;
    }
}

// A polygon of 255 corners, the most that its header allows, and vertices that nobody uses.
TEST_F(MeshFile, StandardInputMayBeAsLongAsItsHeaderAnnounces) {
    const std::size_t size = 2 << 20, vertices = 170'000;
    std::string header = fmt::format(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty float x\n"
        "property float y\nproperty float z\nelement face 1\n"
        "property list uchar uchar vertex_indices\ncomment \nend_header\n",
        vertices);
    header.insert(header.rfind("\nend"), size - 12 * vertices - 256 - header.size(), '.');
    std::string bytes = header;
    for (std::size_t k = 0; k < vertices; ++k) {
        const float x = k < 255 ? float(k) : 0;  // on a parabola
        for (const float coordinate : {x, x * x, 0.0f})
            bytes.append(reinterpret_cast<const char*>(&coordinate), 4);
    }
    for (int k = 255; k >= 0; --k) bytes += char(k);  // the number of corners, then each
    ASSERT_EQ(bytes.size(), size);
    write("polygon.ply", bytes);
    const Outcome piped = run("mesh - <polygon.ply");
    EXPECT_EQ(piped.out, run("mesh polygon.ply").out);
    EXPECT_EQ(std::ranges::count(piped.out, 'f'), 253) << piped.err;
}

TEST_F(MeshFile, NamesThePackerWhateverTheEnding) {
    const std::pair<std::string, std::string> cases[]{
        {std::string("\x1F\x8B\b\0", 4), "is packed by gzip; unpack it first"},
        {std::string("PK\x03\x04\0", 5), "is packed by zip; unpack it first"},
        {std::string("\xFF\xFEp\0l\0y\0\n\0", 10), "is UTF-16 text; save it as ASCII or UTF-8"},
    };
    for (const auto& [start, message] : cases)
        for (const std::string& ending : endings) {
            write("mesh." + ending, start + std::string(200, '\1'));
            EXPECT_EQ(run("mesh mesh." + ending).err,
                      "hitmiss: mesh." + ending + ": " + message + '\n');
            EXPECT_EQ(run("mesh - <mesh." + ending).err, "hitmiss: -: " + message + '\n');
        }
    // The header of a binary STL is any text.
    ASSERT_EQ(run("mesh icosphere:faces=20 -o mesh.stl").exit, 0);
    const std::string stl = read("mesh.stl");
    for (const auto& [start, message] : cases) {
        write("other.stl", start + stl.substr(start.size()));
        EXPECT_EQ(run("mesh other.stl").exit, 0);
    }
    write("mesh.stl", stl.substr(0, 1000));
    EXPECT_EQ(run("mesh - <mesh.stl").err,
              "hitmiss: -: announces 20 triangles, 1084 bytes, but holds 1000 bytes; is it cut "
              "off, or not an STL mesh?\n");
}

// Where floats are 0.5 apart, as UTM coordinates are.
TEST_F(MeshFile, IsToldThatItsShapeIsRounded) {
    write("utm.obj", "v 5000000 5000000 0\nv 5000020 5000000 0\nv 5000000 5000020.2 0\nf 1 2 3\n");
    const auto written = run("mesh utm.obj -o utm.stl");
    EXPECT_EQ(written.exit, 0);
    EXPECT_TRUE(
        written.err.starts_with("hitmiss: note: coordinates reach 5,000,000, where floats "
                                "are 0.5 apart, but the mesh is only 20 wide"))
        << written.err;
    EXPECT_EQ(run("mesh mesh.obj -o a.stl").err.find("note: "), std::string::npos);
}

TEST_F(MeshFile, TellsWhatIsWrongInOneLine) {
    ASSERT_EQ(run("mesh mesh.obj -o mesh.stl").exit, 0);
    ASSERT_EQ(run("mesh mesh.obj -o mesh.ply").exit, 0);
    ASSERT_EQ(run("mesh mesh.obj -o mesh.npy").exit, 0);
    auto stl = read("mesh.stl");
    stl.replace(80, 4, "\xff\xff\xff\xff");
    const std::string strips =
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nproperty int z\n"
        "element tristrips 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0\n";
    const struct {
        std::string name, text, message;
    } cases[]{
        {"many.stl", stl, "many.stl: announces 4294967295 triangles, 214748364834 bytes, but"},
        {"nul.stl", std::string("solid a\n  Facet 0 0 1\n\0", 23),
         "nul.stl:3: NUL byte; an ASCII STL file is plain text"},
        {"strips.ply", strips, "strips.ply:7: triangle strips are not read; faces"},
        {"semicolons.csv", "0;1;2\n",
         "semicolons.csv:1: '0;1;2' is not a number of a double's range; commas between numbers"},
        {"packed.npy", "PK\x03\x04", "packed.npy: is packed by zip; unpack it first"},
        {"packed.npz", "PK\x03\x04", "packed.npz: packs several arrays; one, n x 3 x 3, saved by "},
        {"cut.stl", read("mesh.stl").substr(0, 1000), "cut.stl: announces "},
        {"cut.ply", read("mesh.ply").substr(0, 1000), "cut.ply:4: announces "},
        {"cut.npy", read("mesh.npy").substr(0, 1000), "cut.npy: announces "},
        {"nine.csv", "0,0,0,1,0,0,0,1,nan\n", "nine.csv: row 0 (counted from 0): a coordinate"},
        {"eight.csv", "0,0,0,1,0,0,0,1\n", "eight.csv: has 8 numbers a row; nine"},
        {"text.npy", "0 1 2\n", "text.npy: is not an NPY file"},
        {"mesh.plt", "ply\n", "mesh.plt: is not a scene; give a .toml scene or a mesh, .obj, .stl"},
    };
    for (const auto& [name, text, message] : cases) {
        write(name, text);
        const auto expect = [](const Outcome& outcome, const std::string& said) {
            EXPECT_EQ(outcome.exit, 3) << said;
            EXPECT_TRUE(outcome.err.starts_with("hitmiss: " + said)) << outcome.err << said;
            EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
        };
        expect(run("render " + name), message);
        if (name != "mesh.plt") expect(run("mesh " + name), message);
        // No name tells what is on standard input.
        if (name.ends_with("csv"))
            expect(run("mesh - <" + name), "-:1: is a table in CSV, which is read from a file ");
        else if (name.ends_with(".stl") || name.ends_with(".ply"))
            expect(run("mesh - <" + name), '-' + message.substr(name.size()));
    }
    write("mesh.csv", "ax,ay\n0,1\n");
    EXPECT_TRUE(run("mesh - <mesh.csv").err.starts_with("hitmiss: -:2: is a table in CSV, "));
    for (const char* command : {"mesh", "render", "compare"})
        EXPECT_EQ(run(command + std::string(" /dev/null")).err,
                  "hitmiss: /dev/null: is a device, pipe or socket; - reads a mesh from standard "
                  "input\n");
    // A folder named like a kind is not meant.
    EXPECT_EQ(run("mesh cube", "mkdir cube;").exit, 0);
    EXPECT_EQ(run("mesh.stl").exit, 2);
    EXPECT_NE(run("mesh.stl").err.find("'mesh.stl' is a scene, not a command"), std::string::npos);
}

}  // namespace
}  // namespace hitmiss
