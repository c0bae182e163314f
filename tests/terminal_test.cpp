// A progress bar where a person watches, and only there.

#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <thread>

#include "commands/progress.hpp"
#include "test_folder.hpp"

namespace hitmiss {
namespace {

struct Shown {
    bool on_a_terminal;
    int exit;
    std::string text;
};

/// Renders on a terminal until that shows `enough`, then as if the user pressed Ctrl-C.
Shown render_on_a_terminal(const char* size, const char* samples, const std::string& enough) {
    const TestFolder folder;
    int terminal = -1;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
        std::signal(SIGINT, SIG_DFL);  // background jobs ignore it
        ::execl(HITMISS_PROGRAM, "hitmiss", "render", HITMISS_SCENES "/icosphere.toml", "-m",
                "exact", "--size", size, "--samples", samples, "-o", folder.path.c_str(), nullptr);
        ::_exit(127);
    }
    Shown shown{child > 0, -1, {}};
    if (!shown.on_a_terminal) return shown;
    char buffer[4096];
    for (bool stopped = false;;) {
        // Fails once the program has ended.
        const ssize_t count = ::read(terminal, buffer, sizeof buffer);
        if (count <= 0) break;
        shown.text.append(buffer, std::size_t(count));
        if (!stopped && shown.text.find(enough) != std::string::npos) {
            stopped = true;
            const char interrupt = 3;
            EXPECT_EQ(::write(terminal, &interrupt, 1), 1);
        }
    }
    ::waitpid(child, &shown.exit, 0);
    shown.exit = WIFEXITED(shown.exit) ? WEXITSTATUS(shown.exit) : -1;
    ::close(terminal);
    return shown;
}

TEST(Terminal, ShowsABarDuringLongWork) {
    const auto shown = render_on_a_terminal("4096x4096", "16", " %");
    if (!shown.on_a_terminal) GTEST_SKIP() << "no pseudo-terminal here";
    EXPECT_EQ(shown.exit, 130);
    EXPECT_NE(shown.text.find("\r["), std::string::npos) << shown.text;
    EXPECT_EQ(shown.text.find('\x1b'), std::string::npos) << "neither colour nor other escapes";
}

TEST(Terminal, ShowsNoBarForShortWork) {
    const auto shown = render_on_a_terminal("8x8", "1", " %");
    if (!shown.on_a_terminal) GTEST_SKIP() << "no pseudo-terminal here";
    EXPECT_EQ(shown.exit, 0);
    EXPECT_EQ(shown.text.find('%'), std::string::npos) << shown.text;
}

TEST(Terminal, OffItThereIsNoBar) {
    testing::internal::CaptureStderr();
    {
        Progress progress(2);
        std::this_thread::sleep_for(std::chrono::milliseconds(1100));
        progress.step();
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace hitmiss
