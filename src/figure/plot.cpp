#include "figure/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figure/plot_label.hpp"
#include "figure/plot_ticks.hpp"
#include "methods/math.hpp"

namespace hitmiss {
namespace {

constexpr double width = 640, heading = 30, panel = 262, font = 12;
constexpr double zero_at = 0.05, zero_space = 0.17;  // of the axis, below the first decade
constexpr Rgb ink{0, 0, 0}, grid{215, 215, 215}, fine_grid{240, 240, 240}, pale{80, 80, 80};

/// A coordinate with two decimals and never a minus before a zero.
std::string number(double value) {
    return fmt::format("{:.2f}", std::floor(100 * value + 0.5) / 100 + 0.0);
}
std::string hex(Rgb c) {
    return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b);
}

std::string line(double x1, double y1, double x2, double y2, Rgb colour, double thickness) {
    return fmt::format(
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
        number(x1), number(y1), number(x2), number(y2), hex(colour), thickness);
}

std::string text(double x, double y, std::string_view anchor, const std::string& markup,
                 std::string_view attributes = "") {
    return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", number(x),
                       number(y), anchor, attributes, markup);
}

std::string marker(PlotMarker shape, double x, double y, Rgb colour) {
    constexpr double r = 2.6;
    const auto at = [](double a, double b) { return number(a) + ',' + number(b); };
    switch (shape) {
        case PlotMarker::none:
            return {};
        case PlotMarker::circle:
            return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", number(x),
                               number(y), r, hex(colour));
        case PlotMarker::square:
            return fmt::format(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"white\" "
                "stroke=\"{}\"/>\n",
                number(x - r), number(y - r), 2 * r, 2 * r, hex(colour));
        case PlotMarker::triangle:
            return fmt::format("<polygon points=\"{} {} {}\" fill=\"{}\"/>\n", at(x, y - r - 1),
                               at(x + r + 1, y + r), at(x - r - 1, y + r), hex(colour));
    }
    return {};
}

/// One panel while it is drawn: from values to places in the figure.
struct Canvas {
    const Plot& plot;
    PlotFrame frame;
    double right = frame.left + frame.width, bottom = frame.top + frame.height;

    double x(double value) const { return frame.left + frame.width * plot.x.position(value); }
    double y(double value) const { return bottom - frame.height * plot.y.position(value); }
    std::vector<Place> places(const PlotSeries& series) const {
        std::vector<Place> result;
        for (const auto& point : series.points) result.push_back({x(point.x), y(point.y)});
        return result;
    }
};

std::string draw_spans(const Canvas& at) {
    std::string svg;
    for (const auto& span : at.plot.spans) {
        const double from = at.x(span.from), to = at.x(span.to), middle = (from + to) / 2;
        svg += fmt::format(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#e4e4e4\" "
            "stroke=\"#999999\" stroke-dasharray=\"2 2\"/>\n",
            number(from - 4), number(at.frame.top), number(to - from + 8), number(at.frame.height));
        const double share = (middle - at.frame.left) / at.frame.width;
        const bool left = share<0.3, right = share> 0.7;
        svg += text(left    ? from - 4
                    : right ? to + 4
                            : middle,
                    at.frame.top - 5,
                    left    ? "start"
                    : right ? "end"
                            : "middle",
                    xml_escaped(span.label), " font-weight=\"bold\"");
    }
    return svg;
}

std::string draw_axes(const Canvas& at) {
    const auto [left, top, across, height] = at.frame;
    std::string svg;
    for (const auto& tick : ticks(at.plot.x)) {
        const double x = at.x(tick.value);
        svg += line(x, top, x, at.bottom, tick.label.empty() ? fine_grid : grid, 0.7);
        if (!tick.label.empty()) svg += text(x, at.bottom + font + 3, "middle", tick.label);
    }
    for (const auto& tick : ticks(at.plot.y)) {
        const double y = at.y(tick.value);
        svg += line(left, y, at.right, y, tick.label.empty() ? fine_grid : grid, 0.7);
        if (!tick.label.empty()) svg += text(left - 6, y + font / 3, "end", tick.label);
    }
    return svg;
}

std::string draw_frame(const Canvas& at) {
    const auto [left, top, across, height] = at.frame;
    std::string svg = line(left, at.bottom, at.right, at.bottom, ink, 1) +
                      line(left, top, left, at.bottom, ink, 1);
    if (at.plot.y.zero) {
        const double y = at.bottom - height * (zero_at + zero_space) / 2;
        svg += line(left, y - 2, left, y + 2, {255, 255, 255}, 3);
        for (const double stroke : {-2.0, 2.0})
            svg += line(left - 4, y + stroke + 2, left + 4, y + stroke - 2, ink, 1);
    }
    const double middle = top + height / 2;
    svg +=
        text(left + across / 2, at.bottom + 2 * font + 8, "middle", xml_escaped(at.plot.x.label));
    svg += text(14, middle, "middle", xml_escaped(at.plot.y.label),
                fmt::format(" transform=\"rotate(-90 14 {})\"", number(middle)));
    svg += text(left, top - 24, "start", xml_escaped(at.plot.title), " font-weight=\"bold\"");
    return svg;
}

std::string draw_series(const Canvas& at) {
    std::string svg;
    std::vector<Curve> curves;
    for (const auto& series : at.plot.series) {
        curves.push_back({series.label, at.places(series)});
        std::string points;
        for (const auto& [x, y] : curves.back().places) points += number(x) + ',' + number(y) + ' ';
        if (!points.empty()) points.pop_back();
        svg += fmt::format(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n", points,
            hex(series.colour), series.width,
            series.dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", series.dash));
        for (const auto& [x, y] : curves.back().places)
            svg += marker(series.marker, x, y, series.colour);
    }
    const auto boxes = place_labels(curves, at.frame, font);
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        const auto& [left, top, across, height] = boxes[k];
        svg += fmt::format(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"white\" "
            "fill-opacity=\"0.8\"/>\n",
            number(left), number(top), number(across), number(height));
        svg += text(left + across / 2, top + 0.8 * height, "middle", xml_escaped(curves[k].label));
    }
    return svg;
}

}  // namespace

double PlotAxis::position(double value) const {
    if (!log) return (value - lo) / (hi - lo);
    const double first = zero ? zero_space : 0;
    if (zero && value == 0) return zero_at;
    const double start = common_logarithm(lo);
    return first + (1 - first) * (common_logarithm(value) - start) / (common_logarithm(hi) - start);
}

PlotFrame plot_frame(std::size_t index) {
    return {80, heading + double(index) * panel + 40, width - 80 - 18, panel - 40 - 48};
}

std::string xml_escaped(std::string_view text) {
    std::string escaped;
    for (const char c : text) switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            default:
                escaped += static_cast<unsigned char>(c) < 0x20 ? "\uFFFD" : std::string(1, c);
        }
    return escaped;
}

std::string draw_plots(const std::string& title, std::span<const Plot> panels) {
    const double height = heading + double(panels.size()) * panel;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"160mm\" height=\"{}mm\" viewBox=\"0 0 "
        "{} {}\" "
        "font-family=\"sans-serif\" font-size=\"{}\" "
        "stroke-linejoin=\"round\">\n<title>{}</title>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        number(height / 4), width, number(height), font, xml_escaped(title));
    svg += text(width / 2, 20, "middle", xml_escaped(title), " font-size=\"14\"");
    for (std::size_t k = 0; k < panels.size(); ++k) {
        const Canvas at{panels[k], plot_frame(k)};
        svg +=
            "<g>\n" + draw_axes(at) + draw_spans(at) + draw_frame(at) + draw_series(at) + "</g>\n";
    }
    return svg + "</svg>\n";
}

}  // namespace hitmiss
