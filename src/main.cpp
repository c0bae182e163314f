// hitmiss: from the command line to a command.

#include <csignal>

#include "base/console.hpp"
#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "commands/commands.hpp"
#include "commands/help.hpp"

int main(int argc, char** argv) {
    using hitmiss::Exit;
    // A closed pipe or a limit on file sizes is an error to report, not a reason to die silently.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    hitmiss::exit_on_interrupt();
    CLI::App app{
        "Shows, counts and explains where ray/triangle intersection methods hit and miss."};
    app.name("hitmiss");
    app.require_subcommand(1);
    app.set_version_flag("--version", hitmiss::version_text());
    hitmiss::add_commands(app);
    try {
        app.parse(argc, argv);
        return int(Exit::good);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? int(Exit::good) : int(Exit::usage);
    } catch (const hitmiss::Error& error) {
        hitmiss::say("hitmiss: {}", error.what());
        return int(error.exit);
    } catch (const std::bad_alloc&) {
        hitmiss::say(
            "hitmiss: not enough memory; a smaller image or mesh or fewer methods need less");
        return int(Exit::bad_input);
    } catch (const std::exception& error) {
        hitmiss::say("hitmiss: a bug: {}", error.what());
        return int(Exit::bug);
    }
}
