// Makes the page's fonts:  subset FONTS.cpp REGULAR.ttf ITALIC.ttf MEDIUM.ttf SOURCE...  writes
// them as C++, in place of draw/font.S. Only the glyphs of ASCII and of the characters of
// the sources stay, of the italic one only letters, under their numbers, without hints, and with
// the kerning that text.cpp finds in the whole font; so the page writes the same outlines as the
// program.

#include <array>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/utf8.hpp"

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include "stb/stb_truetype.h"

namespace {

std::string read(const char* path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string big_endian(std::size_t value, int bytes) {
    std::string text;
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) text += char(value >> shift & 255u);
    return text;
}
int number(const std::string& bytes, int at, int size) {
    int value = 0;
    for (int k = at; k < at + size; ++k) value = value << 8 | std::uint8_t(bytes[std::size_t(k)]);
    return value;
}

/// Those of ASCII, and all others in the sources, as they are or as \u... there.
std::set<int> characters(std::span<char*> sources) {
    std::set<int> found;
    for (int c = ' '; c < 0x7F; ++c) found.insert(c);
    for (const char* source : sources) {
        const std::string file = read(source);
        for (std::string_view rest = file; !rest.empty();)
            found.insert(int(hitmiss::next_character(rest)));
        for (std::size_t at = 0; (at = file.find("\\u", at)) != file.npos; ++at)
            found.insert(int(std::strtol(file.substr(at + 2, 4).c_str(), nullptr, 16)));
    }
    return found;
}

struct Font {
    std::string bytes;
    stbtt_fontinfo info{};
    std::map<int, int> glyphs = {};  ///< by character
    std::set<int> kept = {0};  ///< with the parts of composed ones; 0 stands for a missing one

    std::string table(const std::string& name) const {
        for (int at = 12; at < 12 + 16 * number(bytes, 4, 2); at += 16)
            if (bytes.substr(at, 4) == name)
                return bytes.substr(number(bytes, at + 8, 4), number(bytes, at + 12, 4));
        return {};
    }
    std::string outline(int glyph) const {
        const std::string all = table("loca");
        const int from = number(all, 4 * glyph, 4);
        return table("glyf").substr(from, number(all, 4 * glyph + 4, 4) - from);
    }

    void keep(int glyph) {
        if (!kept.insert(glyph).second) return;
        const std::string part = outline(glyph);
        if (part.empty() || number(part, 0, 2) < 0x8000) return;
        // Composed: after the bounds each part has flags, its number, and as many bytes as they
        // say.
        for (int at = 10, flags = 0x20; flags & 0x20;) {
            flags = number(part, at, 2);
            keep(number(part, at + 2, 2));
            const int scales = flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
            at += 4 + (flags & 1 ? 4 : 2) + scales;
        }
    }

    /// An outline without the hints, which come after the last points of its contours.
    static std::string unhinted(const std::string& part) {
        const int contours = part.empty() ? 0x8000 : number(part, 0, 2), at = 10 + 2 * contours;
        if (contours >= 0x8000) return part;
        return part.substr(0, at) + big_endian(0, 2) + part.substr(at + 2 + number(part, at, 2));
    }

    std::string subset() const {
        std::string places, outlines, metrics = table("hmtx");
        const int wide = number(table("hhea"), 34, 2);
        for (int glyph = 0; glyph < info.numGlyphs; ++glyph) {
            places += big_endian(outlines.size(), 4);
            if (kept.count(glyph))
                outlines += unhinted(outline(glyph));
            else if (glyph < wide)
                metrics.replace(4 * std::size_t(glyph), 4, 4, '\0');
            if (outlines.size() % 2) outlines += '\0';
        }
        places += big_endian(outlines.size(), 4);
        std::string groups, pairs;  // of characters; of glyphs with kerning, by rising numbers
        for (const auto& [character, glyph] : glyphs)
            groups += big_endian(character, 4) + big_endian(character, 4) + big_endian(glyph, 4);
        for (const int left : kept)
            for (const int right : kept)
                if (const int kern = stbtt_GetGlyphKernAdvance(&info, left, right))
                    pairs += big_endian(left, 2) + big_endian(right, 2) + big_endian(kern, 2);
        // A table of format 12 for all of Unicode; one of format 0 for kerning.
        const std::string cmap = big_endian(1, 4) + big_endian(0x0003000A, 4) + big_endian(12, 4) +
                                 big_endian(0x000C0000, 4) + big_endian(16 + groups.size(), 4) +
                                 big_endian(0, 4) + big_endian(groups.size() / 12, 4) + groups;
        const std::string kern = big_endian(1, 4) + big_endian(14 + pairs.size(), 4) +
                                 big_endian(1, 2) + big_endian(pairs.size() / 6, 2) +
                                 std::string(6, '\0') + pairs;
        const std::map<std::string, std::string> tables{
            {"cmap", cmap},          {"glyf", outlines},     {"head", table("head")},
            {"hhea", table("hhea")}, {"hmtx", metrics},      {"kern", kern},
            {"loca", places},        {"maxp", table("maxp")}};
        std::string head = bytes.substr(0, 4) + big_endian(tables.size(), 2) + std::string(6, '\0');
        std::string body;
        for (const auto& [name, content] : tables) {
            head += name + std::string(4, '\0') +
                    big_endian(12 + 16 * tables.size() + body.size(), 4) +
                    big_endian(content.size(), 4);
            body += content + std::string(-content.size() % 4, '\0');
        }
        return head + body;
    }
};

}  // namespace

int main(int count, char** words) {
    const std::array names{"regular", "italic", "medium"};
    const std::set<int> used = characters(std::span(words, count).subspan(5));
    std::ofstream file(words[1]);
    file << "// Made by subset.cpp.\n";
    for (std::size_t k = 0; k < names.size(); ++k) {
        Font font{read(words[k + 2])};
        if (!stbtt_InitFont(&font.info, reinterpret_cast<const unsigned char*>(font.bytes.data()),
                            0)) {
            std::cerr << words[k + 2] << ": is not a font\n";
            return 1;
        }
        for (const int c : used) {
            const bool letter =
                (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= 0x370 && c <= 0x3FF);
            const int glyph = letter || k != 1 ? stbtt_FindGlyphIndex(&font.info, c) : 0;
            if (glyph) font.keep(font.glyphs[c] = glyph);
        }
        file << "extern \"C\" const unsigned char hitmiss_font_" << names[k] << "[] = {";
        for (const char byte : font.subset()) file << int(std::uint8_t(byte)) << ',';
        file << "};\n";
    }
}
