#pragma once
// What the commands that draw a figure share: its page, and where it goes.

#include "commands/options.hpp"
#include "draw/drawing.hpp"

namespace hitmiss {

struct FigureOptions {
    Page page = {};
    std::string title = {};
};

void add_figure_options(Command& command, FigureOptions& options);

/// Writes a figure as SVG or PNG, as the path's extension says. Throws Error{Exit::usage} for
/// another one.
void write_figure(const Output& output, const std::filesystem::path& path, const Drawing& figure);

/// Where a command's figure goes, and the other files it makes beside it.
struct FigurePlace {
    std::filesystem::path folder, name;
};
/// -o names the figure itself if it ends in .svg or .png, else the folder for NAME.png.
FigurePlace figure_place(const Scene& scene, const SceneOptions& options, std::string_view name);

}  // namespace hitmiss
