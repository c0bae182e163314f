#pragma once
// Figures of several pages. Each page says which one it is, so that nobody takes it for the whole.

#include <string>
#include <vector>

#include "draw/drawing.hpp"

namespace hitmiss {

/// A title on page `number`, counted from 1.
inline std::string title_on(std::size_t number, const std::string& title) {
    return number > 1 ? title + " (continued)" : title;
}

/// The line below it: "cube, 12 triangles; page 1 of 3". A single page needs no number.
inline std::string subtitle_on(std::size_t number, std::size_t pages, const std::string& subtitle) {
    if (pages <= 1) return subtitle;
    return subtitle + (subtitle.empty() ? "page " : "; page ") + std::to_string(number) + " of " +
           std::to_string(pages);
}

/// The pages that drawn(count) draws as `count` pages. Their number is only known from drawing
/// them, and to write it may take a further line, so they are drawn until it is true.
std::vector<Drawing> numbered_pages(const auto& drawn) {
    for (std::size_t count = 1;;) {
        std::vector<Drawing> pages = drawn(count);
        if (pages.size() <= count) return pages;
        count = pages.size();
    }
}

}  // namespace hitmiss
