// hitmiss: from the command line to a command.

#include <csignal>

#include "commands/commands.hpp"
#include "console.hpp"
#include "error.hpp"

int main(int argc, char** argv) {
    using hitmiss::Exit;
    // A closed pipe is an error to report, not a reason to die silently.
    std::signal(SIGPIPE, SIG_IGN);
    CLI::App app{
        "Shows, counts and explains where ray/triangle intersection methods hit and miss."};
    app.name("hitmiss");
    app.require_subcommand(1);
    app.set_version_flag("--version", "hitmiss " HITMISS_VERSION);
    hitmiss::add_render(app);
    hitmiss::add_compare(app);
    hitmiss::add_figures(app);
    hitmiss::add_explain(app);
    hitmiss::add_leaks(app);
    hitmiss::add_mesh(app);
    hitmiss::add_methods(app);
    hitmiss::add_sweep(app);
    hitmiss::add_probe(app);
    hitmiss::add_walk(app);
    hitmiss::add_bench(app);
    try {
        app.parse(argc, argv);
        return int(Exit::good);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? int(Exit::good) : int(Exit::usage);
    } catch (const hitmiss::Error& error) {
        hitmiss::say("hitmiss: {}", error.what());
        return int(error.exit);
    } catch (const std::exception& error) {
        hitmiss::say("hitmiss: a bug: {}", error.what());
        return int(Exit::bug);
    }
}
