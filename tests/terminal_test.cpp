// A progress bar where a person watches, and only there; tables as wide as the terminal.

#include "terminal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <map>
#include <sstream>
#include <thread>

#include "built.hpp"
#include "commands/progress.hpp"
#include "json_testing.hpp"
#include "sanitized.hpp"
#include "test_folder.hpp"

namespace hitmiss {
namespace {

constexpr char interrupt = 3;

/// Runs a long command until its bar stands there, then as if the user pressed Ctrl-C.
Shown until_bar(std::vector<std::string> words) {
    const TestFolder folder;
    bool stopped = false;
    return run_on_terminal(std::move(words), 80, folder.path, [&](const std::string& text) {
        if (stopped || text.find(" %") == text.npos) return std::string();
        stopped = true;
        return std::string(1, interrupt);
    });
}

/// What bars in the text show, in their order.
std::vector<int> percentages(const std::string& text) {
    std::vector<int> parts;
    for (auto at = text.find(" %"); at != text.npos; at = text.find(" %", at + 1))
        if (at >= 5 && text[at - 5] == ']') parts.push_back(std::stoi(text.substr(at - 3, 3)));
    return parts;
}

const std::string sphere_scene = HITMISS_SCENES "/icosphere.toml";

// Each of these would take minutes.
TEST(Terminal, ShowsABarWithTheTimeLeftDuringLongWork) {
    const std::vector<std::vector<std::string>> commands{
        {"render", sphere_scene, "-m", "exact", "--size", "4096x4096", "--samples", "16"},
        {"compare", sphere_scene, "-m", "exact", "--size", "8192x8192"},
        {"sweep", sphere_scene, "--size", "400x400", "--per-decade", "20"},
        {"leaks", sphere_scene, "--rays", "10000000"},
        {"walk", HITMISS_SCENES "/walk-plane.toml", "--frames", "--size", "512x512", "--path",
         "900F"},
        {"bench", sphere_scene, "--repeats", "1000"},
        {"advise", sphere_scene},
        {"figures", "--scenes", HITMISS_SCENES},
    };
    // All at once, because each waits before it shows a bar.
    std::map<std::string, std::future<Shown>> bars;
    for (const auto& words : commands)
        if (built(words[0]) && (!sanitized || words[0] == "compare"))
            bars[words[0]] = std::async(std::launch::async, until_bar, words);
    for (auto& [command, bar] : bars) {
        SCOPED_TRACE(command);
        const auto shown = bar.get();
        if (!shown.on_a_terminal) GTEST_SKIP() << "no pseudo-terminal here";
        EXPECT_EQ(shown.exit, 130) << shown.text;
        EXPECT_NE(shown.text.find("\r["), std::string::npos) << shown.text;
        const bool has_parts = command == "advise" || command == "bench";
        EXPECT_TRUE(has_parts || shown.text.find(" %, ") != std::string::npos) << shown.text;
        EXPECT_EQ(shown.text.find('\x1b'), std::string::npos) << "neither colour nor other escapes";
    }
}

// It begins once and never goes back, however many parts the work has.
TEST(Terminal, ABarNeverGoesBack) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"advise", HITMISS_SCENES "/torus-knot.toml", "-m", "mt", "-m",
                                   "wt", "-m", "signed-volume", "-m", "angle-sum", "-m",
                                   "same-side"},
          {"bench", sphere_scene, "--size", "512x512", "--repeats", "5"},
          {"render", sphere_scene, "--size", "3000x3000", "--samples", "2", "--threads", "1", "-m",
           "exact", "-m", "watertight:double", "-m", "angle-sum:double"}}) {
        if (!built(words[0]) || sanitized) continue;
        const TestFolder folder;
        const auto shown =
            run_on_terminal(words, 80, folder.path, [](const std::string&) { return ""; });
        if (!shown.on_a_terminal) GTEST_SKIP() << "no pseudo-terminal here";
        const auto parts = percentages(shown.text);
        EXPECT_GT(parts.size(), 2u) << shown.text;
        EXPECT_TRUE(std::ranges::is_sorted(parts)) << words[0] << shown.text;
    }
}

// Settings that are measured one after another take very different times: no word of the time left
// before much is done.
TEST(Progress, TheTimeLeftOfSeveralCountsIsNotSaidAtOnce) {
    testing::internal::CaptureStderr();
    {
        Watch watch = watch_on({{}, {}, 80, true}, {1, 1});
        for (int part = 0; part < 2; ++part) {
            const auto step = watch(4);
            for (int k = 0; k < 4; ++k) {
                const bool first = part == 0 && k == 0;
                std::this_thread::sleep_for(std::chrono::milliseconds(first ? 1010 : 110));
                step();
            }
        }
    }
    const std::string shown = testing::internal::GetCapturedStderr();
    const auto until = shown.find(" left");
    ASSERT_NE(until, shown.npos) << shown;
    EXPECT_EQ(percentages(shown).front(), 12) << shown;
    EXPECT_EQ(percentages(shown.substr(0, until)).back(), 25) << shown;
}

// A bar on the terminal, the table in a file: each stream has only its own.
TEST(Terminal, KeepsTheStreamsApart) {
    const auto run = [](int apart) {
        const TestFolder folder;
        const auto shown = run_on_terminal(
            {"leaks", sphere_scene, "--rays", sanitized ? "6000" : "150000", "-m", "angle-sum",
             "-m", "same-side", "--threads", "1", "--format", "json"},
            80, folder.path, [](auto&) { return ""; }, {}, apart);
        std::ifstream file(folder.path / "apart");
        return std::pair(shown, std::string(std::istreambuf_iterator<char>(file), {}));
    };
    const auto [bar, table] = run(STDOUT_FILENO);
    if (!bar.on_a_terminal) GTEST_SKIP() << "no pseudo-terminal here";
    EXPECT_NE(bar.text.find(" left"), bar.text.npos) << bar.text;
    EXPECT_EQ(bar.text.find('{'), bar.text.npos) << bar.text;
    EXPECT_NO_THROW(parse_json(table)) << table;
    const auto [shown, said] = run(STDERR_FILENO);
    EXPECT_NO_THROW(parse_json(shown.text)) << shown.text;
    EXPECT_EQ(said, "");
}

TEST(Terminal, ShowsNoBarForShortWork) {
    const TestFolder folder;
    const auto shown =
        run_on_terminal({"render", sphere_scene, "-m", "exact", "--size", "8x8"}, 80, folder.path);
    if (!shown.on_a_terminal) GTEST_SKIP() << "no pseudo-terminal here";
    EXPECT_EQ(shown.exit, 0);
    EXPECT_EQ(shown.text.find('%'), std::string::npos) << shown.text;
}

TEST(Terminal, ABarShowsThePartThatIsDoneWhereItIsWatched) {
    auto watched = watch_on({{}, {}, 80, true})(4);
    const auto step = watch_on({})(4);
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    testing::internal::CaptureStderr();
    step();
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    testing::internal::CaptureStderr();
    watched();
    const std::string bar = testing::internal::GetCapturedStderr();
    EXPECT_TRUE(bar.starts_with("\r[#######-----------------------]  25 %, ")) << bar;
    testing::internal::CaptureStderr();
    watched = {};
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              '\r' + std::string(bar.size() - 1, ' ') + '\r');
}

TEST(Progress, SaysWhatIsDoneAndTheTimeLeftAndIsErased) {
    using Clock = std::chrono::steady_clock;
    const auto seconds = [](Clock::duration time) {
        return std::chrono::duration<double>(time).count();
    };
    testing::internal::CaptureStderr();
    const auto before = Clock::now();
    double least = 0, most = 0;
    {
        const auto step = watch_on({{}, {}, 80, true})(16);
        const auto begin = Clock::now();
        for (int k = 0; k < 3; ++k) step();
        std::this_thread::sleep_for(std::chrono::milliseconds(1010));
        least = seconds(Clock::now() - begin);
        step();
        most = seconds(Clock::now() - before);
    }
    const std::string text = testing::internal::GetCapturedStderr();
    const std::string bar = "\r[#######-----------------------]  25 %, ";
    EXPECT_TRUE(text.starts_with(bar + duration_text(3 * least) + " left\r") ||
                text.starts_with(bar + duration_text(3 * most) + " left\r"))
        << text;
    const std::string blanks(text.find('\r', 1) - 1, ' ');
    EXPECT_TRUE(text.ends_with(" left\r" + blanks + '\r')) << text;
}

// The second count goes on where the first one ends, by their shares.
TEST(Progress, IsOneBarForAllCounts) {
    testing::internal::CaptureStderr();
    {
        const Watch watch = watch_on({{}, {}, 80, true}, {3, 1});
        const auto first = watch(2);
        std::this_thread::sleep_for(std::chrono::milliseconds(1010));
        first();
        std::this_thread::sleep_for(std::chrono::milliseconds(110));
        first();
        const auto second = watch(5);
        for (int k = 0; k < 5; ++k) {
            std::this_thread::sleep_for(std::chrono::milliseconds(110));
            second();
        }
    }
    const auto parts = percentages(testing::internal::GetCapturedStderr());
    EXPECT_EQ(parts, (std::vector<int>{37, 75, 80, 85, 90, 95, 100}));
}

TEST(Progress, SaysDurationsInFewWords) {
    EXPECT_EQ(duration_text(0.2), "1 s");
    EXPECT_EQ(duration_text(99), "99 s");
    EXPECT_EQ(duration_text(100), "2 min");
    EXPECT_EQ(duration_text(120), "2 min");
    EXPECT_EQ(duration_text(150), "3 min");
    EXPECT_EQ(duration_text(5999), "100 min");
    EXPECT_EQ(duration_text(6000), "2 h");
    EXPECT_EQ(duration_text(7201), "3 h");
}

/// In characters, not bytes.
std::size_t longest_line(const std::string& text) {
    std::istringstream lines(text);
    std::size_t longest = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.ends_with('\r')) line.pop_back();
        longest = std::max(longest, std::size_t(std::ranges::count_if(
                                        line, [](char c) { return (c & 0xc0) != 0x80; })));
    }
    return longest;
}

// Every help, and every command that prints a table, with the longest names of methods. Bars and
// names of files are not part of it.
TEST(Terminal, TablesAndHelpFitIt) {
    std::vector<std::vector<std::string>> commands{
        {"compare", HITMISS_SCENES "/triangle.toml", "--size", "64x64", "--overlay", "halo", "-m",
         "angle-sum-walking:epsilon=0.125,precision=double,variant=corrected", "-m", "angle-sum:3"},
        {"sweep", HITMISS_SCENES "/cube.toml", "--size", "16x16", "--per-decade", "1", "-m",
         "angle-sum-walking:precision=double,variant=corrected"},
        {"leaks", HITMISS_SCENES "/cube.toml", "--rays", "100"},
        {"walk", HITMISS_SCENES "/walk-plane.toml", "--size", "16x16"},
        {"probe", HITMISS_SCENES "/probe-cube.toml", "--size", "16x16"},
        {"bench", HITMISS_SCENES "/cube.toml", "--size", "16x16", "--repeats", "1", "-m",
         "angle-sum-walking:precision=double,variant=corrected", "--part", "kernels,rays,embree"},
        {"advise", HITMISS_SCENES "/cube.toml", "--repeats", "1"},
        {"methods"},
        {"figures", "--list"},
        {"help"},
    };
    for (const char* command : {"render", "compare", "sweep", "leaks", "advise", "walk", "probe",
                                "bench", "figures", "explain", "accept", "mesh", "rays", "methods"})
        commands.push_back({command, "--help"});
    std::erase_if(commands, [](const auto& words) { return !built(words[0]); });
    for (const auto& words : commands)
        for (const std::uint16_t columns :
             {std::uint16_t{0}, std::uint16_t{60}, std::uint16_t{80}, std::uint16_t{120}}) {
            const bool help = words.back() == "--help";
            const bool slow = !help && (words[0] == "bench" || words[0] == "advise");
            if (sanitized ? slow || columns != 60 : slow && columns != 60) continue;
            const TestFolder folder;
            const auto shown = run_on_terminal(words, columns, folder.path);
            if (!shown.on_a_terminal) GTEST_SKIP() << "no pseudo-terminal here";
            EXPECT_EQ(shown.exit, 0) << shown.text;
            // A bar is erased; the next line overwrites its line.
            std::string text;
            for (const std::string rest = shown.text; const char& c : rest) {
                const auto next = &c - rest.data() + 1;
                if (c == '\r' && std::size_t(next) < rest.size() && rest[std::size_t(next)] != '\n')
                    text.erase(text.rfind('\n') + 1);
                else
                    text += c;
            }
            // Commands to paste are not either.
            for (const char* note : {"wrote ", "replaced ", "note: ", "  hitmiss "})
                for (auto at = text.find(note); at != text.npos; at = text.find(note))
                    text.erase(at, text.find('\n', at) - at);
            EXPECT_LE(longest_line(text), columns == 0 ? 80u : columns) << text;
        }
}

}  // namespace
}  // namespace hitmiss
