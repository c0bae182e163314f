#pragma once
// What the tests of the figures share: made-up pictures, comparing them, catching errors.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/error.hpp"
#include "figure/picture.hpp"

namespace hitmiss {

inline Picture noise(int width, int height, std::uint32_t seed) {
    Picture picture(width, height);
    const auto next = [&] { return static_cast<std::uint8_t>((seed = seed * 1664525 + 1) >> 24); };
    for (Rgb& p : picture.pixels) p = {next(), next(), next()};
    return picture;
}

inline Picture cropped(const Picture& source, const Rectangle& area) {
    Picture result(area.width, area.height);
    for (int y = 0; y < area.height; ++y)
        for (int x = 0; x < area.width; ++x) result.at(x, y) = source.at(area.x + x, area.y + y);
    return result;
}

/// Smallest rectangle around all pixels in which two pictures of one size differ.
inline Rectangle difference(const Picture& a, const Picture& b) {
    int left = a.width, top = a.height, right = 0, bottom = 0;
    for (int y = 0; y < a.height; ++y)
        for (int x = 0; x < a.width; ++x)
            if (a.at(x, y) != b.at(x, y)) {
                left = std::min(left, x), right = std::max(right, x + 1);
                top = std::min(top, y), bottom = std::max(bottom, y + 1);
            }
    return {left, top, right - left, bottom - top};
}

/// The error that an action throws; fails the test if it throws none.
inline Error error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "no error";
    return {Exit::good, ""};
}

}  // namespace hitmiss
