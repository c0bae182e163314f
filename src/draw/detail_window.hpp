#pragma once
// Which part of a comparison is worth a closer look.

#include <span>

#include "draw/error_count.hpp"

namespace hitmiss {

/// The window to magnify: the same part of several methods' maps, which are of one size. It shows
/// right and wrong pixels of as many methods as possible, of both as evenly as possible, the errors
/// about its middle. Nothing if no window shows both of any method.
std::optional<Rectangle> detail_window(std::span<const OutcomeMap> maps);

/// The error nearest to the middle of the map, of equals the first in reading order, as a rectangle
/// of one pixel; nothing for a map without errors.
std::optional<Rectangle> middle_error(const OutcomeMap& map);

}  // namespace hitmiss
