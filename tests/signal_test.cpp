// Ctrl-C and its kin at any moment: a prompt end, the right exit code, no unfinished file.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "sanitized.hpp"
#include "test_folder.hpp"

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class Signals : public testing::Test {
protected:
    /// Starts the program in the folder, with stdout and stderr to the descriptor.
    pid_t start(std::vector<std::string> arguments, int output) const {
        std::string program = HITMISS_PROGRAM;
        std::vector<char*> argv{program.data()};
        for (auto& argument : arguments) argv.push_back(argument.data());
        argv.push_back(nullptr);
        const pid_t child = ::fork();
        if (child != 0) return child;
        for (const int number : {SIGINT, SIGTERM}) std::signal(number, SIG_DFL);
        ::dup2(output, STDOUT_FILENO), ::dup2(output, STDERR_FILENO);
        if (::chdir(folder_.c_str()) == 0) ::execv(argv[0], argv.data());
        ::_exit(127);
    }

    /// The exit code, 128 + number for a death by signal; 1000 if it does not end in time. A busy
    /// machine gets far more time than a person would wait.
    static int exit_of(pid_t child) {
        const auto deadline = std::chrono::steady_clock::now() + 20s;
        int status = 0;
        while (::waitpid(child, &status, WNOHANG) == 0) {
            if (std::chrono::steady_clock::now() > deadline) {
                ::kill(child, SIGKILL), ::waitpid(child, &status, 0);
                return 1000;
            }
            std::this_thread::sleep_for(1ms);
        }
        return WIFEXITED(status) ? WEXITSTATUS(status) : 1100 + WTERMSIG(status);
    }

    /// Names of files in the folder and below.
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::recursive_directory_iterator(folder_))
            if (entry.is_regular_file()) names.push_back(entry.path().filename());
        return names;
    }

    static void expect_whole(const fs::path& picture) {
        std::ifstream file(picture, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        ASSERT_GT(bytes.size(), 12u) << picture;
        EXPECT_EQ(bytes.substr(1, 3), "PNG") << picture;
        EXPECT_EQ(bytes.substr(bytes.size() - 8, 4), "IEND") << picture;
    }

    const int nowhere_ = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    const std::string scene_ = HITMISS_SCENES "/icosphere.toml";
    const hitmiss::TestFolder own_folder_;
    const fs::path& folder_ = own_folder_.path;
};

// Small pictures, so that most of the time goes into writing them.
TEST_F(Signals, LeaveWholePicturesOnly) {
    std::mt19937 bits(1);
    std::size_t interrupted = 0, pictures = 0;
    for (int round = 0; round < 60; ++round) {
        std::vector<std::string> arguments{"render", scene_, "--size", "4x4", "-o", "."};
        for (int k = 1; k <= 60; ++k)
            arguments.insert(arguments.end(), {"-m", "angle-sum:" + std::to_string(k * 1e-3)});
        const pid_t child = start(arguments, nowhere_);
        // Half of the rounds begin with the first picture, however long that takes.
        const auto deadline = std::chrono::steady_clock::now() + 10s;
        while (round % 4 < 2 && files().empty() && std::chrono::steady_clock::now() < deadline)
            std::this_thread::sleep_for(1ms);
        std::this_thread::sleep_for(std::chrono::microseconds(bits() % 30'000));
        const int number = round % 2 == 0 ? SIGINT : SIGTERM;
        ::kill(child, number);
        if (round % 3 == 0) ::kill(child, number);
        const int exit = exit_of(child);
        // Before main() has begun, the system's own way of ending a program applies.
        const bool early = exit == 1100 + number;
        EXPECT_TRUE(exit == 0 || exit == 128 + number || (early && files().empty())) << exit;
        interrupted += exit == 128 + number;
        for (const auto& name : files()) {
            EXPECT_FALSE(name.starts_with(".hitmiss-")) << name;
            expect_whole(folder_ / name);
            ++pictures;
        }
        fs::remove_all(folder_), fs::create_directory(folder_);
    }
    EXPECT_GT(interrupted, 0u);
    EXPECT_GT(pictures, 0u);
}

TEST_F(Signals, StopALongRenderAndKeepWhatIsDone) {
    const pid_t child = start({"render", scene_, "-o", ".", "--size", "1024x1024", "--samples",
                               "16", "-m", "exact", "-m", "angle-sum"},
                              nowhere_);
    std::this_thread::sleep_for(500ms);
    const auto before = std::chrono::steady_clock::now();
    ::kill(child, SIGINT);
    EXPECT_EQ(exit_of(child), 130);
    EXPECT_LT(std::chrono::steady_clock::now() - before, 5s);
    for (const auto& name : files()) expect_whole(folder_ / name);
}

// What is finished is named, once.
TEST_F(Signals, SayWhatWasWritten) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    // The second picture takes far longer than the first.
    const pid_t child =
        start({"render", scene_, "-o", ".", "--size", "256x256", "--samples",
               hitmiss::sanitized ? "4" : "16", "-m", "watertight:cull=back", "-m", "exact"},
              ends[1]);
    ::close(ends[1]);
    const auto first = folder_ / "watertight-cull-back.png";
    for (const auto deadline = std::chrono::steady_clock::now() + 60s;
         !fs::exists(first) && std::chrono::steady_clock::now() < deadline;)
        std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(20ms);
    ::kill(child, SIGINT);
    EXPECT_EQ(exit_of(child), 130);
    std::string said(4096, ' ');
    const auto count = ::read(ends[0], said.data(), said.size());
    said.resize(count > 0 ? std::size_t(count) : 0);
    EXPECT_EQ(said, "hitmiss: wrote ./watertight-cull-back.png\n");
    ::close(ends[0]);
}

TEST_F(Signals, StopAWriteToAPipeNobodyReads) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const pid_t child = start({"mesh", "soup:faces=100000"}, ends[1]);
    pollfd full{ends[0], POLLIN, 0};
    ASSERT_EQ(::poll(&full, 1, 20'000), 1);
    ::kill(child, SIGTERM);
    EXPECT_EQ(exit_of(child), 143);
    ::close(ends[0]), ::close(ends[1]);
}

TEST_F(Signals, StayIgnoredWhereTheCallerIgnoresThem) {
    const auto before = std::signal(SIGHUP, SIG_IGN);  // inherited by the child
    const pid_t child =
        start({"render", scene_, "-o", ".", "--size", "64x64", "-m", "exact"}, nowhere_);
    std::signal(SIGHUP, before);
    for (int k = 0; k < 20; ++k) ::kill(child, SIGHUP), std::this_thread::sleep_for(1ms);
    EXPECT_EQ(exit_of(child), 0);
    EXPECT_EQ(files(), std::vector<std::string>{"exact.png"});
}

}  // namespace
