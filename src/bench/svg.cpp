#include "bench/svg.hpp"

#include <fmt/core.h>

#include <array>

namespace hitmiss {
namespace {

std::string escaped(std::string_view words) {
    std::string text;
    for (const char c : words) text += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    return text;
}

constexpr std::array anchor_names{"start", "middle", "end"};

}  // namespace

void Svg::rectangle(double x, double y, double width, double height, std::string_view colour) {
    body_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
        width, height, colour);
}

void Svg::line(double x0, double y0, double x1, double y1, std::string_view colour) {
    body_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x0, y0,
        x1, y1, colour);
}

void Svg::circle(double x, double y, double radius, std::string_view colour) {
    body_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
                         radius, colour);
}

void Svg::text(double x, double y, std::string_view words, Anchor anchor, double size) {
    body_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y,
        size, anchor_names[std::size_t(anchor)], escaped(words));
}

std::string Svg::file() const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n{2}</svg>\n",
        width_, height_, body_);
}

}  // namespace hitmiss
