#include "figure/text.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

// Compiled here instead of linked: with the library's own flags some machines fuse its
// multiplications and additions, and the edges of the letters would differ.
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include "stb/stb_truetype.h"

extern "C" const unsigned char hitmiss_font[];

namespace hitmiss {
namespace {

struct Font {
    stbtt_fontinfo info{};
    double scale;  ///< pixels per font unit

    explicit Font(double size) {
        if (!stbtt_InitFont(&info, hitmiss_font, 0))
            throw Error{Exit::bug, "the font in the program cannot be read"};
        scale = stbtt_ScaleForMappingEmToPixels(&info, static_cast<float>(size));
    }
};

/// Takes the first character off the text: the code point, or U+FFFD and one byte if malformed.
char32_t next_character(std::string_view& text) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    char32_t code = length == 1 ? first : first & (0x7Fu >> length);
    bool valid = (first < 0x80 || (first >= 0xC0 && first < 0xF8)) && length <= text.size();
    for (std::size_t k = 1; valid && k < length; ++k) {
        valid = (byte(k) & 0xC0u) == 0x80;
        code = code << 6 | (byte(k) & 0x3Fu);
    }
    valid = valid && code >= smallest[length] && code <= 0x10FFFF && (code & ~0x7FFu) != 0xD800;
    text.remove_prefix(valid ? length : 1);
    return valid ? code : 0xFFFD;
}

/// Calls visit(glyph, pen) for each character, pen in font units; returns the pen at the end.
template <typename Visit>
int for_each_glyph(const Font& font, std::string_view text, Visit visit) {
    int pen = 0, previous = -1;
    while (!text.empty()) {
        const int glyph = stbtt_FindGlyphIndex(&font.info, static_cast<int>(next_character(text)));
        if (previous >= 0) pen += stbtt_GetGlyphKernAdvance(&font.info, previous, glyph);
        visit(glyph, pen);
        int advance, bearing;
        stbtt_GetGlyphHMetrics(&font.info, glyph, &advance, &bearing);
        pen += advance;
        previous = glyph;
    }
    return pen;
}

void draw_glyph(Picture& picture, const Font& font, int glyph, double x, int baseline, Rgb colour) {
    const auto scale = static_cast<float>(font.scale);
    const auto shift = static_cast<float>(x - std::floor(x));
    int left, top, right, bottom;
    stbtt_GetGlyphBitmapBoxSubpixel(&font.info, glyph, scale, scale, shift, 0, &left, &top, &right,
                                    &bottom);
    const int width = right - left, height = bottom - top;
    if (width <= 0 || height <= 0) return;
    std::vector<unsigned char> coverage(static_cast<std::size_t>(width) *
                                        static_cast<std::size_t>(height));
    stbtt_MakeGlyphBitmapSubpixel(&font.info, coverage.data(), width, height, width, scale, scale,
                                  shift, 0, glyph);
    left += static_cast<int>(std::floor(x)), top += baseline;
    const Rectangle seen = intersection({left, top, width, height}, picture.area());
    for (int py = seen.y; py < seen.y + seen.height; ++py)
        for (int px = seen.x; px < seen.x + seen.width; ++px) {
            const int alpha = coverage[static_cast<std::size_t>((py - top) * width + px - left)];
            picture.at(px, py) = mixed(picture.at(px, py), colour, alpha);
        }
}

}  // namespace

LineMetrics line_metrics(double size) {
    const Font font(size);
    int ascent, descent, gap;
    stbtt_GetFontVMetrics(&font.info, &ascent, &descent, &gap);
    return {static_cast<int>(std::ceil(ascent * font.scale)),
            static_cast<int>(std::ceil(-descent * font.scale))};
}

int text_width(std::string_view text, double size) {
    const Font font(size);
    return static_cast<int>(std::ceil(for_each_glyph(font, text, [](int, int) {}) * font.scale));
}

void draw_text(Picture& picture, int x, int baseline, std::string_view text, double size,
               Rgb colour) {
    const Font font(size);
    for_each_glyph(font, text, [&](int glyph, int pen) {
        draw_glyph(picture, font, glyph, x + pen * font.scale, baseline, colour);
    });
}

std::vector<std::string> wrap_text(std::string_view text, double size, int width) {
    std::vector<std::string> lines{""};
    const auto fits = [&](const std::string& line) { return text_width(line, size) <= width; };
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        std::string longer = lines.back();
        if (!longer.empty()) longer += ' ';
        longer += word;
        if (fits(longer)) {
            lines.back() = longer;
            continue;
        }
        if (!lines.back().empty()) lines.emplace_back();
        for (std::string_view rest = word; !rest.empty();) {
            const std::string_view from_here = rest;
            next_character(rest);
            const auto letter = from_here.substr(0, from_here.size() - rest.size());
            if (!lines.back().empty() && !fits(lines.back() + std::string(letter)))
                lines.emplace_back();
            lines.back() += letter;
        }
    }
    return lines;
}

}  // namespace hitmiss
