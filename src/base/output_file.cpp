#include "base/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/interrupt.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

Error cannot_write(const std::string& what, int reason) {
    return {Exit::cannot_write,
            fmt::format("{}: cannot write: {}; make room there or give another place with -o", what,
                        std::generic_category().message(reason))};
}

std::span<const std::uint8_t> as_bytes(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

void write_all(int descriptor, std::span<const std::uint8_t> bytes, const std::string& what) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) throw cannot_write(what, errno);
        if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

/// A new file that is removed again, also when a signal ends the program, unless it was moved to
/// its place.
class TemporaryFile {
public:
    explicit TemporaryFile(const fs::path& target) : target_(target) {
        for (int k = 0; descriptor_ < 0; ++k) {
            // Not made from the target's name, which may already be as long as names can be.
            path_ = target;
            path_.replace_filename(fmt::format(".hitmiss-{}-{}", ::getpid(), k));
            const auto held = hold_interrupts();
            descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor_ < 0 && errno != EEXIST) throw cannot_write(target.native(), errno);
            if (descriptor_ >= 0) remove_on_interrupt(path_.c_str());
        }
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
        if (moved_) return;
        const auto held = hold_interrupts();
        ::unlink(path_.c_str());
        remove_on_interrupt(nullptr);
    }

    void write(std::span<const std::uint8_t> bytes) {
        write_all(descriptor_, bytes, target_.native());
        if (::fsync(descriptor_) != 0) throw cannot_write(target_.native(), errno);
    }

    void move_to_target() {
        // Whatever close() returns, the descriptor is gone.
        const int closed = ::close(std::exchange(descriptor_, -1));
        const auto held = hold_interrupts();
        if (closed != 0 || ::rename(path_.c_str(), target_.c_str()) != 0)
            throw cannot_write(target_.native(), errno);
        moved_ = true;
        remove_on_interrupt(nullptr);
    }

private:
    fs::path target_, path_;
    int descriptor_ = -1;
    bool moved_ = false;
};

}  // namespace

void write_file(const fs::path& path, std::span<const std::uint8_t> bytes) {
    std::error_code missing, error;
    const fs::file_status status = fs::status(path, missing);
    if (fs::is_directory(status) || !path.has_filename())
        throw Error{Exit::cannot_write,
                    fmt::format("{}: is a folder; give the name of a file in it", path.string())};
    // Renaming over a device or a pipe would replace it by a plain file.
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw Error{Exit::cannot_write,
                    fmt::format("{}: is not a plain file; give the name of one, or - for the "
                                "standard output",
                                path.string())};
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
    // A symbolic link keeps pointing to the file, whose content is replaced.
    const fs::path target = !error && fs::exists(status) ? fs::canonical(path, error) : path;
    if (error) throw cannot_write(path.native(), error.value());
    TemporaryFile file(target);
    file.write(bytes);
    file.move_to_target();
}

void write_file(const fs::path& path, std::string_view text) {
    write_file(path, as_bytes(text));
}

void write_stdout(std::span<const std::uint8_t> bytes) {
    write_all(STDOUT_FILENO, bytes, "standard output");
}

void write_stdout(std::string_view text) {
    write_stdout(as_bytes(text));
}

}  // namespace hitmiss
