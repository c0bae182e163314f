#include <fmt/format.h>

#include <cmath>
#include <map>

#include "base/utf8.hpp"
#include "draw/drawing.hpp"
#include "draw/text.hpp"

namespace hitmiss {
namespace {

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t k = 0; k < bytes.size(); k += 3) {
        unsigned group = 0;
        for (std::size_t i = k; i < k + 3; ++i)
            group = group << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u);
        for (std::size_t i = 0; i < 4; ++i)
            text += k + i > bytes.size() ? '=' : digits[group >> (18 - 6 * i) & 63u];
    }
    return text;
}

std::string path(const Contour& contour, bool closed) {
    if (contour.radius > 0) {
        const auto r = svg_number(contour.radius), twice = svg_number(2 * contour.radius);
        return fmt::format("M{} {}a{} {} 0 1 0 {} 0a{} {} 0 1 0 -{} 0z",
                           svg_number(contour.points[0].x - contour.radius),
                           svg_number(contour.points[0].y), r, r, twice, r, r, twice);
    }
    std::string d;
    for (const Point& point : contour.points)
        d +=
            fmt::format("{}{} {}", d.empty() ? 'M' : 'L', svg_number(point.x), svg_number(point.y));
    return closed ? d + 'z' : d;
}

/// The elements of a drawing, one after the other, and the letters that its texts use.
struct Writer {
    std::string markup = {};
    std::map<std::string, std::string> letters = {};  ///< by face and glyph

    void operator()(const Shape& shape) { markup += svg_path(shape); }

    void operator()(const Words& words) {
        const double scale = font_scale(words.size);
        markup += fmt::format(
            "<g aria-label=\"{}\" fill=\"{}\" transform=\"translate({} {}){} "
            "scale({:.5f})\">",
            svg_escaped(words.text), css(words.colour), svg_number(words.start.x),
            svg_number(words.start.y), words.upright ? " rotate(-90)" : "", scale);
        for (const auto& [face, glyph, pen, end] : letters_of(words.text, words.face)) {
            const auto id = fmt::format("{}{}", "gim"[int(face)], glyph);
            letters.try_emplace(id, glyph_path(face, glyph));
            if (!letters[id].empty())
                markup += fmt::format("<use href=\"#{}\" x=\"{}\"/>", id, pen);
        }
        markup += "</g>\n";
    }

    /// One pixel per dot: librsvg smooths enlarged images whatever image-rendering asks for.
    void operator()(const Raster& tile) {
        Picture dots(tile.picture.width * tile.factor, tile.picture.height * tile.factor);
        paste(dots, 0, 0, tile.picture, tile.factor);
        markup += fmt::format(
            "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" "
            "style=\"image-rendering:crisp-edges;image-rendering:pixelated\" "
            "href=\"data:image/png;base64,{}\"/>\n",
            tile.x, tile.y, dots.width, dots.height, base64(png(dots, 0, true)));
    }
};

}  // namespace

std::string svg_escaped(std::string_view text) {
    constexpr std::string_view special = "&<>\"", entities[]{"&amp;", "&lt;", "&gt;", "&quot;"};
    std::string result;
    constexpr std::string_view no_characters[]{"\uFFFE", "\uFFFF"};  // to XML
    for (; !text.empty(); text.remove_prefix(1)) {
        const char c = text.front();
        if (const auto at = special.find(c); at != special.npos)
            result += entities[at];
        else if (text.starts_with(no_characters[0]) || text.starts_with(no_characters[1]))
            result += "\uFFFD", text.remove_prefix(2);
        else if (static_cast<unsigned char>(c) < 0x20)
            result += "\uFFFD";
        else
            result += c;
    }
    return result;
}

std::string svg_number(double value) {
    return fmt::format("{}", std::floor(100 * value + 0.5) / 100 + 0.0);
}

std::string svg_path(const Shape& shape) {
    if (shape.contours.empty()) return {};
    std::string markup = "<path d=\"";
    for (const Contour& contour : shape.contours) markup += path(contour, shape.closed);
    markup += fmt::format("\" fill=\"{}\"", shape.fill ? css(*shape.fill) : "none");
    if (shape.pen) {
        markup += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", css(shape.pen->colour),
                              svg_number(shape.pen->width));
        std::vector<std::string> dashes;
        for (const double dash : shape.pen->dashes) dashes.push_back(svg_number(dash));
        if (!dashes.empty())
            markup += fmt::format(" stroke-dasharray=\"{}\"", fmt::join(dashes, " "));
    }
    return markup + "/>\n";
}

std::string svg(const Drawing& drawing) {
    Writer writer;
    for (const auto& element : drawing.elements) std::visit(writer, element);
    const double width = std::ceil(drawing.width), height = std::ceil(drawing.height);
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" "
        "viewBox=\"0 0 {} {}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" "
        "role=\"img\">\n",
        svg_number(25.4 * width / drawing.dpi), svg_number(25.4 * height / drawing.dpi), width,
        height);
    if (!drawing.title.empty())
        text += fmt::format("<title>{}</title>\n", svg_escaped(as_utf8(drawing.title)));
    if (!drawing.description.empty())
        text += fmt::format("<desc>{}</desc>\n", svg_escaped(as_utf8(drawing.description)));
    text += "<defs>\n";
    for (const auto& [glyph, outline] : writer.letters)
        if (!outline.empty()) text += fmt::format("<path id=\"{}\" d=\"{}\"/>\n", glyph, outline);
    // Beyond the edges, because a viewer's last pixels may reach there.
    return text +
           "</defs>\n<rect x=\"-1%\" y=\"-1%\" width=\"102%\" height=\"102%\" "
           "fill=\"white\"/>\n" +
           writer.markup + "</svg>\n";
}

}  // namespace hitmiss
