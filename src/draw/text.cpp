#include "draw/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "draw/drawing.hpp"

// Compiled here instead of linked: with the library's own flags some machines fuse its
// multiplications and additions, and the edges of the letters would differ.
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include "stb/stb_truetype.h"

extern "C" const unsigned char hitmiss_font[];

namespace hitmiss {
namespace {

/// Read once, whichever thread comes first.
const stbtt_fontinfo& font_data() {
    static const stbtt_fontinfo info = [] {
        stbtt_fontinfo read{};
        if (!stbtt_InitFont(&read, hitmiss_font, 0))
            throw Error{Exit::bug, "the font in the program cannot be read"};
        return read;
    }();
    return info;
}

/// A glyph's outline: each vertex says how to get there, in font units, y up.
std::vector<stbtt_vertex> outline_of(int glyph) {
    stbtt_vertex* vertices = nullptr;
    const int count = stbtt_GetGlyphShape(&font_data(), glyph, &vertices);
    std::vector<stbtt_vertex> outline(vertices, vertices + count);
    stbtt_FreeShape(&font_data(), vertices);
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

std::vector<Letter> letters_of(std::string_view text) {
    std::vector<Letter> letters;
    int pen = 0, previous = -1;
    while (!text.empty()) {
        const int glyph = stbtt_FindGlyphIndex(&font_data(), int(next_character(text)));
        if (previous >= 0) pen += stbtt_GetGlyphKernAdvance(&font_data(), previous, glyph);
        int advance;
        stbtt_GetGlyphHMetrics(&font_data(), glyph, &advance, nullptr);
        letters.push_back({glyph, pen, pen + advance});
        pen += advance, previous = glyph;
    }
    return letters;
}

double text_width(std::string_view text, double size) {
    const auto letters = letters_of(text);
    return letters.empty() ? 0 : letters.back().end * font_scale(size);
}

std::string glyph_path(int glyph) {
    std::string path;
    for (const stbtt_vertex& v : outline_of(glyph))
        if (v.type == STBTT_vcurve)
            path += fmt::format("Q{} {} {} {}", v.cx, -v.cy, v.x, -v.y);
        else
            path += fmt::format("{}{} {}", v.type == STBTT_vmove ? 'M' : 'L', v.x, -v.y);
    return path;
}

std::vector<std::vector<Point>> text_polygons(std::string_view text, double size) {
    const double scale = font_scale(size);
    std::vector<std::vector<Point>> polygons;
    for (const Letter& letter : letters_of(text)) {
        Point from(0);
        for (const stbtt_vertex& v : outline_of(letter.glyph)) {
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

std::vector<std::string> wrap_text(std::string_view text, double size, double width) {
    std::vector<std::string> lines{""};
    const auto fits = [&](const std::string& line) { return text_width(line, size) <= width; };
    while (!text.empty()) {
        const std::string word(text.substr(0, text.find(' ')));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        const std::string longer = lines.back().empty() ? word : lines.back() + ' ' + word;
        if (fits(longer)) {
            lines.back() = longer;
            continue;
        }
        if (!lines.back().empty()) lines.emplace_back();
        for (std::string_view rest = word; !rest.empty();) {
            std::string letter(rest);
            next_character(rest);
            letter.resize(letter.size() - rest.size());
            if (!lines.back().empty() && !fits(lines.back() + letter)) lines.emplace_back();
            lines.back() += letter;
        }
    }
    return lines;
}

}  // namespace hitmiss
