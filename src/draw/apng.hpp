#pragma once
// An animation as one file: APNG, https://wiki.mozilla.org/APNG_Specification, which browsers play
// and other programs show the first picture of.

#include <functional>

#include "draw/picture.hpp"

namespace hitmiss {

/// picture(k) for each k below `count`, which have one size, each for 1 / `per_second` s, over and
/// over. Calls picture() from any thread, and keeps one of each
/// thread at a time. Throws Error{Exit::bug} without pictures or for pictures of several sizes.
std::string apng(std::size_t count, const std::function<Picture(std::size_t)>& picture, double dpi,
                 int per_second);

}  // namespace hitmiss
