// A user's own mesh in one line, and what the program says about the files that it writes.

#include <sstream>

#include "built.hpp"
#include "json_testing.hpp"
#include "program.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

TEST_F(Program, TakesAMeshFromStdin) {
    const std::string mesh = HITMISS_PROGRAM " mesh icosphere |";
    const auto compared = run("compare - --size 48x48 --format json", mesh);
    ASSERT_EQ(compared.exit, 0) << compared.err;
    EXPECT_EQ(parse_json(compared.out)["scene"], "stdin");
    run("mesh icosphere -o ball.obj");
    const auto from_file = run("compare ball.obj --size 48x48 --format json");
    EXPECT_EQ(parse_json(compared.out)["methods"], parse_json(from_file.out)["methods"]);
    for (const char* command :
         {"render - --size 9x9", "sweep - --size 9x9 --per-decade 1", "leaks - --rays 9",
          "explain - --pixel 1,2 --size 9x9", "bench - --repeats 1 --size 9x9 -m exact"})
        if (built(command)) {
            EXPECT_EQ(run(command, mesh).exit, 0) << command;
        }
    const auto empty = run("compare -", "printf '' |");
    EXPECT_EQ(empty.exit, 3);
    EXPECT_EQ(empty.err, "hitmiss: -: no faces; a mesh needs at least one line like 'f 1 2 3'\n");
}

TEST_F(Program, TakesItsCameraFromTheCommandLine) {
    const auto picture = [&](const std::string& arguments) {
        const auto outcome =
            run("render " + arguments + " -m exact --size 33x33 --shading triangle -o -");
        EXPECT_EQ(outcome.exit, 0) << arguments << outcome.err;
        return outcome.out;
    };
    write("scene.toml",
          "[[mesh]]\nmake = \"icosphere:faces=320\"\n[camera]\neye = [1, 2, 4]\nlook_at = [0.1, 0, "
          "0]\nup = [0, 0, 1]\nvertical_fov = 25\n");
    run("mesh icosphere:faces=320 -o ball.obj");
    const std::string options = " --eye 1,2,4 --look-at 0.1,0,0 --up 0,0,1 --fov 25";
    const auto asked = picture("scene.toml");
    EXPECT_EQ(picture("ball.obj" + options), asked);
    EXPECT_EQ(picture(scene("icosphere") + options), asked);
    EXPECT_NE(picture("scene.toml --zoom 2"), asked);
    EXPECT_EQ(picture("scene.toml --zoom 1"), asked);
    // Framed with another field of view the mesh still fits: no ray of the border hits.
    const auto framed = run("compare ball.obj --fov 90 --size 9x9 -m exact --format json");
    const int hits = parse_json(framed.out)["methods"][0]["hits"].get<int>();
    EXPECT_GT(hits, 20);
    EXPECT_LT(hits, 70);

    struct Case {
        const char *arguments, *said;
    };
    for (const auto& [arguments, said] :
         {Case{"--eye 1,2", "--eye 1,2: not x,y,z within ±1e30, as in 0.5,0,-1"},
          {"--look-at a,b,c", "--look-at a,b,c: not x,y,z"},
          {"--eye 1,2,3 --look-at 1,2,3", "--look-at: eye and look_at are the same point"},
          {"--eye 0,0,0", "--eye: eye and look_at are the same point"},
          {"--up 1,0.6,1.2", "--up: up is parallel to the view"},
          {"--up 0,0,0", "--up: up has no length"},
          {"--fov 180", "--fov 180: not a number above 1e-12 and below 180"},
          {"--zoom 0", "--zoom 0: not a number above 1e-12 and below 1000000"}}) {
        const auto outcome = run(std::string("render ball.obj --size 9x9 ") + arguments);
        EXPECT_EQ(outcome.exit, 2) << arguments;
        EXPECT_NE(outcome.err.find(said), std::string::npos) << outcome.err;
    }
}

TEST_F(Program, WritesTheFileThatItIsTold) {
    const std::string small = " --size 9x9 ";
    EXPECT_EQ(run("render " + scene("cube") + small + "-m exact -o a.png").exit, 0);
    EXPECT_EQ(run("compare " + scene("cube") + small + "-o b.png").exit, 0);
    EXPECT_EQ(run("sweep " + scene("cube") + small + "--per-decade 1 -o c.svg").exit, 0);
    std::vector<std::string> written{"a.png", "b.png", "c.svg"};
    if (built("walk")) {
        EXPECT_EQ(run("walk " + scene("walk-ray") + small + "-o d.png").exit, 0);
        written.push_back("d.png");
    }
    EXPECT_EQ(files(), written);
    struct Case {
        std::string arguments, said;
    };
    for (const auto& [arguments, said] :
         {Case{"render " + scene("cube") + small + "-m exact -m watertight -o x.png",
               "-o x.png: what is written is exact.png, watertight.png; give their folder"},
          {"sweep " + scene("cube") + small + "-o x.pdf", "x.pdf: a figure is .svg or .png"}}) {
        const auto outcome = run(arguments);
        EXPECT_EQ(outcome.exit, 2) << arguments;
        EXPECT_NE(outcome.err.find(said), std::string::npos) << outcome.err;
    }
    EXPECT_EQ(files(), written);
}

TEST_F(Program, TellsWhatItWroteInALineForEachFolder) {
    const auto one = run("render " + scene("cube") + " --size 9x9 -m exact");
    EXPECT_EQ(one.err, "hitmiss: wrote out/cube/exact.png\n");
    const auto two = run("render " + scene("cube") + " --size 9x9 -m exact -m watertight");
    EXPECT_EQ(two.err,
              "hitmiss: replaced out/cube/exact.png\nhitmiss: wrote out/cube/watertight.png\n");
    std::filesystem::remove_all(folder_ / "out");
    const std::string four = "render " + scene("cube") + " --size 9x9 -m exact -m watertight " +
                             "-m baldwin-weber -m signed-volume";
    EXPECT_EQ(run(four).err,
              "hitmiss: wrote out/cube/: exact.png, watertight.png, baldwin-weber.png, "
              "signed-volume.png\n");
    EXPECT_EQ(run(four + " -m angle-sum -o new").err, "hitmiss: wrote new/: 5 files\n");
    EXPECT_EQ(run(four + " -m angle-sum -o new").err, "hitmiss: replaced new/: 5 files\n");
    if (!built("probe")) GTEST_SKIP();
    const auto frames = run("probe " + scene("probe-cube") + " --size 9x9");
    EXPECT_EQ(frames.err,
              "hitmiss: wrote out/probe-cube/probe.png\nhitmiss: wrote out/probe-cube/frames/: 24 "
              "files\n");
}

TEST_F(Program, BenchmarkLeavesNothingBehind) {
    if (!built("bench")) GTEST_SKIP();
    for (const std::string rounds : {"1", "2"}) {
        const auto outcome =
            run("bench " + scene("cube") + " --size 9x9 -m exact --repeats " + rounds);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        EXPECT_TRUE(fs::is_empty(folder_));
        EXPECT_EQ(outcome.out.find("rounds") == outcome.out.npos, rounds == "1") << outcome.out;
    }
}

TEST_F(Program, MakesFiguresByNameAnywhere) {
    const auto made = run("figures triangle cube -o figures");
    EXPECT_EQ(made.exit, 0) << made.err;
    EXPECT_EQ(files(), (std::vector<std::string>{"figures/cube.csv", "figures/cube.svg",
                                                 "figures/cube.txt", "figures/triangle.csv",
                                                 "figures/triangle.svg", "figures/triangle.txt"}));
    EXPECT_EQ(made.err, "hitmiss: wrote figures/: 6 files\n");
    const auto listed = run("figures triangle --list");
    EXPECT_TRUE(listed.out.starts_with("triangle\n")) << listed.out;
    EXPECT_EQ(listed.out.find("\ncube\n"), std::string::npos);
    // Installed, the program finds the scenes beside it.
    fs::create_directories(folder_ / "usr/bin"),
        fs::create_directories(folder_ / "usr/share/hitmiss");
    fs::copy_file(HITMISS_PROGRAM, folder_ / "usr/bin/hitmiss");
    fs::create_directory_symlink(HITMISS_SCENES, folder_ / "usr/share/hitmiss/scenes");
    const auto installed = run("--version", "usr/bin/hitmiss figures triangle -o installed >&2 &&");
    EXPECT_NE(installed.err.find("hitmiss: wrote installed/: triangle."), std::string::npos)
        << installed.err;
    fs::remove_all(folder_ / "usr/share");
    const auto lost = run("--version", "usr/bin/hitmiss figures triangle -o lost >&2 &&");
    EXPECT_EQ(lost.exit, 3);
    EXPECT_NE(lost.err.find("name it by --scenes"), std::string::npos) << lost.err;
}

// No column of a table is left to guess: whatever CSV and --wide name is in --help.
TEST_F(Program, ExplainsEveryColumnInItsHelp) {
    const std::vector<std::string> commands{
        "compare " + scene("triangle") + " --size 9x9 --overlay halo",
        "sweep " + scene("cube") + " --size 9x9 --per-decade 1",
        "leaks " + scene("cube") + " --rays 9",
        "walk " + scene("walk-ray") + " --size 9x9",
        "probe " + scene("probe-cube") + " --size 9x9",
        "accept " + scene("cube") + " --samples 9",
        "bench " + scene("cube") + " --size 9x9 --repeats 1 -m exact",
        "advise " + scene("cube") + " --size 9x9 --repeats 1 -m exact"};
    for (const std::string& command : commands) {
        if (!built(command)) continue;
        const std::string help = run(command.substr(0, command.find(' ')) + " --help").out;
        const auto columns = help.find("Columns:\n");
        ASSERT_NE(columns, help.npos) << command;
        const auto table = run(command + " --format csv");
        ASSERT_EQ(table.exit, 0) << table.err;
        std::istringstream keys(table.out.substr(0, table.out.find('\n')));
        for (std::string key; std::getline(keys, key, ',');) {
            for (const std::string ending : {"_per_million", "_low", "_high"})
                if (command.starts_with("leaks") && key.ends_with(ending))
                    key.resize(key.size() - ending.size());
            EXPECT_NE(help.find("\n  " + key + " ", columns), help.npos) << command << ": " << key;
        }
    }
}

TEST_F(Program, ExplainsNoColumnThatThereIsNot) {
    const std::string cube = ' ' + scene("cube") + ' ', small = " --size 9x9";
    // Each command in all its modes.
    const std::vector<std::vector<std::string>> commands{
        {"compare " + scene("triangle") + small + " --overlay halo",
         "compare" + cube + scene("triangle") + small,
         "compare" + cube + small + " --grid=z --whole-rays",
         "compare" + cube + small + " --light 3,5,4"},
        {"leaks" + cube + "--rays 9 --whole-rays"},
        {"accept" + cube + "--samples 9", "accept" + cube + "--samples 9 --edge ab -m mt"}};
    for (const auto& modes : commands) {
        const std::string command = modes[0].substr(0, modes[0].find(' '));
        const std::string help = run(command + " --help").out;
        std::string keys = ",";
        for (const auto& mode : modes) {
            const std::string csv = run(mode + " --format csv").out;
            keys += csv.substr(0, csv.find('\n')) + ',';
        }
        std::istringstream lines(help.substr(help.find("Columns:\n")));
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("  ") || line[2] == ' ') continue;
            const std::string key = line.substr(2, line.find_first_of(" ,", 2) - 2);
            if (key.starts_with("NAME")) continue;  // of others here
            EXPECT_NE(keys.find(',' + key + ','), keys.npos) << command << ": " << key;
        }
    }
}

// A mesh from stdin is gone: its report has no command that reads it again. Each case is headed by
// its method with all settings.
TEST_F(Program, ReportsOnAMeshFromStdin) {
    run("mesh cube -o cube.obj");
    const std::string rest = " --size 20x20 -m angle-sum:0.5 -m angle-sum:1 -o p.svg --report ";
    EXPECT_EQ(run("compare cube.obj" + rest + "named.md").exit, 0);
    EXPECT_EQ(run("compare -" + rest + "stdin.md", HITMISS_PROGRAM " mesh cube |").exit, 0);
    for (const bool named : {true, false}) {
        const std::string text = read_all(folder_ / (named ? "named.md" : "stdin.md"));
        EXPECT_EQ(text.find("` shows all values") != std::string::npos, named) << text;
        for (const char* head : {"### angle-sum:epsilon=0.5: ", "### angle-sum:epsilon=1: "})
            EXPECT_NE(text.find(head), std::string::npos) << text;
    }
}

}  // namespace
}  // namespace hitmiss
