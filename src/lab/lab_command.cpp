// Opens the page, which is installed beside the scenes.

#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <cstdlib>
#include <filesystem>

#include "base/error.hpp"
#include "commands/options.hpp"
#include "wings.hpp"

extern char** environ;

namespace hitmiss {
namespace {

struct LabOptions {
    bool print = false;
};

std::filesystem::path page_path() {
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const std::filesystem::path& page :
         {program / ".." / HITMISS_DATA / "lab.html", program / "../out/lab.html"})
        if (std::filesystem::exists(page, error)) return std::filesystem::canonical(page);
    throw Error(Exit::bad_input,
                "the page is not installed; it is out/lab.html in the sources of hitmiss");
}

/// Whether a browser took the page. Without a screen nothing is started.
bool opened(const std::filesystem::path& page) {
    const auto has_screen = [](const char* name) {
        const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
        return value != nullptr && *value != '\0';
    };
    if (!has_screen("DISPLAY") && !has_screen("WAYLAND_DISPLAY")) return false;
    std::string opener = "xdg-open", path = page.string();
    const std::array<char*, 3> arguments{opener.data(), path.data(), nullptr};
    pid_t child = 0;
    int status = 0;
    return posix_spawnp(&child, opener.c_str(), nullptr, nullptr, arguments.data(), environ) == 0 &&
           waitpid(child, &status, 0) == child && status == 0;
}

void declare(Command& command, LabOptions& options) {
    command.flag("--print", options.print, "only print where the page is");
}

void run(const LabOptions& options, const Output& output) {
    const auto page = page_path();
    if (!options.print && opened(page)) return;
    output.print(page.string() + '\n');
}

}  // namespace

void add_lab(CommandLine& line) {
    line.add<LabOptions>("lab", "Open the lab, a page with a lesson, in the browser",
                         {"hitmiss lab", "hitmiss lab --print"}, declare, run);
}

}  // namespace hitmiss
