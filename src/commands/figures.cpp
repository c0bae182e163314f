#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/words.hpp"
#include "commands/commands.hpp"
#include "commands/figure_list.hpp"

namespace hitmiss {
namespace {

struct FigureOptions {
    std::vector<std::string> names;
    std::string output = "out/figures", scenes = "scenes";
    bool list = false;
};

void declare(Command& command, FigureOptions& options) {
    command.option("NAME", options.names, "of the figures to make (default: all)");
    command.option("-o,--output", options.output, "folder for the files (default out/figures)");
    command.option("--scenes", options.scenes, "folder of the scenes (default scenes)");
    command.flag("--list", options.list, "only name the figures, with caption and command");
}

void check(const std::vector<std::string>& names) {
    std::vector<std::string_view> known;
    for (const Figure& figure : figures()) known.push_back(figure.name);
    for (const std::string& name : names)
        if (std::ranges::find(known, name) == known.end())
            throw Error(Exit::usage, "no figure '{}'; {}hitmiss figures --list names them", name,
                        did_you_mean(name, known));
}

void run(const FigureOptions& options, const Output& output) {
    check(options.names);
    std::string listing;
    for (const Figure& figure : figures()) {
        if (!options.names.empty() &&
            std::ranges::find(options.names, figure.name) == options.names.end())
            continue;
        if (options.list) {
            listing += fmt::format("{}\n    {}\n    made by: {}\n\n", figure.name, figure.caption,
                                   figure.command);
            continue;
        }
        const auto path = (std::filesystem::path(options.output) / figure.name).native();
        for (const auto& [extension, bytes] : make(figure, options.scenes))
            write_file(fmt::format("{}.{}", path, extension), bytes);
        say("wrote {}", path);
    }
    output.print(listing);
}

}  // namespace

void add_figures(CommandLine& line) {
    line.add("figures", "Every figure and table of the documentation",
             {"hitmiss figures --list", "hitmiss figures triangle -o some-folder"}, declare, run);
}

}  // namespace hitmiss
