#pragma once
// The elements of an SVG drawing, each a line of markup; coordinates with two decimals.

#include <string>
#include <string_view>

#include "figure/picture.hpp"

namespace hitmiss::svg {

/// Text as XML character data; control characters, which XML 1.0 cannot hold, become U+FFFD.
std::string escaped(std::string_view text);

/// Two decimals, and never a minus before a zero.
std::string number(double value);
std::string colour(Rgb value);

std::string line(double x1, double y1, double x2, double y2, Rgb stroke, double thickness);

/// `style` holds further attributes, as in ` fill="white"`.
std::string box(double left, double top, double width, double height, std::string_view style);

/// `anchor` is start, middle or end; `markup` is XML.
std::string text(double x, double y, std::string_view anchor, std::string_view markup,
                 std::string_view style = "");

}  // namespace hitmiss::svg
