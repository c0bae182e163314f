// hitmiss: from the command line to a command.

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <new>

#include "base/error.hpp"
#include "base/long_count.hpp"
#include "base/output_file.hpp"
#include "base/words.hpp"
#include "commands/command_line.hpp"

namespace {

/// Threads that wait for work sleep, unless the user says otherwise. By default they spin for some
/// milliseconds, which takes the processor from other programs and half the time of a small
/// picture. libgomp, linked in, reads the variable in a constructor of its own, after this one; a
/// shared one has read it before.
[[gnu::constructor(101)]] void wait_asleep() {
    setenv("OMP_WAIT_POLICY", "passive", 0);  // NOLINT(concurrency-mt-unsafe): no other thread yet
}

/// Prints the message once and ends all ranks. It is empty if the reader of a pipe has gone.
int end(hitmiss::Exit exit, const std::string& message) {
    hitmiss::abort_ranks(int(exit), message);
    return int(exit);
}

}  // namespace

int main(int argc, char** argv) {
    using hitmiss::Exit;
    // A closed pipe or a limit on file sizes is an error to report, not a reason to die silently.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    hitmiss::exit_on_interrupt();
    try {
        const bool quiet = hitmiss::join_ranks().rank > 0;
        // As it was called, so that what it prints can be pasted.
        const std::string program = argc > 0 ? hitmiss::shell_word(argv[0]) : "hitmiss";
        const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
        if (const auto run = hitmiss::parse_command_line(words, program)) {
            auto output = quiet ? hitmiss::to_nowhere() : hitmiss::to_disk_and_stdout();
            output.program = program;
            run(output);
        }
        hitmiss::leave_ranks();
        return int(Exit::good);
    } catch (const hitmiss::Error& error) {
        return end(error.exit, error.what());
    } catch (const std::bad_alloc&) {
        return end(Exit::bad_input,
                   "not enough memory; a smaller image or mesh, or fewer methods, rays or points, "
                   "would be right");
    } catch (const std::exception& error) {
        return end(Exit::bug, fmt::format("a bug: {}", error.what()));
    }
}
