#include "draw/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

// Compiled here instead of linked: with the library's own flags some machines fuse its
// multiplications and additions, and the edges of the letters would differ.
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include "stb/stb_truetype.h"

extern "C" const unsigned char hitmiss_font[];

namespace hitmiss {
namespace {

using Point = glm::dvec2;

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

/// Calls move(p), line(p), curve(control, p) along a glyph's outline, in font units, y down.
template <typename Move, typename Line, typename Curve>
void trace_glyph(int glyph, Move move, Line line, Curve curve) {
    stbtt_vertex* vertices = nullptr;
    const int count = stbtt_GetGlyphShape(&font_data(), glyph, &vertices);
    for (int k = 0; k < count; ++k) {
        const stbtt_vertex& v = vertices[k];
        const Point to(v.x, -v.y);
        if (v.type == STBTT_vmove)
            move(to);
        else if (v.type == STBTT_vline)
            line(to);
        else
            curve(Point(v.cx, -v.cy), to);
    }
    stbtt_FreeShape(&font_data(), vertices);
}

}  // namespace

double font_scale(double size) {
    return double(stbtt_ScaleForMappingEmToPixels(&font_data(), 1)) * size;
}

LineMetrics line_metrics(double size) {
    int ascent, descent, gap;
    stbtt_GetFontVMetrics(&font_data(), &ascent, &descent, &gap);
    return {ascent * font_scale(size), -descent * font_scale(size)};
}

double capital_height(double size) {
    int left = 0, bottom = 0, right = 0, top = 0;
    stbtt_GetCodepointBox(&font_data(), 'H', &left, &bottom, &right, &top);
    return top * font_scale(size);
}

std::vector<Letter> letters_of(std::string_view text) {
    std::vector<Letter> letters;
    int pen = 0, previous = -1;
    while (!text.empty()) {
        const int glyph =
            stbtt_FindGlyphIndex(&font_data(), static_cast<int>(next_character(text)));
        if (previous >= 0) pen += stbtt_GetGlyphKernAdvance(&font_data(), previous, glyph);
        int advance, bearing;
        stbtt_GetGlyphHMetrics(&font_data(), glyph, &advance, &bearing);
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
    trace_glyph(
        glyph, [&](Point p) { path += fmt::format("M{} {}", p.x, p.y); },
        [&](Point p) { path += fmt::format("L{} {}", p.x, p.y); },
        [&](Point c, Point p) { path += fmt::format("Q{} {} {} {}", c.x, c.y, p.x, p.y); });
    return path;
}

std::vector<std::vector<Point>> text_polygons(std::string_view text, double size) {
    const double scale = font_scale(size);
    std::vector<std::vector<Point>> polygons;
    for (const auto& [glyph, pen, end] : letters_of(text)) {
        const auto add = [&, start = double(pen)](Point p) {
            polygons.back().push_back(scale * (p + Point(start, 0)));
        };
        Point at(0);
        trace_glyph(
            glyph, [&](Point p) { polygons.emplace_back(), add(at = p); },
            [&](Point p) { add(at = p); },
            [&](Point control, Point p) {
                constexpr int pieces = 6;
                for (int k = 1; k <= pieces; ++k) {
                    const double t = double(k) / pieces, s = 1 - t;
                    add(s * s * at + 2 * s * t * control + t * t * p);
                }
                at = p;
            });
    }
    return polygons;
}

std::vector<std::string> wrap_text(std::string_view text, double size, double width) {
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
