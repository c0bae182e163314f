#include "draw/text.hpp"

#include <fmt/format.h>

#include <array>

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "draw/drawing.hpp"

// Compiled here instead of linked: with the library's own flags some machines fuse its
// multiplications and additions, and the edges of the letters would differ.
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include "stb/stb_truetype.h"

extern "C" const unsigned char hitmiss_font_regular[], hitmiss_font_italic[], hitmiss_font_medium[];

namespace hitmiss {
namespace {

/// Read once, whichever thread comes first.
const stbtt_fontinfo& font_data(Face face = Face::regular) {
    static const auto infos = [] {
        std::array<stbtt_fontinfo, 3> read{};
        const unsigned char* const files[]{hitmiss_font_regular, hitmiss_font_italic,
                                           hitmiss_font_medium};
        for (std::size_t k = 0; k < read.size(); ++k)
            if (!stbtt_InitFont(&read[k], files[k], 0))
                throw Error{Exit::bug, "the font in the program cannot be read"};
        return read;
    }();
    return infos[std::size_t(face)];
}

/// The letter of a variable without its slant; any other character as it is.
char32_t upright_letter(char32_t c) {
    if (c == U'\u210E') return U'h';  // the gap in the block of mathematical italics
    if (c >= U'\U0001D434' && c < U'\U0001D44E') return U'A' + (c - U'\U0001D434');
    if (c >= U'\U0001D44E' && c < U'\U0001D468') return U'a' + (c - U'\U0001D44E');
    return c;
}
bool is_variable(char32_t c) {
    return upright_letter(c) != c || (c >= U'α' && c <= U'ω' && c != U'π');
}

/// A glyph's outline: each vertex says how to get there, in font units, y up.
std::vector<stbtt_vertex> outline_of(Face face, int glyph) {
    stbtt_vertex* vertices = nullptr;
    const int count = stbtt_GetGlyphShape(&font_data(face), glyph, &vertices);
    std::vector<stbtt_vertex> outline(vertices, vertices + count);
    stbtt_FreeShape(&font_data(face), vertices);
    return outline;
}

}  // namespace

double font_scale(double size) {
    return double(stbtt_ScaleForMappingEmToPixels(&font_data(), 1)) * size;
}

LineMetrics line_metrics(double size) {
    int ascent, descent;
    stbtt_GetFontVMetrics(&font_data(), &ascent, &descent, nullptr);
    return {ascent * font_scale(size), -descent * font_scale(size)};
}

double capital_height(double size) {
    int top = 0;
    stbtt_GetCodepointBox(&font_data(), 'H', nullptr, nullptr, nullptr, &top);
    return top * font_scale(size);
}

std::vector<Letter> letters_of(std::string_view text, Face face) {
    std::vector<Letter> letters;
    int pen = 0;
    while (!text.empty()) {
        const char32_t character = next_character(text);
        const Face own = is_variable(character) ? Face::italic : face;
        const stbtt_fontinfo& font = font_data(own);
        const int glyph = stbtt_FindGlyphIndex(&font, int(upright_letter(character)));
        if (!letters.empty() && letters.back().face == own)
            pen += stbtt_GetGlyphKernAdvance(&font, letters.back().glyph, glyph);
        int advance;
        stbtt_GetGlyphHMetrics(&font, glyph, &advance, nullptr);
        letters.push_back({own, glyph, pen, pen + advance});
        pen += advance;
    }
    return letters;
}

double text_width(std::string_view text, double size, Face face) {
    const auto letters = letters_of(text, face);
    return letters.empty() ? 0 : letters.back().end * font_scale(size);
}

std::string glyph_path(Face face, int glyph) {
    std::string path;
    for (const stbtt_vertex& v : outline_of(face, glyph))
        if (v.type == STBTT_vcurve)
            path += fmt::format("Q{} {} {} {}", v.cx, -v.cy, v.x, -v.y);
        else
            path += fmt::format("{}{} {}", v.type == STBTT_vmove ? 'M' : 'L', v.x, -v.y);
    return path;
}

std::vector<std::vector<Point>> text_polygons(std::string_view text, double size, Face face) {
    const double scale = font_scale(size);
    std::vector<std::vector<Point>> polygons;
    for (const Letter& letter : letters_of(text, face)) {
        Point from(0);
        for (const stbtt_vertex& v : outline_of(letter.face, letter.glyph)) {
            const Point control(v.cx, -v.cy), to(v.x, -v.y);
            if (v.type == STBTT_vmove) polygons.emplace_back();
            const int pieces = v.type == STBTT_vcurve ? 6 : 1;
            for (int k = 1; k <= pieces; ++k) {
                const double t = double(k) / pieces, s = 1 - t;
                const Point p = s * s * from + 2 * s * t * control + t * t * to;
                polygons.back().push_back(scale * (p + Point(letter.pen, 0)));
            }
            from = to;
        }
    }
    return polygons;
}

}  // namespace hitmiss
