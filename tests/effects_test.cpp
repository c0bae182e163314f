// A command's effects besides its output: threads, memory, streams, the ends of the ranges of
// options.

#include <omp.h>

#include "built.hpp"
#include "commands/command_line.hpp"
#include "commands/output.hpp"
#include "program.hpp"
#include "sanitized.hpp"

namespace hitmiss {
namespace {

TEST_F(Program, TakesAsManyThreadsAsAskedFor) {
    const int before = omp_get_max_threads();
    for (const char* threads : {"1", "3"}) {
        int within = 0;
        const auto command = parse_command_line({"render", HITMISS_SCENES "/cube.toml", "-m",
                                                 "exact", "--size", "8x8", "--threads", threads});
        command({[&](auto&&, auto&&) { within = omp_get_max_threads(); }, {}});
        EXPECT_EQ(std::to_string(within), threads);
    }
    omp_set_num_threads(before);
}

TEST_F(Program, TreatsTooLargeAPictureForTheMemoryAsBadInput) {
    if (sanitized) GTEST_SKIP() << "a sanitizer needs the addresses";
    const auto outcome =
        run("render " + scene("cube") + " --size 16000x16000 --threads 1", "ulimit -v 400000;");
    EXPECT_EQ(outcome.exit, 3) << outcome.err;
    EXPECT_NE(outcome.err.find("not enough memory"), std::string::npos) << outcome.err;
    EXPECT_TRUE(files().empty());
}

TEST_F(Program, CutsNothingOffAtANearDistanceOf0) {
    const std::string command =
        "walk " + scene("walk-door") + " --path 4F --frames --size 32x24 --near ";
    if (!built(command)) GTEST_SKIP();
    EXPECT_EQ(run(command + "0 -o zero").exit, 0);
    EXPECT_EQ(run(command + "1e-30 -o least").exit, 0);
    EXPECT_EQ(run(command + "1000 -o all").exit, 0);
    EXPECT_EQ(run(command + "-1 -o none").exit, 2);
    int frames = 0, cut = 0;
    for (const auto& file : files()) {
        if (!file.starts_with("zero/walk-door-frames/")) continue;
        const auto in = [&](const char* folder) {
            return read_all(folder_ / folder / file.substr(5));
        };
        EXPECT_EQ(in("zero"), in("least")) << file;
        ++frames, cut += in("zero") != in("all");
    }
    EXPECT_GT(frames, 0);
    EXPECT_GT(cut, 0);
}

}  // namespace
}  // namespace hitmiss
