#include "commands/figure_output.hpp"

#include "base/error.hpp"

namespace hitmiss {

void add_figure_options(Command& command, FigureOptions& options) {
    command.number("--width-mm", options.page.width_mm, 20, 1000,
                   "width of the figure in print (default 160)");
    command.number("--dpi", options.page.dpi, 36, 2400,
                   "pixels of the PNG per inch of print, more where a picture's own pixels need "
                   "it (default 300)");
    command.option("--title", options.title, "a sentence for the figure's head");
}

namespace {

bool is_figure(const std::filesystem::path& path) {
    return path.extension() == ".svg" || path.extension() == ".png";
}

void refuse(const std::filesystem::path& path) {
    throw Error(Exit::usage,
                "{}: a figure is .svg or .png; for a PDF, write an .svg and convert it: "
                "rsvg-convert -f pdf -o name.pdf name.svg",
                path.native());
}

}  // namespace

void write_figure(const Output& output, const std::filesystem::path& path, const Drawing& figure) {
    if (!is_figure(path)) refuse(path);
    output.write(path, path.extension() == ".svg" ? svg(figure) : png(pixels(figure), figure.dpi));
}

FigurePlace figure_place(const Scene& scene, const SceneOptions& options, std::string_view name) {
    const std::filesystem::path path = options.output;
    if (path.extension() == ".pdf") refuse(path);
    if (is_figure(path)) return {path.parent_path(), path.filename()};
    return {folder_of(scene, options), name};
}

}  // namespace hitmiss
