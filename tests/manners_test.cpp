// How the program treats those who do not know it yet.

#include <fmt/format.h>

#include <regex>

#include "built.hpp"
#include "json_testing.hpp"
#include "program.hpp"
#include "sanitized.hpp"

namespace hitmiss {
namespace {

class Manners : public Program {
protected:
    void refuses(const std::string& arguments, const std::string& said, int exit = 2) const {
        const auto before = files();
        const auto outcome = run(arguments);
        EXPECT_EQ(outcome.exit, exit) << arguments;
        EXPECT_NE(outcome.err.find(said), outcome.err.npos) << arguments << '\n' << outcome.err;
        EXPECT_EQ(files(), before) << arguments;
    }
    const std::string small_ = scene("cube") + " --size 9x9 -m exact";
};

// A person reads the help; a script whose words got lost notices that nothing was done.
TEST_F(Manners, BareCallsGetTheHelp) {
    const auto bare = run("");
    EXPECT_EQ(bare.out, run("--help").out);
    EXPECT_EQ(bare.err, "");
    EXPECT_EQ(bare.exit, 2);
}

TEST_F(Manners, ASceneInPlaceOfACommandIsCompared) {
    refuses("bunny.obj", "did you mean  " HITMISS_PROGRAM " compare bunny.obj\n");
    refuses("'my scene.toml' --size 9x9",
            "did you mean  " HITMISS_PROGRAM " compare 'my scene.toml' --size 9x9\n");
}

TEST_F(Manners, NoWildGuesses) {
    for (const std::string& wild :
         {"compare " + small_ + " --open", "compare " + small_ + " --color red",
          "compare " + small_ + " -m all", std::string("compare nope.toml"), std::string("plot"),
          std::string("figures sketch")}) {
        write("cube.toml", "");
        const auto outcome = run(wild);
        EXPECT_NE(outcome.exit, 0);
        EXPECT_EQ(outcome.err.find("did you mean"), outcome.err.npos) << outcome.err;
    }
}

// There is no such scene, but nobody has looked yet.
TEST_F(Manners, AnUnknownColumnIsRefusedBeforeAnyWork) {
    for (const std::string command :
         {"compare s.toml", "sweep s.toml", "leaks s.toml", "spawn s.toml", "inside s.toml",
          "accept s.toml", "explain s.toml", "methods", "walk s.toml", "probe s.toml",
          "advise s.toml", "bench s.toml"}) {
        if (!built(command)) continue;
        refuses(command + " --columns nonsense", "--columns nonsense: no such value; it is one of");
        EXPECT_EQ(run(command + " --columns nonsense").err.find("s.toml"), std::string::npos);
    }
    refuses("compare s.toml --columns hits,leeks", "--columns leeks: no such value; did you mean ");
}

// A command with several tables has columns that only another of them holds. The rays or points
// here would take hours.
TEST_F(Manners, AColumnOfAnotherTableIsRefusedBeforeAnyWork) {
    const std::string cube = scene("cube");
    const std::vector<std::pair<std::string, std::string>> calls{
        {"inside " + cube + " --points 1000000000000", "judged"},
        {"inside " + cube + " --points 1000000000000", "rule_low"},
        {"inside " + cube + " --points 1000000000000 --sweep", "random_per_million"},
        {"sweep " + cube, "rays"},
        {"sweep " + cube + " --over size --aim edges --rays 1000000000000", "grazing"},
        {"sweep " + cube + " --over aspect", "along"},
        {"compare " + cube, "rule"},
        {"compare " + cube, "leaks_per_million"},
        {"compare " + cube, "halo_predicted"},
        {"compare " + cube + " --light 3,5,4", "hits"},
        {"compare " + cube + ' ' + scene("room"), "rays"},
        {"spawn " + cube + " --rays 10000000", "size"},
        {"spawn " + cube + " --rays 10000000 --over size", "distance"},
        {"accept " + cube, "rays"},
        {"accept " + cube + " -m mt --edge ab", "inside"},
        {"leaks " + cube + " --rays 1000000000000", "method_low"},
    };
    for (const auto& [call, column] : calls) {
        const auto outcome = run(call + " -o new.svg --columns " + column, "ulimit -t 5;");
        EXPECT_EQ(outcome.exit, 2) << call << '\n' << outcome.err;
        EXPECT_NE(outcome.err.find("--columns " + column + ": not in this table; "),
                  std::string::npos)
            << call << '\n'
            << outcome.err;
        EXPECT_EQ(files(), std::vector<std::string>{}) << call;
    }
    refuses("compare " + cube + " --grid=x --size 9x9 --outcomes o.npy --columns worst_x",
            "--columns worst_x: not in this table; ");
    refuses("leaks s.toml --columns NAME_low",
            "; or, with a NAME of these, NAME_per_million, NAME_low, NAME_high");
}

// Each command knows the names of all columns that its tables have.
TEST_F(Manners, EveryColumnOfATableCanBeAskedFor) {
    const std::string cube = ' ' + scene("cube"), tiny = cube + " --size 9x9 -m angle-sum:0.1";
    std::vector<std::string> calls{"compare" + tiny,
                                   "compare" + tiny + ' ' + scene("room"),
                                   "compare" + tiny + " --overlay halo",
                                   "compare" + tiny + " --grid=z --whole-rays",
                                   "compare" + tiny + " --light 3,5,4",
                                   "leaks" + cube + " -m mt --rays 50 --whole-rays",
                                   "spawn" + cube + " -m mt --rays 50",
                                   "inside" + cube + " --size 9x9 -m mt --points 20",
                                   "inside" + cube + " --points 20 --sweep",
                                   "accept" + cube + " --samples 8 -m same-side",
                                   "accept" + cube + " --samples 8 -m mt --edge ab",
                                   "methods",
                                   "explain" + tiny + " --pixel 4,4",
                                   "explain famous",
                                   "explain famous:tinybvh-283",
                                   "sweep" + tiny + " --per-decade 1",
                                   "walk " + scene("walk-door") + " --size 9x9",
                                   "probe " + scene("probe-cube") + " --size 9x9",
                                   "advise" + tiny + " --repeats 1",
                                   "bench" + tiny + " --repeats 1 --part rays"};
    for (const auto* const over : {"distance", "size", "aspect", "grazing"})
        calls.push_back("sweep" + tiny + " --per-decade 1 --over " + over);
    for (const auto& call : calls) {
        if (!built(call)) continue;
        const auto head = [&](const std::string& more) {
            const auto csv = run(call + " --format csv" + more);
            EXPECT_EQ(csv.exit, 0) << call << '\n' << csv.err;
            return csv.out.substr(0, csv.out.find('\n'));
        };
        const std::string all = head("");
        EXPECT_NE(all, "") << call;
        EXPECT_EQ(head(" --columns " + all), all) << call;
    }
}

// What was meant is said at once, in its final form.
TEST_F(Manners, SeveralMethodsNeedSeveralOptions) {
    const std::string cube = "compare " + scene("cube");
    refuses(cube + " -m mt wt", "each method has its own -m: -m mt -m wt would be right");
    for (const char* joined : {" -m 'mt, wt'", " -m mt,wt"})
        refuses(cube + joined, "give each method its own -m: -m mt -m wt");
    refuses(cube + " -m answers:none.npy", "for a file, answers:file=none.npy");
    EXPECT_EQ(run("compare -m mt " + scene("cube") + " --size 9x9").exit, 0);
    EXPECT_EQ(run("compare --help").out.find("--method TEXT ..."), std::string::npos);
}

TEST_F(Manners, NoOptionIsIgnored) {
    refuses("rays " + scene("cube") + " -o x.npy --rays 100", "--rays is for --aim");
    refuses("rays " + scene("cube") + " -o x.npy --grid=x --seed 2",
            "--seed is for --aim; other rays are as many as --size says");
    EXPECT_EQ(run("rays " + scene("cube") + " --size 9x9 -o r.npy").exit, 0);
    refuses("compare " + scene("cube") + " --rays r.npy -m mt -o x.svg",
            "-o x.svg: draws pictures, and rays of a file or grid have none");
    refuses("compare " + small_ + " -o .svg", ".svg: a figure is .svg or .png");
    refuses("compare " + small_ + " -o a.SVG", "did you mean a.svg?");
}

TEST_F(Manners, AMeshIsNotWrittenOverItself) {
    EXPECT_EQ(run("mesh cube -o own.obj").exit, 0);
    const auto before = read_all(folder_ / "own.obj");
    refuses("mesh own.obj -o ./own.obj", "is read by this command; another name would be right");
    EXPECT_EQ(read_all(folder_ / "own.obj"), before);
}

TEST_F(Manners, FilesAreListedWithoutAStrayBlank) {
    run("rays " + scene("cube") + " --size 9x9 -o r.npy");
    const auto both =
        run("compare " + scene("cube") + " --rays r.npy -m mt --report r.md --outcomes o.csv");
    EXPECT_EQ(both.err, "hitmiss: wrote o.csv, r.md\n");
}

// A small mesh, and a determinant threshold that is too large everywhere.
TEST_F(Manners, ASweepThatFindsNothingSaysWhereToLook) {
    std::string text;
    for (int k = 0; k < 2; ++k) text += fmt::format("v {0} 0 0\nv 0 {0} 0\nv 0 0 {0}\n", 1e-5);
    write("small.obj", text + "f 1 2 3\n");
    const std::string sweep = "sweep small.obj --size 16x16 -m mt";
    const auto outcome = run(sweep);
    std::smatch seen;
    const std::string line = std::regex_replace(outcome.out, std::regex("\n +"), " ");
    ASSERT_TRUE(std::regex_search(
        line, seen,
        std::regex("best: moller-trumbore, float, ([0-9]+) errors at every epsilon: determinants "
                   "are smaller here; try (--from 1e-[0-9]+ --to 1e-[0-9]+)")))
        << outcome.out;
    // Where rows are equal, the first and the last are shown.
    EXPECT_EQ(std::ranges::count(outcome.out.substr(0, outcome.out.find("To see why")), ':') < 12,
              true)
        << outcome.out;
    const auto better = run(sweep + ' ' + seen[2].str());
    EXPECT_NE(better.out.find("0 errors"), better.out.npos) << better.out;
    EXPECT_NE(run("sweep small.obj --size 1x1 -m mt").out.find("1 error at every epsilon"),
              std::string::npos);
}

// Names of methods have commas of their own, so semicolons stand between them.
TEST_F(Manners, ASweepListsTheMethodsWithoutErrorLikeTheBestEpsilons) {
    const auto outcome = run("sweep " + scene("cube") +
                             " --size 16x16 -m angle-sum:atan2 -m wt -m angle-sum:double");
    const std::string line = std::regex_replace(outcome.out, std::regex("\n +"), " ");
    EXPECT_NE(line.find("without error on these 16 × 16 pixels: angle-sum, float, variant atan2; "
                        "watertight, float; angle-sum, double\n"),
              line.npos)
        << outcome.out;
}

TEST_F(Manners, EveryFaceTwiceHasACure) {
    write("twice.obj",
          "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n"
          "f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n");
    EXPECT_NE(run("leaks twice.obj --rays 50")
                  .err.find("Every face is there twice: remove the copies and run again"),
              std::string::npos);
}

// The list is short; each test has its own page.
TEST_F(Manners, TheListOfMethodsIsALineForEach) {
    const auto all = run("methods").out;
    EXPECT_LT(std::ranges::count(all, '\n'), 60) << all;
    for (const char* name : {"moller-trumbore", "watertight", "angle-sum"})
        EXPECT_NE(('\n' + all).find('\n' + std::string(name) + ' '), std::string::npos) << all;
    EXPECT_NE(run("methods wt").out.find("arithmetic = "), std::string::npos);
}

TEST_F(Manners, LeaksSayWhatTheRaysAreAimedAt) {
    const std::string leaks = "leaks " + scene("cube") + " --rays 50 -m mt";
    const auto said = [&](const std::string& more) {
        return std::regex_replace(run(leaks + more).out, std::regex("\\n"), " ");
    };
    EXPECT_TRUE(
        said("").starts_with("Leaks per million rays; at silhouettes false hits too. 12 "
                             "triangles, 50 rays of each kind (edge, vertex, silhouette, "
                             "interior, random)."))
        << said("");
    EXPECT_TRUE(said(" --aim edges")
                    .starts_with("Leaks per million rays. 12 triangles, 50 rays of "
                                 "each kind (edge)."))
        << said(" --aim edges");
}

// On a cube most edges that one sees are outlines, where all float tests err.
TEST_F(Manners, AdviceInFloatErrsLeastAtInnerEdges) {
    if (!built("advise") || sanitized) GTEST_SKIP();
    // By the errors at inner edges; of equals, by those at outlines.
    for (const auto& [name, advised] :
         {std::pair("cube", "watertight"), {"divided-cube", "signed-angle-sum"}}) {
        const auto said = std::regex_replace(
            run("advise " + scene(name) +
                " --size 32x32 --repeats 1 -m wt -m wt:double -m signed-angle-sum -m same-side")
                .out,
            std::regex("\n +"), " ");
        EXPECT_NE(said.find(fmt::format("In float, use {}: ", advised)), said.npos) << said;
        EXPECT_NE(said.find("of a million rays at edges 0 err at inner ones"), said.npos) << said;
    }
}

TEST_F(Manners, AdviceIsInItsTable) {
    if (!built("advise")) GTEST_SKIP();
    const auto table = run("advise " + scene("icosphere") + " --size 32x32 --repeats 1").out;
    std::smatch name;
    const auto in_float = std::regex_replace(table, std::regex("\n +"), " ");
    if (!std::regex_search(in_float, name, std::regex("In float, use ([^ ]+): "))) GTEST_SKIP();
    EXPECT_NE(table.find('\n' + name[1].str()), table.npos) << table;
}

TEST_F(Manners, MethodsHaveShortNames) {
    const auto names = [&](const std::string& methods) {
        return run("compare " + scene("cube") + " --size 9x9 --format csv " + methods).out;
    };
    EXPECT_EQ(names("-m mt -m wt:double"), names("-m moller-trumbore -m watertight:double"));
    EXPECT_NE(names("-m mt").find("moller-trumbore,"), std::string::npos);
    EXPECT_EQ(run("methods mt").out, run("methods moller-trumbore").out);
}

// Turns of phrase that nobody says aloud.
TEST_F(Manners, HelpIsSaidAsOneWouldSayIt) {
    for (const auto* command :
         {"accept", "advise", "bench", "compare", "explain", "figures", "inside", "leaks", "mesh",
          "methods", "probe", "rays", "render", "spawn", "sweep", "walk"}) {
        if (!built(command)) continue;
        const auto help =
            std::regex_replace(run(std::string("help ") + command).out, std::regex("\\s+"), " ");
        for (const char* phrase :
             {"so many", "said of it", "as -m takes it", "lacks less", "from one writing",
              "meets not both", "what it does not", "wrong ones"})
            EXPECT_EQ(help.find(phrase), help.npos) << command << ": " << phrase;
        const auto itself = fmt::format("see hitmiss {} --help", command);
        EXPECT_EQ(help.find(itself), help.npos) << itself;
    }
    EXPECT_NE(run("help compare").out.find("mt"), std::string::npos);
}

// What holds for one command is not said of others.
TEST_F(Manners, HelpIsTrueOfTheCommandItself) {
    const auto help = [&](const std::string& command) {
        return std::regex_replace(run("help " + command).out, std::regex("\\s+"), " ");
    };
    for (const std::string command : {"compare", "sweep", "walk", "probe"}) {
        if (!built(command)) continue;
        EXPECT_EQ(help(command).find("render writes"), std::string::npos) << command;
        EXPECT_NE(help(command).find("its file: name.svg or name.png"), std::string::npos);
    }
    EXPECT_NE(help("render").find("for one picture, its file: name.png --"), std::string::npos);
    const std::string compare = help("compare");
    EXPECT_NE(compare.find("--epsilon NUMBER,..."), std::string::npos) << "no names";
    EXPECT_NE(compare.find("--columns NAME,..."), std::string::npos);
    EXPECT_NE(compare.find("(default: the scene's, else 40)"), std::string::npos);
}

TEST_F(Manners, AnEndingThatCannotBeWrittenIsRefusedByName) {
    for (const std::string ending : {"gif", "jpg", "eps", "webp", "PNG"}) {
        const std::string file = " -o bunny." + ending;
        refuses("compare " + small_ + file, "bunny." + ending + ": a figure is .svg or .png");
        refuses("render " + small_ + file,
                "bunny." + ending + ": a picture is written as .png, not ." + ending);
        refuses("sweep " + scene("cube") + " --size 9x9" + file, "a figure is .svg or .png");
        refuses("sweep " + small_ + " --over size" + file, "a figure is .svg or .png");
        refuses("leaks " + scene("cube") + " --rays 100 -m exact" + file,
                "a figure is .svg or .png");
        refuses("accept " + scene("cube") + file, "a figure is .svg or .png");
        refuses("figures triangle" + file, "figures are written into a folder, not ." + ending);
        refuses("rays " + scene("cube") + file, "rays are written as .npy or .csv, not ." + ending);
        refuses("mesh cube" + file,
                "meshes are written as .obj, .stl, .ply, .npy or .csv, not ." + ending);
        if (built("walk")) refuses("walk " + scene("walk-ray") + file, "a figure is .svg or .png");
    }
    refuses("compare " + small_ + " -o x.jpg", "did you mean x.png?");
    refuses("compare " + small_ + " -o x.gif", "did you mean x.png?");
    refuses("compare " + small_ + " -o x.sgv", "did you mean x.svg?");
    refuses("compare " + small_ + " --answers a.txt", "answers are written as .npy or .csv");
    refuses("compare " + small_ + " --report r.pdf", "reports are written as .md, ");
    refuses("compare " + small_ + " -o x.pdf", "for a PDF, write an .svg and convert it");
    // Names of folders, for those who mean one.
    EXPECT_EQ(run("compare " + small_ + " -o run-0.5").exit, 0);
    EXPECT_EQ(run("compare " + small_ + " -o new.gif/").exit, 0);
    EXPECT_EQ(run("render " + small_ + " -o new.gif").exit, 0) << "is there";
    EXPECT_EQ(files(), (std::vector<std::string>{"new.gif/compare.png", "new.gif/exact.png",
                                                 "run-0.5/compare.png"}));
}

TEST_F(Manners, FramesOfOneProbeSurviveAnother) {
    if (!built("probe")) GTEST_SKIP();
    const std::string small = " --size 9x9 --keys WW -m same-side -o ";
    ASSERT_EQ(run("probe " + scene("probe-cube") + small + "o").exit, 0);
    const auto first = files();
    std::vector<std::string> pictures;
    for (const auto& file : first) pictures.push_back(read_all(folder_ / file));
    const auto second = run("probe " + scene("probe-volume") + small + "o");
    EXPECT_EQ(second.exit, 0) << second.err;
    EXPECT_EQ(second.err.find("replaced"), second.err.npos) << second.err;
    EXPECT_EQ(files().size(), 2 * first.size());
    for (std::size_t k = 0; k < first.size(); ++k)
        EXPECT_TRUE(read_all(folder_ / first[k]) == pictures[k]) << first[k];
    EXPECT_TRUE(std::filesystem::exists(folder_ / "o/probe-cube.png"));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "o/probe-volume.png"));
    const auto before = files();
    for (const std::string name : {"a", "b"})
        ASSERT_EQ(run("probe " + scene("probe-cube") + small + name + ".png").exit, 0);
    EXPECT_EQ(files().size(), before.size() + 2 * first.size());
}

TEST_F(Manners, ADescriptionIsOfTheMethodsAskedFor) {
    const auto said = run("methods moller-trumbore watertight").out;
    for (const char* other : {"answers", "embree", "angle-sum\n", "baldwin"})
        EXPECT_EQ(said.find(other), said.npos) << other;
    EXPECT_NE(run("methods").out.find("answers"), std::string::npos);
}

// Whatever the message says would be right is taken.
TEST_F(Manners, UpTakesWhatItsMessageAdvises) {
    const std::string down = "render " + small_ + " --eye 0,5,0 --look-at 0,0,0 -o a.png";
    for (const std::string wrong : {"0,0,0", "0,1,0", "0,-2,0"}) {
        const auto outcome = run(down + " --up " + wrong);
        EXPECT_EQ(outcome.exit, 2);
        const auto begin = outcome.err.find("; --up ");
        ASSERT_NE(begin, outcome.err.npos) << outcome.err;
        const auto end = outcome.err.find(" would be right");
        EXPECT_EQ(run(down + outcome.err.substr(begin + 1, end - begin - 1)).exit, 0)
            << outcome.err;
    }
    const auto picture = read_all(folder_ / "a.png");
    EXPECT_EQ(run(down + " --up '[0, 0, 1]'").exit, 0) << "as a scene has it";
    EXPECT_TRUE(read_all(folder_ / "a.png") == picture);
    write("down.toml",
          "[[mesh]]\nmake = \"cube\"\n[camera]\neye = [0, 5, 0]\nlook_at = [0, 0, 0]\n");
    EXPECT_NE(run("render down.toml").err.find("[0, 0, 1] would be right"), std::string::npos);
}

TEST_F(Manners, AFileThatIsReplacedIsNamed) {
    const std::string compare = "compare " + small_ + " -o a.png";
    EXPECT_EQ(run(compare).err, "hitmiss: wrote a.png\n");
    EXPECT_EQ(run(compare).err, "hitmiss: replaced a.png\n");
}

TEST_F(Manners, MissingFilesAreLikenedToThoseThatAreThere) {
    std::filesystem::create_directory(folder_ / "meshes");
    std::filesystem::copy_file(scene("cube"), folder_ / "meshes/cube.toml");
    ASSERT_EQ(run("mesh cube -o meshes/bunny.obj").exit, 0);
    ASSERT_EQ(run("rays meshes/bunny.obj --size 3x3 -o rays.npy").exit, 0);
    write("scene.toml", "[[mesh]]\npath = \"meshes/buny.obj\"\n");
    refuses("compare meshes/cubes.toml", "did you mean 'meshes/cube.toml'?", 3);
    refuses("compare meshes/buny.obj", "did you mean 'meshes/bunny.obj'?", 3);
    refuses("compare scene.toml",
            "scene.toml:2: cannot find 'meshes/buny.obj'; did you mean "
            "'meshes/bunny.obj'?",
            3);
    refuses("compare meshes/bunny.obj --rays ray.npy", "did you mean 'rays.npy'?", 3);
    refuses("compare meshes/bunny.obj --size 3x3 -m answers:file=raus.npy",
            "did you mean 'rays.npy'?", 3);
    for (const char* far_off :
         {"compare cube.toml", "compare meshes/tree.obj", "compare nowhere/cube.toml",
          "compare meshes/cube.toml --rays a.csv"})
        EXPECT_EQ(run(far_off).err.find("did you mean"), std::string::npos) << far_off;
}

// Threads that spin while they wait take the processor from other programs.
TEST_F(Manners, ThreadsWaitAsleepUnlessToldOtherwise) {
    const auto spins = [&](const std::string& policy) {
        const auto said = run("--version",
                              "env -u OMP_WAIT_POLICY -u GOMP_SPINCOUNT "
                              "OMP_DISPLAY_ENV=verbose " +
                                  policy)
                              .err;
        std::smatch found;
        std::regex_search(said, found, std::regex("GOMP_SPINCOUNT = '(\\d+)'"));
        return found[1].str();
    };
    const auto spun = spins("");
    if (spun.empty()) GTEST_SKIP() << "another OpenMP";
    EXPECT_EQ(spun, "0");
    EXPECT_NE(spins("OMP_WAIT_POLICY=active"), "0");
}

}  // namespace
}  // namespace hitmiss
