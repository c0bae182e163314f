// A file is whole or absent, and every failure to write is noticed.

#include "base/output_file.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <thread>
#include <utility>

#include "base/temporary_file.hpp"
#include "figure_testing.hpp"
#include "test_folder.hpp"

namespace {
std::vector<std::pair<std::uintmax_t, bool>>
    synced;  ///< size of the file, and whether it has its last name
std::filesystem::path last_name;
bool interrupted = false;  ///< the next write
}  // namespace

// These replace the C library's functions.
extern "C" ssize_t write(int descriptor, const void* bytes, std::size_t size) {
    if (!std::exchange(interrupted, false)) return syscall(SYS_write, descriptor, bytes, size);
    errno = EINTR;
    return -1;
}
extern "C" int fsync(int descriptor) {
    struct stat status {};
    fstat(descriptor, &status);
    synced.emplace_back(status.st_size, std::filesystem::exists(last_name));
    return int(syscall(SYS_fsync, descriptor));
}

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

class OutputFile : public testing::Test {
protected:
    std::set<std::string> listing() const {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder))
            names.insert(entry.path().filename());
        return names;
    }
    static std::string content(const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    const TestFolder own_folder;
    const fs::path& folder = own_folder.path;
};

TEST_F(OutputFile, IsWholeAndAlone) {
    const std::string text("a\0b\n", 4);
    write_file(folder / "new", text);
    write_file(folder / "new", "second");
    write_file(folder / "deep" / "er" / "file", text);
    write_file(folder / std::string(255, 'n'), std::string_view());
    EXPECT_EQ(content(folder / "new"), "second");
    EXPECT_EQ(content(folder / "deep" / "er" / "file"), text);
    EXPECT_EQ(listing(), (std::set<std::string>{"new", "deep", std::string(255, 'n')}));
}

TEST_F(OutputFile, IsWholeAfterAnInterruptedWrite) {
    interrupted = true;
    write_file(folder / "file", "all of it");
    EXPECT_FALSE(interrupted);
    EXPECT_EQ(content(folder / "file"), "all of it");
}

TEST_F(OutputFile, IsOnTheDiskBeforeItHasItsName) {
    synced.clear(), last_name = folder / "new";
    write_file(last_name, "12345");
    ASSERT_EQ(synced.size(), 1u);
    EXPECT_EQ(synced[0].first, 5u);
    EXPECT_FALSE(synced[0].second);
    EXPECT_TRUE(fs::exists(last_name));
}

TEST_F(OutputFile, GivenUpLeavesNoFileAndNoDescriptor) {
    const auto open = [] {
        return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
    };
    const auto before = open();
    const auto give_up = [](const Append& append) {
        append("half of it");
        throw Error(Exit::bug, "given up");
    };
    EXPECT_EQ(error_of([&] { write_file(folder / "new", give_up); }).exit, Exit::bug);
    write_file(folder / "whole", "all");
    EXPECT_EQ(open(), before);
    EXPECT_EQ(listing(), std::set<std::string>{"whole"});
}

/// Leaves a stack of ones behind.
[[gnu::noinline]] void fill_stack() {
    std::array<volatile char, 20'000> ones;
    for (volatile char& one : ones) one = ~char{0};
}

TEST_F(OutputFile, OnlySignalsThatEndAProgramWaitForItsThread) {
    const pid_t child = ::fork();
    if (child == 0) {
        fill_stack();
        // The parent process may ignore them.
        for (const int number : {SIGHUP, SIGINT, SIGTERM}) ::signal(number, SIG_DFL);
        exit_on_interrupt();
        sigset_t blocked;
        ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
        for (const int number : {SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGCHLD, SIGALRM, SIGQUIT,
                                 SIGTSTP, SIGUSR1, SIGSEGV})
            if ((sigismember(&blocked, number) == 1) !=
                (number == SIGHUP || number == SIGINT || number == SIGTERM))
                ::_exit(number);
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 0) << "the signal that is blocked, or is not";
}

TEST_F(OutputFile, IsWrittenWhereALinkPoints) {
    write_file(folder / "file", "old");
    fs::create_symlink("file", folder / "link");
    write_file(folder / "link", "new");
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(content(folder / "file"), "new");
}

TEST_F(OutputFile, KeepsWhoMayReadTheFileThatItReplaces) {
    write_file(folder / "secret.txt", "one");
    fs::permissions(folder / "secret.txt", fs::perms(0640));
    write_file(folder / "secret.txt", "two");
    EXPECT_EQ(content(folder / "secret.txt"), "two");
    EXPECT_EQ(fs::status(folder / "secret.txt").permissions(), fs::perms(0640));
}

TEST_F(OutputFile, FailsWithoutATrace) {
    write_file(folder / "file", "old");
    fs::create_directory(folder / "folder");
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    const std::set<std::string> before = listing();
    const std::string long_name(256, 'n');
    for (const std::string name : {"file/below", "folder", "folder/", "pipe", long_name.c_str()}) {
        const fs::path path = folder / name;
        const Error error = error_of([&] { write_file(path, "new"); });
        EXPECT_EQ(error.exit, Exit::cannot_write);
        EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
    }
    EXPECT_EQ(listing(), before);
    EXPECT_TRUE(fs::is_empty(folder / "folder"));
    EXPECT_EQ(content(folder / "file"), "old");
}

TEST_F(OutputFile, FailsWithoutATraceWhenTheDiskIsFull) {
    write_file(folder / "file", "old");
    rlimit old_limit;
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old_limit), 0);
    const rlimit small{4096, old_limit.rlim_max};
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const Error error = error_of([&] { write_file(folder / "file", std::string(10'000, 'x')); });
    ::setrlimit(RLIMIT_FSIZE, &old_limit);
    std::signal(SIGXFSZ, old_handler);
    EXPECT_EQ(error.exit, Exit::cannot_write);
    EXPECT_EQ(listing(), std::set<std::string>{"file"});
    EXPECT_EQ(content(folder / "file"), "old");
}

constexpr int cannot_try = 77;

/// The exit code of a child that prepares (false: it cannot) and is then refused when it writes.
template <typename Prepare>
int exit_of_refused_child(const fs::path& file, std::size_t size, Prepare&& prepare) {
    const pid_t child = ::fork();
    if (child == 0) {
        if (!prepare()) ::_exit(cannot_try);
        const auto before = fs::exists(file);
        try {
            write_file(file, std::string(size, 'x'));
            ::_exit(1);
        } catch (const Error& error) {
            if (error.exit != Exit::cannot_write) ::_exit(2);
        }
        const auto entries = std::distance(fs::directory_iterator(file.parent_path()), {});
        ::_exit(fs::exists(file) == before && entries == (before ? 1 : 0) ? 0 : 3);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

TEST_F(OutputFile, FailsWithoutATraceOnAFullFileSystem) {
    const auto prepare = [&] {
        // A file system of 64 KiB that only this process sees.
        const int spaces = CLONE_NEWNS | (::geteuid() == 0 ? 0 : CLONE_NEWUSER);
        if (::unshare(spaces) != 0) return false;
        if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
        if (::mount("none", folder.c_str(), "tmpfs", 0, "size=64k") != 0) return false;
        write_file(folder / "file", "old");
        return true;
    };
    const int exit = exit_of_refused_child(folder / "file", 200'000, prepare);
    if (exit == cannot_try) GTEST_SKIP() << "no file system can be mounted here";
    EXPECT_EQ(exit, 0);
}

/// To the superuser everything is writable.
bool become_nobody() {
    constexpr uid_t nobody = 65534;
    return ::geteuid() != 0 || (::setgid(nobody) == 0 && ::setuid(nobody) == 0);
}

TEST_F(OutputFile, FailsWithoutATraceInAFolderThatIsNotWritable) {
    fs::permissions(folder, fs::perms(0555));
    const int exit = exit_of_refused_child(folder / "file", 10, become_nobody);
    fs::permissions(folder, fs::perms(0755));
    if (exit == cannot_try) GTEST_SKIP() << "the superuser cannot become anyone else here";
    EXPECT_EQ(exit, 0);
}

TEST_F(OutputFile, ReplacesNoFileThatIsNotWritable) {
    write_file(folder / "file", "old");
    fs::permissions(folder / "file", fs::perms(0444));
    fs::permissions(folder, fs::perms(0777));
    const int exit = exit_of_refused_child(folder / "file", 10, become_nobody);
    if (exit == cannot_try) GTEST_SKIP() << "the superuser cannot become anyone else here";
    EXPECT_EQ(exit, 0);
    EXPECT_EQ(content(folder / "file"), "old");
}

/// The exit code of write_stdout() while standard output is another descriptor.
Exit exit_of_stdout(int descriptor, std::string_view text) {
    std::fflush(stdout);
    const int saved = ::dup(STDOUT_FILENO);
    ::dup2(descriptor, STDOUT_FILENO);
    Exit exit = Exit::good;
    try {
        write_stdout(text);
    } catch (const Error& error) {
        exit = error.exit;
    }
    ::dup2(saved, STDOUT_FILENO);
    ::close(saved);
    return exit;
}

TEST_F(OutputFile, StandardOutputIsChecked) {
    const std::string text(100'000, 'x');
    const int file = ::open((folder / "file").c_str(), O_WRONLY | O_CREAT, 0600);
    EXPECT_EQ(exit_of_stdout(file, text), Exit::good);
    EXPECT_EQ(content(folder / "file"), text);
    ::close(file);

    const int full = ::open("/dev/full", O_WRONLY);
    EXPECT_EQ(exit_of_stdout(full, text), Exit::cannot_write);
    ::close(full);

    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ::close(ends[0]);
    const auto old_handler = std::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(exit_of_stdout(ends[1], text), Exit::cannot_write);
    std::signal(SIGPIPE, old_handler);
    ::close(ends[1]);
}

// As after another program that has the same pipe or terminal made it non-blocking.
TEST_F(OutputFile, StandardOutputWaitsForASlowReader) {
    const std::string text(300'000, 'x');
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_NONBLOCK), 0);
    std::string read;
    std::thread reader([&] {
        std::string part(50'000, '\0');
        while (read.size() < text.size()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            const auto count = ::read(ends[0], part.data(), part.size());
            if (count > 0) read.append(part, 0, std::size_t(count));
            if (count == 0 || (count < 0 && errno != EAGAIN)) break;
        }
    });
    EXPECT_EQ(exit_of_stdout(ends[1], text), Exit::good);
    ::close(ends[1]);
    reader.join();
    ::close(ends[0]);
    EXPECT_EQ(read, text);
}

TEST_F(OutputFile, ATemporaryFileIsWhereTmpdirSays) {
    const auto place = [] {
        const auto file = temporary_file();
        return file ? fs::read_symlink(fmt::format("/proc/self/fd/{}", ::fileno(file.get())))
                          .parent_path()
                    : fs::path();
    };
    const char* const before = std::getenv("TMPDIR");
    const std::string kept = before == nullptr ? "" : before;
    ::setenv("TMPDIR", folder.c_str(), 1);
    EXPECT_EQ(place(), fs::canonical(folder));
    EXPECT_NE(no_temporary_file().find(folder.string()), std::string::npos);
    EXPECT_TRUE(fs::is_empty(folder));
    ::setenv("TMPDIR", "/nowhere", 1);
    EXPECT_EQ(place(), fs::canonical("/tmp"));
    before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
}

}  // namespace
}  // namespace hitmiss
