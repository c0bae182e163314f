#include "commands/commands.hpp"
#include "commands/figure_list.hpp"
#include "commands/figure_options.hpp"
#include "commands/progress.hpp"

namespace hitmiss {
namespace {

struct FiguresOptions {
    std::vector<std::string> names;
    std::string output = "out/figures", scenes;
    bool list = false;
};

void declare(Command& command, FiguresOptions& options) {
    command.option("NAME", options.names, "figures to make (default: all)");
    command.destination("-o,--output", options.output, "folder for the files (default out/figures)",
                        true);
    command.option("--scenes", options.scenes,
                   "folder of the scenes (default: scenes, else the installed ones)");
    command.flag("--list", options.list, "only name the figures, with caption and command");
    command.only_for("figures to make, not to --list", "--output --scenes",
                     [&options] { return !options.list; });
}

void check(const std::vector<std::string>& names, const std::string& program) {
    std::vector<std::string_view> known;
    for (const Figure& figure : figures()) known.push_back(figure.name);
    for (const std::string& name : names)
        if (std::ranges::find(known, name) == known.end())
            throw Error(Exit::usage, "no figure '{}'; {}{} figures --list names them", name,
                        did_you_mean(name, known), program);
}

void run(const FiguresOptions& options, const Output& output) {
    check(options.names, output.program);
    check_folder(options.output, "figures are written into a folder"),
        check_several(options.output);
    std::string listing;
    const auto step =
        watch_on(output)(options.names.empty() ? figures().size() : options.names.size());
    const auto scenes = scenes_folder(options.scenes);
    for (const Figure& figure : figures()) {
        if (!options.names.empty() &&
            std::ranges::find(options.names, figure.name) == options.names.end())
            continue;
        if (options.list) {
            listing += fmt::format(
                "{}\n{}{}\n", figure.name, paragraph(figure.caption, output.width, 4),
                paragraph(fmt::format("made by: {}", figure.command), output.width, 4, 9));
            continue;
        }
        const auto path = (std::filesystem::path(options.output) / figure.name).native();
        for (const auto& [extension, bytes] : make(figure, scenes))
            output.write(fmt::format("{}.{}", path, extension), bytes);
        step();
    }
    output.print(listing);
}

}  // namespace

std::filesystem::path scenes_folder(const std::string& named) {
    if (!named.empty()) return named;
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const std::filesystem::path& folder :
         {std::filesystem::path("scenes"), program / "../scenes",
          program / ".." / HITMISS_DATA / "scenes"})
        if (std::filesystem::exists(folder / "triangle.toml", error))
            return folder.lexically_normal();
    throw Error(Exit::bad_input,
                "no folder of scenes here or installed; call hitmiss beside the folder scenes, "
                "or for figures name it by --scenes");
}

void add_figures(CommandLine& line) {
    line.add<FiguresOptions>("figures", "Every figure and table of the documentation",
                             {"hitmiss figures --list", "hitmiss figures triangle -o some-folder"},
                             declare, run);
}

}  // namespace hitmiss
