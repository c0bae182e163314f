#pragma once
// What SVG files and the page's inline SVG have in common.

#include "draw/drawing.hpp"

namespace hitmiss {

/// Text as an XML attribute or content; control characters, which XML 1.0 cannot hold, become
/// U+FFFD.
std::string svg_escaped(std::string_view text);
/// At most two decimals, and never a minus before a zero.
std::string svg_number(double value);
/// A shape as a path element.
std::string svg_path(const Shape& shape);

}  // namespace hitmiss
