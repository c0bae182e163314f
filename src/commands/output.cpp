#include "commands/output.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/error.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

/// The files written, by folder; said once, at the end or before a signal ends the program.
class Written {
public:
    Written() { say_at_interrupt(&last_words_); }
    Written(const Written&) = delete;
    Written& operator=(const Written&) = delete;
    ~Written() {
        say_at_interrupt(nullptr);
        tell(false);
    }

    void add(const fs::path& path) {
        const std::scoped_lock lock(mutex_);
        const auto folder = path.parent_path();
        auto found = std::ranges::find(folders_, folder, &Folder::first);
        if (found == folders_.end()) found = folders_.insert(found, {folder, {}});
        found->second.push_back(path.filename().string());
    }

private:
    using Folder = std::pair<fs::path, std::vector<std::string>>;

    void tell(bool interrupted) {
        const std::scoped_lock lock(mutex_);
        // Below a bar and what was typed.
        if (interrupted && !folders_.empty() && ::isatty(STDERR_FILENO) == 1)
            std::fputc('\n', stderr);
        constexpr std::size_t most_named = 4;
        for (const auto& [folder, names] : folders_)
            if (names.size() == 1)
                say("wrote {}", (folder / names[0]).string());
            else if (names.size() <= most_named)
                say("wrote {}: {}", (folder / "").string(), fmt::join(names, ", "));
            else
                say("wrote {}: {} files", (folder / "").string(), names.size());
    }

    /// Unless that would wait for a reader.
    void tell_before_the_end() {
        pollfd waiting{STDERR_FILENO, POLLOUT, 0};
        if (::poll(&waiting, 1, 0) == 1) tell(true);
    }

    std::mutex mutex_;
    std::vector<Folder> folders_;
    const std::function<void()> last_words_ = [this] { tell_before_the_end(); };
};

}  // namespace

void Output::write(const fs::path& path, const Content& content) const {
    path == "-" ? content(print) : write_file(path, content);
}

void Output::write(const fs::path& path, std::string_view bytes) const {
    write(path, [&](const Append& append) { append(bytes); });
}

std::size_t terminal_width() {
    winsize size{};
    const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

Output to_disk_and_stdout() {
    const auto written = std::make_shared<Written>();
    return {[written](const fs::path& path, const Content& content) {
                write_file(path, content);
                written->add(path);
            },
            [](std::string_view text) { write_stdout(text); }, terminal_width(),
            ::isatty(STDERR_FILENO) == 1};
}

Output to_nowhere() {
    const auto nowhere = [](std::string_view) {};
    return {[=](const fs::path&, const Content& content) { content(nowhere); }, nowhere};
}

Output below(const fs::path& folder, const Output& output) {
    Output there = output;
    there.write_file = [=](const fs::path& path, const Content& content) {
        output.write_file(folder / path, content);
    };
    if (folder == "-") {
        there.write_file = [=, first = true](const auto&, const Content& content) mutable {
            if (std::exchange(first, false)) content(output.print);
        };
        there.print = [](std::string_view) {};
    }
    return there;
}

std::string file_stem(const Method& method) {
    std::string name = to_string(method);
    std::replace_if(
        name.begin(), name.end(),
        [](char c) { return std::string_view(":=,/ ").find(c) != std::string_view::npos; }, '-');
    return name;
}

void write_frames(const Output& output, const Method& method, Variant variant,
                  std::span<const Picture> frames) {
    for (std::size_t k = 0; k < frames.size(); ++k)
        output.write(
            fmt::format("frames/{}-{}-{:03}.png", file_stem(method), to_string(variant), k),
            png(frames[k]));
}

}  // namespace hitmiss
