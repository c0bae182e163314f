// hitmiss: from the command line to a command.

#include <csignal>
#include <new>

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "commands/command_line.hpp"

int main(int argc, char** argv) {
    using hitmiss::Exit;
    // A closed pipe or a limit on file sizes is an error to report, not a reason to die silently.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    hitmiss::exit_on_interrupt();
    try {
        if (const auto run = hitmiss::parse_command_line({argv + 1, argv + argc}))
            run(hitmiss::to_disk_and_stdout());
        return int(Exit::good);
    } catch (const hitmiss::Error& error) {
        // Whoever closes a pipe wants no more, not even a message.
        if (*error.what() != '\0') hitmiss::say("{}", error.what());
        return int(error.exit);
    } catch (const std::bad_alloc&) {
        hitmiss::say("not enough memory; a smaller image or mesh or fewer methods need less");
        return int(Exit::bad_input);
    } catch (const std::exception& error) {
        hitmiss::say("a bug: {}", error.what());
        return int(Exit::bug);
    }
}
