#include "commands/figure_options.hpp"

#include <cmath>

#include "base/utf8.hpp"
#include "base/words.hpp"
#include "scene/mesh_file.hpp"

namespace hitmiss {
namespace {

bool is_figure(const std::filesystem::path& path) {
    return path.extension() == ".svg" || path.extension() == ".png";
}

/// The ending of a file's name: a dot and letters, also digits after them. The 5 of run-0.5 is
/// none.
std::string ending_of(const std::filesystem::path& path) {
    const std::string ending = path.extension().string();
    if (path == ".svg" || path == ".png") return path.native();
    return ending.size() > 1 && is_letter(ending[1]) ? ending : "";
}

/// Whether a path without an ending of ours is a folder.
bool is_folder(const std::filesystem::path& path) {
    std::error_code error;
    return ending_of(path).empty() || std::filesystem::is_directory(path, error);
}

/// Says which characters of the texts the font lacks.
void note_boxes(const std::vector<Drawing>& pages) {
    std::vector<std::string> lacking;
    for (const Drawing& page : pages)
        for (const auto& element : page.elements) {
            const auto* words = std::get_if<Words>(&element);
            if (!words) continue;
            std::string_view rest = words->text;
            for (const Letter& letter : letters_of(words->text, words->face)) {
                const std::string_view before = rest;
                const char32_t code = next_character(rest);
                if (letter.glyph > 0) continue;
                auto name = fmt::format("'{}' (U+{:04X})",
                                        printable(before.substr(0, before.size() - rest.size())),
                                        std::uint32_t(code));
                if (std::ranges::count(lacking, name) == 0) lacking.push_back(std::move(name));
            }
        }
    if (!lacking.empty())
        say("note: the font has no character {}; the figure shows a box", fmt::join(lacking, ", "));
}

}  // namespace

void check_ending(const std::filesystem::path& path, std::string_view what,
                  std::initializer_list<std::string_view> endings) {
    const std::string ending = ending_of(path);
    if (!ending.empty() && std::ranges::find(endings, ending) == endings.end())
        throw Error(Exit::usage, "{}: {} are written as {}, not {}", path.native(), what,
                    list_text({endings.begin(), endings.end()}, " or "), ending);
}

void check_folder(const std::filesystem::path& path, std::string_view written) {
    if (!is_folder(path))
        throw Error(Exit::usage, "{0}: {1}, not {2}; {0}/ would be a folder", path.native(),
                    written, ending_of(path));
}

void check_several(const std::filesystem::path& path) {
    if (path == "-")
        throw Error(Exit::usage,
                    "-: several files do not go to the standard output; a folder would be right");
}

void check_figure(const std::filesystem::path& path) {
    if (is_figure(path)) return;
    const std::string ending = lower_ending(path);
    constexpr std::string_view of_pixels[]{".jpg",  ".jpeg", ".gif",  ".bmp",
                                           ".webp", ".tif",  ".tiff", ".ppm"};
    const bool pixels = std::ranges::find(of_pixels, ending) != std::end(of_pixels);
    const auto meant = pixels ? ".png" : nearest_word(ending, {".svg", ".png"});
    throw Error(Exit::usage, "{}: a figure is .svg or .png{}", path.native(),
                ending == ".pdf" ? "; for a PDF, write an .svg and convert it: rsvg-convert -f "
                                   "pdf -o name.pdf name.svg"
                : meant.empty()
                    ? ""
                    : fmt::format("; did you mean {}?",
                                  std::filesystem::path(path).replace_extension(meant).native()));
}

void add_figure_options(Command& command, Page& page, bool subtitle) {
    command.number("--width-mm", page.width_mm, 20, 1000,
                   "width of the figure in print (default 160)");
    command.number("--dpi", page.dpi, 36, 2400,
                   "pixels of the PNG per inch of print, more where a picture's own pixels need "
                   "it (default 300)");
    command.number("--font-pt", page.font_pt, 4, 40,
                   "size of the letters in points (default 8.6; for slides 12.7)");
    command.line("--title",
                 "a sentence for the figure's head; '' leaves it out, and screen readers still say "
                 "what was found",
                 [&page](const std::string& text) {
                     page.own_title = text, page.has_title = !text.empty();
                 });
    if (subtitle)
        command.line("--subtitle",
                     "another second line in the figure's head; '' leaves it out likewise",
                     [&page](const std::string& text) {
                         page.own_subtitle = text, page.has_subtitle = !text.empty();
                     });
    command.number("--max-height-mm", page.max_height_mm, 40, 10'000,
                   "no page of the figure is higher (default 225), unless one of its parts is; the "
                   "rest goes to NAME-2, ...");
}

void write_figure(const Output& output, const std::filesystem::path& path, const Page& page,
                  const std::vector<Drawing>& pages) {
    check_figure(path);
    note_boxes(pages);
    double highest = 0;  // mm
    for (std::size_t k = 0; k < pages.size(); ++k) {
        output.write(page_path(path, k), path.extension() == ".svg"
                                             ? svg(pages[k])
                                             : png(pixels(pages[k]), pages[k].dpi));
        highest = std::max(highest, pages[k].height * 25.4 / pages[k].dpi);
    }
    note_older(output, "page", "figure", pages.size(),
               [&](std::size_t k) { return page_path(path, k); });
    if (highest > page.max_height_mm + 0.1)
        say("note: --max-height-mm {}: {} is {:.0f} mm high, because no part of it can go to "
            "another page",
            page.max_height_mm, path.native(), std::ceil(highest));
}

FigurePlace figure_place(const Scene& scene, const SceneOptions& options, std::string_view name,
                         const Output& output) {
    const std::filesystem::path path = options.output;
    if (is_figure(path))
        return {path.parent_path(), path.filename(), path.stem().string() + "-frames",
                below(path.parent_path(), output)};
    if (!is_folder(path)) check_figure(path);
    const auto folder = folder_of(scene, options);
    return {folder, name, path.empty() ? "frames" : scene.name + "-frames", below(folder, output)};
}

}  // namespace hitmiss
