// hitmiss: from the command line to a command.

#include <fcntl.h>
#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <new>
#include <system_error>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/long_count.hpp"
#include "base/output_file.hpp"
#include "base/pasting.hpp"
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

/// Opens standard files that are closed, so that no other file takes their place. Reading from the
/// input and writing to the output still fail.
void open_standard_files() {
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(file, F_GETFD) < 0)
            static_cast<void>(::open("/dev/null", file == STDOUT_FILENO ? O_RDONLY : O_WRONLY));
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
    open_standard_files();
    // As it was called, so that what it prints can be pasted.
    const std::string program = argc > 0 ? hitmiss::shell_word(argv[0]) : "hitmiss";
    try {
        hitmiss::exit_on_interrupt();
        // As for --threads: many more have no room for their stacks.
        if (omp_get_max_threads() > hitmiss::max_threads) omp_set_num_threads(hitmiss::max_threads);
        const bool quiet = hitmiss::join_ranks().rank > 0;
        const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
        if (const auto run = hitmiss::parse_command_line(words, program)) {
            auto output = quiet ? hitmiss::to_nowhere() : hitmiss::to_disk_and_stdout();
            output.program = program;
            run(output);
        }
        hitmiss::leave_ranks();
        return int(Exit::good);
    } catch (const hitmiss::Error& error) {
        return end(error.exit, hitmiss::for_pasting(error.what(), program));
    } catch (const std::bad_alloc&) {
        return end(Exit::bad_input,
                   "not enough memory; a smaller image or mesh, or fewer methods, rays or points, "
                   "would be right");
    } catch (const std::system_error& error) {
        // What a thread's constructor throws.
        if (error.code() == std::errc::resource_unavailable_try_again)
            return end(Exit::bad_input,
                       "no thread can be made; higher limits on processes and memory would be "
                       "right");
        return end(Exit::bug, fmt::format("a bug: {}", error.what()));
    } catch (const std::exception& error) {
        return end(Exit::bug, fmt::format("a bug: {}", error.what()));
    }
}
