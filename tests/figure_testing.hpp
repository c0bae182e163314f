#pragma once
// Shared by the tests of figures: made-up pictures, comparing them, readable texts, catching
// errors.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/error.hpp"
#include "draw/drawing.hpp"

namespace hitmiss {

inline Picture noise(int width, int height, std::uint32_t seed) {
    Picture picture(width, height);
    const auto next = [&] { return static_cast<std::uint8_t>((seed = seed * 1664525 + 1) >> 24); };
    for (Rgb& p : picture.pixels) p = {next(), next(), next()};
    return picture;
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

/// No text is cut off, and none covers another.
inline void expect_readable(const Drawing& drawing) {
    const auto boxes = text_boxes(drawing);
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        const auto& own = boxes[k];
        EXPECT_GE(own.left, 0) << own.words->text;
        EXPECT_GE(own.top, 0) << own.words->text;
        EXPECT_LE(own.right, drawing.width) << own.words->text;
        EXPECT_LE(own.bottom, drawing.height) << own.words->text;
        for (std::size_t other = 0; other < k; ++other) {
            const auto& box = boxes[other];
            EXPECT_FALSE(own.left < box.right && box.left < own.right && own.top < box.bottom &&
                         box.top < own.bottom)
                << own.words->text << " over " << box.words->text;
        }
    }
}

/// Whether a line of the drawing runs through the text, above its baseline.
inline bool is_crossed(const TextBox& box, const Drawing& drawing) {
    const Point corner(box.left, box.top);
    for (const auto& element : drawing.elements) {
        const auto* shape = std::get_if<Shape>(&element);
        if (!shape || !shape->pen) continue;
        for (const auto& [points, radius] : shape->contours)
            for (std::size_t k = shape->closed ? 0 : 1; k < points.size(); ++k) {
                const Point from = points[(k + points.size() - 1) % points.size()];
                if (clipped(from - corner, points[k] - corner, box.right - box.left,
                            box.words->start.y - box.top))
                    return true;
            }
    }
    return false;
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
