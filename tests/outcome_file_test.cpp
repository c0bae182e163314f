// compare --outcomes: the file says of each ray what the table counts, beside the exact answer.

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <sstream>

#include "base/words.hpp"
#include "judge/outcome.hpp"
#include "program.hpp"
#include "scene/number_table.hpp"

namespace hitmiss {
namespace {

class Outcomes : public Program {
protected:
    std::vector<double> numbers(const std::string& file, std::size_t columns) const {
        const NumberTable table(folder_ / file);
        EXPECT_EQ(table.columns(), columns);
        return table.read(0, table.rows());
    }
    /// The text with all blanks and line ends as one blank.
    static std::string in_one_line(const std::string& text) {
        std::istringstream words(text);
        std::string line;
        for (std::string word; words >> word;) line += word + ' ';
        return line;
    }
    static constexpr const char* methods =
        " -m angle-sum:0.5 -m same-side -m moller-trumbore:1e-3,double";
};

TEST_F(Outcomes, AddUpToTheTable) {
    for (const std::string rays : {"--size 40x30", "--size 150x150 --grid=-y"}) {
        const auto csv =
            run("compare " + scene("icosphere") + methods + " --format csv --outcomes o.npy " +
                rays + (rays.find("grid") == rays.npos ? " -o c.png" : ""))
                .out;
        const auto rows = numbers("o.npy", 5);
        const auto lines = split(csv, '\n');
        const auto names = split(lines[0], ',');
        for (std::size_t m = 0; m < 3; ++m) {
            std::array<std::size_t, outcome_rows.size()> counts{};
            for (std::size_t k = 0; k < rows.size(); k += 5)
                ++counts.at(std::size_t(rows[k + 2 + m]));
            const auto cells = split(lines[m + 1], ',');
            for (std::size_t outcome = 1; outcome < counts.size(); ++outcome) {
                const auto column = std::ranges::find(names, outcome_rows[outcome].column);
                ASSERT_NE(column, names.end());
                EXPECT_EQ(cells[std::size_t(column - names.begin())],
                          std::to_string(counts[outcome]))
                    << *column;
            }
            EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::size_t{}),
                      rows.size() / 5);
        }
    }
}

TEST_F(Outcomes, StandBesideTheExactAnswer) {
    run("rays " + scene("cube") + " --size 40x30 -o rays.npy");
    const std::string compare = "compare " + scene("cube") + " --rays rays.npy";
    EXPECT_EQ(run(compare + " -m exact --answers exact.npy --outcomes one.npy").exit, 0);
    EXPECT_EQ(run(compare + methods + " --outcomes o.npy").exit, 0);
    EXPECT_EQ(run(compare + methods + " --outcomes o.csv").exit, 0);
    EXPECT_EQ(
        run("compare " + scene("cube") + methods + " --size 40x30 -o c.png --outcomes p.npy").exit,
        0);
    const auto exact = numbers("exact.npy", 2), one = numbers("one.npy", 3),
               rows = numbers("o.npy", 5);
    ASSERT_EQ(exact.size(), 2 * 1200u);
    ASSERT_EQ(rows.size(), 5 * 1200u);
    std::size_t hits = 0;
    for (std::size_t k = 0; k < 1200; ++k) {
        hits += rows[5 * k + 1] >= 0;
        EXPECT_EQ(rows[5 * k], one[3 * k]);
        EXPECT_EQ(rows[5 * k + 1], exact[2 * k + 1]);
        EXPECT_TRUE(rows[5 * k] == exact[2 * k] ||
                    std::abs(rows[5 * k] / exact[2 * k] - 1) < 1e-12);
        EXPECT_EQ(one[3 * k + 2], 0);
    }
    EXPECT_GT(hits, 100u);
    EXPECT_LT(hits, 1200u);
    EXPECT_EQ(numbers("o.csv", 5), rows);
    EXPECT_EQ(numbers("p.npy", 5), rows) << "of the picture, whose tiles are judged out of order";
    EXPECT_TRUE(
        read_all(folder_ / "o.csv")
            .starts_with(
                "t,triangle,angle-sum:epsilon=0.5,same-side,\"moller-trumbore:epsilon=0.001,"))
        << read_all(folder_ / "o.csv").substr(0, 100);
}

// Two triangles, one above the other: rays cross both, one of them, or none, or start on one.
TEST_F(Outcomes, SayHowOftenRaysCrossTheSurface) {
    write("mesh.csv", "0,0,0,4,0,0,0,4,0\n0,0,1,2,0,1,0,2,1\n");
    write("rays.csv", "0.5,0.5,3,0,0,-1\n1.5,1.5,3,0,0,-1\n3,3,3,0,0,-1\n0.5,0.5,1,0,0,-1\n");
    const std::string call = "compare mesh.csv --rays rays.csv -m mt -m exact --whole-rays";
    EXPECT_EQ(run(call + " --outcomes o.npy").exit, 0);
    EXPECT_EQ(run(call + " --outcomes o.csv").exit, 0);
    const auto rows = numbers("o.npy", 5);
    EXPECT_EQ(numbers("o.csv", 5), rows);
    ASSERT_EQ(rows.size(), 4 * 5u);
    for (std::size_t k = 0; k < 4; ++k)
        EXPECT_EQ(rows[5 * k + 4], (std::array{2, 1, 0, -1}[k])) << k;
    EXPECT_NE(read_all(folder_ / "o.csv").find(",crossings\n"), std::string::npos);
}

TEST_F(Outcomes, AreDocumentedAndRefusedByName) {
    const auto help = in_one_line(run("compare --help").out);
    for (std::size_t k = 0; k < outcome_rows.size(); ++k)
        EXPECT_NE(help.find(fmt::format("{} {}", k, outcome_rows[k].name)), help.npos);
    const auto refused = run("compare " + scene("cube") + " --outcomes o.txt");
    EXPECT_EQ(refused.exit, 2);
    EXPECT_NE(refused.err.find("outcomes are written as .npy or .csv"), refused.err.npos);
    EXPECT_EQ(run("compare " + scene("cube") + " " + scene("room") + " --outcomes o.npy").exit, 2);
}

}  // namespace
}  // namespace hitmiss
