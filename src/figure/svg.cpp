#include "figure/svg.hpp"

#include <fmt/format.h>

#include <cmath>

namespace hitmiss::svg {

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '"')
            result += "&quot;";
        else if (static_cast<unsigned char>(c) < 0x20)
            result += "\uFFFD";
        else
            result += c;
    }
    return result;
}

std::string number(double value) {
    return fmt::format("{:.2f}", std::floor(100 * value + 0.5) / 100 + 0.0);
}

std::string colour(Rgb value) {
    return fmt::format("#{:02x}{:02x}{:02x}", value.r, value.g, value.b);
}

std::string line(double x1, double y1, double x2, double y2, Rgb stroke, double thickness) {
    return fmt::format(
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
        number(x1), number(y1), number(x2), number(y2), colour(stroke), thickness);
}

std::string box(double left, double top, double width, double height, std::string_view style) {
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", number(left),
                       number(top), number(width), number(height), style);
}

std::string text(double x, double y, std::string_view anchor, std::string_view markup,
                 std::string_view style) {
    return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", number(x),
                       number(y), anchor, style, markup);
}

}  // namespace hitmiss::svg
