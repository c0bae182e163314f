// The command `accept`, and the options of a figure, through the program.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "base/error.hpp"
#include "json_testing.hpp"
#include "svg_testing.hpp"
#include "test_folder.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

class FigureCommands : public testing::Test {
protected:
    std::string content(const fs::path& path) const {
        std::ifstream file(folder_.path / path, std::ios::binary);
        EXPECT_TRUE(file) << path;
        return {std::istreambuf_iterator<char>(file), {}};
    }
    int run(const std::string& arguments) const {
        return WEXITSTATUS(
            std::system(fmt::format("cd '{}' && '{}' {} >stdout.txt 2>stderr.txt",
                                    folder_.path.native(), HITMISS_PROGRAM, arguments)
                            .c_str()));
    }
    Json report() const { return parse_json(content("stdout.txt")); }

    TestFolder folder_;
    const std::string scenes_ = HITMISS_SCENES "/";
};

// Halo law: the area beside edges of lengths L is the sum of L^2 (e - sin e) / (8
// sin^2(e/2)).
TEST_F(FigureCommands, AcceptCountsTheHaloOfAnyTriangle) {
    ASSERT_EQ(run("accept " + scenes_ +
                  "cube.toml --samples 1024 --triangle 3 -m angle-sum:1 -m "
                  "same-side:variant=corrected --format json -o a.svg"),
              0);
    expect_svg(content("a.svg"));
    const auto methods = report()["methods"];
    ASSERT_EQ(methods.size(), 2u);
    // Half of a square: edges 1, 1 and sqrt 2 times its side; its area is 1/2 of the square's.
    const double e = 1, halo = 4 * (e - std::sin(e)) / (8 * std::pow(std::sin(e / 2), 2));
    const auto inside = methods[0]["inside"].get<double>(),
               false_hits = methods[0]["false_hits"].get<double>();
    EXPECT_NEAR(false_hits / inside, halo / 0.5, 0.02 * halo / 0.5);
    EXPECT_LE(methods[1]["false_hits"], 0.01 * inside);
}

TEST_F(FigureCommands, AcceptShowsAnEdgeFloatByFloat) {
    ASSERT_EQ(run("accept " + scenes_ +
                  "icosphere.toml --triangle 7 --edge bc --samples 32 "
                  "--format json"),
              0);
    const auto json = report();
    EXPECT_EQ(json["edge"], "bc");
    EXPECT_GE(json["methods"].size(), 4u);
    for (const auto& method : json["methods"]) {
        EXPECT_EQ(method["points"], 32 * 32);
        EXPECT_GT(method["inside"], 100) << "the edge runs through the middle";
        EXPECT_LT(method["inside"], 924);
    }
    EXPECT_TRUE(fs::exists(folder_.path / "out/icosphere/accept.png"));
    // An edge has two names.
    ASSERT_EQ(run("accept " + scenes_ +
                  "icosphere.toml --triangle 7 --edge cb --samples 32 --format json"),
              0);
    EXPECT_EQ(report(), json);
    for (const char* wrong : {"--triangle 320", "--triangle -1", "--edge ad", "-m moller-trumbore",
                              "--samples 1", "-o a.pdf", "--width-mm 0"})
        EXPECT_EQ(run("accept " + scenes_ + "icosphere.toml --samples 8 " + wrong),
                  int(Exit::usage))
            << wrong;
    EXPECT_EQ(run("accept " + scenes_ + "icosphere.toml --samples 8 -o a.pdf"), int(Exit::usage));
    EXPECT_NE(content("stderr.txt").find("rsvg-convert"), std::string::npos);
}

// Methods that test points, but for those that follow one program's code, as the help says.
TEST_F(FigureCommands, AcceptAsksTheMethodsThatItsHelpSays) {
    ASSERT_EQ(run("accept --help"), 0);
    std::string help = content("stdout.txt");
    help = std::regex_replace(help, std::regex("\\s+"), " ");
    EXPECT_NE(help.find("is asked, except those that follow one program's code."), help.npos);
    ASSERT_EQ(run("methods --format csv --columns method,shipped"), 0);
    const std::string methods = content("stdout.txt");
    EXPECT_NE(run("accept " + scenes_ + "cube.toml -m watertight"), 0);
    const std::string refused = content("stderr.txt");
    ASSERT_EQ(run("accept " + scenes_ + "cube.toml --samples 8 --format csv --columns method"), 0);
    const std::string asked = content("stdout.txt");
    std::istringstream rows(methods.substr(methods.find('\n') + 1));
    int left_out = 0;
    for (std::string row; std::getline(rows, row);) {
        const std::string name = row.substr(0, row.find(','));
        const bool tests_points =
            std::regex_search(refused, std::regex("(are |, )" + name + "[,;]"));
        const bool shipped = row.ends_with("true");
        EXPECT_EQ(("\n" + asked).find("\n" + name + "\n") != asked.npos, tests_points && !shipped)
            << row;
        left_out += tests_points && shipped;
    }
    EXPECT_GT(left_out, 0);
}

TEST_F(FigureCommands, DrawTheSameSvgOnAnyNumberOfThreads) {
    for (const int threads : {1, 3})
        ASSERT_EQ(run(fmt::format("compare {}cube.toml --size 70x50 --threads {} --title 'A cube' "
                                  "--width-mm 80 --crop 10,10,40,30 -o {}.svg",
                                  scenes_, threads, threads)),
                  0);
    EXPECT_EQ(content("1.svg"), content("3.svg"));
    expect_svg(content("1.svg"));
    EXPECT_NE(content("1.svg").find("aria-label=\"A cube\""), std::string::npos);
    EXPECT_NEAR(std::stod(content("1.svg").substr(content("1.svg").find("width=") + 7)), 80, 0.2);
    for (const char* wrong : {"--crop 1,2,3", "--crop 60,0,20,20", "--crop 1,2,3,x", "--dpi 1"})
        EXPECT_EQ(run(fmt::format("compare {}cube.toml --size 70x50 {}", scenes_, wrong)),
                  int(Exit::usage))
            << wrong;
}

TEST_F(FigureCommands, LeaksDrawsItsRates) {
    ASSERT_EQ(run("leaks " + scenes_ + "cube.toml --rays 500 -o leaks.svg"), 0);
    const auto svg = content("leaks.svg");
    expect_svg(svg);
    for (const char* label : {"silhouette", "Möller-Trumbore", "95\u00A0%"})
        EXPECT_NE(svg.find(label), std::string::npos) << label;
}

}  // namespace
}  // namespace hitmiss
