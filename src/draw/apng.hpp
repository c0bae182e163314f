#pragma once
// An animation as one file: APNG, https://wiki.mozilla.org/APNG_Specification, which browsers play
// and other programs show the first picture of.

#include <span>

#include "draw/picture.hpp"

namespace hitmiss {

/// The pictures, which have one size, each for 1 / `per_second` s, over and over. Throws
/// Error{Exit::bug} without pictures or for pictures of several sizes.
std::string apng(std::span<const Picture> pictures, double dpi, int per_second);

}  // namespace hitmiss
