// The page, which the program opens in a browser.

#include <filesystem>

#include "built.hpp"
#include "program.hpp"

namespace hitmiss {
namespace {

class LabPage : public Program {};

TEST_F(LabPage, WithoutAScreenItsPathIsPrinted) {
    if (!built("lab")) GTEST_SKIP();
    for (const char* arguments : {"lab --print", "lab"}) {
        const auto outcome = run(arguments, "env -u DISPLAY -u WAYLAND_DISPLAY");
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        const std::filesystem::path page = outcome.out.substr(0, outcome.out.find('\n'));
        EXPECT_EQ(page.filename(), "lab.html");
        ASSERT_TRUE(std::filesystem::exists(page)) << page;
        EXPECT_LE(std::filesystem::file_size(page), 1'400'000u);
    }
}

TEST_F(LabPage, WithAScreenTheSystemsBrowserGetsIt) {
    if (!built("lab")) GTEST_SKIP();
    write("xdg-open", "#!/bin/sh\nprintf %s \"$1\" >opened.txt\n");
    std::filesystem::permissions(folder_ / "xdg-open", std::filesystem::perms::owner_all);
    const auto outcome = run("lab", "env DISPLAY=:9 PATH=.:$PATH");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(read_all(folder_ / "opened.txt") + '\n', run("lab --print").out);
}

TEST_F(LabPage, WhereNoBrowserOpensItsPathIsPrinted) {
    if (!built("lab")) GTEST_SKIP();
    write("xdg-open", "#!/bin/sh\nexit 3\n");
    std::filesystem::permissions(folder_ / "xdg-open", std::filesystem::perms::owner_all);
    EXPECT_EQ(run("lab", "env DISPLAY=:9 PATH=.:$PATH").out, run("lab --print").out);
}

}  // namespace
}  // namespace hitmiss
