// hitmiss: from the command line to a command.

#include <omp.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "base/failure.hpp"
#include "base/limits.hpp"
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

}  // namespace

int main(int argc, char** argv) {
    using hitmiss::Exit;
    // A closed pipe or a limit on file sizes is an error to report, not a reason to die silently.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    hitmiss::open_standard_files();
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
    } catch (const std::exception& thrown) {
        const hitmiss::Error error = hitmiss::failure(thrown, program);
        hitmiss::abort_ranks(int(error.exit), error.what());
        return int(error.exit);
    }
}
