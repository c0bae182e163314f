#pragma once
// The program on a pseudo-terminal.

#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace hitmiss {

struct Shown {
    bool on_a_terminal;
    int exit;  ///< -1: not by itself
    std::string text;
};

/// Runs the program on a terminal with that many columns (0: unknown), in that folder if one is
/// given. Each time that something is shown, `watch` gets all of it and returns what the user
/// types. `environment`, such as "TERM=xterm", is set there only. Output to `apart`, a descriptor
/// such as STDOUT_FILENO, goes to the file "apart" instead.
inline Shown run_on_terminal(
    std::vector<std::string> words, unsigned short columns, const std::string& folder = "",
    const std::function<std::string(const std::string&)>& watch = [](auto&) { return ""; },
    std::vector<std::string> environment = {}, int apart = -1) {
    winsize size{24, columns, 0, 0};
    words.insert(words.begin(), "hitmiss");
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int terminal = -1;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
    if (child == 0) {
        std::signal(SIGINT, SIG_DFL);  // background jobs ignore it
        if (!folder.empty() && ::chdir(folder.c_str()) != 0) ::_exit(126);
        for (std::string& one : environment) ::putenv(one.data());
        if (apart >= 0) ::dup2(::open("apart", O_WRONLY | O_CREAT, 0600), apart);
        ::execv(HITMISS_PROGRAM, arguments.data());
        ::_exit(127);
    }
    Shown shown{child > 0, -1, {}};
    if (!shown.on_a_terminal) return shown;
    char buffer[4096];
    for (;;) {
        // Fails once the program has ended.
        const ssize_t count = ::read(terminal, buffer, sizeof buffer);
        if (count <= 0) break;
        shown.text.append(buffer, std::size_t(count));
        const std::string typed = watch(shown.text);
        if (::write(terminal, typed.data(), typed.size()) < 0) break;
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    shown.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ::close(terminal);
    return shown;
}

}  // namespace hitmiss
