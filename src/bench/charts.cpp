#include "bench/charts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/svg.hpp"

namespace hitmiss {
namespace {

constexpr double width = 900, margin = 40, row_height = 22, chart_height = 420;
constexpr std::string_view grid_colour = "#e4e4e4", ink = "#333333";
/// Of Okabe and Ito (2008), then darker ones.
constexpr std::array<std::string_view, 10> colours{"#0072b2", "#e69f00", "#d55e00", "#cc79a7",
                                                   "#009e73", "#56b4e9", "#f0e442", "#999999",
                                                   "#6a3d9a", "#8c510a"};

Measurements select(const Measurements& all, auto&& wanted) {
    Measurements some;
    std::ranges::copy_if(all, std::back_inserter(some), wanted);
    return some;
}

/// Bars from the fastest down; returns the y below them.
void draw_bars(Svg& svg, double top, Measurements bars) {
    constexpr double left = 330, right = width - margin - 70;
    std::ranges::sort(bars, std::greater{}, [](const auto& m) { return m.value.median; });
    double most = 0;
    for (const auto& m : bars) most = std::max(most, m.value.upper);
    svg.text(margin, top,
             fmt::format("Primary rays per second, millions; threads: {}", *bars[0].threads),
             Anchor::start, 15);
    double y = top + 14;
    for (const auto& m : bars) {
        const auto x = [&](double value) { return left + (right - left) * value / most; };
        const double middle = y + row_height / 2;
        const std::string name = m.setting.empty() ? m.subject : m.subject + ", " + m.setting;
        svg.text(left - 8, middle + 4, name, Anchor::end);
        svg.rectangle(left, y + 3, x(m.value.median) - left, row_height - 6,
                      m.part == "embree" ? colours[1] : colours[0]);
        svg.line(x(m.value.lower), middle, x(m.value.upper), middle, ink);
        for (const double end : {m.value.lower, m.value.upper})
            svg.line(x(end), middle - 4, x(end), middle + 4, ink);
        svg.text(x(m.value.upper) + 6, middle + 4, fmt::format("{:.3g}", m.value.median));
        y += row_height;
    }
}

/// A logarithmic axis from one value to another, as pixels.
struct LogAxis {
    double least, most, from, to;

    double operator()(double value) const {
        return from + (to - from) * std::log(value / least) / std::log(most / least);
    }
    /// Round numbers on the axis: powers of ten, and between them the more the shorter it is.
    std::vector<double> ticks() const {
        const double span = most / least;
        const std::vector<double> digits = span > 300  ? std::vector<double>{1}
                                           : span > 10 ? std::vector<double>{1, 2, 5}
                                                       : std::vector<double>{1, 1.5, 2, 3, 5, 7};
        std::vector<double> values;
        for (int exponent = -12; exponent <= int(std::log10(most)); ++exponent)
            for (const double digit : digits)
                if (const double tick = digit * std::pow(10, exponent);
                    tick >= least && tick <= most)
                    values.push_back(tick);
        return values;
    }
};

/// The method of a point: its subject without the settings.
std::string method_of(const Measurement& point) {
    return point.subject.substr(0, point.subject.find(':'));
}

void draw_scatter(Svg& svg, double top, const Measurements& points) {
    constexpr double left = margin + 60, right = width - margin - 170;
    const double bottom = top + chart_height, zero = bottom - 20;
    LogAxis x{points[0].value.median, 0, left, right}, y{1, 0, zero - 40, top + 40};
    std::vector<std::string> methods;
    for (const auto& m : points) {
        x.least = std::min(x.least, m.value.median), x.most = std::max(x.most, m.value.median);
        if (*m.error_rate > 0) y.least = std::min(y.least, *m.error_rate);
        y.most = std::max(y.most, *m.error_rate);
        if (std::ranges::find(methods, method_of(m)) == methods.end())
            methods.push_back(method_of(m));
    }
    x.least /= 1.1, x.most *= 1.1;
    y.least *= 1e6, y.most = std::max(1e6 * y.most, 2 * y.least);
    svg.text(margin, top, "Pixels wrong per million, against ns per ray", Anchor::start, 15);
    for (const double value : x.ticks()) {
        svg.line(x(value), top + 20, x(value), bottom, grid_colour);
        svg.text(x(value), bottom + 16, fmt::format("{:g}", value), Anchor::middle);
    }
    const auto grid_line = [&](double at, const std::string& label) {
        svg.line(left, at, right, at, grid_colour);
        svg.text(left - 8, at + 4, label, Anchor::end);
    };
    for (const double value : y.ticks()) grid_line(y(value), fmt::format("{:g}", value));
    grid_line(zero, "none");
    const auto place = [&](const Measurement& m) {
        return *m.error_rate > 0 ? y(1e6 * *m.error_rate) : zero;
    };
    // The front last, above all others.
    for (const bool front : {false, true})
        for (const auto& m : points) {
            if (m.front != front) continue;
            const double at_x = x(m.value.median), at_y = place(m);
            const auto method = std::ranges::find(methods, method_of(m)) - methods.begin();
            if (front) svg.circle(at_x, at_y, 8, ink);
            svg.circle(at_x, at_y, 4.5, colours[std::size_t(method) % colours.size()]);
            if (front) svg.text(at_x - 8, at_y - 12, m.subject);
        }
    double key = top + 30;
    for (std::size_t k = 0; k < methods.size(); ++k, key += 20) {
        svg.circle(right + 25, key, 4.5, colours[k % colours.size()]);
        svg.text(right + 36, key + 4, methods[k]);
    }
    svg.circle(right + 25, key, 8, ink);
    svg.circle(right + 25, key, 4.5, "white");
    svg.text(right + 36, key + 4, "on the Pareto front");
    svg.text((left + right) / 2, bottom + 36, "ns per ray", Anchor::middle);
}

}  // namespace

std::string draw_report(const Measurements& measurements, const std::string& title) {
    int threads = 0;
    for (const auto& m : measurements)
        if (m.part == "rays" || m.part == "embree") threads = std::max(threads, *m.threads);
    const auto bars = select(measurements, [&](const auto& m) {
        return (m.part == "rays" || m.part == "embree") && m.threads == threads;
    });
    const auto points = select(measurements, [](const auto& m) { return m.part == "chart"; });
    const double bars_height = bars.empty() ? 0 : row_height * double(bars.size()) + 60;
    const double points_height = points.empty() ? 0 : chart_height + 60;
    Svg svg(width, margin + 20 + bars_height + points_height);
    svg.text(margin, 30, title, Anchor::start, 13);
    if (!bars.empty()) draw_bars(svg, margin + 30, bars);
    if (!points.empty()) draw_scatter(svg, margin + 30 + bars_height, points);
    return svg.file();
}

}  // namespace hitmiss
