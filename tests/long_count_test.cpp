// Long counts: the same sums for any split, and from any checkpoint.

#include "base/long_count.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <boost/crc.hpp>
#include <chrono>
#include <thread>

#include "base/random.hpp"
#include "figure_testing.hpp"
#include "found.hpp"
#include "program.hpp"
#include "sanitized.hpp"

namespace hitmiss {
namespace {

/// A sum of squares of the units' numbers, and the largest.
struct Squares {
    std::uint64_t sum = 0;
    double most = 0;
    Squares& operator+=(const Squares& other) {
        sum += other.sum, most = std::max(most, other.most);
        return *this;
    }
};

/// A count with `sums` times `each` units; unit `fatal` throws.
auto squares(const Checkpoint& checkpoint, std::atomic<int>& calls, std::size_t sums = 3,
             std::size_t each = 400, std::size_t fatal = ~std::size_t{0},
             const std::string& question = "squares", const Watch& watch = unwatched) {
    return run<Squares>(
        question, sums, each, 1,
        [&](std::size_t unit) {
            if (unit == fatal) throw Error(Exit::bug, "unit {}", unit);
            ++calls;
            return std::vector{Squares{unit * unit, double(unit)}};
        },
        checkpoint, watch);
}

void expect_right(const std::vector<std::vector<Squares>>& sums, std::size_t each) {
    for (std::size_t k = 0; k < sums.size(); ++k) {
        std::uint64_t sum = 0;
        for (std::size_t unit = k * each; unit < (k + 1) * each; ++unit) sum += unit * unit;
        ASSERT_EQ(sums[k].size(), 1u);
        EXPECT_EQ(sums[k][0].sum, sum);
        EXPECT_EQ(sums[k][0].most, double((k + 1) * each - 1));
    }
}

TEST(LongCount, AddsUpForAnyThreads) {
    const int before = omp_get_max_threads();
    for (const int threads : {1, 2, 5}) {
        omp_set_num_threads(threads);
        for (const std::size_t each : {1u, 7u, 400u}) {
            std::atomic<int> calls = 0;
            expect_right(squares({}, calls, 3, each), each);
            EXPECT_EQ(std::size_t(calls), 3 * each);
        }
    }
    omp_set_num_threads(before);
    std::atomic<int> calls = 0;
    EXPECT_TRUE(squares({}, calls, 0, 4).empty());
    const auto nothing = squares({}, calls, 2, 0);
    EXPECT_EQ(nothing.at(1).at(0).sum, 0u);
    EXPECT_EQ(calls, 0);
}

TEST(LongCount, GoesOnFromItsCheckpoint) {
    const TestFolder folder;
    const Checkpoint checkpoint{folder.path / "check", 0};
    std::atomic<int> first = 0, second = 0, third = 0;
    EXPECT_EQ(error_of([&] { squares(checkpoint, first, 3, 400, 900); }).exit, Exit::bug);
    EXPECT_GT(first, 0);
    std::size_t announced = 0;
    std::atomic<std::size_t> done = 0;
    const auto sums =
        squares(checkpoint, second, 3, 400, ~std::size_t{0}, "squares", [&](std::size_t steps) {
            announced = steps;
            return [&] { ++done; };
        });
    expect_right(sums, 400);
    EXPECT_EQ(announced, std::size_t(second)) << "the remaining units";
    EXPECT_EQ(done, announced);
    // Units that one thread had not finished when another failed are done again.
    EXPECT_GE(first + second, 1200);
    EXPECT_LT(second, 1200);
    // However it was split, the finished part is one range.
    EXPECT_NE(read_all(checkpoint.file).find("\"finished\":[[0,1200]]"), std::string::npos);
    expect_right(squares(checkpoint, third), 400);
    EXPECT_EQ(third, 0);
}

// A chunk of units is lost with the program, so it does not take long, however long a unit takes.
TEST(LongCount, LosesLittleOfSlowUnitsWhenItEnds) {
    const TestFolder folder;
    const Checkpoint checkpoint{folder.path / "check", 0};
    const int before = omp_get_max_threads();
    omp_set_num_threads(1);
    const auto slow = [](std::size_t unit) {
        if (unit == 60) throw Error(Exit::bug, "unit {}", unit);
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return std::vector{Squares{unit * unit, double(unit)}};
    };
    EXPECT_EQ(
        error_of([&] { run<Squares>("slow", 1, 10'000, 1, slow, checkpoint, unwatched); }).exit,
        Exit::bug);
    omp_set_num_threads(before);
    const std::string text = read_all(checkpoint.file);
    const std::string_view line = "\"finished\":[[0,";
    ASSERT_NE(text.find(line), text.npos) << text;
    EXPECT_GE(std::stoi(text.substr(text.find(line) + line.size())), 30) << text;
}

TEST(LongCount, RefusesAnotherCheckpoint) {
    const TestFolder folder;
    const std::string file = folder.path / "check";
    std::atomic<int> calls = 0;
    squares({file, 0}, calls, 3, 4);
    const std::string whole = read_all(file);
    const auto fault = [&](const std::string& text) {
        std::ofstream(file, std::ios::binary) << text;
        const Error error = error_of([&] { squares({file, 0}, calls, 3, 4); });
        EXPECT_EQ(error.exit, Exit::bad_input) << text;
        return std::string(error.what());
    };
    for (std::size_t size = 0; size < whole.size(); ++size) fault(whole.substr(0, size));
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = char(changed[at] ^ 1);
        fault(changed);
    }
    EXPECT_NE(fault("hitmiss checkpoint 0, hitmiss 0.0.1\n").find("another version"),
              std::string::npos);
    EXPECT_NE(fault("12 units\n").find("is not a checkpoint"), std::string::npos);
    // Complete, as its last line says, but inconsistent.
    const std::string head = whole.substr(0, whole.find("\"finished\""));
    const std::string all_sums = "[[1,1],[1,1],[1,1]]";
    for (const auto& [finished, kept, word] :
         {std::tuple{"[[0]]", all_sums, "not of a count"},
          {"[[2,2]]", all_sums, "ascend"},
          {"[[4,6],[3,5]]", all_sums, "ascend"},
          {"[[6,8],[2,4]]", all_sums, "ascend"},
          {"[[0,13]]", all_sums, "ascend"},
          {"[[0,-12]]", all_sums, "ascend"},
          {"[[0,12]]", "[[1,1],[1,1],[1]]", "another size"},
          {"[[0,12]]", "[[1,1],[1,1],[1,1,1]]", "another size"},
          {"[[0,12]]", "[[1,1],[1,1]]", "another size"},
          {"[[0,\"12\"]]", all_sums, "not of a count"},
          {"[[0,12]]", "7", "not of a count"},
          {"[[0,12]", all_sums, "not of a count"}}) {
        const std::string text =
            fmt::format("{}\"finished\":{},\"sums\":{}}}\n", head, finished, kept);
        boost::crc_32_type sum;
        sum.process_bytes(text.data(), text.size());
        EXPECT_NE(fault(fmt::format("{}end {:08x}\n", text, sum.checksum())).find(word),
                  std::string::npos)
            << finished << kept;
    }
    std::ofstream(file, std::ios::binary) << whole;
    for (const auto& [sums, each, question] :
         {std::tuple{3u, 4u, "cubes"}, {3u, 5u, "squares"}, {4u, 3u, "squares"}})
        EXPECT_EQ(error_of([&, s = sums, e = each, q = question] {
                      squares({file, 0}, calls, s, e, ~std::size_t{0}, q);
                  }).exit,
                  Exit::bad_input)
            << question;
    EXPECT_EQ(error_of([&] { squares({folder.path, 0}, calls); }).exit, Exit::bad_input);
    EXPECT_EQ(error_of([&] {
                  squares({"/proc/nowhere/check", 0}, calls);
              }).exit,
              Exit::cannot_write);
    EXPECT_EQ(read_all(file), whole);
}

/// The program alone, killed at random moments, until it is done.
TEST_F(Program, GoesOnAfterItWasKilled) {
    const std::string leaks = fmt::format("leaks {} --rays {} --format csv", scene("icosphere"),
                                          sanitized ? 1'500 : 60'000);
    const auto whole = run(leaks);
    ASSERT_EQ(whole.exit, 0);
    Random random(1);
    int killed = 0;
    for (int k = 0; k < (sanitized ? 5 : 20); ++k) {
        const auto command = fmt::format("{} --checkpoint check --checkpoint-seconds 0", leaks);
        const auto outcome =
            run(command, fmt::format("timeout -s KILL 0.{:03}", 20 + random.below(80)));
        if (outcome.exit != 0)
            ++killed;
        else
            EXPECT_EQ(outcome.out, whole.out);
    }
    EXPECT_GT(killed, 0);
    EXPECT_EQ(run(leaks + " --checkpoint check").out, whole.out);
    const auto other = run(leaks + " --checkpoint check --seed 2");
    EXPECT_EQ(other.exit, 3);
    EXPECT_NE(other.err.find("a checkpoint of another count: seed 1; this one has seed 2; without"),
              other.err.npos)
        << other.err;
    const auto more = run(leaks + " --checkpoint check -m mt --aim edges");
    EXPECT_NE(more.err.find("this one has moller-trumbore; without"), more.err.npos) << more.err;
}

// For each of three processes that mpirun starts; only one of them says why they end.
TEST_F(Program, WithoutMpiRefusesToRunManyTimes) {
    if (!std::string(HITMISS_MPIRUN).empty()) GTEST_SKIP() << "built with MPI";
    const auto rank = [&](int number, int size) {
        return run("leaks " + scene("cube") + " --rays 10",
                   fmt::format("OMPI_COMM_WORLD_RANK={} OMPI_COMM_WORLD_SIZE={}", number, size));
    };
    const auto first = rank(0, 3), second = rank(1, 3), alone = rank(0, 1);
    EXPECT_EQ(first.exit, 2);
    EXPECT_NE(first.err.find("started 3 times by mpirun"), first.err.npos) << first.err;
    EXPECT_EQ(second.exit, 2);
    EXPECT_EQ(first.out + second.out + second.err, "");
    EXPECT_EQ(alone.exit, 0) << alone.err;
}

/// Under mpirun, where it and MPI were there at the build.
class Mpi : public Program {
protected:
    void SetUp() override {
        if (std::string(HITMISS_MPIRUN).empty()) GTEST_SKIP() << "built without MPI";
    }
    Outcome run_on(int ranks, const std::string& arguments) const {
        return run(arguments, start(ranks));
    }
    static std::string start(int ranks) {
        return fmt::format(HITMISS_MPIRUN " --oversubscribe --allow-run-as-root -n {}", ranks);
    }
};

TEST_F(Mpi, GivesTheSameBytesForAnyRanksAndThreads) {
    const std::vector<std::string> commands{
        "leaks " + scene("icosphere") + " --rays 80000 --aim edges -m watertight",
        "sweep " + scene("icosphere") + " --size 96x96 --per-decade 2 -o -",
        "sweep " + scene("icosphere") +
            " --over aspect --aim edges --rays 5000 --per-decade 1 -m watertight "
            "-m moller-trumbore -o figure.svg",
        "compare " + scene("icosphere") + " " + scene("cube") + " --size 64x64 --format json"};
    for (const auto& command : commands) {
        const auto alone = run(command);
        ASSERT_EQ(alone.exit, 0) << alone.err;
        const bool first = command == commands[0];
        for (const int ranks : first ? std::vector{1, 2, 3, 4, 7} : std::vector{2, 3, 7})
            for (const int threads : {1, 2}) {
                if (threads == 1 + ranks % 2 && !(first && ranks == 2)) continue;
                std::filesystem::remove(folder_ / "figure.svg");
                const auto outcome =
                    run_on(ranks, fmt::format("{} --threads {}", command, threads));
                EXPECT_EQ(outcome.exit, 0) << outcome.err;
                EXPECT_TRUE(outcome.out == alone.out) << ranks << ' ' << threads << command;
                EXPECT_EQ(outcome.err, alone.err);
            }
    }
}

TEST_F(Mpi, SaysWhatIsWrongOnceAndEndsAllRanks) {
    struct Case {
        const char *arguments, *message;
        int exit;
    };
    for (const auto& [arguments, message, exit] :
         {Case{"leaks nowhere.toml", "nowhere.toml", 3}, Case{"leaks", "SCENE", 2},
          Case{"leaks - --rays 10 <" HITMISS_SCENES "/triangle.obj", "to one of its processes", 3},
          Case{"compare " HITMISS_SCENES "/cube.toml --size 32x32 -m angle-sum:0.5 --fail-over 0",
               "--fail-over 0", 1}}) {
        const auto outcome = run_on(3, arguments);
        EXPECT_EQ(outcome.exit, exit) << outcome.err;
        const auto first = outcome.err.find(message);
        EXPECT_NE(first, outcome.err.npos) << outcome.err;
        EXPECT_EQ(outcome.err.find(message, first + 1), outcome.err.npos) << outcome.err;
    }
    EXPECT_EQ(run_on(3, "--version").out, run("--version").out);
}

TEST_F(Mpi, GoesOnAfterARankWasKilled) {
    const std::string leaks =
        "leaks " + scene("icosphere") + " --rays 100000 --format csv --threads 1";
    const auto whole = run(leaks);
    const std::string kept = " --checkpoint check --checkpoint-seconds 0";
    int killed = 0;
    for (int victim = 1; victim <= 3; ++victim) {
        // Not before the checkpoint is written again, after MPI_Init(): one time in sixty, mpirun
        // of Open MPI 4.1 waits for ever for a rank that was killed inside it.
        const auto outcome =
            run(leaks + kept +
                    " & job=$!; until [ check -nt started ]; do kill -0 $job || break; "
                    "sleep 0.05; done; sleep 0.2; "
                    "kill -KILL $(pgrep -P $job | sed -n " +
                    std::to_string(victim) + "p); wait $job",
                "touch started; " + start(3));
        if (outcome.exit == 0) continue;
        ++killed;
        EXPECT_NE(outcome.err.find("signal 9"), outcome.err.npos) << outcome.err;
    }
    EXPECT_GT(killed, 0);
    EXPECT_EQ(run_on(2, leaks + kept).out, whole.out);
}

}  // namespace
}  // namespace hitmiss
