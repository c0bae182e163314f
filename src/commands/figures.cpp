#include <algorithm>

#include "base/console.hpp"
#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/words.hpp"
#include "commands/commands.hpp"
#include "commands/figure_list.hpp"
#include "commands/help.hpp"

namespace hitmiss {
namespace {

struct Options {
    std::vector<std::string> names;
    std::string output = "out/figures", scenes = "scenes";
    bool list = false;
};

/// The figures of these names, all for none. Throws Error{Exit::usage}.
std::vector<Figure> chosen(const std::vector<std::string>& names) {
    std::vector<Figure> all = figures();
    std::vector<std::string_view> known;
    for (const Figure& figure : all) known.push_back(figure.name);
    for (const std::string& name : names)
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw Error(Exit::usage,
                        fmt::format("no figure '{}'; {}hitmiss figures --list names them", name,
                                    did_you_mean(name, known)));
    if (!names.empty())
        std::erase_if(all, [&](const Figure& figure) {
            return std::find(names.begin(), names.end(), figure.name) == names.end();
        });
    return all;
}

void run(const Options& options) {
    std::string listing;
    for (const Figure& figure : chosen(options.names)) {
        if (options.list) {
            listing += fmt::format("{}\n    {}\n    made by: {}\n\n", figure.name, figure.caption,
                                   figure.command);
            continue;
        }
        const auto path = std::filesystem::path(options.output) / figure.name;
        for (const auto& [extension, bytes] : figure.make(options.scenes))
            write_file(path.native() + '.' + extension, bytes);
        write_file(path.native() + ".txt", caption_text(figure));
        say("wrote {}", path.native());
    }
    write_stdout(listing);
}

}  // namespace

void add_figures(CLI::App& app) {
    auto& command = *app.add_subcommand("figures", "Every figure and table of the documentation");
    add_examples(command, {"hitmiss figures --list", "hitmiss figures triangle -o some-folder"});
    auto options = std::make_shared<Options>();
    command.add_option("NAME", options->names, "of the figures to make (default: all)");
    command.add_option("-o,--output", options->output,
                       "folder for the files (default out/figures)");
    command.add_option("--scenes", options->scenes, "folder of the scenes (default scenes)");
    command.add_flag("--list", options->list, "only name the figures, with caption and command");
    command.callback([options] { run(*options); });
}

}  // namespace hitmiss
