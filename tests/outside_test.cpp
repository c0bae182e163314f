// Files, rays and lamps from outside: nothing is taken for something else, and nothing counted is
// not praised.

#include <fmt/format.h>

#include <filesystem>

#include "built.hpp"
#include "json_testing.hpp"
#include "program.hpp"

namespace hitmiss {
namespace {

class Outside : public Program {
protected:
    static bool has(const std::string& text, const std::string& part) {
        return text.find(part) != text.npos;
    }
    Json json(const std::string& arguments) const {
        const auto outcome = run(arguments + " --format json");
        EXPECT_EQ(outcome.exit, 0) << arguments << '\n' << outcome.err;
        return parse_json(outcome.out);
    }
};

TEST_F(Outside, ACheckpointKnowsWhatItsFilesHold) {
    if (!built("leaks --checkpoint")) GTEST_SKIP();
    const std::string cube = scene("cube");
    ASSERT_EQ(run("rays " + cube + " --aim edges --rays 300 -o r.npy").exit, 0);
    ASSERT_EQ(run("compare " + cube + " --rays r.npy -m exact --answers good.csv").exit, 0);
    const std::string counting = "leaks " + cube + " --aim edges --rays 300 -m answers:file=a.csv";
    const auto errors = [&](const std::string& more) {
        return json(counting + more)["rates"][0]["errors"].get<int>();
    };
    write("a.csv", read_all(folder_ / "good.csv"));
    EXPECT_EQ(errors(" --checkpoint ck"), 0);
    std::string none;
    for (int k = 0; k < 300; ++k) none += "inf,-1\n";
    write("a.csv", none);
    EXPECT_EQ(errors(""), 300);
    const auto other = run(counting + " --checkpoint ck");
    EXPECT_EQ(other.exit, 3) << "it belongs to other answers";
    EXPECT_TRUE(has(other.err, "checksum")) << other.err;
    // A link that leads to itself cannot be read.
    std::filesystem::create_symlink("loop", folder_ / "loop");
    EXPECT_EQ(run(counting + " --checkpoint loop").exit, 3);
}

TEST_F(Outside, ColumnsOfCsvAreWhatTheyAreCalled) {
    const std::string compare = "compare " + scene("cube") + " --rays ";
    write("right.CSV", "ox,oy,oz,dx,dy,dz\n0,0,4,0,0.125,-1\n");
    write("turned.csv", "dx,dy,dz,ox,oy,oz\n0,0.125,-1,0,0,4\n");
    write("fine.csv", "0,0,4,0,0.12345678901,-1\n");
    const auto right = run(compare + "right.CSV -m mt");
    EXPECT_EQ(right.exit, 0) << right.err;
    EXPECT_EQ(right.err, "");
    const auto turned = run(compare + "turned.csv -m mt");
    EXPECT_EQ(turned.exit, 3);
    EXPECT_TRUE(has(turned.err, "turned.csv:1: has the columns dx,dy,dz,ox,oy,oz; ox,oy,oz,dx,"))
        << turned.err;
    EXPECT_TRUE(has(run(compare + "fine.csv -m mt").err,
                    "fine.csv: row 0 (counted from 0) has a number that is not a float"));
    write("answers.csv", "triangle,t\n3,1\n");
    EXPECT_TRUE(has(run(compare + "right.CSV -m answers:file=answers.csv").err,
                    "has the columns triangle,t; t,triangle would be right"));
}

TEST_F(Outside, WhoTellsNoTriangleWritesNone) {
    write("r.csv", "0,0,4,0,0.125,-1\n");
    // What numpy.save makes of [True].
    std::string header = "{'descr': '|b1', 'fortran_order': False, 'shape': (1,), }";
    header.resize(117, ' ');
    write("yes.npy", std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n\x01");
    const auto told =
        run("compare " + scene("cube") + " --rays r.csv -m answers:file=yes.npy --answers out.csv");
    EXPECT_EQ(told.exit, 2) << told.err;
    EXPECT_TRUE(has(told.err, "the method tells no triangles")) << told.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out.csv"));
}

TEST_F(Outside, ATriangleOnALineLeavesTheMeshClosed) {
    ASSERT_EQ(run("mesh cube -o cube.obj").exit, 0);
    write("more.obj", read_all(folder_ / "cube.obj") + "\nf 1 1 2\n");
    EXPECT_EQ(json("leaks more.obj --rays 10 -m mt")["start"], "inside");
}

TEST_F(Outside, RatesOfAGridHaveNoInterval) {
    const auto of = [&](const std::string& rays) {
        return json("compare " + scene("cube") + rays + " -m mt --whole-rays")["methods"][0];
    };
    const Json grid = of(" --grid=z --size 8x8");
    EXPECT_EQ(grid["missed_per_million"], 0);
    EXPECT_TRUE(grid["missed_low"].is_null() && grid["missed_high"].is_null());
    EXPECT_FALSE(
        has(run("compare " + scene("cube") + " --grid=z --size 8x8 -m mt --whole-rays").out,
            "interval"));
    ASSERT_EQ(run("rays " + scene("cube") + " --aim interior --rays 100 -o r.npy").exit, 0);
    EXPECT_GT(of(" --rays r.npy")["missed_high"], 0);
}

TEST_F(Outside, AMeshTooLargeForFloatsIsSaid) {
    write("large.toml", "[[mesh]]\nmake = \"icosphere:faces=80\"\nscale = 1e25\n");
    EXPECT_TRUE(has(run("leaks large.toml --rays 10 -m mt").err,
                    "80 of 80 triangles are so large that products of three"));
}

TEST_F(Outside, ATitleDoesNotPraiseWhatSawNothing) {
    const std::string away = " --eye 0,0,50 --look-at 0,0,90 --size 8x8 -m mt:0.1 -o o.svg";
    const std::string cube = scene("cube");
    for (const std::string& command :
         {"sweep " + cube, "compare " + cube, "compare " + cube + ' ' + scene("triangle"),
          "sweep " + cube + " --over size"}) {
        ASSERT_EQ(run(command + away).exit, 0) << command;
        EXPECT_TRUE(has(read_all(folder_ / "o.svg"), ">No ray meets the mesh<")) << command;
    }
    const std::string lit = "compare " + scene("boxes") +
                            " --size 20x15 --light 3.5,2.4,-1.4 -m moller-trumbore:epsilon=100 ";
    const auto lost = run(lit + "-o o.svg --fail-over 0");
    EXPECT_EQ(lost.exit, 1) << lost.err;
    EXPECT_TRUE(has(read_all(folder_ / "o.svg"), "has no right start for the ray to the lamp at "));
    const std::string spawn =
        "spawn " + cube + " -m moller-trumbore:epsilon=100 --rays 10 -o o.svg ";
    for (const char* over : {"", "--over size --from 0.001 --to 0.01"}) {
        const auto said = run(spawn + over).out;
        EXPECT_TRUE(said.starts_with("No second ray starts")) << said;
        EXPECT_FALSE(has(said, "serves this scene")) << said;
    }
}

TEST_F(Outside, WhatIsPrintedNamesTheSceneAsAFile) {
    ASSERT_EQ(run("mesh cube -o ./-dash.obj").exit, 0);
    const auto said = run("compare --size 16x16 -m angle-sum:0.5 -o o.png -- -dash.obj");
    EXPECT_TRUE(has(said.out, " explain ./-dash.obj ")) << said.out << said.err;
    const auto over = run("compare " + scene("cube") + ' ' + scene("triangle") +
                          " --size 16x16 -m angle-sum:0.5 --fail-over 0");
    EXPECT_EQ(over.exit, 1);
    EXPECT_TRUE(has(over.err, "cube: angle-sum:epsilon=0.5 errs on ")) << over.err;
}

TEST_F(Outside, AnotherReferenceIsNamed) {
    write("other.toml",
          "[[mesh]]\nmake = \"icosphere:faces=80\"\n[reference]\nname = \"angle-sum\"\nepsilon = "
          "0.5\n");
    const std::string asked = " other.toml -m mt ";
    const auto compared = run("compare" + asked + "--size 32x32 -o o.png").out;
    EXPECT_TRUE(compared.starts_with("Held against angle-sum:epsilon=0.5, not the exact answers:"));
    EXPECT_FALSE(has(compared, " explain ")) << "which knows exact answers only";
    for (const std::string& command :
         {"leaks" + asked + "--rays 10", "explain" + asked + "--pixel 16,16"})
        EXPECT_TRUE(has(run(command).err, "[reference] angle-sum:epsilon=0.5 is for compare and"));
}

}  // namespace
}  // namespace hitmiss
