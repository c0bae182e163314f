#include "base/output_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/inputs.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

// Global, because signals are. Nothing here has a destructor, so a signal that arrives while the
// program ends finds it intact.

/// While it is locked, no signal ends the program. Locked while the temporary file is made or moved
/// and recorded here; a signal that arrives meanwhile takes effect right after.
constinit std::mutex interrupts;
/// The temporary file, which a signal removes; null: none.
constinit const char* unfinished = nullptr;
/// Called before a signal ends the program; null: nothing.
constinit const std::function<void()>* said_at_the_end = nullptr;

/// The error of a failed write; without a message if the reader closed the pipe.
Error cannot_write(const std::string& what, int reason) {
    if (reason == EPIPE) return {Exit::cannot_write, ""};
    const bool full = reason == ENOSPC || reason == EDQUOT;
    return {Exit::cannot_write, "{}: cannot write: {}; {}name another place", what,
            std::generic_category().message(reason), full ? "make room there, or " : ""};
}

void write_all(int descriptor, std::string_view bytes, const std::string& what) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EAGAIN) {
            // Another process made this pipe or terminal, which both have, non-blocking.
            pollfd waiting{descriptor, POLLOUT, 0};
            ::poll(&waiting, 1, -1);
        } else if (count < 0 && errno != EINTR) {
            throw cannot_write(what, errno);
        }
        if (count > 0) bytes.remove_prefix(std::size_t(count));
    }
}

/// A temporary file: removed unless moved to its final place, even if a signal ends the program.
class Temporary {
public:
    explicit Temporary(const fs::path& target) : target_(target) {
        for (int k = 0; descriptor_ < 0; ++k) {
            // Not derived from the target's name, which may already be of maximum length.
            path_ = target.parent_path() / fmt::format(".hitmiss-{}-{}", ::getpid(), k);
            const std::scoped_lock held(interrupts);
            descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor_ < 0 && errno != EEXIST) throw cannot_write(target.native(), errno);
            if (descriptor_ >= 0) unfinished = path_.c_str();
        }
        // A file that is replaced keeps who may read it; some file systems know no permissions.
        struct stat before {};
        if (::stat(target.c_str(), &before) == 0)
            static_cast<void>(::fchmod(descriptor_, before.st_mode & 0777));
    }
    Temporary& operator=(Temporary&&) = delete;  // no copies either
    ~Temporary() {
        if (descriptor_ >= 0) ::close(descriptor_);
        const std::scoped_lock held(interrupts);
        if (unfinished != nullptr) ::unlink(unfinished);
        unfinished = nullptr;
    }

    void append(std::string_view bytes) { write_all(descriptor_, bytes, target_.native()); }

    void move_to_target() {
        // Whatever close() returns, the descriptor is gone.
        if (::fsync(descriptor_) != 0 || ::close(std::exchange(descriptor_, -1)) != 0)
            throw cannot_write(target_.native(), errno);
        const std::scoped_lock held(interrupts);
        if (::rename(path_.c_str(), target_.c_str()) != 0)
            throw cannot_write(target_.native(), errno);
        unfinished = nullptr;
    }

private:
    fs::path target_, path_;
    int descriptor_ = -1;
};

}  // namespace

void open_standard_files() {
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(file, F_GETFD) < 0)
            static_cast<void>(::open("/dev/null", file == STDOUT_FILENO ? O_RDONLY : O_WRONLY));
}

void exit_on_interrupt() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        // A signal that is ignored stays ignored, as in a shell's background job or under nohup.
        if (sigaction(number, nullptr, &action) != 0 || action.sa_handler != SIG_IGN)
            sigaddset(&signals, number);
    }
    // Threads made later, including those of OpenMP, inherit the mask. Only the thread below sees
    // the signals, as ordinary return values, so it may take a lock, which no handler may.
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::thread([signals] {
        int number = 0;
        sigwait(&signals, &number);
        const std::scoped_lock lock(interrupts);
        if (unfinished != nullptr) ::unlink(unfinished);
        if (said_at_the_end != nullptr) (*said_at_the_end)();
        // No destructors, no flushing: other threads are still at work.
        ::_exit(128 + number);
    }).detach();
}

void say_at_interrupt(const std::function<void()>* last_words) {
    const std::scoped_lock held(interrupts);
    said_at_the_end = last_words;
}

void check_destination(const fs::path& path, bool folder) {
    std::error_code missing;
    const fs::file_status status = fs::status(path, missing);
    if (!folder && (fs::is_directory(status) || !path.has_filename()))
        throw Error{Exit::cannot_write, "{}: is a folder; give the name of a file in it",
                    path.string()};
    // Renaming over a device or a pipe would replace it by a plain file.
    if (!folder && fs::exists(status) && !fs::is_regular_file(status))
        throw Error{Exit::cannot_write,
                    "{}: is not a plain file; give the name of one, or - for the standard output",
                    path.string()};
    if (!folder && inputs.contain(path))
        throw Error{Exit::usage, "{}: is read by this command; another name would be right",
                    path.string()};
    if (!folder && fs::exists(status) && ::access(path.c_str(), W_OK) != 0)
        throw cannot_write(path.native(), errno);
    // By another name, such as /dev/stdout, a file that the standard output is written to.
    struct stat target {};
    struct stat standard {};
    if (!folder && ::stat(path.c_str(), &target) == 0)
        for (const int file : {STDOUT_FILENO, STDERR_FILENO})
            if (::fstat(file, &standard) == 0 && target.st_dev == standard.st_dev &&
                target.st_ino == standard.st_ino)
                throw Error{Exit::cannot_write,
                            "{}: what the program prints goes there; another name, or - for the "
                            "standard output, would be right",
                            path.string()};
    // The folder that is there, in which others may have to be made.
    fs::path there = folder ? path : path.parent_path();
    while (!there.empty() && !fs::exists(there, missing)) there = there.parent_path();
    if (::access((fs::path(".") / there / "").c_str(), W_OK | X_OK) != 0)
        throw cannot_write(path.native(), errno);
}

void write_file(const fs::path& path, const Content& content) {
    check_destination(path, false);
    std::error_code error, missing;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
    // A symbolic link keeps pointing to the file, whose content is replaced.
    const fs::path target = !error && fs::exists(path, missing) ? fs::canonical(path, error) : path;
    if (error) throw cannot_write(path.native(), error.value());
    Temporary file(target);
    content([&](std::string_view bytes) { file.append(bytes); });
    file.move_to_target();
}

void write_file(const fs::path& path, std::string_view bytes) {
    write_file(path, [&](const Append& append) { append(bytes); });
}

void write_stdout(std::string_view bytes) {
    write_all(STDOUT_FILENO, bytes, "standard output");
}

}  // namespace hitmiss
