// Notes where a user would be left alone with an odd picture.

#include <fmt/format.h>

#include "built.hpp"
#include "program.hpp"

namespace hitmiss {
namespace {

class ProgramNotes : public Program {
protected:
    /// What the program notes of a mesh made by `arguments`; its other messages are left out.
    std::string notes(const std::string& arguments) const {
        const auto outcome = run(arguments);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        std::string notes;
        std::istringstream lines(outcome.err);
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with("hitmiss: note: ")) notes += line.substr(15) + '\n';
        return notes;
    }
    /// A sphere of 1,280 triangles, with more lines, and each vertex moved along x.
    void sphere(const std::string& name, const std::string& more, double x = 0) const {
        std::istringstream lines(run("mesh icosphere:faces=1280").out);
        std::string text;
        for (std::string line; std::getline(lines, line);) {
            double p[3];
            if (std::sscanf(line.c_str(), "v %lf %lf %lf", p, p + 1, p + 2) == 3)
                line = fmt::format("v {} {} {}", p[0] + x, p[1], p[2]);
            text += line + '\n';
        }
        write(name, text + more);
    }
    const std::string options_ = " --size 32x32 -m watertight -o o.png";
};

const std::string tetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

TEST_F(ProgramNotes, NothingWhereAllIsWell) {
    sphere("ball.obj", "");
    for (const char* command :
         {"compare ball.obj", "render ball.obj", "explain ball.obj --pixel 9,9"})
        EXPECT_EQ(notes(command + (command[0] == 'e' ? "" : options_)), "") << command;
    sphere("far.obj", "", 1000);
    EXPECT_EQ(notes("render far.obj" + options_), "");
}

TEST_F(ProgramNotes, APictureWithoutASingleHit) {
    sphere("ball.obj", "");
    const std::string away = " --eye 0,0,5 --look-at 0,0,9";
    const std::string box = " meets the mesh, which lies between (-1, -1, -1) and (1, 1, 1)";
    const std::string note = "no ray of the picture" + box +
                             ". The camera is at (0, 0, 5) and looks at (0, 0, 9); without eye and "
                             "look-at it shows the whole mesh\n";
    for (const std::string command : {"compare", "render"})
        EXPECT_EQ(notes(command + " ball.obj" + away + options_), note);
    const std::string few = away + " --size 9x9 -m angle-sum:0.1";
    EXPECT_EQ(notes("compare ball.obj ball.obj" + few), "ball: " + note + "ball: " + note);
    const std::string sweep = "sweep ball.obj -o o.svg --per-decade 1" + away + " --size 9x9 -m ";
    EXPECT_EQ(notes(sweep + "angle-sum"), note);
    EXPECT_EQ(run(sweep + "angle-sum").out.find("best:"), note.npos);
    EXPECT_EQ(notes(sweep + "angle-sum:0.1"),
              "angle-sum:epsilon=0.1: --from and --to say which epsilons are swept, so this one is "
              "not used\n" +
                  note);
    EXPECT_EQ(notes("sweep ball.obj -o o.svg --over size --per-decade 1" + few), note);
    write("rays.csv", "0,0,5,0,0,1\n0,0,5,0,1,1\n");
    EXPECT_EQ(notes("compare ball.obj --rays rays.csv -m mt"), "no ray" + box + '\n');
    EXPECT_EQ(run("compare ball.obj --rays rays.csv -m mt").out.find("No errors"), note.npos);
    if (!built("advise")) return;
    EXPECT_EQ(notes("advise ball.obj --repeats 1" + few), note);
}

// The camera is not blamed for what a test loses.
TEST_F(ProgramNotes, APictureWhoseHitsAreAllLost) {
    write("tiny.obj", "v 0 0 0\nv 1e-30 0 0\nv 0 1e-30 0\nf 1 2 3\n");
    EXPECT_EQ(notes("render tiny.obj" + options_).find("no ray"), std::string::npos);
}

// The figure does not praise tests that met nothing.
TEST_F(ProgramNotes, AFigureWithoutASingleHit) {
    sphere("ball.obj", "");
    const auto drawn =
        run("compare ball.obj --eye 0,0,5 --look-at 0,0,9 --size 32x32 -m mt -m wt "
            "-o o.svg");
    EXPECT_EQ(drawn.exit, 0) << drawn.err;
    const auto figure = read_all(folder_ / "o.svg");
    EXPECT_NE(figure.find("No ray meets the mesh"), figure.npos);
    EXPECT_EQ(figure.find("no errors"), figure.npos);
    EXPECT_EQ(figure.find("right at every pixel"), figure.npos);
}

// Products of two lengths are below 1.2e-38, and explain says which value underflows.
TEST_F(ProgramNotes, AMeshSoSmallThatFloatsUnderflow) {
    write("tiny.obj", "v -1e-20 -1e-20 0\nv 1e-20 -1e-20 0\nv 0 1e-20 0\nf 1 2 3\n");
    const std::string tiny = " tiny.obj --size 9x9 -m watertight";
    EXPECT_EQ(notes("compare" + tiny + " -o o.png"),
              "triangles are typically 2e-20 wide, and products of three such lengths are below "
              "1.2e-38, where floats lose their digits: tests in float fail, and in double those "
              "with a fixed tolerance. Scale the mesh up, or use double\n");
    write("larger.obj", "v -1e-12 -1e-12 0\nv 1e-12 -1e-12 0\nv 0 1e-12 0\nf 1 2 3\n");
    EXPECT_EQ(notes("compare larger.obj --size 9x9 -m mt -o o.png"), "");
    const auto why = run("explain" + tiny + " -m mt:double --pixel 4,4").out;
    const auto single = why.substr(0, why.find("\nMöller"));
    EXPECT_NE(single.find("underflows: below 1.2e-38"), single.npos) << why;
    EXPECT_EQ(why.find("underflows", single.size()), why.npos) << why;
}

// The mesh is there as soon as the advice is followed.
TEST_F(ProgramNotes, AMeshOfAFewPixelsBecauseOfAStrayTriangle) {
    sphere("stray.obj", "v 500 500 500\nv 501 500 500\nv 500 501 500\nf -3 -2 -1\n");
    const std::string said = notes("render stray.obj --size 512x512 -m watertight -o o.png");
    EXPECT_NE(said.find("all but 1 of 1,281 triangles take up about 0.4 % of the picture's width, "
                        "because triangle 1280 lies far away, at (500, 500, 500). Remove it"),
              said.npos)
        << said;
    const auto advice = said.find("--eye ");
    ASSERT_NE(advice, said.npos);
    const auto hits = [&](const std::string& more) {
        const auto csv =
            run("compare stray.obj --size 64x64 -m exact --format csv --columns hits " + more).out;
        return std::stoi(csv.substr(csv.find('\n') + 1));
    };
    EXPECT_LT(hits(""), 10);
    EXPECT_GT(hits(said.substr(advice, said.find('\n', advice) - advice)), 64 * 64 / 5);
    // As far away as the field of view requires.
    for (const std::string fov : {" --fov 5", " --fov 120"}) {
        const std::string wide = notes("render stray.obj" + fov + options_);
        const int seen =
            hits(wide.substr(wide.find("--eye "), wide.find('\n') - wide.find("--eye ")) + fov);
        EXPECT_GT(seen, 64 * 64 / 20) << wide;
        EXPECT_LT(seen, 64 * 64 * 4 / 5) << wide;
    }
}

// Random points of the box are inside one time in thousands.
TEST_F(ProgramNotes, AMeshSoThinThatStartsInsideAreRare) {
    const std::string plate =
        "[[mesh]]\nmake = 'cube'\nrotate = [40, 35, 20]\nscale = [1, 1, {}]\n";
    write("thin.toml", fmt::format(fmt::runtime(plate), 1e-4));
    write("thick.toml", fmt::format(fmt::runtime(plate), 0.1));
    const std::string rays = " --rays 1 -m watertight";
    EXPECT_EQ(notes("leaks thick.toml" + rays), "");
    EXPECT_NE(notes("leaks thin.toml" + rays).find("the mesh is so thin that only one of "),
              std::string::npos);
}

// No tree is of use to rays so short.
TEST_F(ProgramNotes, ADirectionThatEveryTriangleIsTestedFor) {
    sphere("ball.obj", "");
    const std::string inside =
        "inside ball.obj --rules ray --points 1 --size 8x8 -m watertight -o o.png";
    EXPECT_EQ(notes(inside + " --direction 1e-4,2e-4,1e-4"),
              "--direction is 0.0002449 long, and rays shorter than 1/1,024 are tested against all "
              "1,280 triangles, which is slow. One of a length of about 1 is not\n");
    EXPECT_EQ(notes(inside + " --direction 1000,2000,3000"), "");
    const std::string render = "render ball.obj" + options_ + " --light ";
    EXPECT_EQ(notes(render + "4000,3000,2000"), "");
    EXPECT_NE(notes(render + "4e6,3e6,2e6")
                  .find("rays to the lamp are up to 5,385,000 long, and "
                        "rays longer than 1,048,576 are tested"),
              std::string::npos);
}

// Also where the mesh is tiny, and the camera sees nothing of it.
TEST_F(ProgramNotes, AStrayTriangleBesideATetrahedron) {
    for (const int far_away : {200, 1000, 100'000}) {
        write("stray.obj", tetrahedron + fmt::format("v {0} {0} {0}\nv {1} {0} {0}\nv {0} {1} {0}\n"
                                                     "f -3 -2 -1\n",
                                                     far_away, far_away + 1));
        const std::string said = notes("compare stray.obj" + options_);
        EXPECT_NE(said.find("because triangle 4 lies far away, at ("), said.npos) << said;
    }
    // Nothing of this where they are two of six,
    write("two.obj", tetrahedron + "v 1000 0 0\nv 1001 0 0\nv 1000 1 0\nf -3 -2 -1\n" +
                         "v 0 1000 0\nv 1 1000 0\nv 0 1001 0\nf -3 -2 -1\n");
    EXPECT_EQ(notes("compare two.obj" + options_).find("far away"), std::string::npos);
    // or no farther than the mesh is wide.
    write("near.obj", tetrahedron + "v 2 2 2\nv 3 2 2\nv 2 3 2\nf -3 -2 -1\n");
    EXPECT_EQ(notes("compare near.obj" + options_), "");
}

TEST_F(ProgramNotes, CoordinatesWhereFloatsAreCoarse) {
    sphere("far.obj", "", 1e5);
    const std::string said = notes("render far.obj" + options_);
    EXPECT_NE(
        said.find("coordinates reach 100,000, where floats are 0.00781 apart, but the mesh is "
                  "only 2 wide"),
        said.npos)
        << said;
    EXPECT_NE(said.find("translate = [-100000, 0, 0] in a scene's [[mesh]]"), said.npos) << said;
    sphere("far.obj", "v 100000 3.3456 0\nf 1 2 643\n", 1e5);
    EXPECT_NE(notes("render far.obj" + options_).find("the mesh is only 4.35 wide"), said.npos);
    // Farther or nearer, by the thousandth of the mesh.
    sphere("near.obj", "", 8000);
    EXPECT_EQ(notes("render near.obj" + options_), "");
    sphere("farther.obj", "", 33000);
    EXPECT_NE(notes("render farther.obj" + options_), "");
}

TEST_F(ProgramNotes, FacesThatLieOnOneAnother) {
    const std::string said =
        "1,280 of 2,560 triangles lie on another one, corner on corner. Where a ray meets both, "
        "either is a right answer, and one that faces away is drawn darker: pictures may be "
        "speckled. Every face is there twice: remove the copies and run again\n";
    std::istringstream lines(run("mesh icosphere:faces=1280").out);
    std::string same, turned;
    for (std::string line, word; std::getline(lines, line);)
        if (line.starts_with("f ")) {
            int a = 0, b = 0, c = 0;
            ASSERT_EQ(std::sscanf(line.c_str(), "f %d %d %d", &a, &b, &c), 3);
            same += fmt::format("f {} {} {}\n", b, c, a);
            turned += fmt::format("f {} {} {}\n", a, c, b);
        }
    for (const auto& more : {same, turned}) {
        sphere("twice.obj", more);
        EXPECT_EQ(notes("compare twice.obj" + options_), said);
    }
    // Such a mesh has no borders: four triangles meet at each edge.
    sphere("twice.obj", turned);
    for (const char* command :
         {"leaks twice.obj --rays 100 -m exact", "inside twice.obj -o o.png"}) {
        const std::string open = notes(command);
        EXPECT_NE(open.find("the mesh has edges with more than two triangles"), open.npos) << open;
        EXPECT_EQ(open.find("border"), open.npos) << open;
    }
    EXPECT_NE(notes("leaks twice.obj --rays 100 -m exact")
                  .find("; edges with more than two triangles left out: 1,920\n"),
              std::string::npos);
    // One face twice: its edges have three triangles, and nothing else is open.
    sphere("twice.obj",
           turned.substr(0, turned.find('\n') + 1) + "v 9 9 9\nv 9 9 8\nv 9 8 9\nf -3 -2 -1\n");
    const std::string both = notes("leaks twice.obj --rays 100 -m exact");
    EXPECT_NE(both.find("the mesh has borders and edges with more than two triangles, so"),
              both.npos)
        << both;
    EXPECT_NE(both.find("; border edges left out: "), both.npos) << both;
    write("one.obj", tetrahedron + "f 2 3 4\n");
    EXPECT_NE(notes("compare one.obj" + options_).find("1 of 5 triangles lies on another one,"),
              std::string::npos);
    // Large meshes are searched by a sample.
    const auto large = run("mesh terrain:faces=150000 -o large.obj");
    std::string text = read_all(folder_ / "large.obj"), again;
    std::istringstream faces(text);
    for (std::string line; std::getline(faces, line);)
        if (line.starts_with("f ")) again += line + '\n';
    write("large.obj", text + again);
    const std::string about = notes("render large.obj" + options_);
    ASSERT_TRUE(about.starts_with("about 1")) << about;
    EXPECT_NEAR(std::stod(about.substr(6, 3)), 150, 10) << about;
}

}  // namespace
}  // namespace hitmiss
