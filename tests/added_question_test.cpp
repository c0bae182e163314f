// The command that src/README.md adds, extracted by CMake, compiled and run.

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "commands/command_line.hpp"
#include "json_testing.hpp"

namespace hitmiss {
void add_around(CommandLine& line);
namespace {

TEST(AddedQuestion, CountsErrorsAroundTheEye) {
    CLI::App app;
    CommandLine line{app};
    add_around(line);
    app.parse("around " HITMISS_SCENES
              "/room.toml -m exact -m angle-sum:1e-6 --rays 5000 --format json");
    std::string printed;
    line.chosen({{}, [&](std::string_view text) { printed = text; }});
    const auto methods = parse_json(printed)["methods"];
    ASSERT_EQ(methods.size(), 2u);
    for (const auto& row : methods) EXPECT_EQ(row["rays"], 5000);
    EXPECT_EQ(methods[0]["errors"], 0);
    EXPECT_GT(methods[0]["hits"], 2000);
    EXPECT_GT(methods[1]["leaks"], 0);
}

}  // namespace
}  // namespace hitmiss
