#include "draw/svg_markup.hpp"

#include <fmt/format.h>

#include <cmath>

namespace hitmiss {
namespace {

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

}  // namespace hitmiss
