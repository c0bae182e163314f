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
    const std::string options = " --size 48x48 -m watertight -o -";
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

TEST_F(MeshFile, TellsWhatIsWrongInOneLine) {
    ASSERT_EQ(run("mesh mesh.obj -o mesh.stl").exit, 0);
    ASSERT_EQ(run("mesh mesh.obj -o mesh.ply").exit, 0);
    ASSERT_EQ(run("mesh mesh.obj -o mesh.npy").exit, 0);
    const struct {
        std::string name, text, message;
    } cases[]{
        {"cut.stl", read("mesh.stl").substr(0, 1000), "cut.stl: announces "},
        {"cut.ply", read("mesh.ply").substr(0, 1000), "cut.ply:4: announces "},
        {"cut.npy", read("mesh.npy").substr(0, 1000), "cut.npy: announces "},
        {"nine.csv", "0,0,0,1,0,0,0,1,nan\n", "nine.csv: row 0 (counted from 0): a coordinate"},
        {"eight.csv", "0,0,0,1,0,0,0,1\n", "eight.csv: has 8 numbers a row; nine"},
        {"semicolons.csv", "0,5;1\n", "semicolons.csv:1: '5;1' is not a number"},
        {"text.npy", "0 1 2\n", "text.npy: is not an NPY file"},
        {"mesh.plt", "ply\n", "mesh.plt: is not a scene; give a .toml scene or a mesh, .obj, .stl"},
    };
    for (const auto& [name, text, message] : cases) {
        write(name, text);
        const auto outcome = run("render " + name);
        EXPECT_EQ(outcome.exit, 3);
        EXPECT_TRUE(outcome.err.starts_with("hitmiss: " + message)) << outcome.err;
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    }
    EXPECT_EQ(run("mesh.stl").exit, 2);
    EXPECT_NE(run("mesh.stl").err.find("'mesh.stl' is a scene, not a command"), std::string::npos);
}

}  // namespace
}  // namespace hitmiss
