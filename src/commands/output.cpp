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

    void add(const fs::path& path, bool replaced) {
        const std::scoped_lock lock(mutex_);
        const auto folder = path.parent_path();
        const auto same = [&](const Folder& other) {
            return other.path == folder && other.replaced == replaced;
        };
        auto found = std::ranges::find_if(folders_, same);
        if (found == folders_.end()) found = folders_.insert(found, {folder, replaced, {}});
        found->names.push_back(path.filename().string());
    }

private:
    struct Folder {
        fs::path path;
        bool replaced;  ///< whether the files were there before
        std::vector<std::string> names;
    };

    void tell(bool interrupted) {
        const std::scoped_lock lock(mutex_);
        // Below a bar and what was typed.
        if (interrupted && !folders_.empty() && ::isatty(STDERR_FILENO) == 1)
            std::fputc('\n', stderr);
        constexpr std::size_t most_named = 4;
        for (const auto& [folder, replaced, names] : folders_) {
            const std::string_view done = replaced ? "replaced" : "wrote";
            const std::string where = folder.empty() ? "" : (folder / "").string() + ": ";
            if (names.size() == 1)
                say("{} {}", done, (folder / names[0]).string());
            else if (names.size() <= most_named)
                say("{} {}{}", done, where, fmt::join(names, ", "));
            else
                say("{} {}{} files", done, where, names.size());
        }
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

void Output::check(const std::vector<Destination>& destinations) const {
    std::error_code error;
    const auto full = [&](const fs::path& path) {
        return fs::weakly_canonical(fs::absolute(path, error), error);
    };
    for (const auto& [option, path, folder] : destinations) {
        for (const auto& other : destinations)
            if (&other.path != &path && full(other.path) == full(path))
                throw Error(Exit::usage, "{} and {} are both {}; two names would be right", option,
                            other.option, path.native());
        if (check_place && path != "-")
            check_place(path, folder && (!path.has_extension() || fs::is_directory(path, error)));
    }
}

std::size_t terminal_width() {
    winsize size{};
    const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

Output to_disk_and_stdout() {
    const auto written = std::make_shared<Written>();
    return {[written](const fs::path& path, const Content& content) {
                std::error_code error;
                const bool replaced = fs::exists(path, error);
                write_file(path, content);
                written->add(path, replaced);
            },
            [](std::string_view text) { write_stdout(text); },
            terminal_width(),
            ::isatty(STDERR_FILENO) == 1,
            "hitmiss",
            check_destination,
            [](const fs::path& path) {
                std::error_code error;
                return fs::exists(path, error);
            }};
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
    if (output.exists)
        there.exists = [=](const fs::path& path) { return output.exists(folder / path); };
    if (folder == "-") {
        there.write_file = [=, first = true](const auto& path, const Content& content) mutable {
            if (std::exchange(first, false)) return content(output.print);
            say("note: standard output takes one picture; {} is left out, which -o NAME would "
                "write too",
                path.native());
        };
        there.print = [](std::string_view) {};
        there.exists = {};
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

std::filesystem::path page_path(std::filesystem::path path, std::size_t page) {
    if (page > 0)
        path.replace_filename(
            fmt::format("{}-{}{}", path.stem().native(), page + 1, path.extension().native()));
    return path;
}

void note_older(const Output& output, std::string_view part, std::string_view whole,
                std::size_t written, const std::function<fs::path(std::size_t)>& path) {
    std::size_t end = written;
    while (output.exists && output.exists(path(end))) ++end;
    if (end == written) return;
    const auto name = [&](std::size_t k) { return path(k).filename().string(); };
    if (end == written + 1)
        say("note: {} was there before; it is not a {} of this {}", name(written), part, whole);
    else
        say("note: {} to {} were there before; they are not {}s of this {}", name(written),
            name(end - 1), part, whole);
}

}  // namespace hitmiss
