// What seldom happens, but must not end in a crash, a lost file or a wrong number.

#include <fmt/format.h>

#include "base/words.hpp"
#include "base/wrapping.hpp"
#include "built.hpp"
#include "commands/command_line.hpp"
#include "draw/picture.hpp"
#include "judge/leaving.hpp"
#include "judge/magnitudes.hpp"
#include "judge/reproducer.hpp"
#include "leaks_testing.hpp"
#include "program.hpp"
#include "sanitized.hpp"
#include "scene/make.hpp"
#include "scene/number_table.hpp"
#include "terminal.hpp"

namespace hitmiss {
namespace {

constexpr std::string_view two_triangles =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nf 1 2 3\nf 4 5 6\n";

class OddRequests : public Program {
protected:
    OddRequests() {
        write("two.obj", std::string(two_triangles));
        write("rays.csv", "0.2,0.2,3,0,0,-1\n5,5,3,0,0,-1\n");
    }
};

// Whole numbers of one byte in NPY.
TEST_F(OddRequests, ExplainsAnswersThatTellNothingButAHit) {
    std::string header = "{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }";
    header.resize(117, ' ');
    write("hits.npy", std::string("\x93NUMPY\1\0v\0", 10) + header + "\n" + "\1\1");
    const auto [exit, out, err] =
        run("explain two.obj --rays rays.csv --row 0 -m answers:file=hits.npy");
    EXPECT_EQ(exit, 0) << err;
    EXPECT_NE(out.find("exact: triangle 1 at t = 2: right"), std::string::npos) << out;
    const auto other = run("explain two.obj --rays rays.csv --row 1 -m answers:file=hits.npy");
    EXPECT_EQ(other.exit, 0) << other.err;
    // A file for others to read has the triangle of each hit.
    const auto written =
        run("compare two.obj --rays rays.csv -m answers:file=hits.npy --answers w.csv");
    EXPECT_EQ(written.exit, 2);
    EXPECT_NE(written.err.find("tells no triangles"), std::string::npos) << written.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "w.csv"));
}

TEST_F(OddRequests, ReplaceNothingThatIsRead) {
    write("scene.toml", "[[mesh]]\npath = \"two.obj\"\n");
    std::filesystem::create_symlink("rays.csv", folder_ / "link.csv");
    std::filesystem::create_hard_link(folder_ / "two.obj", folder_ / "made.csv");
    const std::string rays = read_all(folder_ / "rays.csv");
    for (const char* words : {"mesh two.obj -o two.obj", "mesh scene.toml -o two.obj",
                              "compare scene.toml --rays rays.csv -m exact --outcomes link.csv",
                              "compare scene.toml --rays link.csv -m exact --answers rays.csv",
                              "compare scene.toml --size 8x8 -m exact --outcomes made.csv"}) {
        const auto [exit, out, err] = run(words);
        EXPECT_EQ(exit, 2) << words;
        EXPECT_NE(err.find("is read by this command; another name would be right"),
                  std::string::npos)
            << words << ": " << err;
        EXPECT_EQ(read_all(folder_ / "two.obj"), two_triangles) << words;
        EXPECT_EQ(read_all(folder_ / "rays.csv"), rays) << words;
    }
    // Another command reads them no longer.
    EXPECT_EQ(run("rays two.obj -o link.csv --size 2x2").exit, 0);
}

TEST_F(OddRequests, NameWhatIsGivenTwice) {
    for (const auto& [words, name] : std::vector<std::pair<std::string, std::string>>{
             {"compare two.obj --size 8x8 -m exact --size 9x9", "--size"},
             {"leaks two.obj --seed 1 --rays 10 --seed 2", "--seed"},
             {"leaks two.obj --aim edges --aim vertices --format csv", "--aim"}}) {
        const auto [exit, out, err] = run(words);
        EXPECT_EQ(exit, 2) << words;
        EXPECT_EQ(err, "hitmiss: " + name + " is given 2 times; once would be right\n");
    }
    EXPECT_EQ(run("leaks two.obj --rays 10 -m exact -m watertight").exit, 0);
}

TEST_F(OddRequests, CropOnlyWhatIsThere) {
    for (const char* crop : {"2147483647,0,10,10", "0,2147483647,4,4", "2147483640,0,20,4",
                             "2147483647,2147483647,2147483647,2147483647", "-4,0,8,8"}) {
        const auto [exit, out, err] =
            run(fmt::format("compare two.obj --size 16x16 -m exact --crop={}", crop));
        EXPECT_EQ(exit, 2) << crop;
        EXPECT_NE(err.find("--crop: not within the picture of 16x16 pixels"), std::string::npos)
            << crop << ": " << err;
    }
    constexpr int most = std::numeric_limits<int>::max();
    EXPECT_EQ(intersection({1, 2, most, most}, {3, 4, 5, 6}), (Rectangle{3, 4, 5, 6}));
    EXPECT_EQ(intersection({0, 0, 4, 4}, {most - 1, 1, 5, 6}).width, 0);
}

TEST_F(OddRequests, ReportsLinkToTheirPicture) {
    const auto [exit, out, err] =
        run("compare two.obj --size 16x16 -m angle-sum -o 'a b/c.png' --report d/e/report.md");
    EXPECT_EQ(exit, 0) << err;
    EXPECT_NE(read_all(folder_ / "d/e/report.md").find("![the errors](../../a%20b/c.png)"),
              std::string::npos);
}

TEST_F(OddRequests, HaveRowsOfTheSameColumns) {
    write("misses.csv", "t,triangle\n" + std::string("inf,-1\n") + "inf,-1\n");
    EXPECT_EQ(run("rays two.obj --aim interior --rays 2 -o aimed.npy --eye 0.2,0.2,3").exit, 0);
    const auto [exit, out, err] =
        run("leaks two.obj --eye 0.2,0.2,3 --aim interior --rays 2 --whole-rays -m watertight "
            "-m answers:file=misses.csv --format csv");
    ASSERT_EQ(exit, 0) << err;
    std::istringstream lines(out);
    std::vector<long> commas;
    for (std::string line; std::getline(lines, line);)
        commas.push_back(std::ranges::count(line, ','));
    ASSERT_EQ(commas.size(), 3u) << out;
    EXPECT_EQ(commas[0], commas[1]);
    EXPECT_EQ(commas[0], commas[2]);
    EXPECT_NE(err.find("misses.csv: tells the nearest hit alone"), std::string::npos) << err;
}

TEST_F(OddRequests, RefuseCamerasThatSeeNothingFinite) {
    for (const char* words : {"--fov 1e-22", "--zoom 1e-308"}) {
        const auto [exit, out, err] =
            run(fmt::format("compare two.obj --size 8x8 -m exact {}", words));
        EXPECT_EQ(exit, 2) << words << err;
    }
}

TEST_F(OddRequests, RefuseSizesThatNoMemoryHolds) {
    for (const char* words :
         {"sweep two.obj --size 16384x16384", "compare two.obj two.obj --size 16384x16384 -m exact",
          "compare two.obj --light 3,3,3 --size 8192x8192 -m exact"}) {
        const auto [exit, out, err] = run(words, sanitized ? "" : "ulimit -v 3000000;");
        EXPECT_EQ(exit, 2) << words << ": " << err;
        const auto limit = words[0] == 's' ? "a sweep keeps up to " : "pixels; pixels times ";
        EXPECT_NE(err.find(limit), std::string::npos) << err;
    }
}

// Two equal triangles enclose nothing, although each of their edges belongs to two.
TEST_F(OddRequests, TakeACopyForABorder) {
    ASSERT_EQ(run("mesh cube -o cube.obj").exit, 0);
    const std::string cube = read_all(folder_ / "cube.obj");
    write("more.obj", cube + "v 5 5 5\nv 6 5 5\nv 5 6 5\nf -3 -2 -1\nf -3 -2 -1\n");
    const auto [exit, out, err] = run("inside more.obj -m watertight --points 100 -o slice.svg");
    EXPECT_EQ(exit, 0);
    EXPECT_NE(err.find("the mesh has borders (3 edges"), std::string::npos) << err;
    EXPECT_EQ(run("inside cube.obj -m watertight --points 100 -o slice.svg").err.find("borders"),
              std::string::npos);
}

TEST_F(OddRequests, SayWhereThereIsNothingToSay) {
    constexpr std::string_view of_one_scene = "compare two.obj --size 8x8 -m exact --checkpoint c";
    if (built(of_one_scene)) {
        EXPECT_NE(run(std::string(of_one_scene)).err.find("--checkpoint is for several scenes"),
                  std::string::npos);
    }
    write("misses.csv", "5,5,3,0,0,-1\n");
    EXPECT_NE(run("compare two.obj --rays misses.csv -m exact").err.find("meets the mesh"),
              std::string::npos);
    EXPECT_EQ(run("compare two.obj --rays rays.csv -m exact").err, "");
    constexpr std::string_view none = "No exact answer, so no wrong points are counted.";
    EXPECT_NE(run("inside two.obj -m exact --size 8x8 -o slice.svg").out.find(none),
              std::string::npos);
    ASSERT_EQ(run("mesh cube -o cube.obj").exit, 0);
    EXPECT_EQ(run("inside cube.obj -m exact --size 8x8 -o slice.svg").out.find(none),
              std::string::npos);
    // How far right hits lie off the plane.
    const auto [exit, out, err] =
        run("compare two.obj --rays rays.csv -m moller-trumbore --format csv");
    EXPECT_NE(out.find("t_off_99"), std::string::npos) << out;
}

TEST_F(OddRequests, ShowNoControlCharactersOfNames) {
    const auto [exit, out, err] = run("compare $'x\\x1b[31mb.obj'", "set -o posix;");
    EXPECT_EQ(err.find('\x1B'), std::string::npos) << err;
}

TEST(Wrapping, EndsWhereATerminalIsAsNarrowAsTheIndent) {
    for (std::size_t width = 0; width < 12; ++width)
        for (std::size_t indent = 0; indent < 12; ++indent) {
            std::string all;
            for (const auto& line : wrapped("a word=and-another, longer than most", width, indent))
                all += line.substr(std::min(line.find_first_not_of(' '), line.size()));
            std::erase(all, ' ');
            EXPECT_EQ(all, "aword=and-another,longerthanmost") << width << ' ' << indent;
            EXPECT_FALSE(paragraph("two words", width, indent).empty());
        }
}

// The same triangle at each size: the rule's offset keeps its direction.
TEST(Leaving, KnowsTheNormalOfTrianglesOfAnySize) {
    for (const Triangle<float>& tri : {Triangle<float>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                       {{0, 0, 0}, {1, 0, 0}, {0.5f, 1e-30f, 0}}})
        for (const float size : {1e-30f, 1e-11f, 1.0f, 1e10f, 1e19f, 1e30f}) {
            const Triangle<float> scaled{tri.a * size, tri.b * size, tri.c * size};
            if (scaled.c.y == 0) continue;
            const Met met{{{0, 0, size}, {0, 0, -1}}, {1, 0},   scaled, Precision::single,
                          Vec<double>(scaled.a),      {0, 0, 1}};
            const Left left = leave(Leaving::normal, size, PointBy::exact, met);
            EXPECT_NEAR(left.o.z / size, 1, 1e-6) << size;
            EXPECT_EQ(left.o.x, 0);
        }
    const Met flat{{{0, 0, 1}, {0, 0, -1}}, {1, 0}, {}, Precision::single, {}, {0, 0, 1}};
    EXPECT_EQ(leave(Leaving::integer, 1, PointBy::exact, flat).o, Vec<float>(0));
}

TEST(Magnitudes, HaveAPlaceForWhatIsNoNumber) {
    Magnitudes sizes;
    sizes.add(std::numeric_limits<double>::infinity());
    EXPECT_EQ(sizes.up_to.back(), 1u);
    sizes.add(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(sizes.up_to.back(), 2u);
    sizes.add(0.75);
    EXPECT_EQ(sizes.quantile(1), 1.0);
}

TEST(Reproducer, IsRefusedWhereFloatsOverflow) {
    const std::string rest = "d 0 0 1\ntriangle 0 0 0 1 0 0 0 1 0\nmethod exact\n";
    EXPECT_NO_THROW(read_reproducer("o 1e30 0 0\n" + rest, "-"));
    EXPECT_THROW(read_reproducer("o 3e38 0 0\n" + rest, "-"), Error);
    EXPECT_THROW(read_reproducer("o 0 0 -1\nd 0 0 1\ntriangle 0 0 0 1e31 0 0 0 1 0\n", "-"), Error);
}

TEST(DividedCube, HasAsManyCellsAsItsHelpSays) {
    for (const auto& [faces, n] :
         {std::pair(12, 1), {26, 1}, {28, 2}, {48, 2}, {300, 5}, {1000, 9}})
        EXPECT_EQ(make_mesh(fmt::format("divided-cube:faces={}", faces)).triangles.size(),
                  std::size_t(12 * n * n))
            << faces;
}

// As numpy writes: padded to the next multiple of 64 bytes, not further.
TEST(Npy, DataBeginAtTheNextMultipleOf64) {
    for (std::size_t length = 1; length < 80; ++length) {
        std::string file;
        const auto keep = [&](std::string_view bytes) { file += bytes; };
        const std::string shape(length, '1');
        table_writer<float>(keep, false, std::array<std::string_view, 1>{"x"}, 7, shape);
        const std::string dictionary =
            "{'descr': '<f4', 'fortran_order': False, 'shape': (7, " + shape + "), }";
        EXPECT_EQ(file.size(), (10 + dictionary.size() + 1 + 63) / 64 * 64) << length;
        EXPECT_EQ(file.substr(10, dictionary.size()), dictionary);
    }
}

TEST(Words, ReadHexadecimalNumbersThatAreTinyOrHuge) {
    EXPECT_EQ(parse_any_number<double>("0x1p-2000"), 0.0);
    EXPECT_EQ(parse_any_number<double>("0x0.1ep+5000"), std::nullopt);
    EXPECT_EQ(parse_any_number<double>("1e-400"), 0.0);
    EXPECT_EQ(parse_any_number<double>("1e400"), std::nullopt);
}

}  // namespace
}  // namespace hitmiss
