// What the program says to a mistyped command line or scene: what was typed, what would be right.

#include "built.hpp"
#include "program.hpp"

namespace hitmiss {
namespace {

TEST_F(Program, NamesWhatWasTypedAndWhatWouldBeRight) {
    const std::string cube = "[[mesh]]\nmake = \"cube\"\n";
    write("cube.toml", cube);
    write("point.toml", cube + "[image]\nwidth = 512.0\n");
    write("quote.toml", "[[mesh]]\nmake = \"cube\n[image]\nwidth = 512\n");
    write("end.toml", "[[mesh]]\nmake = \"cube");
    write("fov.toml", cube + "[camera]\nfov = 40\n");
    write("eps.toml", cube + "[[method]]\nname = \"angle-sum\"\neps = 0.1\n");
    write("light.toml", cube + "[light]\n");
    write("single.toml", "[mesh]\nmake = \"cube\"\n");
    write("bunny.fbx", "fbx\n");
    write("notes.txt", "a mesh?\n");
    const auto written = files();
    const struct {
        const char* arguments;
        int exit;
        std::vector<std::string> fragments;
    } cases[]{
        {"rendr x", 2, {"no command 'rendr'; did you mean 'render'?", "sweep, leaks"}},
        {"help rendr", 2, {"no command 'rendr'; did you mean 'render'?"}},
        {"--nope", 2, {"no option --nope; " HITMISS_PROGRAM " --help"}},
        {"methods watertigt", 2, {"no method 'watertigt'; did you mean 'watertight'?"}},
        {"compare", 2, {"SCENE is required; " HITMISS_PROGRAM " compare --help"}},
        {"render cube.toml again", 2, {"render does not take 'again'"}},
        {"compare cube.toml again", 3, {"again: does not exist"}},
        {"compare cube.toml --reproducer", 2, {"did you mean '--reproducers'?"}},
        {"compare cube.toml -m", 2, {"-m lacks its value"}},
        {"compare cube.toml -o --wide", 2, {"-o lacks its value, because --wide is an option"}},
        {"compare cube.toml --title --size=9x9",
         2,
         {"--title lacks its value, because --size=9x9"}},
        {"mesh cube -o --help", 2, {"-o lacks its value, because --help is an option"}},
        {"compare cube.toml --format xml", 2, {"--format xml: ", "text, json, csv"}},
        {"compare cube.toml --fail-over -1", 2, {"--fail-over -1: not a whole number from 0"}},
        {"compare cube.toml --epsilon 0.1", 2, {"no option --epsilon;", " -m angle-sum:0.1"}},
        {"compare cube.toml --eps 0.1", 2, {"epsilon is a setting", " -m angle-sum:0.1"}},
        {"compare cube.toml -m 'angle-sum 0.01'", 2, {"settings follow a colon: angle-sum:0.01\n"}},
        {"compare cube.toml -m 'angle sum'", 2, {"did you mean 'angle-sum'?\n"}},
        {"compare cube.toml --epsilon=0.1", 2, {" -m angle-sum:0.1"}},
        {"render cube.toml ---",
         2,
         {"render has no option ---; " HITMISS_PROGRAM " render --help"}},
        {"compare cube.toml --cull back", 2, {" -m moller-trumbore:cull=back"}},
        {"compare cube.toml -m angle-sum:0.1,doubel",
         2,
         {"angle-sum: no setting takes 'doubel'; did you mean 'double'?\n"}},
        {"compare cube.toml -m angle-sum:red",
         2,
         {"'red' is not a number in (0, 6.28319) rad nor one of difference, "}},
        {"compare cube.toml -m watertight:red",
         2,
         {"'red' is not one of none, back, plain, kahan, "}},
        {"compare cube.toml -m watertight:0.1",
         2,
         {"watertight: 0.1 would be its epsilon, and watertight has none"}},
        {"compare cube.toml -m angle-sum=0.5,double",
         2,
         {"settings follow a colon: angle-sum:0.5,double\n"}},
        {"compare cube.toml -m MT", 2, {"no method 'MT'; did you mean 'mt'?\n"}},
        {"compare cube.toml -m nt", 2, {"no method 'nt'; did you mean 'mt'?\n"}},
        {"compare cube.toml -m Watertight", 2, {"did you mean 'watertight'?\n"}},
        {"compare cube.toml -m all",
         2,
         {"no method 'all'; -m names one and can be repeated; the methods are ", ", mt, wt\n"}},
        {"compare cube.toml --vertical_fov 30", 2, {"did you mean '--fov'?"}},
        {"accept cube.toml -m mt",
         2,
         {"moller-trumbore: tests rays, not points; the methods that test points are ",
          ", same-side, ", ", area-sum; or give --edge\n"}},
        {"compare cube.toml -m wt,double", 2, {"settings follow a colon: wt:double\n"}},
        {"compare cube.toml -m watertight,mt",
         2,
         {"give each method its own -m: -m watertight -m mt\n"}},
        {"compare cube.toml -m sphere,mt", 2, {"no method 'sphere,mt'; the methods are "}},
        {"compare cube.toml --width 100",
         2,
         {"no option --width; for pixels: --size WxH, as in --size 640x480; did you mean "}},
        {"render cube.toml --height=100", 2, {"for pixels: --size WxH"}},
        {"compare cube.toml -o fig.pgn", 2, {"a figure is .svg or .png; did you mean fig.png?\n"}},
        {"compare notes.txt",
         3,
         {"give a .toml scene or a mesh, .obj, .stl, .ply, .npy or .csv\n"}},
        {"compare cube.toml -m answers:file=hits.npy",
         3,
         {"hits.npy: does not exist; check the spelling, or whether the program that writes it "
          "succeeded\n"}},
        {"compare cube.toml --rays - -m mt",
         3,
         {"-: rays and answers are read from files; -o rays.npy writes one\n"}},
        {"compare cube.toml -m angle-sum:0.1,0.2", 2, {"'epsilon' is given twice"}},
        {"compare cube.toml -m angle-sum:eps=0.1", 2, {"no setting 'eps'; did you mean 'epsilon'"}},
        {"compare cube.toml -m 'angle-sum: 0.1'", 2, {"write 'angle-sum:0.1'"}},
        {"compare cube.toml -m angle-sum: 0.1", 2, {"'angle-sum: 0.1'", " angle-sum:0.1 would be"}},
        {"compare cube.toml --reproducers -o -", 2, {"--reproducers writes files; give their"}},
        {"compare cube.toml --rays a.npy --grid=x",
         2,
         {"--rays and --grid are two kinds of rays; choose one"}},
        {"rays cube.toml --aim edges --grid=x -o r.npy",
         2,
         {"--aim and --grid are two kinds of rays; choose one"}},
        {"inside cube.toml -m mt:cull=back",
         2,
         {"culls back faces, which these rays meet; cull=none would be right"}},
        {"compare cube.toml --grid=x --whole-rays -m mt:cull=back", 2, {"culls back faces, which"}},
        {"probe " HITMISS_SCENES "/probe-cube.toml --tolerance=-1",
         2,
         {"--tolerance -1: ", "from 0 to"}},
        {"walk " HITMISS_SCENES "/walk-door.toml --frames --near 1e300", 2, {"--near 1e300: "}},
        {"explain famous:oblikovati-2146 -m answers:file=a.csv",
         2,
         {"a file has no answer to this ray; a test would be right"}},
        {"compare cube.toml --columns parity", 2, {"--columns parity: is counted with --whole"}},
        {"compare cube.toml --grid=x --columns parity", 2, {"is counted with --whole-rays"}},
        {"compare cube.toml --grid=x --reproducers",
         2,
         {"--reproducers is for pictures", "; --report"}},
        {"compare cube.toml --rays a.npy --overlay halo", 2, {"--overlay is for pictures"}},
        {"compare cube.toml -m exact -m watertight --answers a.npy",
         2,
         {"there are 2; choose one"}},
        {"compare cube.toml -m answers", 2, {"answers: from which file? answers:file=hits.npy"}},
        {"compare cube.toml --checkpoint a", 2, {"--checkpoint is for several scenes"}},
        {"leaks cube.toml -m answers:file=a.npy", 2, {"answers to which rays? --aim says it"}},
        {"compare " HITMISS_SCENES "/walk-door.toml",
         0,
         {"is made for walk, nothing to compare; see  " HITMISS_PROGRAM " walk "}},
        {"compare " HITMISS_SCENES "/probe-cube.toml", 0, {"see  " HITMISS_PROGRAM " probe "}},
        {"compare cube.tml", 3, {"cube.tml: does not exist; did you mean 'cube.toml'?"}},
        {"compare cube", 3, {"cube: does not exist; did you mean 'cube.toml'?"}},
        {"version", 2, {"did you mean '--version'?"}},
        {"compare cube.toml -m h.npy", 2, {"is judged with -m answers:file=h.npy\n"}},
        {"compare icosphere",
         3,
         {"is written by  " HITMISS_PROGRAM " mesh icosphere -o mesh.obj\n"}},
        {"explain cube.toml", 2, {"is read by  " HITMISS_PROGRAM " explain - <FILE\n"}},
        {"compare light.toml",
         3,
         {"light.toml:3: the scene has no setting 'light'; ", " compare and spawn: --light x,y,z"}},
        {"compare single.toml",
         3,
         {"single.toml:1: [mesh] has single brackets", "[[mesh]] would be right\n"}},
        {"compare cube.toml -m angle-sum:0,1",
         2,
         {"angle-sum:0,1: a comma separates settings; with a point, 0.1 would be a number\n"}},
        {"compare cube.toml -m angle-sum:double,epsilon=0,05", 2, {"; with a point, 0.05 would"}},
        {"compare cub.toml", 3, {"cub.toml: does not exist; did you mean 'cube.toml'?"}},
        {"compare bunny.fbx", 3, {": is not a scene", " assimp export bunny.fbx bunny.obj"}},
        {"compare point.toml",
         3,
         {"point.toml:4: width of [image] cannot be 512.0", "whole number"}},
        {"compare quote.toml", 3, {"quote.toml:2: ", "a quote is left open"}},
        {"compare end.toml", 3, {"end.toml:2: ", "a quote is left open"}},
        {"compare fov.toml", 3, {"fov.toml:4: ", "no setting 'fov'; did you mean 'vertical_fov'?"}},
        {"compare eps.toml", 3, {"eps.toml:5: ", "no setting 'eps'; did you mean 'epsilon'?"}},
        {"leaks cube.toml --rays 1e6", 2, {"--rays 1e6: not a whole number", "; 1000000 would be"}},
        {"leaks cube.toml --rays many", 2, {"--rays many: not a whole number from 1 to "}},
        {"sweep cube.toml --to 1000", 2, {"--to 1000: the epsilon of angle-sum is in (0, 6.28"}},
        {"sweep cube.toml --size 6000x6000",
         2,
         {"--size 6000x6000: a sweep keeps up to 25,000,000"}},
        {"sweep cube.toml --from 4",
         2,
         {"--from 4: is above --to, which is 3.2 by default; give both\n"}},
        {"sweep cube.toml --to 1e-9",
         2,
         {"--to 1e-9: is below --from, which is 1e-7 by default; give both\n"}},
        {"sweep cube.toml --over grazing --to 5e-5",
         2,
         {"--to 5e-5: is below --from, which is 0.0001 by default; give both\n"}},
        {"sweep cube.toml --over aspect --to 0.1",
         2,
         {"--to 0.1: aspect (times the scene is squeezed) is in [1, "}},
        {"compare cube.toml --columns ties", 2, {"no such value; did you mean 'neighbour'? it is"}},
        {"compare cube.toml --columns tie", 2, {"no such value; did you mean 'neighbour'? it is"}},
        {"compare cube.toml --columns ,", 2, {"--columns ,: has an empty part; one comma between"}},
        {"compare cube.toml --columns hits,,leaks",
         2,
         {"--columns hits,,leaks: has an empty part"}},
        {"compare cube.toml --columns hits,", 2, {"--columns hits,: has an empty part"}},
        {"compare cube.toml --columns ''", 2, {"--columns '': has an empty part"}},
        {"compare cube.toml --columns= --wide",
         2,
         {"--columns: nothing follows the '='; a value there, or no '=', would be right"}},
        {"leaks cube.toml --checkpoint -",
         2,
         {"--checkpoint is for a file, which the same command reads again; - is none"}},
        {"compare cube.toml --rays a.npy -m answers:file=a.npy,name=x -m answers:file=b.npy,name=x",
         2,
         {"two methods are called x; two names would be right"}},
        {"mesh cube:faces=3", 2, {"mesh cube has no setting 'faces'"}},
        {"bench cube.toml --part kernel", 2, {"--part kernel: ", "did you mean 'kernels'?"}},
    };
    for (const auto& [arguments, exit, fragments] : cases) {
        if (!built(arguments)) continue;
        const auto outcome = run(arguments);
        EXPECT_EQ(outcome.exit, exit) << arguments;
        EXPECT_EQ(outcome.out, "") << arguments;
        EXPECT_TRUE(outcome.err.starts_with("hitmiss: ")) << arguments << '\n' << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        for (const auto& fragment : fragments)
            EXPECT_NE(outcome.err.find(fragment), std::string::npos) << fragment << "\nin\n"
                                                                     << outcome.err;
    }
    EXPECT_EQ(files(), written);
}

TEST_F(Program, HelpsInTheWordsThatPeopleType) {
    const std::string aimed = "leaks " + scene("cube") + " --rays 50 -m exact --format csv --aim ";
    EXPECT_EQ(run(aimed + "vertex").out, run(aimed + "vertices").out);
    EXPECT_EQ(run(aimed + "silhouette").out, run(aimed + "silhouettes").out);
    EXPECT_EQ(run(aimed + "edge").out, run(aimed + "edges").out);
    EXPECT_NE(run(aimed + "edge").out, run(aimed + "vertex").out);
    EXPECT_EQ(run("help").out, run("--help").out);
    EXPECT_EQ(run("help compare").out, run("compare --help").out);
    const auto one = run("methods watertight");
    EXPECT_EQ(one.exit, 0) << one.err;
    EXPECT_TRUE(one.out.starts_with("watertight\n")) << one.out;
    EXPECT_EQ(one.out.find("angle-sum\n"), one.out.npos);
    const std::string compare =
        "compare --format csv --size 8x8 " + scene("cube") + " -m angle-sum:0.1,";
    EXPECT_EQ(run(compare + "double").out, run(compare + "precision=double").out);
    EXPECT_EQ(run(compare + "atan2,constant").out,
              run(compare + "variant=atan2,plane=constant").out);
    EXPECT_EQ(run("compare -m watertight " + scene("cube") + " --size 8x8").exit, 0);
}

TEST_F(Program, EndsQuietlyWhereNobodyReadsOn) {
    const auto outcome =
        run("sweep " + scene("icosphere") + " --size 8x8 -o - ; echo $? >status; } | { true",
            "sleep 1;");
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(read_all(folder_ / "status"), "4\n");
}

// The pixel that compare and sweep name is one at which the method errs, and it is explained.
TEST_F(Program, LeadsFromThePictureToTheExplanation) {
    std::filesystem::create_directory_symlink(HITMISS_SCENES, folder_ / "my scenes");
    for (const std::string command : {"compare", "sweep"}) {
        const auto outcome = run(command +
                                 " 'my scenes/icosphere.toml' --size 64x48 -m "
                                 "angle-sum:0.5,double -m watertight");
        ASSERT_EQ(outcome.exit, 0) << outcome.err;
        const std::string program = "  " HITMISS_PROGRAM " ";
        const auto at = outcome.out.find(program + "explain ");
        ASSERT_NE(at, outcome.out.npos) << outcome.out;
        EXPECT_EQ(outcome.out.find(program, at + 1), outcome.out.npos) << "watertight never errs";
        const auto line = outcome.out.substr(at, outcome.out.find('\n', at) - at);
        EXPECT_NE(line.find("'my scenes/icosphere.toml' --size 64x48 --pixel "), line.npos) << line;
        const auto explained = run(line.substr(program.size()));
        ASSERT_EQ(explained.exit, 0) << explained.err;
        EXPECT_NE(explained.out.find("\nangle-sum:epsilon="), explained.out.npos);
        EXPECT_NE(explained.out.find(": wrong ("), explained.out.npos) << explained.out;
    }
}

TEST_F(Program, SaysWhichCommandASceneIsMadeFor) {
    for (const std::string command : {"walk", "probe"}) {
        const std::string file = scene(command == "walk" ? "walk-plane" : "probe-cube");
        const auto outcome = run("compare " + file + " --format json");
        EXPECT_EQ(outcome.exit, 0);
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err.find(HITMISS_PROGRAM " " + command + " " + file), outcome.err.npos);
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
    EXPECT_TRUE(files().empty());
}

TEST_F(Program, TakesOnlyTheOptionsThatACommandHonours) {
    const std::string walk = "walk " + scene("walk-plane"), probe = "probe " + scene("probe-cube"),
                      sweep = "sweep " + scene("cube"), bench = "bench " + scene("cube");
    for (const std::string& command : {walk, probe, sweep, bench})
        for (const char* option : {" --stats", " -v", " --verbose"})
            EXPECT_EQ(run(command + option).exit, 2) << command << option;
    for (const std::string& command : {walk, probe})
        for (const char* option : {" --brute-force", " --one-ray"})
            EXPECT_EQ(run(command + option).exit, 2) << command << option;
    EXPECT_TRUE(files().empty());
    EXPECT_EQ(run(sweep + " --size 8x8 --per-decade 1 --brute-force").exit, 0);
    if (built(bench)) {
        EXPECT_EQ(run(bench + " --part rays --repeats 1 --size 8x8 -m exact --one-ray").exit, 0);
    }
}

}  // namespace
}  // namespace hitmiss
