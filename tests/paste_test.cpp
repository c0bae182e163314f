// Commands that the program prints can be pasted, and lead to the error that they are printed for.

#include <fmt/format.h>

#include <array>
#include <regex>
#include <sstream>

#include "program.hpp"

namespace hitmiss {
namespace {

/// The commands of a text, without the program's name.
std::vector<std::string> commands_in(const std::string& text) {
    const std::string begin = "\n  " HITMISS_PROGRAM " explain ";
    std::vector<std::string> commands;
    for (auto at = text.find(begin); at != text.npos; at = text.find(begin, at + 1)) {
        const auto first = at + begin.size() - std::string("explain ").size();
        commands.push_back(text.substr(first, text.find('\n', first) - first));
    }
    return commands;
}

class Paste : public Program {
protected:
    /// Runs each printed command, which shows an error of the method; says how many there are.
    std::size_t explained(const Outcome& printed) const {
        EXPECT_EQ(printed.exit, 0) << printed.err;
        const auto commands = commands_in(printed.out);
        for (const std::string& command : commands) {
            const auto outcome = run(command);
            EXPECT_EQ(outcome.exit, 0) << command << outcome.err;
            EXPECT_NE(outcome.out.find(": wrong ("), outcome.out.npos) << command << outcome.out;
        }
        return commands.size();
    }
};

TEST_F(Paste, FromEveryCommandThatFindsErrors) {
    const std::string methods = " -m angle-sum:0.5 -m watertight ";
    for (const std::string& command :
         {"compare " + scene("icosphere") + " --size 64x48" + methods,
          "sweep " + scene("icosphere") + " --size 32x32 --per-decade 1 -m angle-sum:double",
          "compare " + scene("icosphere") + " --grid=-y --size 63x63" + methods,
          "leaks " + scene("icosphere") + " --rays 3000 --seed 5 -m moller-trumbore",
          "leaks " + scene("icosphere") + " --rays 3000 --eye 3,2,1 --aim silhouettes" + methods})
        EXPECT_GE(explained(run(command)), 1u) << command;
    ASSERT_EQ(run("rays " + scene("icosphere") + " --size 40x40 -o 'my rays.npy'").exit, 0);
    EXPECT_EQ(explained(run("compare " + scene("icosphere") + " --rays 'my rays.npy'" + methods)),
              1u);
}

// Several scenes: each method is explained on the one where it errs most.
TEST_F(Paste, FromSeveralScenes) {
    const std::string scenes = scene("cube") + ' ' + scene("icosphere");
    const auto printed =
        run("compare " + scenes + " --size 48x48 -m angle-sum:0.5 -m exact -m angle-sum:1e-6");
    EXPECT_EQ(explained(printed), 2u) << printed.out;
    for (const char* const method : {"angle-sum:0.5", "angle-sum:1e-6"}) {
        std::array<int, 2> errors{};
        for (const std::size_t k : {0u, 1u}) {
            const auto csv = run("compare " + scene(k == 0 ? "cube" : "icosphere") +
                                 " --size 48x48 --format csv --columns errors -m " + method);
            errors[k] = std::stoi(csv.out.substr(csv.out.find('\n')));
        }
        const auto commands = commands_in(printed.out);
        const auto command = std::ranges::find_if(
            commands, [&](const std::string& one) { return one.ends_with(method); });
        ASSERT_NE(command, commands.end()) << method;
        const auto worst = scene(errors[0] >= errors[1] ? "cube" : "icosphere");
        EXPECT_NE(command->find(worst), std::string::npos) << *command;
    }
    EXPECT_EQ(run("compare " + scenes + " --size 9x9 -m exact").out.find("explain"),
              std::string::npos);
}

// Whoever has no errors has nothing to explain; programs read no commands.
TEST_F(Paste, OnlyWhereThereIsAnError) {
    for (const char* command :
         {"compare cube.toml --size 16x16 -m exact", "leaks cube.toml --rays 100 -m exact",
          "compare cube.toml --size 16x16 -m angle-sum:0.5 --format csv"}) {
        write("cube.toml", "[[mesh]]\nmake = \"cube\"\n");
        const auto outcome = run(command);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        EXPECT_EQ(outcome.out.find("explain"), outcome.out.npos) << outcome.out;
    }
}

// Right answers of a file lead to other rays.
TEST_F(Paste, AimsRaysWhereAFileHasNoError) {
    run("mesh icosphere:faces=80 -o ball.obj"), run("rays ball.obj --size 9x9 -o rays.npy");
    run("compare ball.obj --rays rays.npy -m exact --answers hits.npy");
    const auto judged = run("compare ball.obj --rays rays.npy -m answers:file=hits.npy,name=mine");
    const std::string command = "rays ball.obj --aim vertices -o aimed.npy";
    EXPECT_TRUE(judged.out.ends_with(
        "\nNo errors on these rays. To aim rays where tests fail:\n  " HITMISS_PROGRAM " " +
        command + "\n"))
        << judged.out;
    EXPECT_EQ(run(command).exit, 0);
    EXPECT_EQ(run("compare ball.obj --rays aimed.npy -m answers:file=hits.npy").exit, 3);
    // The table has the name, and no column that counts nothing.
    EXPECT_NE(judged.out.find("\nmine ("), judged.out.npos) << judged.out;
    for (const char* none : {"degenerate", "t off"})
        EXPECT_EQ(judged.out.find(none), judged.out.npos) << judged.out;
}

// A picture without errors leads to rays that may have some.
TEST_F(Paste, AimsRaysWhereAPictureHasNoError) {
    write("cube.toml", "[[mesh]]\nmake = \"cube\"\n");
    const std::string compare = "compare cube.toml --size 16x16 -m watertight -m ",
                      begin = "\n  " HITMISS_PROGRAM " leaks cube.toml -m watertight";
    const auto outcome = run(compare + "mt:0.01,double");
    const auto at = outcome.out.find(begin + " -m moller-trumbore:0.01,precision=double\n");
    ASSERT_NE(at, outcome.out.npos) << outcome.out;
    EXPECT_NE(outcome.out.find("\nNo errors in this picture. "), outcome.out.npos);
    const auto aimed = outcome.out.substr(outcome.out.find("leaks cube.toml", at));
    EXPECT_EQ(run(aimed.substr(0, aimed.size() - 1) + " --rays 100").exit, 0) << aimed;
    // Culled from inside, all triangles would be missed; the exact test needs no trial.
    EXPECT_NE(run(compare + "mt:back -m exact").out.find(begin + '\n'), std::string::npos);
    for (const std::string& other : {compare + "mt --format csv", compare + "angle-sum:0.5",
                                     std::string("compare cube.toml --size 16x16 -m exact")})
        EXPECT_EQ(run(other).out.find(HITMISS_PROGRAM " leaks "), std::string::npos) << other;
}

TEST_F(Paste, FromAMeshThatCameByAPipe) {
    const std::string pipe = HITMISS_PROGRAM " mesh icosphere:faces=320 | ";
    const std::string errs = "compare - --size 64x64 -m angle-sum:0.5";
    EXPECT_EQ(explained(run(errs + " --format csv -o c/c.png", pipe)), 0u);
    EXPECT_EQ(files(), std::vector<std::string>{"c/c.png"}) << "no mesh that no command names";
    const auto compared = run(errs, pipe);
    EXPECT_EQ(explained(compared), 1u) << compared.out;
    EXPECT_NE(compared.out.find(" explain out/stdin/stdin.obj --size"), compared.out.npos);
    EXPECT_NE(compared.err.find("stdin.obj"), compared.err.npos) << "is said to be written";
    EXPECT_EQ(explained(run("leaks - --rays 2000 -m moller-trumbore -o o/rates.svg", pipe)), 1u);
    EXPECT_EQ(files(), (std::vector<std::string>{"c/c.png", "o/rates.svg", "o/stdin.obj",
                                                 "out/stdin/compare.png", "out/stdin/stdin.obj"}));
}

// As it was called, whether from a folder with a blank or by a link.
TEST_F(Paste, BeginsAsTheProgramWasCalled) {
    std::filesystem::create_directory(folder_ / "my tools");
    std::filesystem::create_symlink(HITMISS_PROGRAM, folder_ / "my tools/hm");
    const auto outcome = run("--version", "'my tools/hm' compare " + scene("icosphere") +
                                              " --size 32x32 -m angle-sum:0.5 --report r.md;");
    EXPECT_NE(outcome.out.find("\n  'my tools/hm' explain "), outcome.out.npos) << outcome.out;
    EXPECT_NE(read_all(folder_ / "r.md").find("\n    'my tools/hm' compare "), std::string::npos);
    EXPECT_NE(run("compare --help").out.find("\n  " HITMISS_PROGRAM " compare scenes/"),
              std::string::npos);
}

// The table and the command are about the same pixel.
TEST_F(Paste, PointsAtThePixelOfTheTable) {
    const std::string command =
        "compare " + scene("icosphere") + " -m angle-sum:0.1 -m moller-trumbore:1e-5 -o sheet.svg";
    const auto said = run(command), csv = run(command + " --format csv --columns worst_x,worst_y");
    int pixels = 0;
    std::istringstream rows(csv.out);
    for (std::string pixel; std::getline(rows, pixel);) {
        if (!std::isdigit(static_cast<unsigned char>(pixel[0]))) continue;
        ++pixels;
        EXPECT_NE(said.out.find(" --pixel " + pixel + ' '), said.out.npos) << pixel << said.out;
    }
    EXPECT_GE(pixels, 1) << csv.out;
}

TEST_F(Paste, SaysWhichRayIsMissing) {
    const std::string cube = "explain " + scene("cube") + " -m exact ";
    for (const auto& [options, said] :
         {std::pair{"", "which pixel?"},
          {"--aim edges", "--aim needs --row"},
          {"--grid=-y", "--grid needs --row"},
          {"--aim edges --row 5 --pixel 1,1", "and no --pixel"},
          {"--aim edges --rays 5 --row 5", "--row 5: --aim edges --rays 5 has 5 rows"},
          {"--aim edges --rays r.npy --row 5", "--rays r.npy: with --aim it is a number of rays"},
          {"--aim edges --grid=x --row 5", "--aim and --grid are two kinds"}}) {
        const auto outcome = run(cube + options);
        EXPECT_EQ(outcome.exit, 2) << options;
        EXPECT_NE(outcome.err.find(said), outcome.err.npos) << outcome.err;
    }
}

}  // namespace
}  // namespace hitmiss
