#pragma once
// Which files a command writes, and the figures among them: their options, their places, their
// pages.

#include "commands/options.hpp"
#include "draw/drawing.hpp"

namespace hitmiss {

/// Throws Error{Exit::usage} for a path that ends like a file that is not written there: in another
/// ending than these, which `what` are written with.
void check_ending(const std::filesystem::path& path, std::string_view what,
                  std::initializer_list<std::string_view> endings);
/// The same for a folder: bunny.gif is not one, unless it is there or ends in a slash. `written`
/// says what would be right: "a picture is written as .png".
void check_folder(const std::filesystem::path& path, std::string_view written);
/// Throws Error{Exit::usage} for standard output, where several files are written.
void check_several(const std::filesystem::path& path);
/// The same for a figure, which is .svg or .png.
void check_figure(const std::filesystem::path& path);

/// The names of a figure's options, for Command::only_for().
inline const std::string figure_options =
    "--width-mm --dpi --font-pt --title --subtitle --max-height-mm";
/// `subtitle`: where a figure's second line may be replaced.
void add_figure_options(Command& command, Page& page, bool subtitle = false);

/// Where a command's figure goes, and the other files it makes beside it.
struct FigurePlace {
    std::filesystem::path folder, name;
    std::string frames;  ///< folder for single pictures, which no other figure there has
    Output out;          ///< below the folder
};
/// -o names the figure itself if it ends in .svg or .png, else the folder for the figure of that
/// name. Throws Error{Exit::usage} for another ending.
FigurePlace figure_place(const Scene& scene, const SceneOptions& options, std::string_view name,
                         const Output& output);

/// Writes a figure as SVG or PNG, as the path's extension says; of several pages sheet.png,
/// sheet-2.png, ... Says so if one is higher than `page` allows, and if pages of an earlier figure
/// follow. Throws as check_figure().
void write_figure(const Output& output, const std::filesystem::path& path, const Page& page,
                  const std::vector<Drawing>& pages);

}  // namespace hitmiss
