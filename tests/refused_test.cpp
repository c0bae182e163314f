// What a command cannot do is said before it begins, and nothing that was typed is ignored.

#include "built.hpp"
#include "program.hpp"

namespace hitmiss {
namespace {

class Refused : public Program {
protected:
    Refused() {
        write("cube.toml", "[[mesh]]\nmake = \"cube\"\n");
        write("rays.csv", "0.2,0.2,3,0,0,-1\n");
    }
    void refuses(const std::string& arguments, const std::string& said, int exit = 2) const {
        if (!built(arguments)) return;
        const auto before = files();
        const auto outcome = run(arguments);
        EXPECT_EQ(outcome.exit, exit) << arguments << '\n' << outcome.err;
        EXPECT_NE(outcome.err.find(said), outcome.err.npos) << arguments << '\n' << outcome.err;
        EXPECT_EQ(files(), before) << arguments;
    }
};

TEST_F(Refused, OptionsWithoutEffectSayWhatTheyAreFor) {
    const std::string cube = " cube.toml ", rays = "compare cube.toml --rays rays.csv ";
    for (const char* option : {"--title x", "--rows errors", "--crop 0,0,1,1", "--dpi 90",
                               "--no-detail", "--overlay halo", "--eye 1,2,3", "--stats"})
        refuses(rays + option, " is for pictures, and rays of a file or grid have none");
    refuses(rays + "--size 9x9", "--size is for pictures and --grid");
    refuses("compare cube.toml --grid=x --zoom 2", "--zoom is for pictures");
    refuses("compare cube.toml cube.toml --title x", "--title is for a figure");
    for (const char* option : {"--stats", "--no-detail", "--report r.md", "--whole-rays --grid=x"})
        refuses(std::string("compare cube.toml cube.toml ") + option, " is for one scene");
    for (const char* option : {"--subtitle x", "--rows errors", "--one-ray", "--answers a.npy"})
        refuses(std::string("compare cube.toml --light 3,3,3 ") + option,
                " is for rays from the eye, not to a lamp");
    refuses("compare cube.toml --whole-rays", "--whole-rays is for --rays and --grid");
    for (const char* column : {"parity", "missed_per_million", "crossings"})
        refuses("leaks none.toml --columns method," + std::string(column),
                std::string("--columns ") + column + ": is counted with --whole-rays");
    refuses("leaks cube.toml --checkpoint-seconds 9", "--checkpoint-seconds is for --checkpoint");
    refuses("leaks cube.toml --dpi 90", "--dpi is for a figure; -o names it");
    for (const char* option : {"--rays 9", "--seed 9"}) {
        refuses("sweep" + cube + option, " is for --aim");
        refuses("sweep cube.toml --over size " + std::string(option), " is for --aim");
        refuses("rays" + cube + option, " is for --aim");
    }
    refuses("sweep cube.toml --over size --aim edges --size 9x9", "--size is for pictures");
    for (const char* option : {"--brute-force", "--scene-methods", "--frames", "--subtitle x"})
        refuses("sweep cube.toml --over size " + std::string(option), " is for ");
    refuses("sweep cube.toml --over size --from 9 --to 1", "--from 9: is above --to, which is 1");
    refuses("sweep cube.toml --over size --along 1,0,0", "--along is for --over distance");
    refuses("rays cube.toml --aim edges --size 9x9", "--size is for pictures and --grid");
    refuses("rays cube.toml --grid=x --fov 9", "--fov is for pictures and --aim");
    for (const char* words : {"leaks cube.toml --fov 9", "spawn cube.toml --fov 9"})
        refuses(words, "has no option --fov; render, compare, ");
    EXPECT_EQ(run("leaks cube.toml --rays 9 --eye 0,5,0").exit, 0);
    refuses("spawn cube.toml --anywhere --eye 1,2,3",
            "--eye is for first rays from the camera's eye, not --anywhere");
    refuses("spawn cube.toml --epsilon 1 -o x.svg", "is for a figure against epsilon");
    refuses("inside cube.toml --sweep --plane z=0", "--plane is for slices, not for --sweep");
    refuses("inside cube.toml --rules ray --votes 5", "--votes is for the rule vote");
    refuses("inside cube.toml --rules vote --direction 1,0,0", "the rules ray and opposite");
    refuses("inside cube.toml --rules solid-angle -m wt", "is for rules that cast rays");
    refuses("explain cube.toml --pixel 1,1 --row 3", "--row is for --rays, --grid and --aim");
    refuses("explain cube.toml --pixel 1,1 --seed 3", "--seed is for --aim");
    refuses("explain cube.toml --rays rays.csv --row 0 --size 9x9", "--size is for pictures");
    refuses("explain famous --eye 1,2,3", "--eye is for rays of a scene");
    refuses("compare cube.toml --rows detail --no-detail",
            "--no-detail is for figures with other rows than the detail");
    refuses("figures --list -o x", "is for figures to make, not to --list");
    refuses("bench cube.toml --part kernels --size 9x9", "--size is for --part rays and embree");
    refuses("walk cube.toml --near 1", "--near is for --frames");
}

TEST_F(Refused, WhatIsRightElsewhere) {
    refuses("cube.toml compare --size 9x9", "compare cube.toml --size 9x9");
    refuses("leaks cube.toml --size 3x3", "leaks has no option --size; render, compare, ");
    refuses("explain cube.toml --wide --pixel 3,3", "no option --wide; compare, ");
    refuses("render cube.toml -m wt -o a.svg",
            "a.svg: render writes PNG; a name that ends in .png");
    refuses("spawn cube.toml --rules t-min", "did you mean '--rule'?");
    refuses("mesh cube:faces=7", "it has none; atrium, divided-cube, grid, ");
    refuses("inside cube.toml --epsilon 13", "--epsilon 13: ");
    for (const auto& [line, said] :
         {std::pair{"scale = \"2\"", "scale of [[mesh]] cannot be \"2\"; it takes a number in "},
          {"[image]\nwidth = \"64\"", "width of [image] cannot be \"64\"; it takes a whole number"},
          {"[camera]\neye = [0, 0, \"5\"]", "eye of [camera] cannot be \"5\"; it takes [x, y, z]"},
          {"[[method]]\nname = \"angle-sum:0.01\"",
           "in a scene its settings are keys beside  name = \"angle-sum\""}}) {
        write("odd.toml", std::string("[[mesh]]\nmake = \"cube\"\n") + line + '\n');
        refuses("compare odd.toml", said, 3);
    }
}

TEST_F(Refused, LinesThatBreak) {
    refuses("compare cube.toml --title \"$(printf 'line one\\nline two')\"",
            "--title: 'line one?line two' has a line break; one line would be right");
    refuses("compare cube.toml --subtitle \"$(printf 'a\\rb')\"",
            "--subtitle: 'a?b' has a line break");
}

TEST_F(Refused, CommasInLabels) {
    refuses("compare cube.toml -m 'wt:fused,label=a label, long'",
            "'wt:fused,label=a label, long': a label cannot contain a comma, and no space follows "
            "one");
    refuses("compare cube.toml -m 'mt:label=a,b'",
            "moller-trumbore: no setting takes 'b'; a label cannot contain a comma");
    refuses("compare cube.toml -m 'answers:file=a,b.npy' --grid=x",
            "answers: no setting takes 'b.npy'; a name or file cannot contain a comma");
    refuses("compare cube.toml -m 'mt:label=a,doubel'", "did you mean 'double'?");
    refuses("compare cube.toml -m 'wt: fused,label=a label'",
            "contains a space; write 'wt:fused,label=a label'");
    refuses("compare cube.toml -m 'angle-sum:rename=a b'",
            "contains a space; write 'angle-sum:rename=ab'");
    EXPECT_EQ(run("compare cube.toml --size 9x9 -m 'wt:fused,label=a label'").exit, 0);
}

TEST_F(Refused, EmptyValues) {
    for (const char* option : {"--size ''", "-o ''", "--eye ''", "--crop ''"})
        refuses("compare cube.toml " + std::string(option), ": is empty; a value would be right");
    refuses("compare ''", "SCENE: is empty");
}

TEST_F(Refused, PlacesWhereNothingCanBeWritten) {
    // There is no such scene, but nobody has looked yet.
    for (const char* option : {"--report", "--answers", "--outcomes", "-o"})
        refuses("compare none.toml " + std::string(option) + " rays.csv/x.csv",
                "rays.csv/x.csv: cannot write: Not a directory", 4);
    refuses("leaks none.toml -o rays.csv/x.svg",
            "rays.csv/x.svg: cannot write: Not a directory; name another place", 4);
    refuses("leaks none.toml --checkpoint rays.csv/x", "rays.csv/x: cannot write", 4);
    refuses("render none.toml -o rays.csv/", "rays.csv/: cannot write", 4);
    refuses("compare none.toml --report /dev/full", "is not a plain file", 4);
    refuses("compare none.toml --answers a.csv --outcomes ./a.csv",
            "--outcomes are both a.csv; two names would be right");
    EXPECT_EQ(run("compare cube.toml --size 9x9 -m mt -o new/a.png --report new/b/r.md").exit, 0);
}

TEST_F(Refused, LongValuesInAFewWords) {
    write("long.toml", "mesh = 'cube'\nmode = \"" + std::string(100'000, 'x') + "\"\n");
    EXPECT_LT(run("compare long.toml").err.size(), 400u);
    write("long.toml", "mesh = 'cube'\n" + std::string(1'000, 'y') + " = 1\n");
    EXPECT_LT(run("compare long.toml").err.size(), 400u);
}

TEST_F(Refused, HelpThatCannotBePrinted) {
    for (const char* words : {"--help", "--version", "--licences", "compare --help", ""})
        EXPECT_EQ(run(std::string(words) + " >/dev/full").exit, 4) << words;
}

TEST_F(Refused, MoreThanThereIsRoomFor) {
    refuses("compare cube.toml --light 3,3,3 --epsilon 0 --size 8192x8192 -m exact",
            "1 picture on 8192x8192 pixels; pixels times (pictures + 14) may be up to 100000000");
    refuses("rays cube.toml --aim edges --rays 1000000000000 -o r.npy",
            "r.npy: 1000000000000 rays take 24000000000000 bytes or more, but ", 4);
}

TEST_F(Refused, TwoPicturesOfOneName) {
    refuses("render cube.toml -m mt -m moller-trumbore", "moller-trumbore is there twice");
}

TEST_F(Refused, NumbersInTheFirstRowAsNames) {
    for (const char* row : {"x1,2,3,4,5,6", "a,b,c,0,0,1", "nan,0,0,0,0,1", "x;1,2,3,0,0,1"}) {
        write("odd.csv", std::string(row) + "\n0.2,0.2,3,0,0,-1\n");
        refuses("compare cube.toml --rays odd.csv -m mt", "odd.csv:", 3);
    }
    write("names.csv", "ox,oy,oz,dx,dy,dz\n0.2,0.2,3,0,0,-1\n");
    EXPECT_EQ(run("compare cube.toml --rays names.csv -m mt").exit, 0);
}

TEST_F(Refused, SettingsOfAMeshWithoutANumber) {
    refuses("mesh soup:faces", "faces lacks its number; faces=1000 would be right");
    refuses("mesh soup:red", "mesh soup has no setting 'red'; it has faces, seed");
}

TEST_F(Refused, AKindOfMeshAsAScene) {
    refuses("render icosphere:faces=80",
            "is written by  " HITMISS_PROGRAM " mesh icosphere:faces=80 -o", 3);
}

TEST_F(Refused, TextWithoutEndOnAPipe) {
    const auto endless = run("mesh -", "yes |");
    EXPECT_EQ(endless.exit, 3);
    EXPECT_NE(endless.err.find("-: is not a mesh: no 'v x y z' in its first 1048576 bytes"),
              std::string::npos)
        << endless.err;
    EXPECT_EQ(run("mesh -",
                  "(yes '#' | head -400000; echo v 0 0 0; echo v 1 0 0; echo v 0 1 0; "
                  "echo f 1 2 3) |")
                  .exit,
              0);
}

// What fails to be read may be the end of a mesh.
TEST_F(Refused, StandardInputThatCannotBeRead) {
    for (const char* input : {"</", "<&-"})
        refuses(std::string("mesh - ") + input, "-: standard input cannot be read", 3);
}

}  // namespace
}  // namespace hitmiss
