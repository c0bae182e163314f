#pragma once
// The figures of the documentation: each is a command line and what its caption says.

#include <filesystem>
#include <span>

#include "draw/drawing.hpp"

namespace hitmiss {

struct Figure {
    std::string_view name;
    std::string_view command;  ///< that makes it
    std::string_view caption;
    Drawing (*draw)() = nullptr;  ///< where that is `hitmiss figures` itself
};

/// Every figure, in the order of the documentation.
std::span<const Figure> figures();

/// A file of a figure: NAME.extension.
struct FigureFile {
    std::string extension, bytes;
};

/// The figure's files, the same bytes each time, from scenes in that folder: the first one that the
/// command writes, its table if that is CSV, the caption below what a command prints that writes
/// none.
std::vector<FigureFile> make(const Figure& figure, const std::filesystem::path& scenes);

}  // namespace hitmiss
