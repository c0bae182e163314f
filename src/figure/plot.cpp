#include "figure/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "figure/text.hpp"

namespace hitmiss {
namespace {

constexpr double width = 640, heading = 30, panel = 262, font = 12;
constexpr double zero_at = 0.05, zero_space = 0.17;  // of the axis, below the first decade
constexpr Rgb ink{0, 0, 0}, paper{255, 255, 255}, grid{215, 215, 215}, fine_grid{240, 240, 240};
constexpr std::string_view bold = " font-weight=\"bold\"";

// The elements of an SVG drawing, each a line of markup.
namespace svg {

/// Text as XML character data; control characters, which XML 1.0 cannot hold, become U+FFFD.
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

/// Two decimals, and never a minus before a zero.
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

/// `style` holds further attributes, as in ` fill="white"`.
std::string box(double left, double top, double across, double height, std::string_view style) {
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", number(left),
                       number(top), number(across), number(height), style);
}

/// `anchor` is start, middle or end; `markup` is XML.
std::string text(double x, double y, std::string_view anchor, std::string_view markup,
                 std::string_view style = "") {
    return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", number(x),
                       number(y), anchor, style, markup);
}

}  // namespace svg

/// One panel while it is drawn: from values to places in the figure.
struct Canvas {
    const Plot& plot;
    PlotFrame frame;
    double right = frame.left + frame.width, bottom = frame.top + frame.height;

    double x(double value) const { return frame.left + frame.width * plot.x.position(value); }
    double y(double value) const { return bottom - frame.height * plot.y.position(value); }
    std::vector<PlotPoint> places(const PlotSeries& series) const {
        std::vector<PlotPoint> result;
        for (const auto& point : series.points) result.push_back({x(point.x), y(point.y)});
        return result;
    }
};

std::string marker(PlotMarker shape, const PlotPoint& at, Rgb rgb) {
    constexpr double r = 2.6;
    const auto colour = svg::colour(rgb);
    const auto pair = [&](double dx, double dy) {
        return svg::number(at.x + dx) + ',' + svg::number(at.y + dy);
    };
    switch (shape) {
        case PlotMarker::none:
            return {};
        case PlotMarker::circle:
            return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n",
                               svg::number(at.x), svg::number(at.y), r, colour);
        case PlotMarker::square:
            return svg::box(at.x - r, at.y - r, 2 * r, 2 * r,
                            fmt::format(" fill=\"white\" stroke=\"{}\"", colour));
        case PlotMarker::triangle:
            return fmt::format("<polygon points=\"{} {} {}\" fill=\"{}\"/>\n", pair(0, -r - 1),
                               pair(r + 1, r), pair(-r - 1, r), colour);
    }
    return {};
}

std::string draw_grid(const Canvas& at) {
    const auto& frame = at.frame;
    std::string markup;
    for (const auto& [value, label] : ticks(at.plot.x)) {
        const double x = at.x(value);
        markup += svg::line(x, frame.top, x, at.bottom, label.empty() ? fine_grid : grid, 0.7);
        if (!label.empty()) markup += svg::text(x, at.bottom + font + 3, "middle", label);
    }
    for (const auto& [value, label] : ticks(at.plot.y)) {
        const double y = at.y(value);
        markup += svg::line(frame.left, y, at.right, y, label.empty() ? fine_grid : grid, 0.7);
        if (!label.empty()) markup += svg::text(frame.left - 6, y + font / 3, "end", label);
    }
    return markup;
}

/// Grey behind the curves; the label above the frame, within its sides.
std::string draw_spans(const Canvas& at) {
    constexpr double margin = 4;
    std::string markup;
    for (const auto& span : at.plot.spans) {
        const double from = at.x(span.from) - margin, to = at.x(span.to) + margin;
        markup += svg::box(from, at.frame.top, to - from, at.frame.height,
                           " fill=\"#e4e4e4\" stroke=\"#999999\" stroke-dasharray=\"2 2\"");
        const double half = text_width(span.label, 1.15 * font) / 2.0;
        const double middle = std::clamp((from + to) / 2, at.frame.left + half,
                                         std::max(at.frame.left, at.right - 2 * half) + half);
        markup += svg::text(middle, at.frame.top - 5, "middle", svg::escaped(span.label), bold);
    }
    return markup;
}

std::string draw_frame(const Canvas& at) {
    const auto [left, top, across, height] = at.frame;
    std::string markup = svg::line(left, at.bottom, at.right, at.bottom, ink, 1) +
                         svg::line(left, top, left, at.bottom, ink, 1);
    if (at.plot.y.zero) {
        const double y = at.bottom - height * (zero_at + zero_space) / 2;
        markup += svg::line(left, y - 2, left, y + 2, paper, 3);
        for (const double stroke : {-2.0, 2.0})
            markup += svg::line(left - 4, y + stroke + 2, left + 4, y + stroke - 2, ink, 1);
    }
    const double middle = top + height / 2;
    const auto upright = fmt::format(" transform=\"rotate(-90 14 {})\"", svg::number(middle));
    return markup +
           svg::text(left + across / 2, at.bottom + 2 * font + 8, "middle",
                     svg::escaped(at.plot.x.label)) +
           svg::text(14, middle, "middle", svg::escaped(at.plot.y.label), upright) +
           svg::text(left, top - 24, "start", svg::escaped(at.plot.title), bold);
}

std::string draw_curves(const Canvas& at) {
    std::string markup;
    std::vector<Curve> curves;
    for (const auto& series : at.plot.series) {
        const auto& places = curves.emplace_back(Curve{series.label, at.places(series)}).places;
        std::string points, markers;
        for (const PlotPoint& place : places) {
            points += fmt::format("{}{},{}", points.empty() ? "" : " ", svg::number(place.x),
                                  svg::number(place.y));
            markers += marker(series.marker, place, series.colour);
        }
        markup += fmt::format(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n", points,
            svg::colour(series.colour), series.width,
            series.dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", series.dash));
        markup += markers;
    }
    const auto boxes = place_labels(curves, at.frame, font);
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        const auto& [left, top, across, height] = boxes[k];
        markup += svg::box(left, top, across, height, " fill=\"white\" fill-opacity=\"0.8\"");
        markup += svg::text(left + across / 2, top + 0.8 * height, "middle",
                            svg::escaped(curves[k].label));
    }
    return markup;
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

std::string draw_plots(const std::string& title, std::span<const Plot> panels) {
    const double height = heading + double(panels.size()) * panel;
    std::string markup = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"160mm\" height=\"{}mm\" "
        "viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"{}\" "
        "stroke-linejoin=\"round\">\n<title>{}</title>\n",
        svg::number(height / 4), width, svg::number(height), font, svg::escaped(title));
    markup += svg::box(0, 0, width, height, " fill=\"white\"");
    markup += svg::text(width / 2, 20, "middle", svg::escaped(title), " font-size=\"14\"");
    for (std::size_t k = 0; k < panels.size(); ++k) {
        const Canvas at{panels[k], plot_frame(k)};
        markup +=
            "<g>\n" + draw_grid(at) + draw_spans(at) + draw_frame(at) + draw_curves(at) + "</g>\n";
    }
    return markup + "</svg>\n";
}

}  // namespace hitmiss
