#pragma once
// The figures of the documentation.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace hitmiss {

/// A file of a figure: a picture or a table, NAME.extension.
struct FigureFile {
    std::string extension, bytes;
};

struct Figure {
    std::string name;
    std::string command;  ///< that makes it
    std::string caption;
    /// Makes the figure's files from the folder of the scenes: the same bytes each time.
    std::function<std::vector<FigureFile>(const std::filesystem::path& scenes)> make;
};

/// Every figure, in the order of the documentation.
std::vector<Figure> figures();

/// The caption and the command: the content of the figure's NAME.txt.
std::string caption_text(const Figure& figure);

}  // namespace hitmiss
