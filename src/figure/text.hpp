#pragma once
// Captions in DejaVu Sans, with kerning and grey-scale edges. Text is UTF-8; bytes that are not
// show as U+FFFD, characters the font lacks as its box. Sizes are pixels per em.

#include <string>
#include <string_view>
#include <vector>

#include "figure/picture.hpp"

namespace hitmiss {

/// What a line needs above and below its baseline, in whole pixels.
struct LineMetrics {
    int ascent, descent;
    int height() const { return ascent + descent; }
};
LineMetrics line_metrics(double size);

/// Advance width in pixels, rounded up.
int text_width(std::string_view text, double size);

/// Draws over what is there, the baseline starting at (x, baseline); clipped at the border.
void draw_text(Picture& picture, int x, int baseline, std::string_view text, double size,
               Rgb colour);

/// Lines of at most `width` pixels, broken at spaces; a longer word is broken between letters.
/// At least one line, and one letter a line.
std::vector<std::string> wrap_text(std::string_view text, double size, int width);

}  // namespace hitmiss
